/** What `npm run screenshots` would take pictures of; the pictures themselves are for people. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contactSheet } from '../../tools/screenshots/contact-sheet.ts';
import {
  elementPictures,
  languages,
  viewersIn,
  pagePictures,
  samples,
  schemes,
  states,
  widths,
} from '../../tools/screenshots/plan.ts';

const root = join(import.meta.dirname, '../..');
const imports = readFileSync(join(root, 'src/every.ts'), 'utf8').matchAll(/'\.\/elements\/[\w-]+\/([\w-]+)\.ts'/g);
const tags = [...imports].map(([, name]) => `plaudit-${name}`);
const pictures = elementPictures(languages);

test('every element is shot in every width, colour and language, and in every state that it has', () => {
  assert.ok(tags.length >= 10);
  assert.deepEqual(Object.keys(samples).toSorted(), tags.toSorted());
  const planned = new Set(pictures.map((one) => [one.subject, one.state, one.language, one.width, one.scheme].join()));
  let expected = 0;
  for (const tag of tags)
    for (const state of states)
      for (const { language, width, scheme } of viewersIn(languages)) {
        const isThere = planned.has([tag, state, language, width, scheme].join());
        assert.equal(isThere, samples[tag]!.isNever !== state, `${tag} ${state}`);
        expected += Number(isThere);
      }
  assert.equal(pictures.length, expected);
  assert.equal(languages.length * widths.length * schemes.length, 16);
});

test('only an element that always has something to show is never empty', () => {
  const never = tags.filter((tag) => samples[tag]!.isNever !== undefined);
  assert.deepEqual(never.toSorted(), ['plaudit-edit-review', 'plaudit-review-form', 'plaudit-write-review']);
});

test('no two pictures have one file, and the contact sheet has each of them', () => {
  const all = [...pictures, ...pagePictures()];
  assert.equal(new Set(all.map(({ file }) => file)).size, all.length);
  const sheet = contactSheet(all);
  for (const { file } of all) assert.equal(sheet.split(`<img src="${file}"`).length, 2, file);
});

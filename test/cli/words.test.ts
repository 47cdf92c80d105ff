/** A shop's own texts by command: printed, checked, and given to a proxy. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildRenderer } from '../support/renderer.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';

buildRenderer();

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-words-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** A folder with these files. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const print = async (language: string) => {
  const { status, out, err } = await runProgram(['words', language]);
  assert.deepEqual([status, err], [0, '']);
  return JSON.parse(out) as Record<string, string | Record<string, string>>;
};

test('the texts of every kind of language are printed, and are right as they are', async () => {
  const english = await print('en');
  assert.equal(english['write'], 'Write a review');
  const german = await print('de');
  assert.equal(german['write'], 'Bewertung schreiben');
  const irish = await print('ga');
  assert.equal(irish['write'], 'Write a review');
  assert.deepEqual(irish['stars'], {
    one: '{n} star',
    two: '{n} stars',
    few: '{n} stars',
    many: '{n} stars',
    other: '{n} stars',
  });
  for (const texts of [german, irish, await print('no'), await print('JA')])
    assert.deepEqual(Object.keys(texts), Object.keys(english));
  const folder = folderOf('printed', { 'en.json': JSON.stringify(english), 'ga.json': JSON.stringify(irish) });
  const files = ['en.json', 'ga.json'].map((name) => join(folder, name));
  const { status, out, err } = await runProgram(['words', 'check', ...files]);
  const number = Object.keys(english).length;
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out, files.map((file) => `${file}: all right, ${number} of ${number} texts\n`).join(''));
  for (const unknown of ['xx', 'eng', '../en', '__proto__']) {
    const refused = await runProgram(['words', unknown]);
    assert.equal(refused.status, 2);
    assert.match(refused.err, /^plaudit: ".*" is not the two letters of a language, such as sv\n$/);
  }
});

/** A text of a file, and what is said of it. */
const wrong: readonly [file: string, content: string, said: RegExp][] = [
  ['de.json', '{"retri":"x"}', /: retri: no text has this key; the nearest is retry$/],
  ['de.json', '{"__proto__":"x"}', /: __proto__: no text has this key/],
  ['de.json', '{"constructor":"x"}', /: constructor: no text has this key/],
  ['de.json', `{"${'k'.repeat(90_000)}":"x"}`, /: k{60}: no text has this key/],
  ['de.json', '{"retry":5}', /: retry: must be a text$/],
  ['de.json', '{"retry":{"other":"x"}}', /: retry: must be a text$/],
  ['de.json', '{"retry":" "}', /: retry: is empty$/],
  ['de.json', '{"retry":"Noch mal "}', /: retry: begins or ends with a space$/],
  ['de.json', `{"retry":"${'x'.repeat(501)}"}`, /: retry: is longer than 500 characters$/],
  ['de.json', '{"rated":"{n} Sterne {m}"}', /: rated: has \{m\}, which the English text does not have$/],
  ['de.json', '{"rated":"Sterne"}', /: rated: lacks \{n\}$/],
  ['de.json', '{"rated":"{n} { n }"}', /: rated: has a brace that belongs to no placeholder$/],
  ['de.json', '{"stars":"Sterne"}', /: stars: must have the plural forms one, other$/],
  ['de.json', '{"stars":{"one":"{n} Stern"}}', /: stars: lacks the plural form other$/],
  ['de.json', '{"stars":{"one":"Stern","few":"x","other":"{n}"}}', /: stars: has the plural form few, which de does/],
  ['de.json', '{"stars":{"one":"Stern","other":"Sterne"}}', /: stars: other: lacks \{n\}$/],
  // In Russian it is the form of 21, too.
  ['ru.json', '{"stars":{"one":"x","few":"{n}","many":"{n}","other":"{n}"}}', /: stars: one: lacks \{n\}$/],
  ['de.json', '{"retry":"a\\u202eb"}', /: retry: has a control character, or one that turns the direction/],
  ['de.json', '{"retry":"a\\u0007b"}', /: retry: has a control character/],
  ['de.json', '{"retry":"a\\ud800b"}', /: retry: has a control character/],
  ['de.json', '{"retry":', /: is not JSON: /],
  ['de.json', '["retry"]', /: must be a JSON object of texts$/],
  ['de.json', 'null', /: must be a JSON object of texts$/],
  ['de.json', JSON.stringify({ retry: 'x'.repeat(100_000) }), /: is larger than 100 kB$/],
  ['no.json', '{}', /: must be named nb\.json$/],
  ['iw.json', '{}', /: must be named he\.json$/],
  ['fil.json', '{}', /: must be named by the two letters of a language/],
  ['DE.json', '{}', /: must be named by the two letters of a language/],
  ['xx.json', '{}', /: xx is no language whose plural forms are known$/],
];

test('whatever is wrong with a text is said with its file and key, all of it at once', async () => {
  const files = wrong.map(([file, content], index) => join(folderOf(`wrong-${index}`, { [file]: content }), file));
  const missing = join(directory, 'none', 'de.json');
  const { status, out, err } = await runProgram(['words', 'check', ...files, missing]);
  assert.deepEqual([status, out], [1, '']);
  const lines = err.trimEnd().split('\n');
  assert.equal(lines.length, wrong.length + 1, err);
  for (const [index, [, , said]] of wrong.entries()) {
    assert.ok(lines[index]!.startsWith(`${files[index]}: `), lines[index]);
    assert.match(lines[index]!, said);
  }
  assert.equal(lines.at(-1), `${missing}: cannot be read: there is no such file`);
});

test('what is right may leave texts out, and it is said which', async () => {
  const folder = folderOf('some', {
    // As some editors begin a file.
    'de.json': '\ufeff{"write":"Erzählen Sie mal","stars":{"one":"Ein Stern","other":"{n} Sterne"}}',
    'ga.json': '{"write":"Scríobh léirmheas"}',
  });
  const { status, out } = await runProgram(['words', 'check', join(folder, 'de.json'), join(folder, 'ga.json')]);
  assert.equal(status, 0);
  const [german, irish] = out.split('\n');
  assert.match(german!, /de\.json: all right, 2 of \d+ texts; the others stay as they are$/);
  assert.match(irish!, /ga\.json: all right, 1 of \d+ texts; missing, and so in English: (?=.*\bservice,).*\bretry,/);
  assert.doesNotMatch(irish!, /\bwrite\b/);
});

test('a proxy does not start with a wrong text, and says all that is wrong', async () => {
  const folder = folderOf('both', { 'de.json': '{"retri":"x","tip":""}', 'xx.json': '{}', 'README.md': 'not for us' });
  const data = join(directory, 'never');
  const account = { PLAUDIT_CLIENT_TOKEN: 'c', PLAUDIT_EMAIL: 'e@a.example', PLAUDIT_PASSWORD: 'p' };
  for (const command of [['start'], ['proxy', '--upstream', 'http://127.0.0.1:9/v1', '--business', 'a.example']]) {
    const { status, out, err } = await runProgram([...command, '--data', data, '--words', folder], { env: account });
    assert.deepEqual([status, out], [1, '']);
    assert.deepEqual(err.trimEnd().split('\n'), [
      `plaudit: --words ${folder} has texts that cannot be used:`,
      '  de.json: retri: no text has this key; the nearest is retry',
      '  de.json: tip: is empty',
      '  xx.json: xx is no language whose plural forms are known',
    ]);
  }
  const many = folderOf('many', {
    'de.json': JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`no-${index}`, 'x']))),
  });
  const { err } = await runProgram(['start', '--data', data, '--words', many]);
  assert.equal(err.trimEnd().split('\n').length, 102);
  assert.match(err, /\n {2}and 400 more\n$/);
  for (const [folder, reason] of [
    [join(directory, 'none'), 'does not exist'],
    [join(many, 'de.json'), 'is no folder'],
    [folderOf('empty', { 'README.md': 'nothing' }), 'has no file such as sv.json'],
  ] as const) {
    const refused = await runProgram(['start', '--data', data], { env: { PLAUDIT_WORDS: folder } });
    assert.deepEqual([refused.status, refused.err], [2, `plaudit: --words ${folder} ${reason}\n`]);
  }
});

test('plaudit start serves the own texts, by flag', async () => {
  const folder = folderOf('good', { 'de.json': '{"write":"Erzählen Sie mal"}' });
  const port = await freePort(2);
  await using running = await RunningProgram.start([
    'start',
    '--port',
    String(port),
    '--data',
    join(directory, 'shop'),
    '--words',
    folder,
  ]);
  const answer = await fetch(`http://127.0.0.1:${port}/words/de.js`);
  assert.match(await answer.text(), /"write":"Erzählen Sie mal"/);
  assert.equal(await running.stop(), 0);
});

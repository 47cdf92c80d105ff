/**
 * What one can take in at a glance: no line of code is longer than these, since the formatter leaves texts and templates
 * as they are, and no folder holds more.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { rooms } from '../support/rooms.ts';

const LONGEST = 120;
const MOST_FILES = 15;
const MOST_FOLDERS = 12;
const root = join(import.meta.dirname, '../..');
const held = [...rooms, 'tools'];

/** What was migrated holds on to its text, and an expression that is not a literal could not be judged. */
const isExempt = (file: string, line: string): boolean =>
  /[\\/]migrations[\\/]/.test(file) || /^\s*\/.+\/[a-z]*;$/.test(line);

const longLines = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line.length <= LONGEST || isExempt(file, line) ? [] : `${file}:${index + 1}`));

for (const room of held) {
  test(`no line in ${room} is longer than ${LONGEST} characters`, () => {
    const files = globSync(`${room}/**/*.{ts,js}`, { cwd: root });
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.flatMap((file) => longLines(file, readFileSync(join(root, file), 'utf8'))),
      [],
    );
  });
}

test('a long line is found, whatever it holds', () => {
  const text = `short\n  text: '${'x'.repeat(LONGEST)}',\n  /${'x'.repeat(LONGEST)}/u;\n`;
  assert.deepEqual(longLines('room/a.ts', text), ['room/a.ts:2']);
});

/** Folders with too much side by side; migrations are read one at a time, in their order. */
function crowded(files: readonly string[]): string[] {
  const [inFolder, folders] = [new Map<string, number>(), new Map<string, Set<string>>()];
  for (const file of files) {
    const folder = dirname(file);
    inFolder.set(folder, (inFolder.get(folder) ?? 0) + 1);
    for (let inner = folder; inner !== '.'; inner = dirname(inner))
      folders.set(dirname(inner), (folders.get(dirname(inner)) ?? new Set()).add(inner));
  }
  return [
    ...[...inFolder].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder),
    ...[...folders].filter(([folder, { size }]) => folder !== '.' && size > MOST_FOLDERS).map(([folder]) => folder),
  ].filter((folder) => !folder.endsWith('migrations'));
}

test(`no folder of code has more than ${MOST_FILES} files or ${MOST_FOLDERS} folders`, () => {
  const files = held.flatMap((room) => globSync(`${room}/**/*.{ts,js,mjs}`, { cwd: root }));
  assert.deepEqual(crowded(files.map((file) => file.replaceAll('\\', '/'))), []);
});

test('a crowded folder is found', () => {
  const many = (count: number, name: (index: number) => string) => Array.from({ length: count }, (_, at) => name(at));
  assert.deepEqual(crowded(many(16, (at) => `room/a/${at}.ts`)), ['room/a']);
  assert.deepEqual(crowded(many(13, (at) => `room/${at}/a.ts`)), ['room']);
});

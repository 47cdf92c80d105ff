/** The formatter breaks long lines, but leaves texts and templates as they are. No line of code is longer than these. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rooms } from '../support/rooms.ts';

const LONGEST = 120;
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

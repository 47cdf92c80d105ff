/**
 * No regular expression costs more than the length of what it reads. Two judges: the linter (`regexp/…` in
 * .oxlintrc.json), which sees every expression while it is written, and recheck, which knows some that the linter
 * lets through; what recheck cannot judge (look-behinds, back references), the linter can.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from 'recheck';
import ts from 'typescript5';

const root = join(import.meta.dirname, '..', '..');
/** What only ever reads what we wrote ourselves. */
const ownText = new Set([
  'node_modules',
  'dist',
  'data',
  'docs',
  'coverage',
  'test',
  'test-results',
  'tools',
  'demo',
  'demo-data',
]);
const rooms = readdirSync(root, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ownText.has(entry.name),
);
const files = rooms.flatMap(({ name }) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${name}/${path}`),
);

interface Literal {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const literals: Literal[] = [];
const made: string[] = [];
for (const file of files) {
  const parsed = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({
        place: `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      made.push(file);
    ts.forEachChild(node, walk);
  };
  walk(parsed);
}

// Everywhere the same judge: what an installed Java or a native build would answer may differ.
process.env['RECHECK_BACKEND'] = 'pure';
/** @param timeout - in milliseconds, after which it leaves the question open. */
const judge = (source: string, flags: string, timeout: number) =>
  check(source, flags, { checker: 'automaton', timeout });
/** It answers most within a second, and others not in a minute. */
const USUAL_MS = 1_000;
/** Where an answer is sure to come, however busy the machine is. */
const SURE_MS = 900_000;

test('every expression is linear, as far as recheck can tell', async () => {
  const different = new Map(literals.map((literal) => [`/${literal.source}/${literal.flags}`, literal]));
  assert.ok(different.size > 100);
  const isSafe = async ({ place, source, flags }: Literal, timeout: number): Promise<boolean> => {
    const verdict = await judge(source, flags, timeout);
    if (verdict.status === 'vulnerable') assert.fail(`${place}: /${source}/${flags} is ${verdict.complexity.summary}`);
    return verdict.status === 'safe';
  };
  const open: Literal[] = [];
  for (const literal of different.values()) if (!(await isSafe(literal, USUAL_MS))) open.push(literal);
  // A busy machine leaves more open than others do: some are asked once more, until as many as usual are judged.
  const usual = 0.3 * different.size;
  let left = open.length;
  for (const literal of open) if (left > usual && (await isSafe(literal, 5 * USUAL_MS))) left -= 1;
  assert.ok(left <= usual, `${left} of ${different.size} could not be judged`);
});

test('no expression is made of text when the program runs, save those that are made of constants', async () => {
  assert.deepEqual(made, [
    'exchange/reviews/values.ts',
    'exchange/reviews/values.ts',
    'review-store/databases/text.ts',
  ]);
  const constants: RegExp[] = [];
  const given = globalThis.RegExp;
  globalThis.RegExp = new Proxy(given, {
    construct(target, [source, flags]: [string, string]) {
      constants.push(new target(source, flags));
      return constants.at(-1)!;
    },
  });
  // As if nobody had loaded it yet. The other one has a flag that recheck does not know.
  await import('../../exchange/reviews/values.ts?judged' as string).finally(() => (globalThis.RegExp = given));
  const verdicts = await Promise.all(constants.map(({ source, flags }) => judge(source, flags, SURE_MS)));
  assert.deepEqual(verdicts.map(({ status }) => status).toSorted(), ['safe', 'unknown']);
});

const known = [
  ['ranges', String.raw`^\[?\s*(\d{1,12})?\s*\]?\s*,\s*\[?\s*(\d{1,12})?\s*\]?$`],
  ['numbers', String.raw`^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$`],
] as const;

test('both judges refuse the expressions that froze the programs', async () => {
  const { status } = await judge(known[1][1], '', SURE_MS);
  assert.equal(status, 'vulnerable');
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-lint-'));
  try {
    for (const [name, source] of known) {
      const file = join(directory, `${name}.ts`);
      writeFileSync(file, `export const ${name} = /${source}/;\n`);
      const { status: refused, stdout } = spawnSync(
        process.execPath,
        [join(root, 'node_modules', 'oxlint', 'bin', 'oxlint'), '-c', join(root, '.oxlintrc.json'), file],
        { cwd: root, encoding: 'utf8' },
      );
      assert.equal(refused, 1, stdout);
      assert.match(stdout, /regexp\(no-super-linear-backtracking\)/);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('recheck refuses what the linter does not see', async () => {
  assert.equal((await judge(String.raw`\b[a-z][a-z0-9+.-]*:\/+`, 'gi', SURE_MS)).status, 'vulnerable');
});

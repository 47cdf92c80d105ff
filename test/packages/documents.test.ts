/** The documents lead somewhere, and they and all comments say at once what they speak of. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const rooms =
  'contract|review-store|review-service|server-proxy|server-kit|insights|exchange|src|cli|demo|demo-data|test|tools|docs';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();
const decisions = documents.filter((path) => /^docs\/decisions\/\d/.test(path));

/** Without code blocks, in which nothing is a link. */
const prose = (path: string): string => read(path).replace(/^```.*?^```/gms, '');

/** As GitHub makes them of headings. */
const anchors = (path: string): string[] =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

for (const path of documents) {
  test(`every link of ${path} leads somewhere`, () => {
    for (const [, target] of prose(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      const [file, anchor] = target!.split('#') as [string, string?];
      const there = file === '' ? path : relative(root, join(root, dirname(path), decodeURIComponent(file)));
      assert.ok(existsSync(join(root, there)), `${target} is not there`);
      if (anchor !== undefined) assert.ok(anchors(there).includes(anchor), `${there} has no heading for #${anchor}`);
    }
  });

  test(`every file and script that ${path} names is there`, () => {
    const text = read(path);
    // A decision that another one replaced may name files that are gone.
    if (/^\*.+ · superseded by /m.test(text)) return;
    for (const [file] of text.matchAll(
      new RegExp(String.raw`(?<![\w./-])(?:${rooms})/[\w./-]+\.(?:ts|tsx|js|json|md|svg|svelte|jpg)\b`, 'g'),
    )) {
      // The guides for frameworks name files of a shop, which their projects have.
      const places = [dirname(path), '.', join('test/packages/frameworks', basename(path, '.md'))];
      const isThere = places.some((place) => existsSync(join(root, place, file)));
      assert.ok(isThere, `${file} is not there`);
    }
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script] of text.matchAll(/\bnpm run ([a-z][\w:-]*)/g))
      assert.ok(script! in scripts, `npm run ${script} is no script`);
  });
}

test('no document leads to our names on the npm registry, where they are not', () => {
  const leading = [...documents, ...globSync('tools/**/*.md', { cwd: root })];
  assert.deepEqual(
    leading.filter((path) => /npmjs\.com\/package\/plaudit/.test(read(path))),
    [],
  );
});

test('every decision has a date and a status, and stands with both in the index', () => {
  const index = read('docs/decisions/README.md');
  for (const path of decisions) {
    const name = path.slice('docs/decisions/'.length);
    const heading = /^# (\d+)\. (.+)\n\n\*(\d{4}-\d\d-\d\d) · (accepted|superseded by .+)\*\n/.exec(read(path));
    assert.ok(heading, `${path} does not begin with its number, title, date and status`);
    const [, number, title, date, status] = heading;
    assert.equal(number!.padStart(4, '0'), name.slice(0, 4));
    assert.ok(
      index.includes(`\n| ${number} | [${title}](${name}) | ${date} | ${status} |\n`),
      `the index has no such row for ${name}`,
    );
  }
  assert.equal([...index.matchAll(/^\| \d+ \|/gm)].length, decisions.length);
});

const blank = (text: string): string => text.replace(/\S/g, ' ');

/** The comments of a program where they stand, without the signs around them. */
const commentsIn = (code: string): string =>
  code.replace(/(^[ \t]*\/\*[^]*?\*\/|(?<=^|[ \t])\/\/ .*$)|[^\s/]+|\//gm, (text, comment?: string) =>
    comment === undefined ? blank(text) : comment.replace(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)|\*\/$/gm, blank),
  );

test('no sentence begins with “What …”, “Whatever …” or “Whoever …” in the place of a noun', () => {
  const begins = String.raw`(?<=(?:^|\n[ \t]*\n|\n[ \t]*(?:[-*]|\d+\.) |[|.:!?]["”*)]*\s)[\s*]*)`;
  const rest = String.raw`(?:[^.?!\n]|\n(?![ \t]*\n)|[.?!](?!["”*)]*\s))*\??`;
  const clause = new RegExp(String.raw`${begins}(?:What|Whatever|Whoever) \p{L}${rest}`, 'gu');
  const programs = globSync([`{${rooms.replaceAll('|', ',')}}/**/*.{ts,js,mjs,css}`, '*.ts'], {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|public|test)$/.test(path),
  });
  const found = [...documents, ...programs].flatMap((path) => {
    const text = path.endsWith('.md') ? read(path).replace(/^```.*?^```|^#.*?$/gms, blank) : commentsIn(read(path));
    return [...text.matchAll(clause)]
      .filter(([sentence]) => !sentence.endsWith('?'))
      .map(({ 0: sentence, index }) => `${path}:${text.slice(0, index).split('\n').length}: ${sentence}`);
  });
  assert.deepEqual(found, []);
});

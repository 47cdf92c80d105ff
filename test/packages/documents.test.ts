/** The documents lead somewhere: links, the files and scripts that they name, and the index of decisions. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();
const decisions = documents.filter((path) => /^docs\/decisions\/\d/.test(path));

/** What is in code blocks is no link. */
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
    // What was decided otherwise since may name what is gone.
    if (/^\*.+ · superseded by /m.test(text)) return;
    const rooms =
      'contract|review-store|review-service|server-proxy|server-kit|exchange|src|cli|demo|demo-data|test|tools|docs';
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

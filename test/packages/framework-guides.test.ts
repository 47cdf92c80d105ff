/** The guides for frameworks show what is tested: each block of code is a file of the framework's project. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/packed.ts';

const projects = join(import.meta.dirname, 'frameworks');

for (const name of globSync('*/package.json', { cwd: projects }).map((file) => file.split(/[\\/]/)[0]!)) {
  test(`the guide for ${name} shows files of its project, as they are`, () => {
    const guide = readFileSync(join(root, 'docs', 'guides', `${name}.md`), 'utf8');
    const paragraphs = guide.split('\n\n```');
    // The paragraph before a block begins with the name of the file.
    const shown = paragraphs.slice(1).map((block, index) => {
      const before = paragraphs[index]!.split('\n\n').at(-1)!;
      const [, file] = /^`([^`]+)`/.exec(before) ?? assert.fail(`No file is named before\n${block}`);
      const [, code] = /^\w+\n([^]*?)```/.exec(block)!;
      assert.equal(code, readFileSync(join(projects, name, file!), 'utf8'), file);
      return file!;
    });
    const lock = readFileSync(join(projects, name, 'package-lock.json'), 'utf8');
    assert.doesNotMatch(lock, /"resolved": "(?!file:plaudit-elements\.tgz")/);
    const sources = globSync('{app,src}/**/*.{ts,tsx,vue,svelte,astro}', { cwd: join(projects, name) });
    const framing = ['layout.tsx', 'app.vue'];
    assert.deepEqual(
      sources.filter((file) => !shown.includes(file) && !framing.includes(basename(file))),
      [],
    );
  });
}

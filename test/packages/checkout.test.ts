/** A checkout, as npm and npx treat it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { emptyFolder, root } from '../support/packed.ts';

let folder: string;
/** What the npm that runs this test says of itself would be taken for its own by the one that is tested. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_cache: '',
};

/** A folder with what this checkout has for npm, whose build only leaves a mark. */
before(() => {
  folder = emptyFolder();
  env.npm_config_cache = join(folder, 'cache');
  mkdirSync(join(folder, 'tools'));
  mkdirSync(join(folder, 'bundler'));
  writeFileSync(join(folder, 'bundler', 'package.json'), '{ "name": "vite", "version": "1.0.0" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync('../bundler', join(folder, 'node_modules', 'vite'));
  for (const file of ['.npmrc', 'tools/prepare.js']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'plaudit.js'), '#!/usr/bin/env node\nconsole.log("runs");\n', { mode: 0o755 });
  const manifest = {
    name: 'plaudit',
    version: '0.1.0',
    type: 'module',
    bin: { plaudit: 'plaudit.js' },
    scripts: { prepare: 'node tools/prepare.js', build: 'echo built > built.txt' },
    engines: { node: '>=99' },
    devDependencies: { vite: 'file:bundler' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('npx with an empty cache builds nothing: a proxy may be running from the same folder', () => {
  const said = execFileSync('npx', ['plaudit'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(said, 'runs\n');
  assert.ok(!existsSync(join(folder, 'built.txt')));
});

test('npm install builds, and says nothing of a Node that is older than the one that it installs', () => {
  const { status, stderr } = spawnSync('npm', ['install'], { cwd: folder, env, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  assert.ok(existsSync(join(folder, 'built.txt')));
});

/** The package of the elements, as shops with a bundler use it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'vite';
import { linkElements } from '../support/elements-package.ts';
import { blocksOf } from '../support/markdown.ts';
import { readJson, root } from '../support/packed.ts';

const shops = join(import.meta.dirname, 'shops');
const pages = join(root, 'test', 'end-to-end', 'frameworks');
const folder = join(root, 'dist', 'elements');

before(() => {
  linkElements(shops);
  linkElements(pages);
});

const { exports } = readJson(join(folder, 'package.json')) as { exports: Record<string, unknown> };
const modules = Object.keys(exports)
  .filter((name) => !name.endsWith('.json'))
  .map((name) => name.replace('.', 'plaudit-elements'));

/** Runs a module in this folder, in a Node that knows neither a page nor its conditions. */
const runIn = (directory: string, code: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: directory, encoding: 'utf8' });

test('bundlers are told to leave an import whose address is known late', () => {
  const imports = globSync('**/*.js', { cwd: folder }).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\bimport\((?!\s*['"])[^]{0,160}/g),
  ]);
  assert.ok(imports.length > 0);
  for (const [found] of imports)
    assert.match(
      found,
      /^import\(\s*\/\* webpackIgnore: true \*\/ \/\* turbopackIgnore: true \*\/ \/\* @vite-ignore \*\//,
    );
});

test('where there is no page, an import does nothing: whatever it is, nothing global is there afterwards', () => {
  const code = `
    const before = Reflect.ownKeys(globalThis);
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const { setDefaults } = await import('plaudit-elements/defaults');
    setDefaults({ proxy: 'https://reviews.shop.example/' });
    const added = Reflect.ownKeys(globalThis).filter((key) => !before.includes(key));
    console.log(JSON.stringify(added.map(String)));`;
  assert.deepEqual(JSON.parse(runIn(shops, code)), []);
  const required = `import { createRequire } from 'node:module';
    createRequire(process.cwd() + '/x.js')('plaudit-elements');`;
  assert.equal(runIn(shops, required), '');
});

test('a bundle for a server holds nothing of them', async () => {
  const { output } = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { write: false, ssr: join(pages, 'vue.ts') },
  })) as { output: readonly { code?: string }[] };
  const code = output.map((chunk) => chunk.code ?? '').join('');
  assert.match(code, /plaudit-product-reviews/);
  assert.doesNotMatch(code, /customElements\.define/);
});

test('every element has a module of its own, and one imports all of them', () => {
  const names = globSync('*', { cwd: join(root, 'src', 'elements') });
  for (const name of names) assert.ok(`./${name}` in exports, name);
  const every = readFileSync(join(folder, 'src', 'every.js'), 'utf8');
  for (const name of names) assert.ok(every.includes(`import './elements/${name}/${name}.js';`), name);
});

test('the texts of further languages can be imported, as they are in the sources', () => {
  const names = globSync('*.json', { cwd: join(root, 'src', 'locales', 'words') });
  assert.ok(names.length > 0);
  const code = `
    const all = {};
    for (const name of ${JSON.stringify(names)})
      all[name] = (await import('plaudit-elements/words/' + name, { with: { type: 'json' } })).default;
    console.log(JSON.stringify(all));`;
  const imported = JSON.parse(runIn(shops, code)) as Record<string, unknown>;
  for (const name of names)
    assert.deepEqual(imported[name], readJson(join(root, 'src', 'locales', 'words', name)), name);
});

test('the manifest leads to the modules of the package', () => {
  const { modules: described } = readJson(join(folder, 'custom-elements.json')) as { modules: { path: string }[] };
  const missing = described.filter(({ path }) => globSync(path, { cwd: folder }).length === 0);
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
  );
});

test('the types that the guide for React names are known in a project that Vite has made', () => {
  const [block] = blocksOf('guides/react.md').filter(({ language }) => language === 'json');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const project = mkdtempSync(join(root, 'test-results', 'vite-'));
  const write = (name: string, value: object) => writeFileSync(join(project, name), JSON.stringify(value));
  // As `npm create vite` leaves them, as far as it matters here.
  const app = {
    target: 'es2023',
    lib: ['ES2023', 'DOM'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
  };
  const references = [{ path: './tsconfig.app.json' }];
  const asGuided = (JSON.parse(block!.code) as { compilerOptions: object }).compilerOptions;
  const compile = () => {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    return spawnSync(process.execPath, [compiler, '-b', project], { encoding: 'utf8' });
  };
  try {
    linkElements(project);
    mkdirSync(join(project, 'src'));
    const page = 'export const Page = ({ sku }: { sku: string }) => <plaudit-stars sku={sku} />;\n';
    writeFileSync(join(project, 'src', 'App.tsx'), page);
    write('tsconfig.json', { files: [], references });
    const more = { ...app, skipLibCheck: true, noEmit: true, tsBuildInfoFile: './app.tsbuildinfo' };
    write('tsconfig.app.json', { compilerOptions: { ...more, types: ['vite/client'] }, include: ['src'] });
    assert.match(compile().stdout, /'plaudit-stars' does not exist/);
    write('tsconfig.app.json', { compilerOptions: { ...more, ...asGuided }, include: ['src'] });
    assert.deepEqual([compile().status, compile().stdout], [0, '']);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

for (const [what, project] of [
  ['React, Vue and Svelte know', join(shops, 'tsconfig.json')],
  [
    'TypeScript knows, with no other package installed and without overlooking any mistake',
    join(shops, 'tsconfig.plain.json'),
  ],
  ['pages that use them in a browser agree with', join(pages, 'tsconfig.json')],
] as const) {
  test(`${what} the elements, their attributes and events`, () => {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    assert.equal(execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' }), '');
  });
}

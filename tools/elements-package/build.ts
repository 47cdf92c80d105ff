/**
 * Puts together the package `plaudit-elements`, for shops with a bundler of their own. Each source becomes one module;
 * nothing is bundled or minified, since the shop's bundler does both. One module is not compiled but built: the text of
 * the worker, which needs no support for workers by the bundler then.
 */
import { cpSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../compile.ts';
import { followImports, versionsOf } from '../imports.ts';
import { copyWords } from '../words.ts';
import { buildWorkerText } from '../worker-text.ts';
import { writeElementTypes, type CustomElementsManifest } from './element-types.ts';

const root = join(import.meta.dirname, '..', '..');
const entries = ['src/every.js', 'src/page-defaults.js', 'src/without-page.js'];
const frameworks = ['react', 'vue', 'svelte'];
/** The types for each framework import that framework's own. */
const peers = [...frameworks, '@types/react'];
/** Of the types that the compiler writes, those that shops use. None imports what the package does not have. */
const usedTypes = [
  'src/page/events.d.ts',
  'src/page/defaults.d.ts',
  'src/page-defaults.d.ts',
  'contract/texts/words-script.d.ts',
];

interface RootManifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

type Conditions = Readonly<Record<string, string>>;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * @param out - the folder of the package, which is made.
 * @param widgets - the folder with the built custom elements manifest.
 */
export async function buildElementsPackage(out: string, widgets: string): Promise<void> {
  compile('elements.json', out);
  const worker = join(out, 'src/source/proof/worker-text.js');
  writeFileSync(worker, `${await buildWorkerText()}\n`);
  rmSync(`${worker}.map`);
  const { modules, packages } = followImports(out, entries);
  for (const file of globSync('**/*.{js,js.map,d.ts}', { cwd: out })) {
    const path = file.replaceAll('\\', '/');
    if (!modules.has(path.replace(/\.map$/, '')) && !usedTypes.includes(path)) rmSync(join(out, file));
    else if (path.endsWith('.js')) leaveLateImports(join(out, file));
  }

  const manifest = read(join(widgets, 'custom-elements.json')) as CustomElementsManifest;
  const types = join(out, 'types');
  mkdirSync(types);
  writeElementTypes(manifest, types);
  for (const name of frameworks) cpSync(join(import.meta.dirname, `${name}.d.ts`), join(types, `${name}.d.ts`));
  for (const module of manifest.modules) module.path = module.path.replace(/\.ts$/, '.js');
  write(join(out, 'custom-elements.json'), manifest);
  cpSync(join(widgets, 'vscode.html-custom-data.json'), join(out, 'vscode.html-custom-data.json'));
  copyWords(join(out, 'words'));
  cpSync(join(import.meta.dirname, 'README.md'), join(out, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  write(join(out, 'package.json'), describe(read(join(root, 'package.json')) as RootManifest, packages));
}

/** Bundlers obey a comment at the beginning of an import alone, and the compiler puts a call before it. */
function leaveLateImports(file: string): void {
  const called = /import\(__rewriteRelativeImportExtension\(([^]+?)\)\)/g;
  writeFileSync(file, readFileSync(file, 'utf8').replace(called, 'import($1)'));
}

/**
 * Servers import the elements too, as part of a page's code, and have no use for them: they get a module that does
 * nothing. Conditions of servers that also claim to be browsers come first.
 */
const onPages = (types: string, file: string): Conditions => ({
  types,
  workerd: './src/without-page.js',
  'edge-light': './src/without-page.js',
  worker: './src/without-page.js',
  browser: file,
  node: './src/without-page.js',
  default: file,
});

function describe({ version, license, repository, dependencies }: RootManifest, imported: readonly string[]): object {
  const elements = readdirSync(join(root, 'src', 'elements')).toSorted();
  return {
    name: 'plaudit-elements',
    version,
    description: "A shop's reviews on its own pages: the custom elements of Plaudit, for shops with a bundler.",
    keywords: ['custom-elements', 'e-commerce', 'lit', 'product-reviews', 'ratings', 'reviews', 'web-components'],
    license,
    repository,
    type: 'module',
    exports: {
      '.': onPages('./types/index.d.ts', './src/every.js'),
      ...Object.fromEntries(
        elements.map((name) => [`./${name}`, onPages(`./types/${name}.d.ts`, `./src/elements/${name}/${name}.js`)]),
      ),
      './defaults': onPages('./src/page-defaults.d.ts', './src/page-defaults.js'),
      ...Object.fromEntries(
        frameworks.map((name) => [`./${name}`, { types: `./types/${name}.d.ts`, default: './src/without-page.js' }]),
      ),
      './words/*.json': './words/*.json',
      './custom-elements.json': './custom-elements.json',
      './vscode.html-custom-data.json': './vscode.html-custom-data.json',
      './package.json': './package.json',
    },
    customElements: 'custom-elements.json',
    // Modules define elements and add words when they are imported.
    sideEffects: true,
    engines: { node: '>=20' },
    dependencies: versionsOf(imported, dependencies),
    peerDependencies: Object.fromEntries(peers.map((name) => [name, '*'])),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  };
}

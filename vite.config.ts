/**
 * The widget bundle, in three builds to one folder, each needing what the one before it wrote:
 *   vite build                 each element and language as a chunk in assets/, named by what is in it
 *   vite build --mode loader   plaudit.js, which knows the chunks
 *   vite build --mode all      plaudit.all.js, one file but for the languages; then sri.json
 * And, to a folder of its own:
 *   vite build --mode server   render.js, the same elements for the proxy to render, with all that they import
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { buildWorkerText } from './tools/worker-text.ts';

/** `tools/build.ts` says where to; what is served is never written to. */
const dist = process.env['PLAUDIT_BUILD'] ?? 'dist';
const out = join(dist, 'widgets');

/**
 * Layout inside templates would be shipped: minifiers leave template literals alone. A space stays one, also at the edge
 * of a template, which is seldom that of a line.
 */
const minifyTemplates: Plugin = {
  name: 'minify-templates',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/.*\.ts$/.test(id)
      ? // Where styles come from elsewhere there are none to minify, which it would warn of.
        minifyHTMLLiterals(code, {
          fileName: id,
          html: { conservativeCollapse: true },
          ...(code.includes('unsafeCSS') ? { css: false } : {}),
        })
      : null,
};

/** The worker that proofs of work are found in, as a text in the chunk that starts it; on a server there is none. */
const workerText: Plugin = {
  name: 'worker-text',
  enforce: 'pre',
  load: (id) => (id.replaceAll('\\', '/').endsWith('/src/source/proof/worker-text.ts') ? buildWorkerText() : null),
};

/** `sri.json`: for every file of the bundle what a page's `integrity` attribute takes. */
const integrity: Plugin = {
  name: 'integrity',
  closeBundle() {
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.js'))
      .sort();
    const hashes = files.map((file) => [
      `/${file}`,
      `sha384-${createHash('sha384')
        .update(readFileSync(join(out, file)))
        .digest('base64')}`,
    ]);
    writeFileSync(join(out, 'sri.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
    rmSync(join(out, '.vite'), { recursive: true, force: true });
  },
};

/**
 * Chunks that several elements share, each with all that the named modules import: `core`, all that star lines need
 * beside their own code, without Lit; `lit`, the needs of every other element; `list`, those of all lists.
 */
const shared = {
  core: ['templates/star-line', 'styles/essentials', 'page/(settings|failing|roots)', 'element/define'],
  lit: [
    'element/element',
    'templates/(empty|stars)',
    'styles/(adopt|content|css|icons|link)',
    'locales/(dates|en/links)',
    'page/(around|patiently)',
    'source/(json|random-id|url)',
    'dialogs/create',
  ],
  list: ['element/(reviews|numbers)', 'templates/(beside|chips|review|toolbar)', 'styles/(reviews|talk)'],
  overview: ['elements/product-reviews/overview/(address/address|overview)'],
};
const groups = Object.entries(shared).map(([name, modules], index, { length }) => ({
  name,
  test: new RegExp(`/src/(${modules.join('|')})\\.(ts|json)$`),
  priority: length - index,
}));

/** The file of each module that the loader asks for, from the manifest of the first build. */
function builtFiles(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, { readonly file: string; readonly name?: string; readonly src?: string }>
  >;
  const chunkOf: Readonly<Record<string, string>> = {
    'src/page/settings.ts': 'core',
    'src/element/element.ts': 'lit',
    'src/element/reviews.ts': 'list',
  };
  const files = Object.values(manifest);
  return new Map(
    [
      ...files.flatMap(({ src, file }) => (src ? [[src, file] as const] : [])),
      ...Object.entries(chunkOf).map(
        ([src, wanted]) => [src, files.find(({ name, src: entry }) => name === wanted && !entry)!.file] as const,
      ),
    ].map(([src, file]) => [join(import.meta.dirname, src), `./${file}`]),
  );
}

/** How long plugins take is no fault of a build, but a slow machine's. */
const checks = { bundlerTimings: false, pluginTimings: false };

/** Texts are asked for by key, never imported one by one. */
const json = { namedExports: false, stringify: false } as const;

const server: UserConfig = {
  publicDir: false,
  json,
  // Where elements are rendered on a server, the page has no address either.
  resolve: {
    alias: [
      {
        find: /^.*\/address\/(address|following|follower)\.ts$/,
        replacement: join(import.meta.dirname, 'src/server/address.ts'),
      },
    ],
  },
  logLevel: 'warn',
  plugins: [minifyTemplates, workerText],
  ssr: { noExternal: true },
  build: {
    target: 'node24',
    outDir: join(dist, 'server'),
    emptyOutDir: true,
    ssr: 'src/server/render.ts',
    rolldownOptions: {
      checks,
      // Where elements are rendered on a server there is no document.
      transform: { inject: { document: [join(import.meta.dirname, 'src/server/page.ts'), 'page'] } },
      output: { entryFileNames: 'render.js', codeSplitting: false },
    },
  },
};

const elements = readdirSync('src/elements');

function buildOf(mode: string) {
  if (mode === 'loader') {
    const files = builtFiles();
    return {
      entry: { plaudit: 'src/plaudit.ts' },
      options: { external: [...files.keys()] },
      output: { entryFileNames: '[name].js', paths: Object.fromEntries(files), codeSplitting: false as const },
    };
  }
  if (mode === 'all')
    return {
      entry: { 'plaudit.all': 'src/all.ts' },
      options: {},
      output: {
        entryFileNames: '[name].js',
        // Code that few shoppers need stays a file of its own: further languages, and proofs of work.
        codeSplitting: {
          groups: [{ name: 'plaudit.all', test: /\/src\/(?!locales\/[a-z]{2}\.json|source\/proof)/ }],
        },
      },
    };
  return {
    entry: {
      'data-layer': 'src/page/data-layer.ts',
      ...Object.fromEntries(elements.map((name) => [name, `src/elements/${name}/${name}.ts`])),
    },
    options: {},
    output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: { groups } },
  };
}

export default defineConfig(({ mode }) => {
  if (mode === 'server') return server;
  const { entry, options, output } = buildOf(mode);
  const isFirst = mode !== 'loader' && mode !== 'all';
  return {
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    json,
    plugins: [minifyTemplates, workerText, ...(mode === 'all' ? [integrity] : [])],
    build: {
      target: 'es2022',
      outDir: out,
      emptyOutDir: isFirst,
      manifest: isFirst,
      // Library mode: no helper for preloading, addresses of chunks relative to their importer.
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        checks,
        // Pages import elements for what they register.
        preserveEntrySignatures: false,
        ...options,
        output: { minify: true, comments: false, chunkFileNames: 'assets/[name]-[hash].js', ...output },
      },
    },
  };
});

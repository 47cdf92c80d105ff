/**
 * The widget bundle, in three builds to one folder, each needing what the one before it wrote:
 *   vite build                 each element and language as a chunk, in a folder of assets/ that is named by what is in it
 *   vite build --mode loader   plaudit.js, which knows the chunks
 *   vite build --mode all      plaudit.all.js, which knows those of the languages; then sri.json
 * And, to a folder of its own:
 *   vite build --mode server   render.js, the same elements for the proxy to render, with all that they import
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { buildWorkerText } from './tools/worker-text.ts';

/** `tools/build.ts` says where to; what is served is never written to. */
const dist = process.env['PLAUDIT_BUILD'] ?? 'dist';
const out = join(dist, 'widgets');
const manifestFile = join(out, '.vite/manifest.json');

interface ManifestEntry {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

const readManifest = () => JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>;

/**
 * Chunks know each other by name alone; the folder that they share has the hash of all. A name of its own for each
 * would be random letters in every file that mentions it, which no compression makes smaller.
 */
const folderByContent: Plugin = {
  name: 'folder-by-content',
  closeBundle() {
    const assets = join(out, 'assets');
    const names = readdirSync(assets).sort();
    const hash = createHash('sha256');
    for (const name of names) hash.update(name).update(readFileSync(join(assets, name)));
    const folder = hash.digest('hex').slice(0, 8);
    mkdirSync(join(assets, folder));
    for (const name of names) renameSync(join(assets, name), join(assets, folder, name));
  },
};

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

const BRING = 'virtual:bring';

/** In the builds of one file: what is imported on demand stays the chunk that the first build made of it. */
const builtFiles = (single: 'plaudit' | 'all'): Plugin => ({
  name: 'built-files',
  enforce: 'pre',
  resolveId: (id) => (id === BRING ? id : null),
  load(id) {
    if (id !== BRING) return null;
    const [folder] = readdirSync(join(out, 'assets'));
    // The loader has code run, and takes nothing from it.
    const last = single === 'all' ? '.then((all) => all.at(-1))' : '';
    return `export const bring = (names) => Promise.all(names.split(' ').map((name) => import(/* @vite-ignore */ './assets/${folder}/' + name + '.js')))${last};`;
  },
  transform(code, id) {
    const path = id.replaceAll('\\', '/');
    if (!/\/src\/.*\.ts$/.test(path) || !code.includes("import('")) return null;
    const entries = readManifest();
    const nameOf = ({ file }: ManifestEntry) => basename(file, '.js');
    const bound = code.replace(/import\('([^']+)'\)/g, (_, name: string) => {
      const entry = entries[relative(process.cwd(), resolve(dirname(path), name)).replaceAll('\\', '/')]!;
      // What a chunk imports is asked for together with it, not after it.
      const imported = (entry.imports ?? []).map((file) => entries[file]!);
      return `bring(${JSON.stringify([...imported, entry].map(nameOf).join(' '))})`;
    });
    return { code: `import { bring } from '${BRING}';\n${bound}`, map: null };
  },
});

/** Chunks that several others import, the most imported first. */
const sharedChunks = ['core', 'lit', 'list', 'links', 'more', 'viewer'] as const;

/** Capitals first: minifiers call what is inside of functions by small letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ$_abcdefghijklmnopqrstuvwxyz';

interface RenderedChunks {
  readonly [file: string]: { readonly fileName: string; readonly name: string; readonly exports: readonly string[] };
}

/**
 * Names for what chunks share, by file and the name that the bundler gave it. Each is there once, so that all chunks
 * can call it the same, which needs no `as` and is more alike to compress.
 */
function sharedNames(chunks: RenderedChunks): Map<string, string> {
  const rank = (name: string) => (sharedChunks as readonly string[]).indexOf(name) + 1 || Infinity;
  const given = Object.values(chunks)
    .sort((one, other) => rank(one.name) - rank(other.name) || (one.fileName < other.fileName ? -1 : 1))
    // Longer names are those of chunks that are loaded on demand, by name.
    .flatMap(({ fileName, exports }) =>
      exports.filter(({ length }) => length < 3).map((name) => `${basename(fileName)} ${name}`),
    );
  return new Map(given.map((key, index) => [key, letters[index] ?? `${letters[index % 26]}${Math.floor(index / 26)}`]));
}

/**
 * Files that the first content needs, and most of whose functions it calls. V8 compiles all functions of these in the
 * background, while they load, rather than each as it is first called (docs/decisions/0137-less-before-the-first-stars.md).
 */
const compiledAtOnce = /^(assets\/(core|stars|lit|list)|plaudit\.all)\.js$/;

/** Smaller than by the minifier that comes with Vite, which leaves the layout of libraries alone besides. */
const minifyScripts: Plugin = {
  name: 'minify-scripts',
  async renderChunk(code, { fileName }, _options, meta) {
    const names = sharedNames((meta as unknown as { readonly chunks: RenderedChunks }).chunks);
    /** As the minifier takes them: what a variable is to be called. */
    const props: Record<string, string> = {};
    let renamed = code;
    for (const { type, source, specifiers } of (this.parse(code) as any).body.toReversed()) {
      if (type !== 'ImportDeclaration' && type !== 'ExportNamedDeclaration') continue;
      for (const { imported, exported, local, start, end } of specifiers.toReversed()) {
        const name = names.get(`${basename(source?.value ?? fileName)} ${(imported ?? exported)?.name}`);
        if (!name) continue;
        props[`$${local.name}`] = name;
        const specifier = imported ? `${name} as ${local.name}` : `${local.name} as ${name}`;
        renamed = renamed.slice(0, start) + specifier + renamed.slice(end);
      }
    }
    const { code: small } = await minify(renamed, {
      nameCache: { vars: { props } },
      ecma: 2020,
      module: true,
      compress: { passes: 3, unsafe_arrows: true },
      format: { comments: false, ...(compiledAtOnce.test(fileName) && { preamble: '//# allFunctionsCalledOnLoad' }) },
    });
    return { code: small!, map: null };
  },
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

/** What a line of stars shares with the other elements: no Lit. */
const core =
  /src[\\/](element[\\/]define|page-state|page[\\/](events|failing|near|page-calls|roots|settings|shared)|source[\\/](calls|failure)|styles[\\/](essentials|css-text)|templates[\\/]star-line|locales[\\/](i18n|index|en[\\/]core))\.ts$/;
/** What all other elements have in common. */
const common =
  /node_modules[\\/](?!@lit[\\/]task|@noble|altcha-lib)|src[\\/](element[\\/]element|source[\\/](http-source|random-id|url)|page[\\/]hub|controllers[\\/]load|styles[\\/](base|content|css)|templates[\\/](empty|icons|star|stars)|locales[\\/](dates|en[\\/](aspects|common|states)))\.ts$/;
/** What lists have in common. */
const lists =
  /src[\\/](element[\\/](list|reviews)|styles[\\/]reviews|templates[\\/](author|chips|photos|review|sort|text|toolbar)|locales[\\/]en[\\/]list)\.ts$/;

/** What the two links have in common. */
const links = /src[\\/](styles[\\/]link|locales[\\/]en[\\/]links)\.ts$/;

/** Words of features that load late: a chunk for each language, which needs another name than that of its main words. */
const moreWords = /locales[\\/]more[\\/][a-z]{2}\.ts$/;

/** What the photo viewer consists of, besides the dialog itself: two small files come sooner than a large one. */
const viewer = /src[\\/]dialogs[\\/](review-panel|viewer-styles|zoom)\.ts$/;

/** What code that loads late has in common: it imports nothing of the chunks above. */
const late = /src[\\/](late|dialogs[\\/]create|page[\\/]around|locales[\\/]more[\\/]index)\.ts$/;

/** How long plugins take is no fault of a build, but a slow machine's. */
const checks = { bundlerTimings: false, pluginTimings: false };

const server: UserConfig = {
  publicDir: false,
  // Where elements are rendered on a server, the page has no address either.
  resolve: {
    alias: [
      {
        find: /^\.\/(address|following|overview\/follower)\.ts$/,
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

export default defineConfig(({ mode }) => {
  if (mode === 'server') return server;
  const single = mode === 'loader' ? 'plaudit' : mode === 'all' ? 'all' : null;
  return {
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      minifyTemplates,
      workerText,
      minifyScripts,
      single ? builtFiles(single) : folderByContent,
      ...(mode === 'all' ? [integrity] : []),
    ],
    build: {
      target: 'es2022',
      outDir: out,
      emptyOutDir: !single,
      manifest: !single,
      // Library mode: no helper for preloading, addresses of chunks relative to their importer.
      lib: {
        entry: single
          ? { [single]: `src/${single}.ts` }
          : {
              'data-layer': 'src/page/data-layer.ts',
              ...Object.fromEntries(elements.map((name) => [name, `src/elements/${name}/${name}.ts`])),
            },
        formats: ['es'],
      },
      rolldownOptions: {
        checks,
        // Pages import elements for what they register.
        preserveEntrySignatures: false,
        // A constant that chunks share is in each of them, and no export.
        optimization: { inlineConst: true },
        output: {
          minify: false,
          entryFileNames: mode === 'loader' ? 'plaudit.js' : mode === 'all' ? 'plaudit.all.js' : 'assets/[name].js',
          chunkFileNames: ({ moduleIds }) => `assets/${moreWords.test(moduleIds.at(-1)!) ? 'more-' : ''}[name].js`,
          ...(single
            ? { codeSplitting: false }
            : {
                codeSplitting: {
                  groups: [core, common, lists, links, late, viewer].map((test, index) => ({
                    name: sharedChunks[index]!,
                    test,
                  })),
                },
              }),
        },
      },
    },
  };
});

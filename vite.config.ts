/**
 * The widget bundle, in three builds to one folder, each needing what the one before it wrote:
 *   vite build                 each element and language as a hashed chunk under assets/
 *   vite build --mode loader   plaudit.js, which knows those names
 *   vite build --mode all      plaudit.all.js, which knows those of the languages; then sri.json
 * And, to a folder of its own:
 *   vite build --mode server   render.js, the same elements for the proxy to render; Lit stays in node_modules
 *   vite build --mode elements a module for each element, for shops with a bundler of their own; Lit stays a package
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';

/** `tools/build.ts` says where to; what is served is never written to. */
const dist = process.env['PLAUDIT_BUILD'] ?? 'dist';
const out = join(dist, 'widgets');
const manifestFile = join(out, '.vite/manifest.json');

interface ManifestEntry {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

const manifest = () => JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>;

/** Indentation inside templates would be shipped: minifiers leave template literals alone. */
const squeeze: Plugin = {
  name: 'squeeze-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.ts$/.test(id)) return null;
    const squeezed = code
      .replace(/css`([^`]*)`/g, (_, sheet: string) => `css\`${sheet.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').replace(/\b0\./g, '.').replace(/ ?([{};,/<>~]) ?/g, '$1').replace(/='(\w+)'/g, '=$1').replace(/: /g, ':').replace(/;}/g, '}').trim()}\``)
      // Lit writes a boolean as just these words; the sources keep them for the template checker.
      .replace(/\$\{([^{}]+?) \? 'true' : 'false'\}/g, '${!!($1)}')
      .replace(/html`\s+/g, 'html`')
      .replace(/>\s+`/g, '>`')
      .replace(/\n\s+/g, '\n')
      .replace(/>\n</g, '><')
      .replace(/>\n\$\{/g, '>${')
      .replace(/\}\n(<|\$\{)/g, '}$1');
    return { code: squeezed, map: null };
  },
};

/** In the builds of one file: what is imported on demand stays the chunk that the first build made of it. */
const builtFiles: Plugin = {
  name: 'built-files',
  enforce: 'pre',
  transform(code, id) {
    const path = id.replaceAll('\\', '/');
    if (!/\/src\/(chunks|defaults|later|locales\/index)\.ts$/.test(path)) return null;
    const entries = manifest();
    const bring = "const bring = (...files) => Promise.all(files.map((file) => import(/* @vite-ignore */ new URL('assets/' + file, import.meta.url).href))).then((all) => all.at(-1));";
    const bound = code.replace(/import\('([^']+)'\)/g, (_, name: string) => {
      const entry = entries[relative(process.cwd(), resolve(dirname(path), name)).replaceAll('\\', '/')]!;
      // What a chunk imports is asked for together with it, not after it.
      const files = [...(entry.imports ?? []).map((imported) => entries[imported]!.file), entry.file];
      return `bring(${files.map((file) => JSON.stringify(basename(file))).join()})`;
    });
    return { code: `${bring}\n${bound}`, map: null };
  },
};

/**
 * What of Lit never runs in this bundle: fallbacks for browsers without constructed style sheets, hooks for polyfills,
 * decorators, directives, reflection of properties to attributes, properties redefined by a subclass, options of
 * properties beside name and type, types beside text and number, styles nested in lists, templates of `svg` and
 * `mathml` or compiled ones, bindings to elements and inside comments, `<style>` and `<title>`, listeners with options.
 * Each piece must be found, or the build fails: a new release of Lit is looked at again. `[from, to)` cuts all in
 * between, and may put something in its place.
 */
const needless: Readonly<Record<string, ReadonlyArray<string | readonly [from: string, to: string, instead?: string]>>> = {
  'reactive-element/reactive-element.js': [
    ',getOwnPropertyDescriptor:h,getOwnPropertyNames:r,getOwnPropertySymbols:o',
    [',a=globalThis,c=a.trustedTypes', 'class y extends', ',f=(t,s)=>!i(t,s);'],
    ['static addInitializer', 'static get observedAttributes'],
    ['static createProperty(t,s=b){', 'static _$Ei()', 'static createProperty(t,s){this.elementProperties.set(t,s);const h=Symbol();e(this.prototype,t,{get(){return this[h]},set(e){const i=this[h];this[h]=e,this.requestUpdate(t,i)}})}'],
    ['d("elementProperties")', ')return;', '"elementProperties")'],
    'void 0!==t.l&&(this.l=[...t.l]),',
    ['if(this.hasOwnProperty(d("finalized"))', 'this._$Eh=new Map', 'if(this.hasOwnProperty("finalized"))return;this.finalized=!0,this._$Ei();const t=this.properties;for(const s in t)this.createProperty(s,t[s]);'],
    ['{const i=this._$Eu(t,s)', '}static finalizeStyles', '!1!==s.attribute&&this._$Eh.set(s.attribute??t.toLowerCase(),t);this.elementStyles=this.styles'],
    ['static finalizeStyles', 'constructor(){super()'],
    'this._$Em=null,',
    ',this.constructor.l?.forEach(t=>t(this))',
    'removeController(t){this._$EO?.delete(t)}',
    ['attributeChangedCallback(', 'async _$EP()', 'attributeChangedCallback(t,s,i){const e=this.constructor,h=e._$Eh.get(t);this[h]=e.elementProperties.get(h).type===Number&&null!==i?Number(i):i}requestUpdate(t,s){if(void 0!==t){if(i(this[t],s))return;this._$AL.set(t,s)}!1===this.isUpdatePending&&(this._$ES=this._$EP())}'],
    ['const t=this.scheduleUpdate()', 'performUpdate(){', 'return this.performUpdate(),!this.isUpdatePending}'],
    ['const t=this.constructor.elementProperties;if(t.size>0)', 'const s=this._$AL', '}'],
    ['try{t=this.shouldUpdate(s)', 'willUpdate(t){}', 'try{this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)}catch(t){throw this._$EM(),t}this._$AE(s)}'],
    ['this.hasUpdated||(this.hasUpdated=!0', ',this.updated(t)', 'this.hasUpdated=!0'],
    ['this.getUpdateComplete()', 'update(t){', 'this._$ES}'],
    'this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),',
    'firstUpdated(t){}',
    [',y[d("elementProperties")]', 'export{y as', ',y.elementProperties=new Map,y.finalized=!0;'],
    [',u as defaultConverter', ',f as notEqual'],
  ],
  'lit-html/lit-html.js': [
    ['||"function"==typeof t?.[Symbol.iterator]', ','],
    ['function M(t,i,s=t,e){', 'class R{'],
    't=M(this,t,i),',
    't=M(this,t,i,0),',
    ['M(this,e[s+n],i,n)', ',r===E', 'e[s+n]'],
    ['t=M(this,t,i,0)', '??A)===E', 't=t'],
    '&&(i=new Z(h,this,t))',
    'else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))',
    ['class Z{', 'const D=('],
    'j as _$LH,',
    ['else{let t=-1;for(;-1!==(t=r.data', 'l++}}static createElement'],
    '2===i?"<svg>":3===i?"<math>":',
    '+(2===i?"</svg>":3===i?"</math>":"")',
    ['if(y.test(r.tagName)){', '}else if(8===r.nodeType)'],
    ['if(this.el=S', '.createElement(f,e)', 'this.el=S'],
    [',2===i||3===i){', 'for(;null!==(r=P', ';'],
    ['"number"==typeof s?', 'this._$AC(t)'],
    [':(void 0===s.el&&', ';if(this._$AH?._$AD===e)'],
    ['get parentNode(){return this._$AM.parentNode}', 'u(t){'],
    ['get _$AU(){return this._$AM?._$AU??this._$Cv}', 'constructor(t,i,s,e){'],
    ',this._$Cv=e?.isConnected??!0',
    ['get parentNode(){let t=', '_$AI(t,i=this)'],
    ['this._$AP?.(!1,!0,s)', ';t!==this._$AB'],
    'setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}',
    ['get tagName(){', 'constructor(t,i,s,e,h){this.type=1'],
    '||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive',
    '"function"==typeof this._$AH?',
    ':this._$AH.handleEvent(t)',
  ],
  'lit-element/lit-element.js': [
    'createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
    'this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),',
    ['connectedCallback(){', 'render(){return r}'],
    'i._$litElement$=!0,',
    [',s.litElementHydrateSupport', 'const n={', ';'],
    '(s.litElementVersions??=[]).push("4.2.2");',
  ],
};

const slimLit: Plugin = {
  name: 'slim-lit',
  enforce: 'pre',
  transform(code, id) {
    const path = id.replaceAll('\\', '/');
    if (path.endsWith('@lit/reactive-element/css-tag.js'))
      return {
        code: `export const css = (strings) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(strings[0]); return sheet; };
          export const adoptStyles = (root, sheets) => { root.adoptedStyleSheets = sheets; };
          export const getCompatibleStyle = (sheet) => sheet;
          export { css as unsafeCSS, css as CSSResult, css as supportsAdoptingStyleSheets };`,
        map: null,
      };
    const cuts = Object.entries(needless).find(([file]) => path.endsWith(`/${file}`))?.[1];
    if (!cuts) return null;
    let slim = code;
    for (const cut of cuts) {
      const [from, to, instead = ''] = typeof cut === 'string' ? [cut, ''] : cut;
      const start = slim.indexOf(from);
      const end = to ? slim.indexOf(to, start) : start + from.length;
      if (start < 0 || end < start) this.error(`Lit has changed: ${JSON.stringify(from)} is not in ${path}`);
      slim = slim.slice(0, start) + instead + slim.slice(end);
    }
    return { code: slim, map: null };
  },
};

/** The minifier keeps its own notes. */
const noNotes: Plugin = { name: 'no-notes', generateBundle: (_, bundle) => Object.values(bundle).forEach((chunk) => chunk.type === 'chunk' && (chunk.code = chunk.code.replaceAll('/* @__PURE__ */ ', ''))) };

/** The worker that proofs of work are found in, as a text in the chunk that starts it; on a server there is none. */
const workerText: Plugin = {
  name: 'worker-text',
  enforce: 'pre',
  async load(id) {
    if (!id.replaceAll('\\', '/').endsWith('/src/proof/worker-text.ts')) return null;
    const bundled = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: { target: 'es2022', write: false, minify: true, lib: { entry: 'src/proof/worker.ts', formats: ['es'] }, rolldownOptions: { output: { minify: true } } },
    });
    const [{ output }] = bundled as unknown as readonly [{ readonly output: readonly [{ readonly code: string }] }];
    return `export const workerText = ${JSON.stringify(output[0].code)};`;
  },
};

/** `sri.json`: for every file of the bundle what a page's `integrity` attribute takes. */
const integrity: Plugin = {
  name: 'integrity',
  closeBundle() {
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.js')).sort();
    const hashes = files.map((file) => [`/${file}`, `sha384-${createHash('sha384').update(readFileSync(join(out, file))).digest('base64')}`]);
    writeFileSync(join(out, 'sri.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
    rmSync(join(out, '.vite'), { recursive: true, force: true });
  },
};

/** What a line of stars needs, in one file. */
const core = /node_modules[\\/](?!@lit[\\/]task|@noble|altcha-lib)|src[\\/](define|element|events|failure|http-source|i18n|near|shared|controllers[\\/]load|styles[\\/]base|templates[\\/]stars|locales[\\/](index|en[\\/]core))\.ts$/;
/** What the larger elements have in common. */
const shared = /src[\\/](dates|hub|later|random-id|url|styles[\\/](content|link)|templates[\\/](icons|star)|locales[\\/]en[\\/](common|aspects|links))\.ts$/;
/** What lists have in common. */
const lists = /src[\\/](list|reviews|controllers[\\/]photos|styles[\\/]reviews|templates[\\/](author|photos|review|sort|text)|locales[\\/]en[\\/]list)\.ts$/;

/** Where elements are rendered on a server there is no document. */
const noDocument: Plugin = {
  name: 'no-document',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/(?!server\/).*\.ts$/.test(id.replaceAll('\\', '/')) || !/\bdocument\b/.test(code)) return null;
    return { code: `import { page as document } from '/src/server/page.ts';\n${code}`, map: null };
  },
};

const server: UserConfig = {
  publicDir: false,
  logLevel: 'warn',
  plugins: [squeeze, noDocument, workerText],
  build: {
    target: 'node24',
    outDir: join(dist, 'server'),
    emptyOutDir: true,
    ssr: 'src/server/render.ts',
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
};

const elements = readdirSync('src/elements').filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));

const asPackage: UserConfig = {
  publicDir: false,
  logLevel: 'warn',
  plugins: [squeeze, workerText],
  build: {
    target: 'es2022',
    outDir: join(dist, 'elements'),
    emptyOutDir: true,
    lib: { entry: { all: 'src/every.ts', defaults: 'src/page-defaults.ts', ...Object.fromEntries(elements.map((name) => [name, `src/elements/${name}.ts`])) }, formats: ['es'] },
    rolldownOptions: { external: /^@?lit/, output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' } },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'elements') return asPackage;
  if (mode === 'server') return server;
  const single = mode === 'loader' ? 'plaudit' : mode === 'all' ? 'all' : null;
  return {
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [squeeze, slimLit, noNotes, workerText, ...(single ? [builtFiles] : []), ...(mode === 'all' ? [integrity] : [])],
    build: {
      target: 'es2022',
      outDir: out,
      emptyOutDir: !single,
      manifest: !single,
      // Library mode: no helper for preloading, addresses of chunks relative to their importer.
      lib: { entry: single ? { [single]: `src/${single}.ts` } : { 'data-layer': 'src/data-layer.ts', ...Object.fromEntries(elements.map((name) => [name, `src/elements/${name}.ts`])) }, formats: ['es'] },
      rolldownOptions: {
        output: {
          minify: true,
          entryFileNames: mode === 'loader' ? 'plaudit.js' : mode === 'all' ? 'plaudit.all.js' : 'assets/[name]-[hash:6].js',
          chunkFileNames: 'assets/[name]-[hash:6].js',
          ...(single
            ? { codeSplitting: false }
            : {
                codeSplitting: {
                  groups: [
                    { name: 'core', test: core },
                    { name: 'content', test: shared },
                    { name: 'list', test: lists },
                  ],
                },
              }),
        },
      },
    },
  };
});

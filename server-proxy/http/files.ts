/**
 * The widget bundle, and for the demo a storefront. Every file has a route of its own, and all are in memory: no path,
 * however it is written, leads to a file that was not there at the start. Assets of other builds, which pages with an
 * earlier or a later loader ask for, come from the database (docs/decisions/0118-rolling-upgrades.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { KeptAsset, KeptAssets } from '../state/kept-assets.ts';
import { toServed, type ServedFile } from './built-files.ts';
import { sender, type FileHeaders, type SendFile, type SendingTools } from './send-file.ts';

export interface FileOptions extends SendingTools {
  readonly widgets: readonly ServedFile[];
  /** Scripts with texts of the elements, by the code that pages name a language by. */
  readonly words: ReadonlyMap<string, ServedFile>;
  readonly storefront: readonly ServedFile[];
  /** Where pictures come from, besides the storefront itself. */
  readonly imageOrigins: readonly string[];
  readonly keptAssets: KeptAssets;
}

/** Also on what is sent uncompressed: a cache in between must not give that to everybody. */
const compressed: FileHeaders = { vary: 'accept-encoding' };

/** Any page may load the widgets: they are public, and hold nothing about the reader. */
const shared: FileHeaders = {
  ...compressed,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The content of a hashed name never changes. The loader is asked for again after a few minutes. */
const asset: FileHeaders = { ...shared, 'cache-control': 'public, max-age=31536000, immutable' };
/** A loader, and texts: of a new version, or of an operator who has changed one. */
const loader: FileHeaders = { ...shared, 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' };

const isAsset = ({ path }: ServedFile): boolean => path.startsWith('/assets/');

/** The hashed files of a build, which are kept for as long as a page may ask for them. */
export const assetsOf = (widgets: readonly ServedFile[]): readonly ServedFile[] => widgets.filter(isAsset);

export function registerFiles(app: FastifyInstance, options: FileOptions): void {
  const widgets = new Map(options.widgets.map((file) => [file.path, file]));
  for (const file of options.widgets) app.get(file.path, (request, reply) => sendWidget(request, reply, file));
  const findKept = finderOfKept(options);
  const send = sender(options);
  const sendWidget: (...given: [FastifyRequest, FastifyReply, ServedFile]) => Promise<FastifyReply> = (
    request,
    reply,
    file,
  ) => send(request, reply, file, isAsset(file) ? asset : loader);
  app.get('/assets/*', async (request, reply) => {
    const path = `/assets/${(request.params as { '*': string })['*']}`;
    return send(request, reply, await findKept(request, path), asset);
  });
  // Browsers remember by its address that a module failed to load, so the loader asks for all of them anew from a
  // folder such as `/~1764000000000/`, or one within it, whose name means nothing here.
  app.get('/~*', async (request, reply) => {
    const path = `/~${(request.params as { '*': string })['*']}`.replace(/^(?:\/~\d{1,16}){1,20}(?=\/)/, '');
    const file = widgets.get(path);
    return file ? sendWidget(request, reply, file) : send(request, reply, await findKept(request, path), asset);
  });
  registerWords(app, options, send);
  registerStorefront(app, options, { widgets, send });
}

function registerWords(app: FastifyInstance, { words }: FileOptions, send: SendFile): void {
  app.get('/words/*', async (request, reply) => {
    const [, language] = /^([a-z]{2})\.js$/.exec((request.params as { '*': string })['*']) ?? [];
    if (language === undefined) throw refuse('pathUnknown');
    const file = words.get(language);
    if (file) return send(request, reply, file, loader);
    const unknown = refuse('pathUnknown', 'There are no texts in this language');
    return reply.headers(loader).code(unknown.http).send(unknown.toEnvelope());
  });
}

/** The names that builds give their chunks: a folder named by its content, and a file. */
const assetPath = /^\/assets\/(?:[\w-]{1,40}\/)?[\w-]{1,80}(?:\.[\w-]{1,20}){1,4}$/;
/** More than a build has files, and each is looked for once: the next answer is from memory. */
const LOOKS_PER_MINUTE = 120;

/** @returns a function that finds an asset of another build, and throws where there is none. */
function finderOfKept({ keptAssets, rateLimits }: FileOptions) {
  const served = new WeakMap<KeptAsset, ServedFile>();
  return async (request: FastifyRequest, path: string): Promise<ServedFile> => {
    if (!assetPath.test(path)) throw refuse('pathUnknown');
    const look = () => rateLimits.count('assets', request.network, LOOKS_PER_MINUTE);
    const found = await keptAssets.find(path, look);
    if (!found) throw refuse('pathUnknown');
    const file = served.get(found) ?? toServed(found);
    served.set(found, file);
    return file;
  };
}

function registerStorefront(
  app: FastifyInstance,
  { storefront, imageOrigins }: FileOptions,
  { widgets, send }: { readonly widgets: ReadonlyMap<string, ServedFile>; readonly send: SendFile },
): void {
  const page: FileHeaders = {
    ...compressed,
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(imageOrigins),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
  const other: FileHeaders = {
    ...compressed,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  };
  const unknown = storefront.find(({ path }) => path === '/404.html');
  for (const file of storefront) {
    const { path } = file;
    const isPage = path.endsWith('.html');
    const urls = isPage ? [path.replace(/\.html$/, '').replace(/\/index$/, '/'), path] : [path];
    if (file === unknown) continue;
    for (const url of urls) {
      if (!widgets.has(url)) app.get(url, (request, reply) => send(request, reply, file, isPage ? page : other));
    }
  }
  if (unknown)
    app.get('/*', (request, reply) =>
      wantsPage(request) ? send(request, reply.code(404), unknown, page) : reply.callNotFound(),
    );
}

/** Programs get the API's refusal, as everywhere, and so does a browser that asks for something of the API. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:v1|merchant|render|feeds)(?:\/|$)/.test(url);

/**
 * As strict as a shop can be, which shows that the widgets need no more. `lit-html` is the only Trusted Types policy
 * that they use.
 */
function contentSecurityPolicy(imageOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    ['img-src', "'self'", ...imageOrigins, 'data:', 'blob:'].join(' '),
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/**
 * The widget bundle, and for the demo a storefront. Every file has a route of its own, made at the start: no path,
 * however it is written, leads to a file that was not in the directory then.
 */
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface FileOptions {
  readonly widgetsDirectory: string;
  readonly storefrontDirectory?: string | undefined;
  /** Where pictures come from, besides the storefront itself. */
  readonly imageOrigins: readonly string[];
}

type Headers = Readonly<Record<string, string>>;

/** Also on what is sent uncompressed: a cache in between must not give that to everybody. */
const compressed: Headers = { vary: 'accept-encoding' };

/** Any page may load the widgets: they are public, and hold nothing about whoever loads them. */
const shared: Headers = {
  ...compressed,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The content of a hashed name never changes; the loader is fetched again after a few minutes. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=300, stale-while-revalidate=86400';

export async function registerFiles(app: FastifyInstance, options: FileOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: options.widgetsDirectory,
    serve: false,
    suppressWarning: true,
    cacheControl: false,
    preCompressed: true,
  });
  const taken = new Set<string>();
  for (const path of listFiles(options.widgetsDirectory)) {
    taken.add(path);
    app.get(path, (_request, reply) =>
      send(reply, path, options.widgetsDirectory, { ...shared, 'cache-control': cacheControl(path) }),
    );
  }
  const { storefrontDirectory } = options;
  if (storefrontDirectory !== undefined) registerStorefront(app, storefrontDirectory, options.imageOrigins, taken);
}

function registerStorefront(
  app: FastifyInstance,
  directory: string,
  imageOrigins: readonly string[],
  taken: ReadonlySet<string>,
): void {
  const page: Headers = {
    ...compressed,
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(imageOrigins),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
  const file: Headers = { ...compressed, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };
  for (const path of listFiles(directory)) {
    const isPage = path.endsWith('.html');
    const paths = isPage ? [path.replace(/\.html$/, '').replace(/\/index$/, '/'), path] : [path];
    for (const url of paths) {
      if (!taken.has(url)) app.get(url, (_request, reply) => send(reply, path, directory, isPage ? page : file));
    }
  }
}

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

function send(reply: FastifyReply, path: string, directory: string, headers: Headers): FastifyReply {
  return reply.headers(headers).sendFile(path.slice(1), directory);
}

/** Paths of all files, such as `/assets/stars.js`, without the compressed copies beside them. */
function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath.slice(directory.length)}/${entry.name}`.replaceAll(sep, '/'))
    .toSorted();
}

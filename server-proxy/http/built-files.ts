/** Files of a build, read into memory once: no later build, installation or `git pull` changes what is served. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { KeptAsset } from '../state/kept-assets.ts';

/** Files ready to be sent. */
export interface ServedFile extends KeptAsset {
  readonly type: string;
  /** By content, and so the same on every instance. Weak, since all encodings share it. */
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
};

/** All files in a directory and below it, without hidden ones. */
export function readBuilt(directory: string): ServedFile[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return names.toSorted().map((name) =>
    toServed({
      path: name.slice(directory.length).replaceAll(sep, '/'),
      bytes: readFileSync(name),
      brotli: readIfThere(`${name}.br`),
      gzip: readIfThere(`${name}.gz`),
    }),
  );
}

export function toServed(file: KeptAsset): ServedFile {
  const hash = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 22);
  return { ...file, type: types[extname(file.path)] ?? 'application/octet-stream', etag: `W/"${hash}"` };
}

const readIfThere = (name: string): Buffer | null => (existsSync(name) ? readFileSync(name) : null);

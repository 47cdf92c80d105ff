/**
 * `plaudit`, and programs of the tests, in one bundle, made once for a whole run: tests start them over a thousand times,
 * and each start reads a few files instead of six hundred.
 */
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '../..');
/** Where modules that stay outside are found: those with files of their own. */
const directory = join(root, 'node_modules/.cache/bundled-program');

/** What runs in a process or a thread of its own. */
const entries = [
  'cli/plaudit.js',
  'server-kit/pictures/picture-process.ts',
  'insights/language/gist-worker.ts',
  'review-service/care/backups/backup-worker.ts',
  'review-service/catalogue/import-process.ts',
  'review-service/content/imports/files/file-process.ts',
  'test/attack/measured-program.ts',
  'test/durability/change-writer.ts',
  'test/durability/open-database.ts',
  'test/server-proxy/instance.ts',
  'test/review-store/job-holder.ts',
  'test/server-proxy/lease-holder.ts',
  'test/server-proxy/proxy-process.ts',
];

/** Lets each module find its neighbours as if it still were a file in its folder. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const file = join(directory, relative(root, id).replace(/\.ts$/, '.js'));
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file));
  },
};

/** @returns the folder, in which each has its place */
export async function bundlePrograms(): Promise<string> {
  rmSync(directory, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.[jt]s$/, ''), join(root, file)])),
    external: ['sharp', 'pg-native'],
    plugins: [places],
    logLevel: 'silent',
  });
  await bundle.write({ dir: directory, chunkFileNames: 'chunks/[name]-[hash].js' });
  await bundle.close();
  for (const name of ['dist', 'demo-data', 'package.json', 'test/server-proxy/files'])
    symlinkSync(join(root, name), join(directory, name));
  chmodSync(join(directory, 'cli/plaudit.js'), 0o755);
  return directory;
}

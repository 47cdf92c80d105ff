/**
 * Builds the files that shops load or install, and the proxy's renderer: `node tools/build.ts`, or
 * `node tools/build.ts server` for one part. Everything is built beside what is served and takes its place when all of
 * it is there, so that a proxy that is started meanwhile, or a build that fails, finds the bundle whole.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compressAll } from './compress.ts';
import { writeCustomData } from './manifest/custom-data.ts';
import { buildElementsPackage } from './elements-package/build.ts';
import { copyWords, writeBuiltInWords, writeWordsScripts } from './words.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const staging = join(dist, `.building-${process.pid}`);

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAUDIT_BUILD: staging },
  });
};
const vite = (mode: string): void => run('vite/bin/vite.js', 'build', '--mode', mode);

/** The parts of `dist/`, in the order in which each needs what the ones before it wrote. */
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  server() {
    vite('server');
    writeBuiltInWords(join(staging, 'server', 'words'));
  },
  widgets() {
    for (const mode of ['production', 'loader', 'all']) vite(mode);
    run(
      '@custom-elements-manifest/analyzer/cem.js',
      'analyze',
      '--config',
      'tools/manifest/custom-elements-manifest.config.mjs',
      '--outdir',
      join('dist', `.building-${process.pid}`, 'widgets'),
    );
    writeCustomData(join(staging, 'widgets'));
    copyWords(join(staging, 'widgets', 'words'));
    writeWordsScripts(join(staging, 'widgets', 'words'));
    compressAll(join(staging, 'widgets'));
  },
  elements() {
    const justBuilt = join(staging, 'widgets');
    return buildElementsPackage(join(staging, 'elements'), existsSync(justBuilt) ? justBuilt : join(dist, 'widgets'));
  },
};

const wanted = process.argv.slice(2);
const names = Object.keys(parts).filter((name) => wanted.length === 0 || wanted.includes(name));
mkdirSync(staging, { recursive: true });
try {
  for (const name of names) await parts[name]!();
  for (const name of names) {
    const place = join(dist, name);
    if (existsSync(place)) renameSync(place, join(staging, `${name}.old`));
    renameSync(join(staging, name), place);
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}

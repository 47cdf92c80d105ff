/** The packages that are released, and folders in which nothing else is installed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Packed {
  /** What `npm run pack` printed: a SHA-256 and a path on each line. */
  readonly lines: string;
  readonly programs: string;
  readonly bill: string;
  readonly elements: string;
}

interface LockEntry {
  readonly version: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Packs what was built. */
export function pack(): Packed {
  const lines = execFileSync(process.execPath, ['tools/pack.ts', '--built'], { cwd: root, encoding: 'utf8' });
  const [programs, bill, elements] = lines
    .trim()
    .split('\n')
    .map((line) => join(root, line.split('  ')[1]!));
  return { lines, programs: programs!, bill: bill!, elements: elements! };
}

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'plaudit-package-'));

export const filesIn = (tarball: string): string[] =>
  execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

export function manifestIn(tarball: string): Record<string, unknown> {
  return JSON.parse(execFileSync('tar', ['xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })) as Record<
    string,
    unknown
  >;
}

/**
 * Installs a packed file with npm, from npm's cache alone. The cache has each package that `npm ci` installed here, but
 * not the lists of versions that npm would choose from: a lock file with the versions of this checkout takes their place.
 * @throws with npm's own words (`ENOTCACHED`) where the cache was emptied since: `npm ci` fills it again.
 */
export function install(folder: string, tarball: string): void {
  const { name, version, bin, dependencies } = manifestIn(tarball);
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: Record<string, LockEntry> };
  const spec = `file:${tarball}`;
  const own = { version, resolved: spec, bin, dependencies };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const lock = {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: { [String(name)]: spec } },
      [`node_modules/${String(name)}`]: own,
      ...Object.fromEntries(shipped),
    },
  };
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--silent', tarball], {
    cwd: folder,
    stdio: 'pipe',
  });
}

/**
 * Writes what is released to dist/packages: `plaudit-VERSION.tgz`, the programs as JavaScript with source maps, the
 * built elements and the demo; and beside it `plaudit-VERSION.cdx.json`, its software bill of materials (CycloneDX).
 * `npm run pack` builds first; with `--built` it takes what was built already.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(dist, 'packages');
const staging = join(dist, `.packing-${process.pid}`);
/** What was built, at the places where the programs look for it. */
const built = ['widgets', 'elements', 'types', 'server', 'storefront', 'pictures'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function compile(): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig/programs.json', '--outDir', staging], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Of package.json, what somebody who installs it needs. */
function describe({
  name,
  version,
  description,
  type,
  bin,
  exports,
  customElements,
  dependencies,
  engines,
}: Manifest): object {
  return { name, version, description, type, bin, exports, customElements, dependencies, engines };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devDependencies?: unknown }>>;
}

/** The lock file as it would be without development dependencies: `npm sbom --omit dev` leaves out what they share. */
function lockOfProduction(): object {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const { devDependencies: _left, ...top } = lock.packages['']!;
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  return { ...lock, packages: { '': top, ...Object.fromEntries(kept) } };
}

/** @param directory - holds the package.json of what is released. npm names the root after its folder. */
function billOfMaterials({ name }: Manifest, directory: string): string {
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lockOfProduction()));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const bill = JSON.parse(npm(directory, ...args)) as { metadata: { component: { name: string } } };
  rmSync(join(directory, 'package-lock.json'));
  bill.metadata.component.name = name;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
if (!process.argv.includes('--built'))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
try {
  compile();
  for (const folder of built) {
    if (!existsSync(join(dist, folder))) throw new Error(`dist/${folder} is not there: run 'npm run build' first`);
    cpSync(join(dist, folder), join(staging, 'dist', folder), { recursive: true });
  }
  for (const file of ['README.md', 'SECURITY.md']) cpSync(join(root, file), join(staging, file));
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(describe(manifest), null, 2)}\n`);
  mkdirSync(out, { recursive: true });
  const name = `${manifest.name}-${manifest.version}`;
  writeFileSync(join(staging, `${name}.cdx.json`), billOfMaterials(manifest, staging));
  npm(root, 'pack', staging, '--ignore-scripts', '--silent', '--pack-destination', staging);
  for (const file of [`${name}.tgz`, `${name}.cdx.json`]) {
    renameSync(join(staging, file), join(out, file));
    process.stdout.write(`dist/packages/${file}\n`);
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}

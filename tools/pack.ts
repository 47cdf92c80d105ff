/**
 * Writes what is released to dist/packages: `plaudit-VERSION.tgz`, the programs as JavaScript with source maps, the
 * built elements and the demo; beside it `plaudit-VERSION.cdx.json`, its software bill of materials (CycloneDX); and
 * `plaudit-elements-VERSION.tgz`, the elements for bundlers. Prints each file with its SHA-256: what is packed from the
 * same sources is the same, byte for byte. `npm run pack` builds first; with `--built` it takes what was built already.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { billOfMaterials, lockOfProduction } from './bill-of-materials.ts';
import { compile } from './compile.ts';
import { followImports, versionsOf } from './imports.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(dist, 'packages');
const staging = join(dist, `.packing-${process.pid}`);
/** The built files that the programs need. */
const ofPrograms = ['widgets', 'server', 'storefront'];
/** Its pages are of a checkout; the documents that it shows are packed. */
const site = join(root, 'docs', 'site');
const pictures = join('demo-data', 'pictures');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/**
 * The fields of package.json for an installation. Dependencies are the packages that the programs import: code that is
 * bundled for browsers and for the renderer came along with the build.
 */
function describe(manifest: Manifest, directory: string): object {
  const { name, version, description, keywords, license, repository, type, bin, exports, engines } = manifest;
  const { packages } = followImports(directory, [
    'cli/plaudit.js',
    'server-kit/pictures/picture-process.js',
    'insights/language/gist-worker.js',
    'review-service/catalogue/import-process.js',
    'review-service/content/imports/files/file-process.js',
  ]);
  const dependencies = versionsOf(packages, manifest.dependencies);
  return { name, version, description, keywords, license, repository, type, bin, exports, dependencies, engines };
}

/** The folder of the programs, as it is installed. @returns the file with their bill of materials */
function assemblePrograms(manifest: Manifest, directory: string): string {
  compile('programs.json', directory);
  for (const name of ofPrograms) cpSync(join(dist, name), join(directory, 'dist', name), { recursive: true });
  // The targets of the README's links, and the pictures of the demo.
  for (const file of ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'deploy', pictures])
    cpSync(join(root, file), join(directory, file), { recursive: true, filter: (path) => path !== site });
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(describe(manifest, directory), null, 2)}\n`);
  const lock = lockOfProduction(join(root, 'package-lock.json'));
  const bill = join(directory, `${manifest.name}-${manifest.version}.cdx.json`);
  writeFileSync(bill, billOfMaterials(manifest.name, directory, lock));
  return bill;
}

/** @returns the name of the packed file */
function pack(directory: string, destination: string): string {
  const args = ['pack', directory, '--ignore-scripts', '--json', '--pack-destination', destination];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [{ filename }] = JSON.parse(said) as [{ filename: string }];
  return filename;
}

if (!process.argv.includes('--built'))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
for (const folder of [...ofPrograms, 'elements'])
  if (!existsSync(join(dist, folder))) throw new Error(`dist/${folder} is not there: run 'npm run build' first`);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
try {
  const programs = join(staging, 'programs');
  const packed = join(staging, 'packed');
  mkdirSync(packed, { recursive: true });
  const bill = assemblePrograms(manifest, programs);
  cpSync(bill, join(packed, basename(bill)));
  const files = [pack(programs, packed), basename(bill), pack(join(dist, 'elements'), packed)];
  mkdirSync(out, { recursive: true });
  for (const file of files) {
    const hash = createHash('sha256').update(readFileSync(join(packed, file)));
    renameSync(join(packed, file), join(out, file));
    process.stdout.write(`${hash.digest('hex')}  dist/packages/${file}\n`);
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}

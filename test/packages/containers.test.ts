/** The Dockerfile, carried out in a plain folder with the packed program; and the commands of compose.yaml. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { buildImage, readDockerfile, type Image } from '../support/dockerfile.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy/docker');
const dockerfile = readDockerfile(readFileSync(join(deploy, 'Dockerfile'), 'utf8'));
const needsRoot = process.getuid?.() === 0 ? false : 'only root can give files to another user';

/**
 * Stands for npm, without the network: unpacks the package, beside nothing but its own dependencies, as they are
 * installed here.
 */
const npm = `#!${process.execPath}
const { execFileSync } = require('node:child_process');
const { mkdirSync, readFileSync, symlinkSync } = require('node:fs');
const { dirname, join } = require('node:path');
const [command, ...args] = process.argv.slice(2);
if (command === 'install') {
  mkdirSync('node_modules/plaudit', { recursive: true });
  execFileSync('tar', ['xzf', args.at(-1), '-C', 'node_modules/plaudit', '--strip-components', '1', '--no-same-owner']);
  const { packages } = JSON.parse(readFileSync(${JSON.stringify(join(root, 'package-lock.json'))}, 'utf8'));
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path === '' || dev || path.indexOf('node_modules/', 1) > 0) continue;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(${JSON.stringify(root)}, path), path);
  }
}
`;

let folder: string;
let image: Image;

before(() => {
  if (needsRoot) return;
  execFileSync(process.execPath, ['tools/pack.ts', '--built'], { cwd: root, stdio: 'ignore' });
  folder = mkdtempSync(join(tmpdir(), 'plaudit-image-'));
  chmodSync(folder, 0o755);
  const shims = join(folder, 'shims');
  mkdirSync(shims);
  writeFileSync(join(shims, 'npm'), npm, { mode: 0o755 });
  image = buildImage(dockerfile, { context: join(root, 'dist/packages'), root: join(folder, 'root'), shims });
});

after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('the base is Node of the version that the tests run on, by its number', () => {
  const [{ instruction, rest } = {}] = dockerfile;
  assert.deepEqual([instruction, rest], ['FROM', `node:${process.versions.node}-bookworm-slim`]);
});

/** Writes down whom a program connects to, by name or address. */
const recorder = `
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (options && !options.path) appendFileSync(process.env.CONTACTS, (options.host ?? 'localhost') + '\\n');
  return connect.apply(this, args);
};
`;

/** Starts the program as the container would, and asks it as Docker's health check would. */
async function runImage(command: readonly string[], ready: RegExp, more: Record<string, string> = {}): Promise<void> {
  const port = await freePort(2);
  const env = { ...image.env, PLAUDIT_PORT: String(port), PLAUDIT_LOG_LEVEL: 'warn', PLAUDIT_DRAIN: '0', ...more };
  const [program, ...args] = [...image.entrypoint, ...command] as [string, ...string[]];
  const inside = { cwd: image.cwd, env, ...image.user };
  const before = readdirSync(image.at('/opt'), { recursive: true }).length;
  const child = spawn(program, args, { ...inside, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  try {
    const unhealthy = spawn(image.healthCheck[0]!, image.healthCheck.slice(1), {
      ...inside,
      env: { ...env, PLAUDIT_PORT: '1' },
      stdio: 'ignore',
    });
    assert.deepEqual(await once(unhealthy, 'exit'), [1, null]);
    for await (const line of createInterface(child.stdout)) if (ready.test(line)) break;
    const healthy = spawn(image.healthCheck[0]!, image.healthCheck.slice(1), { ...inside, stdio: 'inherit' });
    assert.deepEqual(await once(healthy, 'exit'), [0, null]);
  } finally {
    child.kill('SIGTERM');
  }
  assert.deepEqual(await gone, [0, null]);
  assert.equal(readdirSync(image.at('/opt'), { recursive: true }).length, before, 'nothing is written beside the data');
}

test(
  'an image of the packed program runs as its own user, is healthy, and writes to its volume alone',
  { skip: needsRoot, timeout: 120_000 },
  async () => {
    assert.notEqual(image.user.uid, 0);
    assert.deepEqual(image.volumes, [image.at('/data')]);
    const { uid, mode } = statSync(image.at('/data'));
    assert.deepEqual([uid, mode & 0o777], [image.user.uid, 0o700]);
    assert.deepEqual(
      globSync(`${image.at('/opt')}/plaudit/*`).map((path) => path.slice(image.at('/opt/plaudit/').length)),
      ['node_modules'],
      'what it was installed from is gone',
    );
    await runImage(['service'], /^Review service is ready: /);
    assert.ok(existsSync(image.at('/data/reviews.sqlite')));
  },
);

test(
  'no program of it contacts anybody whom the operator has not named',
  { skip: needsRoot, timeout: 120_000 },
  async () => {
    const hook = join(folder, 'recorder.cjs');
    writeFileSync(hook, recorder, { mode: 0o644 });
    const upstream = 'http://upstream.invalid/v1';
    const account = { PLAUDIT_CLIENT_TOKEN: 'c', PLAUDIT_EMAIL: 'e@a.example', PLAUDIT_PASSWORD: 'p' };
    for (const [command, ready, env, named] of [
      [['service'], /^Review service is ready: /, {}, []],
      [
        ['proxy', '--upstream', upstream, '--business', 'a.example'],
        /^Proxy is ready: /,
        account,
        ['upstream.invalid'],
      ],
    ] as const) {
      const contacts = join(folder, `contacts-${command[0]}`);
      writeFileSync(contacts, '');
      chmodSync(contacts, 0o666);
      await runImage(command, ready, { ...env, NODE_OPTIONS: `--require ${hook}`, CONTACTS: contacts });
      // The health check asks the program itself.
      const hosts = readFileSync(contacts, 'utf8').trim().split('\n');
      assert.deepEqual([...new Set(hosts)].filter((host) => host !== '127.0.0.1').toSorted(), named);
      assert.ok(hosts.includes('127.0.0.1'), 'contacts are noted at all');
    }
  },
);

test('by itself it runs the whole of Plaudit', { skip: needsRoot, timeout: 120_000 }, async () => {
  const [name] = image.command as [string];
  const { out } = await runProgram([name, '--help']);
  for (const variable of ['PLAUDIT_HOST', 'PLAUDIT_PORT', 'PLAUDIT_DATA']) assert.ok(out.includes(variable), variable);
  return runImage(image.command, /^Plaudit is ready: /);
});

interface Service {
  readonly build?: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
const compose = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;

for (const [name, service] of Object.entries(compose.services)) {
  test(`the container ${name} gives nothing away: ports of this machine alone, secrets as files`, () => {
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:(\d+):\1$/);
    for (const secret of service.secrets ?? []) assert.equal(compose.secrets[secret]?.file, `secrets/${secret}`);
    for (const [variable, value] of Object.entries(service.environment)) {
      if (!variable.endsWith('_FILE')) assert.doesNotMatch(variable, /PASSWORD|TOKEN|SECRET|DATABASE/);
      else
        assert.ok(
          service.secrets?.some((secret) => value === `/run/secrets/${secret}`),
          variable,
        );
    }
    if (!service.build) return;
    assert.deepEqual(
      [service.read_only, service.cap_drop, service.security_opt],
      [true, ['ALL'], ['no-new-privileges:true']],
    );
  });

  if (service.build)
    test(`the container ${name} runs a command of the program, with flags and variables that it takes`, async () => {
      const [words, flags] = [service.command.slice(0, 1), service.command.slice(1)];
      const { out } = await runProgram([...words, '--help']);
      for (const flag of flags.filter((word) => word.startsWith('--'))) assert.ok(out.includes(`  ${flag}`), flag);
      for (const variable of Object.keys(service.environment))
        assert.ok(out.includes(variable.replace(/_FILE$/, '')), `${name} sets ${variable}`);
    });
}

/**
 * The commands of docs/guides/docker.md, in their order, on machines without Docker: each container of compose.yaml is a
 * process with its command, its environment and its secrets, and `docker` a program that runs commands beside it.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { until } from '../server-proxy/harness.ts';
import { readDockerfile } from '../support/dockerfile.ts';
import { presentProgram } from '../support/present-program.ts';
import { root } from '../support/packed.ts';
import { freePort } from '../support/ports.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const deploy = join(root, 'deploy/docker');
/** Of the image: `node PROGRAM`. */
const entrypoint = JSON.parse(
  readDockerfile(readFileSync(join(deploy, 'Dockerfile'), 'utf8')).find(
    ({ instruction }) => instruction === 'ENTRYPOINT',
  )!.rest,
) as string[];

interface Container {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}
const { services } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Container>;
};

/** Runs what is told to be run in a container, and prints what one has logged. */
const docker = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const args = process.argv.slice(2).filter((word) => word !== '-T');
if (args.shift() !== 'compose') process.exit(64);
if (args[0] === '--profile') args.splice(0, 2);
const [verb, name, ...command] = args;
if (verb === 'logs') process.stdout.write(readFileSync(name + '.log'));
else if (verb !== 'exec' || command.splice(0, 2).join(' ') !== ${JSON.stringify(entrypoint.join(' '))}) process.exit(64);
else {
  const env = JSON.parse(readFileSync(name + '.json', 'utf8'));
  const run = spawnSync(process.execPath, [${JSON.stringify(presentProgram)}, ...command], { env, stdio: 'inherit' });
  process.exit(run.status ?? 1);
}
`;

let folder: string;
const running = new Map<string, { child: ChildProcess; port: number }>();
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaudit-docker-'));
  copyFileSync(join(deploy, 'compose.yaml'), join(folder, 'compose.yaml'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'docker'), docker, { mode: 0o755 });
});
after(async () => {
  for (const name of running.keys()) await down(name);
  rmSync(folder, { recursive: true, force: true });
});

async function down(name: string): Promise<unknown[]> {
  const { child } = running.get(name)!;
  running.delete(name);
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  return gone;
}

const outside = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLAUDIT_'))) as Record<
    string,
    string
  >;

/** As compose.yaml has it, with what `.env` says at this moment. */
async function up(name: string): Promise<void> {
  const { command, environment } = services[name]!;
  const given = existsSync(join(folder, '.env')) ? parseEnv(readFileSync(join(folder, '.env'), 'utf8')) : {};
  const port = await freePort(2);
  const here = (text: string): string =>
    text
      .replaceAll(/\$\{(\w+):-\}/g, (_, variable: string) => given[variable] ?? '')
      .replace('/run/secrets/', `${folder}/secrets/`)
      .replace('http://service:4001', `http://127.0.0.1:${running.get('service')?.port}`);
  const env = {
    ...outside(),
    ...Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, here(value)])),
    PLAUDIT_DATA: join(folder, 'data'),
    PLAUDIT_PORT: String(port),
    PLAUDIT_DRAIN: '0',
  };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(env));
  const log = join(folder, `${name}.log`);
  const handle = openSync(log, 'w');
  const child = spawn(process.execPath, [presentProgram, ...command.map(here)], {
    cwd: folder,
    env,
    stdio: ['ignore', handle, handle],
  });
  running.set(name, { child, port });
  const said = () => readFileSync(log, 'utf8');
  await until('it is ready', () => / is ready: http/.test(said()) || child.exitCode !== null);
  assert.equal(child.exitCode, null, said());
}

/** A block line by line: containers are started here, and a shell does all else. */
async function run(block: string): Promise<string> {
  if (block.startsWith('# .env\n')) {
    writeFileSync(join(folder, '.env'), block, { flag: 'a' });
    return '';
  }
  let said = '';
  let script = '';
  const runScript = () => {
    const env = { ...outside(), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    said += execFileSync('bash', ['--norc', '-euc', script], { cwd: folder, encoding: 'utf8', env });
    script = '';
  };
  for (const line of block.split('\n')) {
    const [, name] = /^docker compose (?:--profile postgres )?up -d ?(\w*)$/.exec(line) ?? [];
    if (name === undefined) script += `${line}\n`;
    else {
      runScript();
      await up(name || 'plaudit');
    }
  }
  runScript();
  return said;
}

test('the guide for containers works as pasted: in one process, and as two programs on PostgreSQL', async () => {
  const guide = readFileSync(join(root, 'docs/guides/docker.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!.replaceAll(/ *\\\n */g, ' '));
  const [start, settings, commands, secrets, business, apart, ...others] = blocks as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  assert.deepEqual(others, []);
  assert.match(await run(start), /^Set it up: http/m);
  await run(settings);
  const said = await run(commands);
  assert.match(said, /it makes a backup every 24 h in \S+\/data\/service\/backups and keeps the newest 10/);
  assert.match(said, /^ok {4}service data: /m);

  await down('plaudit');
  const postgres = await usePostgres();
  try {
    await run(secrets);
    // The server of the container, where both are reached without its password.
    for (const name of ['service', 'proxy']) {
      const file = join(folder, 'secrets', `${name}_database_url`);
      assert.match(readFileSync(file, 'utf8'), new RegExp(`^postgres://plaudit:[0-9a-f]{64}@database/${name}\n$`));
      rmSync(file);
      writeFileSync(file, await freshDatabase(postgres.url), { mode: 0o444 });
    }
    await run(business);
    await run(apart);
    const { port } = running.get('proxy')!;
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    await until('the proxy has logged in', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses/-`);
      return answer.status === 200;
    });
    for (const name of ['proxy', 'service']) assert.deepEqual(await down(name), [0, null]);
  } finally {
    await postgres.stop();
  }
});

/**
 * The README's way to a running shop, followed to the letter: its commands alone lead to a review that shoppers see. At
 * full length, they run the packed program by npm's own `npx`.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, test } from 'node:test';
import { isLong } from '../support/length.ts';
import { install, pack } from '../support/packed.ts';
import { freePort } from '../support/ports.ts';
import { presentProgram } from '../support/present-program.ts';

const root = join(import.meta.dirname, '../..');
const business = 'your-shop.example';
const directory = mkdtempSync(join(tmpdir(), 'plaudit-readme-'));
const servers: ChildProcess[] = [];
after(async () => {
  for (const server of servers) {
    if (server.exitCode !== null) continue;
    const gone = once(server, 'exit');
    // To npx and what it runs, as a terminal does.
    process.kill(-server.pid!, 'SIGTERM');
    await gone;
  }
  rmSync(directory, { recursive: true, force: true });
});

/** The commands of a section, in their order. */
function commandsOf(heading: string): string[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}\n`)).split(/\n(?=## )/)[0]!;
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block]) => block!.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.trim() !== '');
}

/** What operators export, and what they have to fill in. */
const env: Record<string, string> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLAUDIT_'))),
  PATH: [directory, dirname(process.execPath), process.env['PATH']].join(delimiter),
  npm_config_loglevel: 'error',
  PLAUDIT_LOG_LEVEL: 'silent',
  PLAUDIT_DRAIN: '0',
};
const secrets: Record<string, string> = { PLAUDIT_PASSWORD: 'correct horse battery' };

function exportAll(line: string): void {
  for (const [, name, value] of line.matchAll(/(\w+)=(\S+)/g)) env[name!] = value === '…' ? secrets[name!]! : value!;
}

async function run(line: string): Promise<string> {
  const child = spawn('sh', ['-c', line], { cwd: directory, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  assert.deepEqual([status, err], [0, ''], line);
  return out;
}

/** @returns where it listens. */
async function serve(line: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd: directory,
    env: { ...env, PLAUDIT_PORT: String(await freePort()) },
    detached: true,
  });
  servers.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (;;) {
    const ready = /is ready: (http:\/\/[^/\s]+)/.exec(said);
    if (ready) return ready[1]!;
    assert.equal(child.exitCode, null, said);
    await wait(50);
  }
}

async function followReadme(): Promise<string> {
  let [service, proxy] = ['', ''];
  for (const line of commandsOf('Run service and proxy apart')) {
    if (line.startsWith('export ')) exportAll(line);
    else if (line.startsWith('npx plaudit service')) service = await serve(line);
    else if (line.startsWith('npx plaudit proxy')) proxy = await serve(line.replace('http://127.0.0.1:4001', service));
    else {
      const out = await run(line);
      if (line.startsWith('npx plaudit account create')) secrets['PLAUDIT_CLIENT_TOKEN'] = out.trim();
    }
  }
  return proxy;
}

test('an account, a catalogue, two programs, and a shopper’s review is on the page', { timeout: 240_000 }, async () => {
  if (isLong) install(directory, pack().programs);
  else {
    const npx = join(directory, 'npx');
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${presentProgram}" "$@"\n`);
    chmodSync(npx, 0o755);
  }
  writeFileSync(join(directory, 'password.txt'), `${secrets['PLAUDIT_PASSWORD']}\n`);
  writeFileSync(join(directory, 'products.csv'), 'sku,title,price,currency\nMUG-1,Mug,19.90,EUR\n');

  const proxy = await followReadme();
  const write = async (sku: string) => {
    const form = { sku, title: `About ${sku}`, content: 'I like it.', rating: '5', first_name: 'Ann' };
    const body = new URLSearchParams(form);
    return fetch(`${proxy}/v1/businesses/${business}/product/reviews/add`, { method: 'POST', body });
  };
  const shown = async (sku: string) => {
    for (;;) {
      const response = await fetch(`${proxy}/v1/businesses/${business}/product/reviews?sku=${sku}`);
      const { product_reviews: reviews } = (await response.json()) as {
        product_reviews?: { title: string; product: { title: string } }[];
      };
      if (reviews?.length === 1) return [reviews[0]!.title, reviews[0]!.product.title];
      await wait(100);
    }
  };
  assert.equal((await write('MUG-1')).status, 200);
  assert.deepEqual(await shown('MUG-1'), ['About MUG-1', 'Mug']);

  // A product that comes later is refused until it is there, and then shows with its first review.
  assert.equal((await write('CUP-1')).status, 404);
  writeFileSync(join(directory, 'products.csv'), 'sku,title\nCUP-1,Cup\n');
  const again = commandsOf('Run service and proxy apart').find((line) => line.includes('products import'));
  assert.match(await run(again!), /^1 products: 1 added, 0 changed, 0 unchanged, 0 refused\n$/);
  assert.equal((await write('CUP-1')).status, 200);
  assert.deepEqual(await shown('CUP-1'), ['About CUP-1', 'Cup']);
});

/** The samples of nginx and Caddy: run in front of two programs, where they are installed; read in any case. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ClientAddresses } from '../../server-kit/network/client-address.ts';
import { MAX_BODY_BYTES } from '../../server-kit/http/form.ts';
import { KEEP_ALIVE_MS } from '../../server-kit/http/http-server.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/smtp.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const nginx = readFileSync(join(deploy, 'nginx/plaudit.conf'), 'utf8');
const caddy = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8');
const reviews = 'reviews.shop.example';
const api = 'api.shop.example';

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A copy of a sample that listens on this machine alone, without certificates. */
interface Copy {
  readonly port: number;
  readonly folder: string;
  readonly ports: { readonly proxy: number; readonly service: number };
}

function startNginx({ port, folder, ports }: Copy): ChildProcess {
  const sample = nginx
    .replace('127.0.0.1:4000', `127.0.0.1:${ports.proxy}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports.service}`)
    .replaceAll('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${port}; server_name redirects.example;`)
    .replace(/^ *server_name reviews.shop.example api.shop.example;$/m, '')
    .replaceAll(/^ *ssl_certificate.*$/gm, '');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `pid ${folder}/pid; error_log stderr crit; worker_processes 1; daemon off; events {}
    http { access_log off; ${places.join(' ')} ${sample} }`,
  );
  return spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function startCaddy({ port, folder, ports }: Copy): ChildProcess {
  const sample = caddy
    .replace('127.0.0.1:4000', `127.0.0.1:${ports.proxy}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports.service}`)
    .replace(/^\{$/m, '{\n\tadmin off\n\tauto_https off')
    .replaceAll(/^(\w+\.shop\.example) \{$/gm, `http://$1:${port} {\n\tbind 127.0.0.1`);
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, sample);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { env, stdio: 'ignore' });
}

/** Stands for a program: says what reached it. */
async function startEcho(seen: IncomingMessage[], port = 0): Promise<Server> {
  const server = createServer((incoming, answer) => {
    seen.push(incoming);
    incoming.resume().on('end', () => answer.end(JSON.stringify({ url: incoming.url, headers: incoming.headers })));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)
  describe(name, { skip: isInstalled(name) ? false : `${name} is not installed here` }, () => {
    const seen: IncomingMessage[] = [];
    const folder = mkdtempSync(join(tmpdir(), `plaudit-${name}-`));
    const programs: Server[] = [];
    let server: ChildProcess;
    let port: number;

    before(async () => {
      port = await freePort();
      programs.push(await startEcho(seen), await startEcho(seen));
      const [proxy, service] = programs.map((program) => (program.address() as AddressInfo).port) as [number, number];
      mkdirSync(join(folder, 'logs'));
      server = start({ port, folder, ports: { proxy, service } });
      await until(`${name} answers`, () =>
        ask(api, '/healthz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
    });

    after(async () => {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
      for (const program of programs) {
        program.closeAllConnections();
        program.close();
      }
      rmSync(folder, { recursive: true, force: true });
    });

    /** @param bytes - how long a body is sent, if any. */
    function ask(
      host: string,
      path: string,
      { headers = {}, bytes = 0, from }: { headers?: Record<string, string>; bytes?: number; from?: string } = {},
    ): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            host: '127.0.0.1',
            port,
            path,
            agent: false,
            method: bytes > 0 ? 'POST' : 'GET',
            headers: { host, ...headers, ...(bytes > 0 ? { 'content-length': String(bytes) } : {}) },
            ...(from === undefined ? {} : { localAddress: from }),
          },
          (answer) => {
            let text = '';
            answer.on('data', (chunk: Buffer) => {
              text += chunk.toString();
            });
            answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }));
            answer.on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(Buffer.alloc(bytes));
      });
    }

    test('closes the metrics and the readiness of both programs, however they are spelled', async () => {
      for (const host of [reviews, api])
        for (const path of ['/metrics', '/readyz', '/metrics?a=b', '/%6detrics', '//readyz', '/x/../metrics'])
          assert.equal((await ask(host, path)).status, 404, `${host} ${path}`);
      assert.deepEqual(
        seen.map(({ url }) => url).filter((url) => /metrics|readyz/.test(decodeURIComponent(url!))),
        [],
      );
      assert.equal((await ask(reviews, '/v1/businesses/-?a=%20b')).status, 200);
    });

    test('passes on the address of the client, and lets nobody choose one', async () => {
      const { text } = await ask(reviews, '/v1', { from: '127.0.0.9', headers: { 'x-forwarded-for': '203.0.113.9' } });
      const { headers } = JSON.parse(text) as { headers: Record<string, string> };
      const addresses = new ClientAddresses(['127.0.0.1/32']);
      assert.equal(addresses.networkOf('127.0.0.1', headers['x-forwarded-for']!), '127.0.0.9');
      assert.equal(headers['host'], reviews);
    });

    test('passes on what the API and the elements send', async () => {
      const sent = { user_token: 't', 'plaudit-visitor': 'v', 'idempotency-key': 'k', origin: 'https://shop.example' };
      const { headers } = JSON.parse((await ask(api, '/v1/x', { headers: sent })).text) as { headers: object };
      for (const [header, value] of Object.entries(sent))
        assert.equal((headers as Record<string, string>)[header], value, header);
    });

    test('takes the largest form that the programs take, and refuses what is larger', async () => {
      for (const host of [reviews, api]) {
        assert.equal((await ask(host, '/v1/x', { bytes: MAX_BODY_BYTES })).status, 200, host);
        // Some close the connection as soon as they have answered.
        const status = await ask(host, '/v1/x', { bytes: 107_000_000 }).then(
          (answer) => answer.status,
          (error: NodeJS.ErrnoException) => error.code,
        );
        assert.ok([413, 502, 503, 'EPIPE', 'ECONNRESET'].includes(status!), `${host} ${status}`);
      }
    });

    test('loses no request for good while a program is replaced', async () => {
      const ports = programs.map((program) => (program.address() as AddressInfo).port);
      for (const program of programs) {
        program.closeAllConnections();
        program.close();
        await once(program, 'close');
      }
      const answers = [reviews, api].map((host) => ask(host, '/v1/x', { bytes: 1_000 }));
      if (name === 'nginx') {
        // It cannot wait: who asked is told to come back, in a way that scripts of any page may read.
        for (const { status, text, headers } of await Promise.all(answers)) {
          const { errorCode, success } = JSON.parse(text) as { errorCode: number; success: boolean };
          assert.deepEqual([status, errorCode, success, headers['retry-after']], [503, 503, false, '1']);
        }
        const { headers } = await ask(reviews, '/v1/x');
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.equal(headers['access-control-expose-headers'], 'Retry-After');
      }
      for (const [index, port] of ports.entries()) programs[index] = await startEcho(seen, port);
      for (const { status } of await Promise.all(answers)) assert.equal(status, name === 'nginx' ? 503 : 200);
      for (const host of [reviews, api]) assert.equal((await ask(host, '/v1/x')).status, 200, host);
    });
  });

test('every sample gives a kept connection up before the programs do', () => {
  const proxyPage = readFileSync(join(deploy, '../docs/running-the-proxy.md'), 'utf8');
  for (const [sample, form, count] of [
    [nginx, /^ +keepalive_timeout (\d+)s;/gm, 2],
    [proxyPage, /^ +keepalive_timeout (\d+)s;/gm, 1],
    [caddy, /^\t+keepalive (\d+)s$/gm, 1],
  ] as const) {
    const given = [...sample.matchAll(form)].map(([, seconds]) => Number(seconds) * 1_000);
    assert.equal(given.length, count);
    for (const ms of given) assert.ok(ms < KEEP_ALIVE_MS, `${ms} ms`);
  }
});

test('no sample lets /metrics and /readyz through, nor merchant routes to everybody', () => {
  const closed = /\^\/\(metrics\|readyz\)\$ \{\s+return 404;/g;
  assert.equal([...nginx.matchAll(closed)].length, nginx.split('location / {').length - 1);
  assert.match(nginx, /location \/merchant\/ \{\s+allow [\d.]+;\s+allow [\d./]+;\s+deny all;/);
  assert.match(caddy, /@closed path \/metrics \/readyz\s+respond @closed 404/);
  assert.equal(caddy.split('import plaudit').length - 1, caddy.split('reverse_proxy').length - 1);
  assert.match(caddy, /path \/merchant\/\*\s+not remote_ip [\d. /]+\s+\}\s+respond @merchant 403/);
});

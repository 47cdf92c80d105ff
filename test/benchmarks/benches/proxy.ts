/**
 * What an answer from memory costs, in CPU time of the server, beside raw `node:http` that sends the same prebuilt
 * bytes and headers: from a Buffer, as one writes it, and from a string, the least that Node can do. The proxy has
 * CORS, ETag, compression and the limits of addresses on. All servers are asked in turns, in one run, so that
 * whatever else the machine does falls on all of them.
 */
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool, request } from 'undici';
import { FakeUpstream, makeContent, productReview } from '../../server-proxy/fake-upstream.ts';
import type { Sent } from '../proxy/servers.ts';

/** A multiple of the number of contenders, so that each comes first as often as the others. */
const ROUNDS = 60;
const REQUESTS = 2_000;
const CONNECTIONS = 8;
const WARM_UP = 5_000;

const path = '/v1/businesses/shop.example/product/reviews?sku=SKU-1&count=10';
const questionHeaders = {
  origin: 'https://shop.example',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'bench',
  accept: '*/*',
};

interface Contender {
  readonly name: string;
  readonly pool: Pool;
  /** CPU time that the server has used, in microseconds. */
  cpu(): Promise<number>;
  stop(): void;
  /** Microseconds a request, one number a round. */
  readonly costs: number[];
}

export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-'));
  const content = makeContent();
  const upstream = await new FakeUpstream({
    content: {
      ...content,
      productReviews: Array.from({ length: 90 }, (_none, index) => productReview(index + 1, content.products[0]!)),
    },
  }).start();
  const contenders: Contender[] = [];
  try {
    const proxy = await forkServer(
      'proxy: CORS, ETag, compression, limits',
      'proxy',
      upstream.url,
      join(directory, 'data'),
    );
    contenders.push(proxy);
    const sent = await learn(proxy.pool);
    const file = join(directory, 'sent.json');
    writeFileSync(file, JSON.stringify(sent));
    contenders.unshift(await forkServer('raw node:http, the same bytes from a Buffer', 'raw', file));
    contenders.push(await forkServer('raw node:http, from a latin1 string', 'string', file));
    contenders.push(await forkServer('Fastify alone, the same bytes', 'fastify', file));
    const nginx = await startNginx(directory, sent);
    if (nginx) contenders.push(nginx);

    for (const { pool } of contenders) await ask(pool, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round % contenders.length;
      for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)])
        contender.costs.push(await measure(contender));
    }

    console.log(
      `One product's reviews, ${Buffer.from(sent.body, 'base64').length} bytes of ${sent.headers['content-encoding']}, ${ROUNDS} rounds of ${REQUESTS} requests each, ${CONNECTIONS} connections\n`,
    );
    console.log('| server | CPU a request, median | beside raw node:http, median | 25% to 75% of rounds |');
    console.log('| --- | ---: | ---: | ---: |');
    for (const { name, costs } of contenders) {
      const ratios = costs.map((cost, round) => cost / contenders[0]!.costs[round]!);
      console.log(
        `| ${name} | ${median(costs).toFixed(1)} µs | ${median(ratios).toFixed(2)} | ${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)} |`,
      );
    }
    if (!nginx) console.log('| nginx, the same bytes from a file | not installed here | | |');
  } finally {
    for (const { pool, stop } of contenders) {
      await pool.destroy();
      stop();
    }
    await upstream.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function forkServer(name: string, ...args: string[]): Promise<Contender> {
  const child: ChildProcess = fork(join(import.meta.dirname, '..', 'proxy', 'servers.ts'), args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    name,
    pool: new Pool(url, { connections: CONNECTIONS, pipelining: 1 }),
    costs: [],
    async cpu() {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
      return cpu.user + cpu.system;
    },
    stop: () => child.disconnect(),
  };
}

/** Waits until the answer comes from memory, compressed: it then has its length. */
async function learn(pool: Pool): Promise<Sent> {
  for (let attempt = 0; ; attempt += 1) {
    if (attempt > 600) throw new Error('The proxy never answered from memory');
    await ask(pool, 5);
    const answer = await pool.request({ path, method: 'GET', headers: questionHeaders });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const {
      'content-length': length,
      connection: _connection,
      'keep-alive': _keepAlive,
      date: _date,
      'transfer-encoding': _framing,
      ...headers
    } = answer.headers as Record<string, string>;
    if (answer.statusCode === 200 && length !== undefined && headers['content-encoding'] === 'br')
      return { headers: { ...headers, 'content-length': length }, body: body.toString('base64') };
    await wait(100);
  }
}

let asked = 0;

async function ask(pool: Pool, requests: number): Promise<void> {
  let left = requests;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        // Many shoppers, none of them over the limit.
        const headers = { ...questionHeaders, 'x-forwarded-for': `203.0.113.${++asked % 250}` };
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
        await body.dump();
        if (statusCode !== 200) throw new Error(`The answer was ${statusCode}`);
      }
    }),
  );
}

async function measure(contender: Contender): Promise<number> {
  const before = await contender.cpu();
  await ask(contender.pool, REQUESTS);
  return ((await contender.cpu()) - before) / REQUESTS;
}

/** nginx with one worker, where it is installed: it sends the bytes from a file. */
async function startNginx(directory: string, { headers, body }: Sent): Promise<Contender | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const root = join(directory, 'nginx');
  mkdirSync(root);
  writeFileSync(join(root, 'answer'), Buffer.from(body, 'base64'));
  const port = 20_000 + (process.pid % 10_000);
  const added = Object.entries(headers)
    .filter(([name]) => !/^(content-length|content-type|etag)$/i.test(name))
    .map(([name, value]) => `add_header ${name} '${value}';`);
  writeFileSync(
    join(root, 'nginx.conf'),
    `daemon off; user ${userInfo().username}; worker_processes 1; pid ${root}/pid; error_log /dev/null; events {}
http { access_log off; client_body_temp_path ${root}; proxy_temp_path ${root}; fastcgi_temp_path ${root}; uwsgi_temp_path ${root}; scgi_temp_path ${root}; open_file_cache max=10; keepalive_requests 1000000;
server { listen 127.0.0.1:${port}; location / { root ${root}; try_files /answer =404; default_type application/json; ${added.join(' ')} } } }`,
  );
  const child = spawn('nginx', ['-c', join(root, 'nginx.conf'), '-p', root, '-e', '/dev/null'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (
      await request(url).then(
        ({ body }) => body.dump().then(() => true),
        () => false,
      )
    )
      break;
    await wait(100);
  }
  const worker = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')[0]!;
  const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);
  return {
    name: 'nginx, the same bytes from a file',
    pool: new Pool(url, { connections: CONNECTIONS, pipelining: 1 }),
    costs: [],
    async cpu() {
      const fields = readFileSync(`/proc/${worker}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1_000_000;
    },
    stop: () => child.kill('SIGTERM'),
  };
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

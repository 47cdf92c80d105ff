/**
 * PostgreSQL stops answering: its processes stand still, the network between is cut, or it is gone. Every request ends,
 * with 503, pages as pages; and all is as before soon after it is back, with nothing that was acknowledged lost.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import {
  assertUnavailable,
  readAll,
  startProxyProgram,
  startServiceProgram,
  type Program,
} from '../support/both-programs.ts';
import { CutNetwork } from '../support/cut-network.ts';
import { isLong, rounds } from '../support/length.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { Stage, until } from '../server-proxy/harness.ts';

/** In milliseconds, ten times what they take: a busy machine is only asked that it happens. */
const LONGEST_ANSWER = 60_000;
const LONGEST_READY = 60_000;
const LONGEST_RECOVERY = 120_000;

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.stop({ atOnce: true }));

interface Trouble {
  readonly what: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

/** Fails where it does not end. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; took: number }> {
  const begun = performance.now();
  const endless = Promise.withResolvers<never>();
  const timer = setTimeout(() => endless.reject(new Error('There is no answer')), 2 * LONGEST_RECOVERY);
  try {
    const result = await Promise.race([work(), endless.promise]);
    return { result, took: performance.now() - begun };
  } finally {
    clearTimeout(timer);
  }
}

/** Everything at once, as in a shop that goes on. */
async function assertRefused(program: Program, title: string): Promise<number> {
  const { url, reads, page, picture } = program;
  const asked = [
    // What the proxy has in its memory it goes on answering.
    ...reads.map((read, index) => async () => {
      const response = await read();
      if (program.name === 'service' || index === 2 || response.status !== 200) await assertUnavailable(response);
    }),
    async () => assertUnavailable(await program.write(title)),
    async () => assert.equal((await fetch(`${url}/healthz`)).status, 200),
    ...(picture === null ? [] : [async () => assertUnavailable(await fetch(picture))]),
    ...(page === null ? [] : [async () => assertPage(await fetch(page))]),
  ];
  const times = await Promise.all(asked.map(async (ask) => (await timed(ask)).took));
  const { result: ready, took } = await timed(() => fetch(`${url}/readyz`));
  await assertUnavailable(ready);
  assert.ok(took < LONGEST_READY, `/readyz took ${took} ms`);
  return Math.max(...times);
}

async function assertPage(response: Response): Promise<void> {
  assert.equal(response.status, 503);
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(await response.text(), /<h1>/);
}

async function survives(t: TestContext, program: Program, troubles: readonly Trouble[]): Promise<void> {
  for (const { what, begin, end } of troubles) {
    await readAll(program);
    const title = `${what} ${program.name}`;
    await begin();
    let slowest = 0;
    try {
      for (let round = 0; round < rounds(1, 3); round++)
        slowest = Math.max(slowest, await assertRefused(program, title));
    } finally {
      await end();
    }
    const { took } = await timed(() =>
      until('everything is answered', async () => {
        const answers = await Promise.all(
          [() => fetch(`${program.url}/readyz`), ...program.reads].map(async (read) => (await read()).status),
        );
        return answers.every((status) => status === 200);
      }),
    );
    t.diagnostic(
      `${what}: the last of them was refused after ${Math.round(slowest)} ms; all was as before ${Math.round(took)} ms after it`,
    );
    assert.ok(slowest < LONGEST_ANSWER, `a request took ${slowest} ms`);
    assert.ok(took < LONGEST_RECOVERY, `it took ${took} ms to recover`);
    await until('it can be written again', async () => (await program.write(title)).ok);
    await until('it is there', async () => (await program.count(title)) > 0);
    assert.equal(await program.count(title), 1, 'the same write, done once');
  }
}

/** @param short - which of them where only one is tried. */
function troublesOf(network: CutNetwork, short: 'standing still' | 'cut off'): Trouble[] {
  const troubles = [
    { what: 'standing still', begin: () => postgres.freeze(), end: () => postgres.thaw() },
    { what: 'cut off', begin: () => network.cut(), end: () => network.mend() },
    { what: 'gone', begin: () => postgres.halt(), end: () => postgres.serveAgain() },
  ];
  return isLong ? troubles : troubles.filter(({ what }) => what === short);
}

async function database(name: string, network: CutNetwork): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `postgres://test@127.0.0.1:${network.port}/${name}`;
}

test('the service without an answer of PostgreSQL', async (t) => {
  const network = await CutNetwork.before(postgres.port);
  const program = await startServiceProgram({ databaseUrl: await database('service', network) });
  try {
    await survives(t, program, troublesOf(network, 'standing still'));
  } finally {
    await program.kill();
    await network.close();
  }
});

test('the proxy without an answer of PostgreSQL', async (t) => {
  const network = await CutNetwork.before(postgres.port);
  await using stage = await Stage.open();
  const program = await startProxyProgram(stage.upstream, await database('proxy', network));
  try {
    await survives(t, program, troublesOf(network, 'cut off'));
  } finally {
    await program.kill();
    await network.close();
  }
});

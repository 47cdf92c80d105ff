/** Pages that were opened before an upgrade go on: the assets of their build are answered by every instance. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const DAY_MS = 86_400_000;

/** A build as `npm run build` leaves it: its loader, and one chunk with a language in it. */
function build(stage: Stage, name: string, content = `export const build = '${name}';\n`): string {
  const directory = stage.path(`widgets-${name}`);
  rmSync(directory, { recursive: true, force: true });
  for (const [path, text] of [
    ['plaudit.js', `import './assets/${name}/stars.js';\n`],
    [`assets/${name}/stars.js`, content],
    [`assets/${name}/pt-BR.js`, content],
  ] as const) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text));
  }
  return directory;
}

const chunk = (name: string): string => `/assets/${name}/stars.js`;

async function assertServed(proxy: TestProxy, name: string): Promise<void> {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { http, text, headers } = await proxy.get(chunk(name), { 'accept-encoding': encoding });
    assert.deepEqual([http, text], [200, `export const build = '${name}';\n`]);
    assert.equal(headers.get('content-encoding') ?? 'identity', encoding);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('content-type')!, /^text\/javascript/);
  }
}

test('assets of an earlier build are answered for 30 days after they were replaced, then forgotten', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const first = await stage.proxy({ clock, widgetsDirectory: build(stage, 'one') });
  clock.ahead += 40 * DAY_MS;
  // However long it has been running, its own files are in use until it is replaced.
  await until('its files are noted as in use', () => inUse(stage, 'one') > clock.now() - DAY_MS);
  await first.close();
  const second = await stage.proxy({ clock, widgetsDirectory: build(stage, 'two') });
  for (const name of ['one', 'two']) await assertServed(second, name);
  assert.equal((await second.get('/assets/one/pt-BR.js')).http, 200);
  assert.match((await second.get('/plaudit.js')).text, /two/);

  await second.close();
  clock.ahead += 29 * DAY_MS;
  const third = await stage.proxy({ clock, widgetsDirectory: build(stage, 'three') });
  await assertServed(third, 'one');
  await third.close();
  clock.ahead += 2 * DAY_MS;
  const last = await stage.proxy({ clock, widgetsDirectory: build(stage, 'three') });
  await until('the first build is forgotten', async () => (await last.get(chunk('one'))).http === 404);
  await assertServed(last, 'three');
});

test('the loader and its files are answered from folders that a page makes up, and nothing else is', async () => {
  await using stage = await Stage.open();
  const first = await stage.proxy({ widgetsDirectory: build(stage, 'one') });
  await first.close();
  const proxy = await stage.proxy({ widgetsDirectory: build(stage, 'two') });
  for (const folder of ['/~1764000000000', '/~1/~2']) {
    assert.match((await proxy.get(`${folder}/plaudit.js`)).text, /two/);
    for (const name of ['one', 'two']) assert.equal((await proxy.get(`${folder}${chunk(name)}`)).http, 200);
  }
  for (const path of [
    '/~1',
    '/~1/',
    '/~1/healthz',
    '/~1/../etc/passwd',
    '/~x/plaudit.js',
    `${'/~1'.repeat(500)}/plaudit.js`,
  ])
    assert.equal((await proxy.get(path)).http, 404, path);
});

function inUse(stage: Stage, name: string): number {
  using data = new DatabaseSync(join(stage.path('data'), 'proxy.sqlite'), { readOnly: true });
  return Number(data.prepare('select in_use_at from proxy_asset where path = ?').get(chunk(name))?.['in_use_at']);
}

test('whichever instance is asked, it has the files that the loader of another one asks for', async () => {
  const postgres = await usePostgres();
  try {
    await using stage = await Stage.open();
    const location = { databaseUrl: await freshDatabase(postgres.url, 'proxy') };
    const earlier = await stage.proxy({ location, widgetsDirectory: build(stage, 'one') });
    assert.equal((await earlier.get(chunk('two'))).http, 404);
    // From its first answer on.
    const later = await stage.proxy({ location, widgetsDirectory: build(stage, 'two') });
    for (const proxy of [earlier, later]) for (const name of ['one', 'two']) await assertServed(proxy, name);
    // A browser that has one of them from one instance asks the other whether it is still good.
    const etag = (await earlier.get(chunk('two'))).headers.get('etag')!;
    assert.equal((await later.get(chunk('two'), { 'if-none-match': etag })).http, 304);
  } finally {
    await postgres.stop();
  }
});

test('a build under a running proxy changes nothing that it says', async () => {
  await using stage = await Stage.open();
  const storefrontDirectory = stage.path('storefront');
  mkdirSync(storefrontDirectory);
  writeFileSync(join(storefrontDirectory, 'index.html'), '<p>As it was</p>');
  const proxy = await stage.proxy({ widgetsDirectory: build(stage, 'one'), storefrontDirectory });
  const paths = ['/', '/plaudit.js', chunk('one')];
  const before = await Promise.all(paths.map((path) => proxy.get(path)));
  build(stage, 'one', 'throw new Error();\n');
  writeFileSync(join(stage.path('widgets-one'), 'plaudit.js'), 'throw new Error();\n');
  rmSync(storefrontDirectory, { recursive: true });
  const after = await Promise.all(paths.map((path) => proxy.get(path)));
  assert.deepEqual(
    after.map(({ http, text, headers }) => [http, text, headers.get('etag')]),
    before.map(({ text, headers }) => [200, text, headers.get('etag')]),
  );
});

test('what is kept of earlier builds is bounded, and what was replaced first goes first', async () => {
  await using stage = await Stage.open();
  const start = (name: string) => stage.proxy({ widgetsDirectory: build(stage, name) });
  await (await start('one')).close();
  {
    using data = new DatabaseSync(join(stage.path('data'), 'proxy.sqlite'));
    const insert = data.prepare('insert into proxy_asset values (?, ?, ?, ?, null, null)');
    // Of 40 builds, each of which was replaced before the next, and takes a megabyte.
    for (let age = 1; age <= 40; age++)
      insert.run(`/assets/old-${age}/stars.js`, Date.now() - age * 60_000, 2 ** 20, Buffer.from('old'));
  }
  const proxy = await start('two');
  await until('the oldest is forgotten', async () => (await proxy.get('/assets/old-40/stars.js')).http === 404);
  const kept = [1, 30, 32].map(async (age) => (await proxy.get(`/assets/old-${age}/stars.js`)).http);
  assert.deepEqual(await Promise.all(kept), [200, 200, 404]);
  for (const name of ['one', 'two']) await assertServed(proxy, name);
});

test('names that no build gives are not looked for, and those that are guessed are limited', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ widgetsDirectory: build(stage, 'one') });
  const long = 'a'.repeat(90);
  for (const name of ['', 'one', 'one/', 'one/%00.js', 'a/b/c.js', '..%2fplaudit.js', `${long}.js`, "one/'--.js"])
    assert.deepEqual([name, (await proxy.get(`/assets/${name}`)).http], [name, 404]);
  const guesses = Array.from({ length: 130 }, async (_none, at) => (await proxy.get(`/assets/guess/${at}.js`)).http);
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set([404, 429]));
  await assertServed(proxy, 'one');
});

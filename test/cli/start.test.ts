/** `plaudit start`, from an empty folder to a review with a photo on the shop's pages, and on to two programs. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { until } from '../server-proxy/harness.ts';
import { openToOthers } from '../support/modes.ts';
import { phonePhoto } from '../support/pictures.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { SetUpBrowser, typedShop } from '../support/set-up.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const storefront = 'http://localhost:8080';
const running = new Set<ChildProcess>();
let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-start-'));
});
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** What it printed until it was ready. */
  readonly out: string;
}

async function start(args: string[], env: Record<string, string> = {}, input = ''): Promise<Started> {
  const child = startProgram(args, env);
  running.add(child);
  child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  await until('it is ready', () => /ready: .*\n/.test(out) || child.exitCode !== null);
  assert.equal(child.exitCode, null, err);
  return { child, out };
}

async function stop({ child }: Started): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await gone, [0, null]);
  running.delete(child);
}

const kept = (data: string) => parseEnv(readFileSync(join(data, 'plaudit.env'), 'utf8')) as Record<string, string>;

/** The words of a command as a shell reads them. */
const wordsOf = (command: string): string[] => command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
const quoted = (text: string): string => (/^[\w./:@,=+-]+$/.test(text) ? text : `'${text}'`);

interface Reviews {
  readonly product_reviews: readonly {
    readonly title: string;
    readonly images: readonly { readonly large: string }[];
  }[];
}

/** Waits until the product's page would show the review, and answers its photo. */
async function photoOf(proxy: string): Promise<string> {
  let found: Reviews['product_reviews'][number] | undefined;
  await until('the review is shown with its photo', async () => {
    const url = `${proxy}/v1/businesses/-/product/reviews?sku=TEA-1`;
    const answer = await fetch(url, { headers: { origin: storefront } });
    if (answer.status !== 200) return false;
    found = ((await answer.json()) as Reviews).product_reviews.find(({ title }) => title === 'Fresh');
    return found !== undefined && found.images.length === 1;
  });
  return found!.images[0]!.large;
}

test('a shop is set up, takes a review with a photo, and shows it; later on PostgreSQL, by the command that the move prints', async () => {
  const data = join(directory, 'shop');
  const port = await freePort(2);
  const proxy = `http://127.0.0.1:${port}`;
  const args = ['start', '--port', String(port), '--data', data, '--public-url', proxy];
  const first = await start(args);
  const lines = first.out.split('\n');
  assert.match(lines.at(-3)!, new RegExp(`^Set it up: http://127\\.0\\.0\\.1:${port + 1}/console/setup/[\\w-]{43}$`));
  assert.equal(lines.at(-2), `Plaudit is ready: ${proxy}`);
  assert.deepEqual(openToOthers(data), []);
  const secrets = kept(data);
  for (const [name, value] of Object.entries(secrets))
    if (name !== 'PLAUDIT_EMAIL') assert.ok(value.length >= 43 && !first.out.includes(value), name);

  // Before there is a shop, the script is there, and everything else can wait.
  assert.equal((await fetch(`${proxy}/plaudit.js`)).status, 200);
  assert.equal((await fetch(`${proxy}/healthz`)).status, 200);
  for (const path of ['/readyz', '/v1/businesses/-/product/reviews?sku=TEA-1', '/render/plaudit-stars?sku=TEA-1']) {
    const early = await fetch(proxy + path);
    assert.deepEqual([early.status, Number(early.headers.get('retry-after')) > 0], [503, true], path);
  }

  const owner = await new SetUpBrowser(lines.at(-3)!.replace('Set it up: ', '')).open();
  await owner.send(typedShop);
  await owner.send({ origins: `https://tea-shop.example\n${storefront}` });
  const file = new FormData();
  file.set('file', new Blob(['sku,title,price\nTEA-1,Green tea,4.50\n']), 'products.csv');
  await owner.send(file);
  assert.match(owner.text, /1 products: 1 added/);
  assert.equal(kept(data)['PLAUDIT_ORIGINS'], `https://tea-shop.example,${storefront}`);
  assert.deepEqual(openToOthers(data), []);

  const review = new FormData();
  for (const [name, value] of Object.entries({ sku: 'TEA-1', title: 'Fresh', content: 'A fine tea.', rating: '5' }))
    review.set(name, value);
  review.set('image1', new Blob([new Uint8Array(await phonePhoto(200, 150))], { type: 'image/jpeg' }), 'photo.jpg');
  const add = `${proxy}/v1/businesses/-/product/reviews/add`;
  const elsewhere = await fetch(add, { method: 'POST', body: review, headers: { origin: 'https://evil.example' } });
  assert.equal(elsewhere.status, 403);
  const added = await fetch(add, { method: 'POST', body: review, headers: { origin: storefront } });
  assert.ok(added.ok, await added.text());
  const photo = await photoOf(proxy);
  assert.equal((await fetch(photo)).headers.get('content-type'), 'image/jpeg');
  await stop(first);

  const again = await start(args);
  assert.equal(again.out, `Plaudit is ready: ${proxy}\n`);
  assert.equal(await photoOf(proxy), photo);
  const whileItRuns = await runProgram(['move', '--data', data, '--to', 'postgres://nobody@127.0.0.1:1/none']);
  assert.match(whileItRuns.err, /cannot be moved: a program runs on it/);
  await stop(again);
  const { PLAUDIT_BUSINESS: business, PLAUDIT_ORIGINS: origins, ...same } = kept(data);
  assert.deepEqual(same, secrets);
  assert.deepEqual([business, origins], ['tea-shop.example', `https://tea-shop.example,${storefront}`]);

  const postgres = await usePostgres();
  try {
    const url = await freshDatabase(postgres.url);
    const { status, out, err } = await runProgram(['move', '--data', data, '--to', url]);
    assert.equal(status, 0, err);
    // As it was started, and as printed.
    const [, printed] = /^Start next:\n {2}plaudit (start .*)\n$/m.exec(out)!;
    assert.equal(printed, `start --port ${port} --public-url ${proxy} --data ${data} --database-url ${quoted(url)}`);
    const onPostgres = await start(wordsOf(printed!));
    assert.match(onPostgres.out, new RegExp(`^Plaudit is ready: ${proxy}\n$`));
    assert.equal(await photoOf(proxy), photo);
    assert.deepEqual(kept(data), { ...secrets, PLAUDIT_BUSINESS: business, PLAUDIT_ORIGINS: origins });
    await stop(onPostgres);
  } finally {
    await postgres.stop();
  }
});

test('without a browser, and again and again, but not twice at once on the same data', async () => {
  const data = join(directory, 'unattended');
  const port = await freePort(2);
  const args = ['start', '--port', String(port), '--data', data, '--business', 'tea-shop.example'];
  const missing = await runProgram([...args, '--email', 'owner@tea-shop.example']);
  assert.equal(missing.status, 2);
  assert.match(missing.err, /^plaudit: To set tea-shop\.example up without a browser, give PLAUDIT_OWNER_PASSWORD, or/);

  const env = { PLAUDIT_OWNER_PASSWORD: typedShop.password, PLAUDIT_ORIGINS: storefront };
  const email = ['--email', typedShop.email];
  for (const more of [email, email, []]) {
    const one = await start([...args, ...more], more.length === 0 ? {} : env);
    assert.equal(one.out, `Plaudit is ready: http://127.0.0.1:${port}\n`);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses/-/product/reviews/stats`, {
      headers: { origin: storefront },
    });
    assert.equal(answer.status, 200);
    if (more.length > 0) {
      await stop(one);
      continue;
    }
    const elsewhere = ['start', '--port', String(await freePort(2)), '--data', data];
    const second = await runProgram(elsewhere);
    assert.equal(second.status, 1);
    assert.match(
      second.err,
      new RegExp(
        `^plaudit: A program runs on \\S+ already \\(process ${one.child.pid}, since \\d{4}-.*Z\\): stop it first.*\n$`,
      ),
    );
    const replacing = await start([...elsewhere, '--beside']);
    await stop(one);
    const gone = once(replacing.child, 'exit');
    replacing.child.kill('SIGKILL');
    await gone;
    await stop(await start(args));
  }
  const { out } = await runProgram(['account', 'list', '--data', join(data, 'service')]);
  assert.equal(out.match(/owner@tea-shop\.example/g)!.length, 1, out);
  assert.equal(out.match(/plaudit start/g)!.length, 1, out);
});

test('the set-up of the program that runs is entered again, and a feed that cannot be read is said at once', async () => {
  const data = join(directory, 'again');
  const port = await freePort(2);
  const link = () => runProgram(['start', '--setup-link', '--data', data]);
  const early = await link();
  assert.deepEqual([early.status, early.err], [1, `plaudit: Nothing runs on ${data}: start it without --setup-link\n`]);
  const env = { PLAUDIT_OWNER_PASSWORD: typedShop.password };
  const owner = ['--business', 'tea-shop.example', '--email', typedShop.email];
  const child = startProgram(
    ['start', '--port', String(port), '--data', data, ...owner, '--feed', 'http://127.0.0.1/feed.xml'],
    { ...env, PLAUDIT_LOG_LEVEL: '' },
  );
  running.add(child);
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  child.stdin.end();
  await until('the feed is said to be unreadable', () => err.includes('plaudit: The product feed'));
  assert.match(
    err,
    /feed http:\/\/127\.0\.0\.1\/feed\.xml cannot be read, and is tried again: is not an address on the/,
  );

  // What the help says is so: the log begins with what `info` says, at a moment that people can read.
  assert.match((await runProgram(['start', '--help'])).out, /info \(the default\)/);
  assert.match(err, /^\{"level":30,"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/m);

  const made = await link();
  assert.match(made.out, new RegExp(`^Set it up: http://127\\.0\\.0\\.1:${port + 1}/console/setup/[\\w-]{43}\n$`));
  const browser = await new SetUpBrowser(made.out.trim().replace('Set it up: ', '')).open();
  await browser.send({ password: typedShop.password });
  assert.match(browser.text, /https:\/\/tea-shop\.example\nhttps:\/\/www\.tea-shop\.example<\/textarea>/);
  await browser.send({ origins: storefront });
  assert.deepEqual([kept(data)['PLAUDIT_BUSINESS'], kept(data)['PLAUDIT_ORIGINS']], ['tea-shop.example', storefront]);
  await stop({ child, out: '' });
  const late = await link();
  assert.deepEqual([late.status, late.out], [1, '']);
});

test('what cannot be started is one line', async () => {
  const data = join(directory, 'wrong');
  for (const [args, said] of [
    [['--port', '0'], '--port must leave room for the review service on the next port'],
    [['--service-public-url', 'shop'], '--service-public-url must be an http or https address, not "shop"'],
    [['--email', 'nobody'], '--email must be an e-mail address'],
  ] as const) {
    const { status, err } = await runProgram(['start', '--data', data, ...args]);
    assert.deepEqual([status, err], [2, `plaudit: ${said}\n`]);
  }
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  const unwritable = await runProgram(['start', '--data', join(file, 'below')]);
  assert.equal(unwritable.status, 1);
  assert.match(unwritable.err, /^plaudit: \S+\/a-file\/below\/plaudit\.env cannot be read: ENOTDIR.*\n$/);
});

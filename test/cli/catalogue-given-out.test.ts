/** Where `plaudit demo` and `plaudit start` have the catalogue that they give out with stars. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-catalogue-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** @returns once it is ready. */
async function run(args: readonly string[], input = '') {
  const port = await freePort(2);
  const child = startProgram([...args, '--port', String(port)]);
  child.stdin.end(input);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => void (said += String(chunk)));
  await until('it is ready', () => said.includes('Plaudit is ready') || child.exitCode !== null);
  assert.equal(child.exitCode, null, said);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async catalogue(business = '-') {
      const answer = await fetch(`${url}/feeds/${business}/catalogue.xml`);
      return { status: answer.status, text: await answer.text() };
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

test('the demo gives out the feed of its shop, with stars', async () => {
  await using demo = await run(['demo', '--data', join(directory, 'demo')]);
  let given = await demo.catalogue();
  await until('all is mirrored', async () => (given = await demo.catalogue()).status !== 503);
  assert.equal(given.status, 200, given.text);
  const [first] = /<g:id>DEMO-001<.*?<\/item>/s.exec(given.text)!;
  assert.match(first, /<g:review_count>\d{3}<\/g:review_count><g:star_rating>[1-5]\.\d\d<\/g:star_rating><\/item>$/);
  const own = await (await fetch(`${demo.url}/products.xml`)).text();
  assert.equal(given.text.replace(/<g:(review_count|star_rating)>[^<]*<\/g:\1>/g, ''), own);
});

test('start gives out the feed that the shop reads its products from once that is switched on, each business its own', async () => {
  const data = join(directory, 'start');
  const owner = ['--business', 'tea.example', '--email', 'owner@tea.example', '--password-stdin'];
  const account = (...args: string[]) => runProgram(['account', ...args, '--data', data], { input: 'a long password' });
  // Two shops of one owner, before the program that serves both.
  for (const business of ['tea.example', 'cups.example'])
    assert.equal((await account('create', ...owner.with(1, business))).status, 0);
  // The file that every start reads.
  writeFileSync(join(data, 'plaudit.env'), 'PLAUDIT_BUSINESS=tea.example,cups.example\n', { mode: 0o600 });
  await using program = await run(['start', '--data', data]);
  await until('all is mirrored', async () => (await fetch(`${program.url}/feeds/-/ratings.csv`)).status === 200);
  const answers = async () => {
    const both = [await program.catalogue('tea.example'), await program.catalogue('cups.example')];
    return both.map(
      ({ status, text }) => `${status} ${/is not given out|not an address on the public/.exec(text)?.[0]}`,
    );
  };
  const off = '404 is not given out';
  assert.deepEqual(await answers(), [off, off]);
  const url = 'http://127.0.0.1:9/secret.xml';
  const set = (business: string, ...args: string[]) => account('set', '--business', business, ...args);
  for (const business of ['tea.example', 'cups.example']) await set(business, '--feed', url);
  assert.deepEqual(await answers(), [off, off], 'an address alone gives nothing out');
  assert.match((await set('cups.example', '--feed-stars', 'on')).out, /gives its feed out/);
  assert.deepEqual(await answers(), [off, '502 not an address on the public']);
  await set('cups.example', '--feed', 'http://127.0.0.1:9/other.xml');
  assert.deepEqual(await answers(), [off, off], 'another address may be a secret');
});

/** Commands in the terminal of a merchant, which has the settings of `plaudit start`, and pipes that end early. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAccount } from '../../review-service/people/accounts/manage.ts';
import { letProxyIn, proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';

const shop = 'shop.example';
const owner = 'owner@shop.example';
const sentence = 'The handle came off on the second day, and nobody answers the phone';
const product = { sku: 'MUG' };

let data: string;
before(async () => {
  data = mkdtempSync(join(tmpdir(), 'plaudit-terminal-'));
  const db = await openServiceDatabase({ directory: join(data, 'service') });
  await createAccount(db, { business: shop, email: owner, password: 'the password of the owner' });
  await letProxyIn(db, { clientToken: 'token-of-the-proxy', password: 'password-of-the-proxy' }, [shop]);
  await saveContent(db, shop, {
    products: [{ id: 1, sku: 'MUG', title: 'Mug' }],
    productReviews: [
      { id: 3, product, title: 'By nobody known', user: { username: 'ann', firstName: 'Ann', lastName: '' } },
      { id: 4, product, title: `${sentence.slice(0, 45)}…`, content: `${sentence}.` },
    ],
  });
  await db.destroy();
  const proxy = await openProxyDatabase({ directory: join(data, 'proxy') });
  await ensureBusiness(storeOf(proxy), shop);
  await proxy.destroy();
});
after(() => rmSync(data, { recursive: true, force: true }));

/** As `set -a; . ./data/plaudit.env; set +a` leaves it. */
const env = { PLAUDIT_EMAIL: proxyEmail, PLAUDIT_CLIENT_TOKEN: 'token-of-the-proxy', PLAUDIT_BUSINESS: shop };
const paste = (words: string, input = '') =>
  runProgram([...words.split(' '), '--data', data], { input, env: { ...env } });

test('the address of the proxy in the environment is nobody to erase, to shut out or to give a password', async () => {
  const erased = await paste('privacy remove --review 3 --product');
  assert.deepEqual([erased.status, erased.err], [0, '']);
  assert.match(erased.out, /: 1 review, /);
  for (const [words, message] of [
    ['account disable', /^plaudit: Flag --email is missing: give --email ADDRESS\n$/],
    ['account enable', /^plaudit: Flag --email is missing/],
    ['account password --password-stdin', /^plaudit: Flag --email is missing/],
    ['account create --password-stdin', /^plaudit: Flag --email is missing/],
    ['account recover', /^plaudit: Flag --email is missing/],
    ['account revoke', /^plaudit: Give either --client PREFIX\|LABEL or --email ADDRESS\n$/],
    ['privacy remove', /^plaudit: Give either --email ADDRESS or --review NUMBER\n$/],
  ] as const) {
    const { status, out, err } = await paste(words, 'a password of somebody else');
    assert.deepEqual([status, out], [2, ''], words);
    assert.match(err, message);
  }
  assert.match((await paste('account list')).out, new RegExp(`${proxyEmail} .* 0 sessions\n`));
  const { out: help } = await paste('account disable --help');
  assert.ok(!help.includes('PLAUDIT_EMAIL'), help);
  assert.match(help, /PLAUDIT_DATA\n/);
});

test('whoever shuts the proxy out by its address is told which program stops', async () => {
  const stops = /\nThat stops the proxy, whose own account this is: .*'plaudit start' is started again\n$/;
  const changed = await paste(`account password --password-stdin --email ${proxyEmail}`, 'a password of somebody else');
  assert.match(changed.out, stops);
  assert.match((await paste(`account disable --email ${proxyEmail}`)).out, stops);
  assert.equal((await paste(`account enable --email ${proxyEmail}`)).out, `${proxyEmail} is enabled\n`);
  assert.equal((await paste(`account disable --email ${owner}`)).out, `${owner} is disabled\n`);
});

test('an address that nobody has erases nobody, and the command says so', async () => {
  const { status, out, err } = await paste('privacy remove --email -', 'nobody@customers.example\n');
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, new RegExp(`^Nobody is known to ${shop} by this address: there was nothing to erase$`, 'm'));
});

test('a reader that closes the pipe is no error, whatever the command prints', async () => {
  for (const words of [
    'help',
    'words en',
    'account list',
    'proxy status',
    'proxy queue list',
    'doctor',
    'reviews list',
    'reviews show 4',
  ]) {
    const where = /^(help|words)/.test(words) ? [] : ['--data', data];
    const child = startProgram([...words.split(' '), ...where]);
    // Before the program has begun to run, let alone to print.
    child.stdout.destroy();
    child.stdin.end();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    assert.equal(err, '', words);
    assert.equal(status, 0, words);
  }
});

test('a title that was made of the text is not printed beside it', async () => {
  for (const words of ['reviews list', 'reviews show 4']) {
    const { out } = await paste(words);
    assert.equal(out.split('The handle came off').length, 2, out);
  }
});

test('help is for a family of commands, too, and a missing number is called as the help calls it', async () => {
  for (const [family, commands] of [
    ['reviews', 11],
    ['proxy queue', 3],
  ] as const) {
    const { status, out, err } = await runProgram([...family.split(' '), '--help']);
    assert.deepEqual([status, err], [0, '']);
    const lines = out.split('\n').filter((line) => line.startsWith(`  plaudit ${family} `));
    assert.ok(lines.length >= 3 && lines.length <= commands, out);
    assert.ok(!out.includes('plaudit account'), out);
  }
  const { status, err } = await paste('reviews show');
  assert.deepEqual([status, err], [2, 'plaudit: NUMBER is missing: give it or set PLAUDIT_NUMBER\n']);
});

test('the list of accounts has the postal address of the shop', async () => {
  assert.equal((await runProgram(['account', 'set', '--address', '1 High Street', '--data', data])).status, 0);
  assert.match((await paste('account list')).out, /shop\.example .*  is at 1 High Street\n/);
});

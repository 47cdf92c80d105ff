/** `plaudit doctor`: what is wrong with an installation, found on real data, mail servers and APIs. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkClock, checkNode } from '../../cli/doctor/host.ts';
import { checkInstallation, type Installation } from '../../cli/doctor/installation.ts';
import { saveLastBackup, setSchedule } from '../../review-service/care/backups/schedule.ts';
import { readFeedNow } from '../../review-service/catalogue/feed-reader.ts';
import { setFeed } from '../../review-service/catalogue/feeds.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { createLogger } from '../../server-kit/log.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { account, product } from '../server-proxy/fake-upstream.ts';
import { Stage } from '../server-proxy/harness.ts';
import { makeEarlierFile } from '../support/earlier-data.ts';
import { FakeSummariser, having } from '../support/fake-summariser.ts';
import { sendJson } from '../support/fake-server.ts';
import { FakeTranslator } from '../support/fake-translator.ts';
import { runProgram } from '../support/program.ts';
import { TestMailServer } from '../support/smtp.ts';
import { usePostgres } from '../support/use-postgres.ts';

const DAY_MS = 86_400_000;
let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-doctor-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const at = (data: string) => ({ data, 'database-url': undefined });

/** By what was checked: `level says`. */
async function examine(installation: Partial<Installation>): Promise<Record<string, string>> {
  const found = await checkInstallation({
    place: at(directory),
    smtpUrl: undefined,
    upstream: null,
    translator: null,
    summariser: null,
    ...installation,
  });
  return Object.fromEntries(found.map(({ level, what, says }) => [what, `${level} ${says}`]));
}

/** The data of a service, as it leaves it. */
async function serviceData(name: string): Promise<string> {
  const data = join(directory, name);
  await (await openServiceDatabase({ directory: data })).destroy();
  return data;
}

test('an installation that is right: everything is ok, as a command with status 0', async () => {
  const data = await serviceData('right');
  const db = await openServiceDatabase({ directory: data });
  const begunAt = Date.now() - 3_600_000;
  await setSchedule(db, { every: DAY_MS, keep: 3, directory: join(data, 'backups') });
  await saveLastBackup(db, { begunAt, file: 'a', failure: null, wholeAt: begunAt });
  await db.destroy();
  const mail = await new TestMailServer().start();
  try {
    const { status, out, err } = await runProgram(['doctor', '--data', data], { env: { PLAUDIT_SMTP_URL: mail.url } });
    assert.deepEqual([status, err], [0, '']);
    const lines = out.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.slice(0, line.indexOf(':'))),
      ['Node', 'rights', 'disk', 'leftovers', 'service data', 'waiting mail', 'backups', 'last backup', 'mail'].map(
        (what) => (['mail', 'last backup'].includes(what) ? `warn  ${what}` : `ok    ${what}`),
      ),
      out,
    );
    assert.match(out, /backups: the last one is 60 min old, in .*backups\n/);
    assert.match(
      out,
      /last backup: 60 min ago, and none was ever tried; run: plaudit backup --check \S+\/plaudit-\w+\.sqlite\n/,
    );
    assert.match(out, /mail: 127\.0\.0\.1:\d+ answers without TLS/);
    assert.equal(mail.offered, 0, 'no mail is sent');
  } finally {
    await mail.stop();
  }
});

test('the backup that the doctor advises is of the whole shop, and not of one program in its directory', async () => {
  await serviceData(join('whole shop', 'service'));
  const shop = join(directory, 'whole shop');
  const { backups } = await examine({ place: at(shop) });
  assert.equal(backups, `warn the service makes none; run: plaudit backup --every 24h --keep 10 --data '${shop}'`);
});

test('what is wrong with the machine and the directory is said with what mends it', async () => {
  const data = await serviceData('wrong');
  chmodSync(data, 0o755);
  const left = join(data, 'reviews.before-x.sqlite.partial');
  writeFileSync(left, '');
  chmodSync(left, 0o644);
  utimesSync(left, new Date(0), new Date(0));
  const found = await examine({ place: at(data) });
  assert.match(found['rights']!, /^warn others may look into \S+partial in .*wrong; run: chmod -R go= .*wrong$/);
  assert.equal(found['leftovers'], `warn something was interrupted here and left its work; run: rm -r ${left}`);
  assert.match(
    found['backups']!,
    /^warn the service makes none; run: plaudit backup --every 24h --keep 10 --data .*wrong$/,
  );
  assert.match(found['mail']!, /^warn nobody gets any: .* set PLAUDIT_SMTP_URL$/);
  const missing = await examine({ place: at(join(directory, 'nothing')) });
  assert.match(missing['data']!, /^warn .*nothing holds no data of a review service or a proxy yet$/);
});

const needsRoot = process.getuid?.() === 0 ? {} : { skip: 'only root can give files to another user' };

test('a file of somebody else is named, with what gives it back', needsRoot, async () => {
  const data = await serviceData('strangers');
  const file = join(data, 'reviews.before-x.sqlite');
  writeFileSync(file, '', { mode: 0o600 });
  chownSync(file, 65_534, 65_534);
  const { rights } = await examine({ place: at(data) });
  assert.match(rights!, /^warn reviews\.before-x\.sqlite in .* as root, run: chown -R --reference=(.*strangers) \1$/);
});

test('a Node that is too old, and a clock that is wrong', () => {
  assert.deepEqual(
    ['24.7.0', '25.0.0', '24.6.9', '22.20.0'].map((version) => checkNode(version).level),
    ['ok', 'ok', 'fail', 'fail'],
  );
  assert.deepEqual(
    [0, -4_000, 20_000, 90_000].map((ahead) => checkClock(1e12, 1e12 + ahead, 'the API').level),
    ['ok', 'ok', 'warn', 'fail'],
  );
  assert.match(checkClock(1e12, 1e12 - 7_200_000, 'the API').says, /^2 h behind the API: set it/);
});

test('backups that fail or stay away, and a mail server that is none', async () => {
  const data = await serviceData('backups');
  const db = await openServiceDatabase({ directory: data });
  await setSchedule(db, { every: DAY_MS, keep: 3, directory: '/backups' });
  assert.match((await examine({ place: at(data) }))['backups']!, /^warn none yet/);
  const last = { begunAt: Date.now() - 2 * DAY_MS, file: null, failure: null, wholeAt: Date.now() - 2 * DAY_MS };
  await saveLastBackup(db, last);
  assert.match(
    (await examine({ place: at(data) }))['backups']!,
    /^fail the last one is 2 days old, in \/backups, though/,
  );
  await saveLastBackup(db, { ...last, failure: 'the disk is full' });
  const found = await examine({ place: at(data), smtpUrl: 'smtp://me:hunter2@127.0.0.1:9' });
  assert.equal(found['backups'], 'fail the last one failed: the disk is full');
  assert.match(found['mail']!, /^fail 127\.0\.0\.1:9 does not answer as a mail server: .*ECONNREFUSED/);
  assert.ok(!found['mail']!.includes('hunter2'));
  await db.destroy();
});

test('a product feed that fails is named with its reason and its last good read', async () => {
  const data = await serviceData('feed');
  const db = await openServiceDatabase({ directory: data });
  await ensureBusiness(storeOf(db), 'tea-shop.example');
  const url = 'http://127.0.0.1/feed.xml';
  await setFeed(db, 'tea-shop.example', { url, everyMs: 3_600_000 });
  assert.match(
    (await examine({ place: at(data) }))['product feed']!,
    /^warn that of tea-shop\.example is not read yet/,
  );
  const read = await readFeedNow(
    { db, location: { directory: data }, logger: createLogger('test', 'silent'), now: Date.now },
    'tea-shop.example',
  );
  assert.equal(read!.failure, 'is not an address on the public internet');
  await db.destroy();
  assert.match(
    (await examine({ place: at(data) }))['product feed']!,
    /^fail The product feed of tea-shop\.example cannot be read since .* UTC: is not an .*; it has never been read; /,
  );
});

test('data of an earlier version is not upgraded, and that of a newer one is refused', async () => {
  const data = join(directory, 'earlier');
  await makeEarlierFile(data, 'service', false);
  for (let time = 0; time < 2; time++)
    assert.match(
      (await examine({ place: at(data) }))['service data']!,
      /^warn the next start upgrades it \(store 0004-/,
    );
  const newer = await serviceData('newer');
  const db = await openServiceDatabase({ directory: newer });
  const entry = { name: '9999-later', timestamp: '2030-01-01' };
  await db
    .insertInto('service_migration' as never)
    .values(entry as never)
    .execute();
  await db.destroy();
  assert.match(
    (await examine({ place: at(newer) }))['service data']!,
    /^fail The database was written by a newer version/,
  );
});

test('a proxy: its queue, the API, and its account, without logging it out', async () => {
  await using stage = await Stage.open({ content: { products: [product(1)] } });
  const proxy = await stage.proxy();
  await proxy.mirrored();
  const place = at(stage.path('data'));
  const upstream = { upstream: stage.upstream.url, business: 'shop.example', account };
  const { logins } = stage.upstream;
  const calls = stage.upstream.calls.length;
  const found = await examine({ place, upstream });
  assert.equal(found['upstream'], `ok ${stage.upstream.url} accepts the account`);
  assert.match(found['clock']!, /^ok as that of the API$/);
  assert.equal(found['queue'], 'ok empty');
  assert.equal(stage.upstream.logins, logins, 'the session of the running proxy is used');
  assert.ok(stage.upstream.calls.length - calls <= 2);

  const wrong = await examine({ place, upstream: { ...upstream, account: { ...account, password: 'wrong' } } });
  assert.match(
    wrong['upstream']!,
    /^fail .* refuses the proxy's account: 201 .*; check PLAUDIT_EMAIL and PLAUDIT_PASSWORD/,
  );
  await proxy.close();

  const db = await openProxyDatabase({ directory: stage.path('data') });
  const write = {
    business: 'shop.example',
    operation: 'flagReview',
    fields: '{}',
    bytes: 2,
    attempts: 0,
  } as const;
  for (const state of ['waiting', 'refused'] as const)
    await db
      .insertInto('proxy_outbox')
      .values({ id: state, ...write, created_at: 1, state } as never)
      .execute();
  await db.destroy();
  const gone = { ...upstream, upstream: 'http://127.0.0.1:9/v1' };
  assert.match((await examine({ place, upstream: gone }))['upstream']!, /^fail http:\/\/127\.0\.0\.1:9\/v1: /);
  const unset = await examine({ place });
  assert.match(unset['queue']!, /^warn 1 refused, 1 waiting: look at them with 'plaudit proxy queue list'$/);
  assert.match(unset['upstream']!, /^warn not checked: set what the proxy is started with/);
});

test('PostgreSQL: its clock, its data, and one that is not there', async () => {
  const postgres = await usePostgres();
  try {
    await (await openServiceDatabase({ databaseUrl: postgres.url })).destroy();
    const found = await examine({ place: { data: undefined, 'database-url': postgres.url } });
    assert.equal(found['clock'], 'ok as that of the database');
    assert.equal(found['service data'], 'ok up to date');
    assert.match(found['backups']!, /^ok those of PostgreSQL \(pg_dump\)/);
  } finally {
    await postgres.stop();
  }
  const none = await examine({ place: { data: undefined, 'database-url': 'postgres://me:hunter2@127.0.0.1:9/x' } });
  assert.match(none['data']!, /^fail The database cannot be opened: .*ECONNREFUSED/);
  assert.ok(!JSON.stringify(none).includes('hunter2'));
});

test('a translator: it translates, refuses the key, is something else, or is not there', async () => {
  await serviceData('translated');
  await using fake = await FakeTranslator.start();
  const place = at(join(directory, 'translated'));
  const check = async (url = fake.url) => (await examine({ place, translator: { url, key: 'a key' } }))['translator'];
  assert.equal(await check(), `ok ${fake.url} translates 4 languages`);
  assert.equal(fake.calls[0]!.api_key, 'a key');
  fake.fault = (_call, response) => {
    sendJson(response, 403, { error: 'Invalid API key' });
    return true;
  };
  assert.match((await check())!, /^fail .* refuses the key, or this address \(HTTP 403\)$/);
  fake.otherLanguages = [];
  assert.match((await check())!, /^fail .* what answers \/languages is not LibreTranslate$/);
  assert.match((await check('http://127.0.0.1:9'))!, /^fail .* The translator cannot be reached/);
});

test('a summariser: it summarises, writes something else, refuses the key, or is not there', async () => {
  await serviceData('summarised');
  await using fake = await FakeSummariser.start((reviews) => [
    { text: 'The lid fits and the handle stays cool.', reviews: having(reviews, 'handle') },
    { text: 'It is too heavy with water in it.', reviews: having(reviews, 'heavy') },
  ]);
  const place = at(join(directory, 'summarised'));
  const check = async (url = fake.url) =>
    (await examine({ place, summariser: { url, model: 'a-model', key: 'a key' } }))['summariser'];
  assert.equal(await check(), `ok ${fake.url}: a-model summarises reviews`);
  assert.deepEqual([fake.calls[0]!.authorization, fake.calls[0]!.body.model], ['Bearer a key', 'a-model']);
  fake.write = () => '{"sentences":[]}';
  assert.match((await check())!, /^warn .* a-model answers, but writes too few sentences that a shop can show$/);
  fake.write = () => 'They like the lid.';
  assert.match((await check())!, /^fail .* not with the JSON that it is asked for: try another model$/);
  fake.fault = (_call, response) => {
    sendJson(response, 401, { error: 'Invalid API key' });
    return true;
  };
  assert.match((await check())!, /^fail .* refuses the key, or this address \(HTTP 401\)$/);
  assert.match((await check('http://127.0.0.1:9/v1'))!, /^fail .* The summariser cannot be reached/);
});

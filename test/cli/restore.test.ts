/** Where a restore goes, what it refuses, and what is known of a backup afterwards; the whole way is in backups-guide.test.ts. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { saveContent } from '../support/content.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';
import { TestService } from '../support/review-service.ts';
import { usePostgres } from '../support/use-postgres.ts';

const shop = 'a.example';
let directory: string;
let backups: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-restore-'));
  backups = join(directory, 'backups');
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** The data of a service with a review, and of a proxy where one is wanted. */
async function shopData(service: string, proxy?: string): Promise<void> {
  await new TestService({ directory: service }).withDatabase((db) =>
    saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }], productReviews: [{ id: 1, product: { sku: 'MUG' } }] }),
  );
  if (proxy !== undefined) await (await openProxyDatabase({ directory: proxy })).destroy();
}

/** Makes a backup, and returns its file. */
async function backUp(data: string, name: string): Promise<string> {
  const file = join(backups, `${name}.sqlite`);
  const { status, err } = await runProgram(['backup', '--data', data, '--to', file]);
  assert.deepEqual([status, err], [0, '']);
  return file;
}

const restore = (from: string, to: string) => runProgram(['restore', '--from', from, '--data', to]);
const namesIn = (place: string): string[] => readdirSync(place, { recursive: true }).map(String).toSorted();

test('a backup is restored in the layout that its data had, and a service alone where plaudit start looks for it', async () => {
  const whole = join(directory, 'whole');
  await shopData(join(whole, 'service'), join(whole, 'proxy'));
  writeFileSync(join(whole, 'plaudit.env'), 'PLAUDIT_MERCHANT_KEY=a-merchant-key\n');
  const alone = join(directory, 'alone');
  await shopData(alone);
  const ofService = ['erased.jsonl', 'reviews.key', 'reviews.sqlite'];
  const apart = ofService.map((name) => join('service', name));
  const ofShop = ['plaudit.env', 'proxy', 'proxy/proxy.key', 'proxy/proxy.sqlite', 'service', ...apart];
  const fresh = join(directory, 'fresh');
  mkdirSync(fresh);
  assert.equal((await restore(await backUp(whole, 'whole'), fresh)).status, 0);
  assert.deepEqual(namesIn(fresh), ofShop);
  assert.equal((await restore(await backUp(join(whole, 'service'), 'of-part'), join(directory, 'of-part'))).status, 0);
  assert.deepEqual(namesIn(join(directory, 'of-part')), ofShop, 'whichever of its directories was named');
  assert.equal((await restore(await backUp(alone, 'alone'), join(directory, 'flat'))).status, 0);
  assert.deepEqual(namesIn(join(directory, 'flat')), ofService);
  const started = join(directory, 'started');
  mkdirSync(started);
  writeFileSync(join(started, 'plaudit.env'), '');
  assert.equal((await restore(join(backups, 'alone.sqlite'), started)).status, 0);
  assert.deepEqual(namesIn(started), ['plaudit.env', 'service', ...apart]);
});

test('a backup left out the proxy where its data had another layout than that of the service', async () => {
  for (const [service, proxy] of [
    ['', 'proxy'],
    ['service', ''],
  ] as const) {
    const mixed = join(directory, `mixed-${service}`);
    await shopData(join(mixed, service), join(mixed, proxy));
    const elsewhere = join(directory, `mixed-elsewhere-${service}`);
    assert.equal((await restore(await backUp(mixed, `mixed-${service}`), elsewhere)).status, 0);
    for (const file of [join(service, 'reviews.sqlite'), join(proxy, 'proxy.sqlite')])
      assert.ok(existsSync(join(elsewhere, file)), file);
    assert.equal((await runProgram(['proxy', 'status', '--data', elsewhere])).status, 0);
  }
});

test('a proxy alone was said to be no data: the refusal says how to copy it', async () => {
  const proxy = join(directory, 'proxy-alone', 'proxy');
  await (await openProxyDatabase({ directory: proxy })).destroy();
  for (const data of [proxy, join(proxy, '..')]) {
    const { status, err } = await runProgram(['backup', '--data', data, '--to', join(backups, 'no.sqlite')]);
    assert.equal(status, 1);
    assert.match(err, /; a proxy alone is not backed up: stop it, and copy all of .*\/proxy-alone\/proxy\n$/);
  }
});

test('a restore into the directory of a shop on PostgreSQL made a second shop there', async () => {
  const place = join(directory, 'on-postgres');
  mkdirSync(place);
  const started = { start: { flags: {}, environment: { PLAUDIT_DATABASE_URL: 'postgres://me:hunter2@db.example/x' } } };
  writeFileSync(join(place, 'started.json'), JSON.stringify(started));
  const { status, out, err } = await restore(join(backups, 'alone.sqlite'), place);
  assert.deepEqual([status, out, namesIn(place)], [1, '', ['started.json']]);
  assert.match(err, /The data of .* are in a database, by .*started\.json: choose another directory\n$/);
  assert.doesNotMatch(err, /hunter2/);
});

test('a restore into a directory that is filled, or that a program runs on, is refused and writes nothing', async () => {
  const file = join(backups, 'whole.sqlite');
  const places = {
    service: ['service', ''],
    proxy: ['proxy', ''],
  } as const;
  for (const [program, names] of Object.entries(places))
    for (const name of names) {
      const place = join(directory, `filled-${program}-${name}`);
      if (program === 'service') await shopData(join(place, name));
      else await (await openProxyDatabase({ directory: join(place, name) })).destroy();
      const before = namesIn(place);
      const { status, out, err } = await restore(file, place);
      assert.deepEqual([status, out], [1, ''], place);
      assert.match(err, /^plaudit: There is data in .* already \(.*\.sqlite\), and it is not overwritten: .*\n$/);
      assert.deepEqual(namesIn(place), before);
    }
  const place = join(directory, 'settled');
  mkdirSync(place);
  writeFileSync(join(place, 'plaudit.env'), 'PLAUDIT_MERCHANT_KEY=another-key\n');
  const settled = await restore(file, place);
  assert.deepEqual([settled.status, namesIn(place)], [1, ['plaudit.env']]);
  assert.match(settled.err, /plaudit\.env is there already, and is not overwritten/);

  const service = await new TestService({ directory: join(directory, 'running', 'service') }).start();
  try {
    const { status, err } = await restore(file, join(directory, 'running'));
    assert.equal(status, 1);
    assert.match(err, /^plaudit: A program runs on .*running\/service\/reviews\.sqlite: nothing was restored; stop it/);
    assert.ok(!existsSync(join(directory, 'running', 'proxy')));
  } finally {
    await service.stop();
  }
});

test('a backup that is cut off, has another key or none, fails the check with one line and status 1', async () => {
  const temporary = join(directory, 'temporary');
  mkdirSync(temporary);
  const cut = join(backups, 'cut.sqlite');
  cpSync(join(backups, 'whole.sqlite'), cut);
  cpSync(join(backups, 'whole.sqlite.key'), `${cut}.key`);
  truncateSync(cut, 40_960);
  for (const name of ['other', 'keyless']) cpSync(join(backups, 'whole.sqlite'), join(backups, `${name}.sqlite`));
  cpSync(join(backups, 'alone.sqlite.key'), join(backups, 'other.sqlite.key'));
  for (const [name, why] of [
    ['cut', /malformed|damaged/],
    ['other', /is not the key of/],
    ['keyless', /its key .* is missing/],
    ['missing', /There is no file/],
  ] as const) {
    const file = join(backups, `${name}.sqlite`);
    const { status, out, err } = await runProgram(['backup', '--check', file], { env: { TMPDIR: temporary } });
    assert.deepEqual([status, out], [1, ''], name);
    assert.match(err, /^plaudit: \S+ is not sound: .*\n$/);
    assert.match(err, why);
  }
  assert.deepEqual(readdirSync(temporary), [], 'nothing of a backup stays behind');
  const without = await restore(join(backups, 'keyless.sqlite'), join(directory, 'keyless'));
  assert.equal(without.status, 0);
  assert.match(without.out, /Without the key .*: mail that waited is gone, .* settings and waiting writes/);
});

test('on PostgreSQL the file has what is beside the database, and a restored shop starts with it', async () => {
  const postgres = await usePostgres();
  try {
    const place = join(directory, 'beside');
    const port = String(await freePort(2));
    const owner = ['--business', shop, '--email', 'o@a.example'];
    const secret = 'seals-the-keys-of-the-database';
    const started = await RunningProgram.start(
      ['start', '--port', port, '--data', place, '--database-url', postgres.url, ...owner],
      { PLAUDIT_SECRET: secret, PLAUDIT_OWNER_PASSWORD: 'correct horse battery' },
    );
    assert.equal(await started.stop(), 0);
    const file = join(backups, 'beside.sqlite');
    const env = { PLAUDIT_DATABASE_URL: postgres.url };
    const made = await runProgram(['backup', '--data', place, '--to', file], { env });
    assert.deepEqual([made.status, made.err], [0, '']);
    assert.match(made.out, /holds what is beside the database of .*\n.* run pg_dump /);
    const checked = await runProgram(['backup', '--check', file], { env });
    assert.deepEqual([checked.status, checked.err], [0, '']);
    assert.match(checked.out, /^settings: \d+ values; the data is in PostgreSQL/);
    const { out: looked } = await runProgram(['doctor', '--data', place], { env });
    assert.match(looked, /^ok    last backup: .* one was last tried \d+ s ago$/m, 'the database knows of the trial');
    const elsewhere = join(directory, 'beside elsewhere');
    const { status, out, err } = await runProgram(['restore', '--from', file, '--data', elsewhere], { env });
    assert.deepEqual([status, err, namesIn(elsewhere)], [0, '', ['erased.jsonl', 'plaudit.env', 'started.json']]);
    assert.match(
      out,
      /put that back with pg_restore.*\nStart it with its settings: set -a; .*; set \+a; plaudit start /,
    );
    assert.match(
      out,
      /^Who was erased since then, by .*backups\/erased\.jsonl, is erased again .* at the next start$/m,
    );
    const away = join(directory, 'beside away');
    mkdirSync(away);
    for (const end of ['', '.key']) cpSync(`${file}${end}`, join(away, `beside.sqlite${end}`));
    const unlisted = await restore(join(away, 'beside.sqlite'), join(directory, 'beside unknown'));
    assert.match(unlisted.out, /^Nobody can tell who was erased since \d{4}-.*Z: no dated list of them was found/m);
    // The database knows nothing of the file that its settings came from, which may be restored again.
    const erased = await runProgram(
      ['privacy', 'remove', '--email', '-', '--data', join(directory, 'beside unknown')],
      {
        env: { ...env, PLAUDIT_SECRET: secret },
        input: 'jane@customers.example',
      },
    );
    assert.deepEqual([erased.status, erased.err], [0, '']);
    assert.ok(existsSync(join(away, 'erased.jsonl')), 'the erasure is noted beside the backup');
    const settings = parseEnv(readFileSync(join(elsewhere, 'plaudit.env'), 'utf8')) as Record<string, string>;
    assert.deepEqual([settings['PLAUDIT_SECRET'], settings['PLAUDIT_DATABASE_URL']], [secret, postgres.url]);
    const again = await RunningProgram.start(['start', '--port', port, '--data', elsewhere], settings);
    const ready = (await (await fetch(`http://127.0.0.1:${Number(port) + 1}/readyz`)).json()) as { backup: object };
    assert.ok(
      Object.values(ready.backup).every((moment) => Date.parse(moment) > 0),
      JSON.stringify(ready),
    );
    assert.equal(await again.stop(), 0);
  } finally {
    await postgres.stop();
  }
});

test('without a list of who was erased, a restore says that nobody can tell', async () => {
  const away = join(directory, 'away');
  mkdirSync(away);
  for (const end of ['', '.key']) cpSync(join(backups, `whole.sqlite${end}`), join(away, `whole.sqlite${end}`));
  const { out } = await restore(join(away, 'whole.sqlite'), join(directory, 'unknown'));
  const untold =
    /^Nobody can tell who was erased since \d{4}-.*Z: no dated list of them was found; repeat those erasures$/m;
  assert.match(out, untold);
});

test('the doctor and /readyz say when the last backup was made, and whether one was ever tried', async () => {
  const data = join(directory, 'told');
  await shopData(data);
  const service = await new TestService({ directory: data }).start();
  const told = async () => ((await (await fetch(`${service.url}/readyz`)).json()) as { backup: unknown }).backup;
  const doctor = async () => (await runProgram(['doctor', '--data', data])).out.match(/^(.*last backup: .*)$/m)?.[1];
  try {
    assert.deepEqual(await told(), { last: null, tried: null });
    assert.match((await doctor())!, /^warn  last backup: none is known here/);
    const file = await backUp(data, 'told');
    const { last, tried } = (await told()) as { last: string; tried: string | null };
    assert.ok(Math.abs(Date.now() - Date.parse(last)) < 600_000 && tried === null);
    assert.match(
      (await doctor())!,
      new RegExp(`^warn  last backup: .* none was ever tried; run: plaudit backup --check ${file}$`),
    );
    const { status, err } = await runProgram(['backup', '--check', file]);
    assert.deepEqual([status, err], [0, '']);
    assert.ok(((await told()) as { tried: string }).tried >= last);
    assert.match((await doctor())!, /^ok    last backup: .* one was last tried \d+ s ago$/);
  } finally {
    await service.stop();
  }
});

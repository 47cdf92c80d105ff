/** Whatever the umask, and whatever an earlier version did: files of personal data are for their owner alone. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { backUp } from '../../review-service/care/backups/back-up.ts';
import { restore } from '../../review-service/care/backups/restore.ts';
import { shopOf } from '../../review-service/care/backups/shop-files.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { queueMail } from '../../review-service/letters/mail/queue.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { saveContent } from '../support/content.ts';
import { firstMissing, makeEarlierFile } from '../support/earlier-data.ts';
import { png } from '../support/pictures.ts';
import { TestService } from '../support/review-service.ts';
import { openToOthers } from '../support/modes.ts';
import { until } from '../support/smtp.ts';
import { product } from '../server-proxy/fake-upstream.ts';
import { Stage } from '../server-proxy/harness.ts';

const shop = 'a.example';
let directory: string;
let usual: number;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-modes-'));
  usual = process.umask(0);
});
after(() => {
  process.umask(usual);
  rmSync(directory, { recursive: true, force: true });
});

const namesIn = (place: string): string[] => readdirSync(place, { recursive: true }).map(String).toSorted();

test('a service, its mail, uploads, calls, backups and what is restored from them', async () => {
  const data = join(directory, 'service', 'data');
  const service = await new TestService({ directory: data }).start();
  try {
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    const form = new FormData();
    const fields = { sku: 'MUG', title: 'With a photo', content: 'c', rating: '5' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('image1', new Blob([await png()]), 'a.png');
    await service.ok('addProductReview', shop, { form });
    await service.withDatabase((db) =>
      inTransaction(db, async (transaction) => {
        const business = (await findBusiness(storeOf(transaction), shop))!;
        const to = { name: 'Jane', address: 'jane@x.example' };
        const now = service.clock.now;
        await queueMail(transaction, { business, to, subject: 'Well?', blocks: ['Hello'], language: 'en', now });
      }),
    );
    await service.restart();
    await until('the mail is written', async () => namesIn(data).some((name) => name.endsWith('.eml')));

    const file = join(directory, 'service', 'backups', 'monday.sqlite');
    await backUp(shopOf(data), file);
    await restore(file, join(directory, 'service', 'restored'));
    const names = namesIn(data);
    for (const name of ['reviews.sqlite', 'reviews.sqlite-wal', 'reviews.sqlite-shm', 'calls.sqlite', 'mail']) {
      assert.ok(names.includes(name), name);
    }
    assert.deepEqual(openToOthers(join(directory, 'service')), []);
  } finally {
    await service.stop();
  }
});

test('a proxy, with what it has been given to deliver', async () => {
  await using stage = await Stage.open({ content: { products: [product(1)] } });
  const proxy = await stage.proxy();
  await proxy.mirrored();
  const { body } = await proxy.post('/product/reviews/add', { sku: 'SKU-1', title: 'T', content: 'C', rating: '5' });
  assert.equal(body.success, true);
  const names = namesIn(stage.path('data'));
  for (const name of ['proxy.sqlite', 'proxy.sqlite-wal', 'proxy.sqlite-shm']) assert.ok(names.includes(name), name);
  assert.deepEqual(openToOthers(stage.path('data')), []);
});

test('what an earlier version left open to others is closed, and so is the copy of it', async () => {
  const data = join(directory, 'earlier');
  await makeEarlierFile(data, 'service');
  // As a kill leaves them behind.
  const other = new DatabaseSync(join(data, 'reviews.sqlite'));
  other.exec(`update business set name = 'Wide'`);
  assert.deepEqual(openToOthers(data).length, 4, 'that is how it was: the directory, and three files');
  const db = await openServiceDatabase({ directory: data });
  try {
    assert.ok(namesIn(data).includes(`reviews.before-${firstMissing}.sqlite`));
    assert.ok(namesIn(data).includes('reviews.sqlite-wal'));
    assert.deepEqual(openToOthers(data), []);
  } finally {
    await db.destroy();
    other.close();
  }
});

test('a directory that holds files of others stays open to them, and what is put into it does not', async () => {
  for (const [name, mode, content] of [
    ['shared', 0o755, 'theirs.txt'],
    ['sticky', 0o1777, null],
  ] as const) {
    const place = join(directory, name);
    mkdirSync(place);
    chmodSync(place, mode);
    if (content !== null) writeFileSync(join(place, content), '');
    const db = await openServiceDatabase({ directory: place });
    assert.equal(statSync(place).mode & 0o7777, mode);
    const open = openToOthers(place).map((line) => line.split(' ')[1]);
    assert.deepEqual(open, content === null ? [place] : [place, join(place, content)]);
    await db.destroy();
  }
});

/**
 * Who is erased while another program reads the data: SQLite's log cannot be emptied just then, which must not be taken
 * for done.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'a.example';
const email = 'jane.trace@customers.example';
let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-read-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** Another process with a read transaction, until it is ended. */
async function startReader(file: string): Promise<ChildProcess> {
  const script = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1], { readOnly: true }).exec('begin; select count(*) from author');
    console.log('reads');
    process.stdin.resume().on('end', () => process.exit());`;
  const reader = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(reader.stdout, 'data');
  return reader;
}

async function endReader(reader: ChildProcess): Promise<void> {
  const gone = once(reader, 'exit');
  reader.stdin!.end();
  await gone;
}

/** The files of the data that hold the person still. */
const filesWith = (place: string, trace: string): string[] =>
  readdirSync(place).filter(
    (name) => name.includes('.sqlite') && readFileSync(join(place, name)).toString('latin1').includes(trace),
  );

const content = {
  products: [{ id: 1, sku: 'MUG' }],
  productReviews: [{ id: 1, product: { sku: 'MUG' }, user: { username: 'jane', firstName: 'Jane', email } }],
};

test('what is erased while somebody reads is in the log until they finish, and gone from all files soon after', async () => {
  const place = join(directory, 'running');
  const service = new TestService({ directory: place });
  await service.start();
  let reader: ChildProcess | undefined;
  try {
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, content));
    reader = await startReader(join(place, 'reviews.sqlite'));
    await service.ok('erasePersonalData', shop, { form: { email } });
    assert.notDeepEqual(filesWith(place, email), [], 'the reader sees what it began with');
    await endReader(reader);
    await until('nothing of them is left', async () => filesWith(place, email).length === 0);
    assert.equal(existsSync(join(place, 'reviews.sqlite-shred')), false);
  } finally {
    reader?.kill();
    await service.stop();
  }
});

test('a command that erases says that something is left, and a program that starts later makes up for it', async () => {
  const place = join(directory, 'by-command');
  const service = new TestService({ directory: join(place, 'service') });
  await service.withDatabase((db) => saveContent(db, shop, content));
  const proxyPlace = join(place, 'proxy');
  const proxy = await openProxyDatabase({ directory: proxyPlace });
  await saveContent(storeOf(proxy), shop, content);
  await proxy.destroy();
  const readers = await Promise.all([
    startReader(join(place, 'service', 'reviews.sqlite')),
    startReader(join(proxyPlace, 'proxy.sqlite')),
  ]);
  try {
    const remove = ['privacy', 'remove', '--data', place, '--business', shop, '--email', '-'];
    const { status, out, err } = await runProgram(remove, { input: email });
    assert.deepEqual([status, err], [0, '']);
    assert.equal(out.match(/^Not gone from the disk yet: another program reads the data/gm)?.length, 2, out);
    for (const reader of readers) await endReader(reader);
    // Whoever opens the files last and closes them would empty their logs, so somebody goes on having them open.
    await service.start();
    await until('nothing is left of them', async () => filesWith(join(place, 'service'), email).length === 0);
    assert.equal((await runProgram([...remove.slice(0, -1), '-'], { input: email })).status, 0);
    assert.deepEqual(filesWith(proxyPlace, email), []);
    assert.equal(existsSync(join(proxyPlace, 'proxy.sqlite-shred')), false);
  } finally {
    for (const reader of readers) reader.kill();
    await service.stop();
  }
});

/** What shoppers report: listed and closed by command, and told to the merchant by mail. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { letProxyIn } from '../../review-service/people/accounts/proxy-account.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { partOf } from '../support/smtp.ts';

const shop = 'shop.example';
const MINUTE = 60_000;

onEveryDatabase((place, long) => {
  let service: TestService;
  let flags: string[];
  let mail: string;
  before(async () => {
    mail = mkdtempSync(join(tmpdir(), 'plaudit-reports-'));
    service = await new TestService(await place(), { mailDirectory: mail }).start();
    await service.account('quiet.example');
    service.token = await service.account(shop);
    // Started together with the service, it has an account too, and is told nothing.
    const proxy = { clientToken: 'client-token-of-the-proxy', password: 'password-of-the-proxy' };
    await service.withDatabase((db) => letProxyIn(db, proxy, [shop]));
    await service.withDatabase((db) => saveContent(db, shop, { reviews: [1, 2, 3].map((reviewNo) => ({ reviewNo })) }));
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await service.stop();
    rmSync(mail, { recursive: true, force: true });
  });

  const report = (review_no: number, reason: string, message: string) =>
    service.ok('flagReview', shop, { form: { review_no, reason, message } });
  const run = (command: string, ...args: string[]) => runProgram(['reports', command, ...args, ...flags]);
  const open = async (...args: string[]) => {
    const { status, out, err } = await run('list', ...args);
    assert.deepEqual([status, err], [0, '']);
    return out
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  };
  /** How many reports each mail tells of. */
  const told = () =>
    mails()
      .map((one) => /^Subject: .*?: (\d+) new/m.exec(one)?.[1] ?? '')
      .sort();
  const mails = () =>
    readdirSync(mail)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(mail, name), 'utf8'));

  test('reports are listed for a terminal, the oldest first, and the merchant is told of all that came in ten minutes by one mail', async () => {
    assert.deepEqual(await open(), []);
    await report(1, 'personal_attack', 'Names\tmy neighbour\u001b[2J\nand worse');
    await report(2, 'other', 'Second');
    service.clock.advance(5 * MINUTE);
    await report(1, 'language', 'Third');
    const listed = await open('--business', shop);
    assert.deepEqual(
      listed.map((columns) => columns.slice(2)),
      [
        ['1 --shop', 'personal_attack', 'Names my neighbour [2J and worse', shop],
        ['2 --shop', 'other', 'Second', shop],
        ['1 --shop', 'language', 'Third', shop],
      ],
    );
    for (const [id, date] of listed) {
      assert.match(id!, /^[0-9a-f-]{36}$/);
      assert.match(date!, /^2026-11-20 \d\d:\d\d$/);
    }
    assert.deepEqual(await open('--business', 'quiet.example'), []);
    assert.deepEqual(told(), []);

    service.clock.advance(5 * MINUTE);
    await service.clock.passUntil('the merchant is told', () => mails().length > 0);
    assert.deepEqual(told(), ['3']);
    const [first] = mails();
    assert.match(first!, /^To: owner@shop\.example\r$/m);
    assert.match(first!, /^Subject: shop\. example: 3 new reports\r$/m);
    const text = partOf({ raw: first! }, 'text/plain');
    for (const line of [
      /Reported: a personal attack · 20 November 2026\s+> Names my neighbour \[2J\s+> and worse/,
      /Reported: another reason · 20 November 2026\s+> Second/,
      /Reported: offensive language · 20 November 2026\s+> Third/,
    ])
      assert.match(text, line);
    for (const [id] of listed) assert.ok(text.includes(`plaudit reports close ${id} --outcome TEXT`), text);
  });

  test('a report is told once, and what comes later has a mail of its own', async () => {
    await report(3, 'second_hand', 'Heard of it');
    service.clock.advance(10 * MINUTE);
    await service.clock.passUntil('the merchant is told again', () => mails().length > 1);
    assert.deepEqual(told(), ['1', '3']);
  });

  test('a report is closed once, with what came of it, and listed no more', long, async () => {
    const before = await open();
    const [[id = ''] = []] = before;
    const closed = await run('close', id, '--outcome', 'Looked at, and left');
    assert.deepEqual([closed.status, closed.out], [0, `Report ${id} is closed\n`], closed.err);
    assert.deepEqual(await open(), before.slice(1));
    const again = await run('close', '--id', id, '--outcome', 'Removed');
    assert.equal(again.status, 1);
    assert.match(again.err, /was closed on .*: Looked at, and left\n$/);
    assert.match(
      (await run('close', id.replace(/^.{8}/, '00000000'), '--outcome', 'x')).err,
      /^plaudit: There is no report 0/,
    );
    assert.match((await run('list', '--business', 'nowhere.example')).err, /No business has the site domain/);
  });

  test('a report that is closed before anybody was told is not told', long, async () => {
    await report(2, 'language', 'Closed at once');
    const id = (await open()).at(-1)![0]!;
    assert.equal((await run('close', id, '--outcome', 'Seen')).status, 0);
    service.clock.advance(MINUTE);
    await report(2, 'other', 'The only one');
    service.clock.advance(10 * MINUTE);
    await service.clock.passUntil('the merchant is told of the other', () => mails().length > 2);
    assert.deepEqual(told(), ['1', '1', '3']);
  });
});

test('what is closed is named by its id, and by one alone', async () => {
  for (const args of [['--outcome', 'x'], ['7', '--outcome', 'x'], ['0', 'too', '--outcome', 'x'], ['0']]) {
    const { status, err } = await runProgram(['reports', 'close', ...args, '--data', tmpdir()]);
    assert.deepEqual([status, err.trim().split('\n').length], [2, 1], err);
  }
});

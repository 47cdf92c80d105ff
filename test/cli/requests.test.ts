/** The merchant's commands for requests: a file of orders is sent, and each request says what became of it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, type ReceivedMail } from '../support/smtp.ts';

const shop = 'a.example';
const header = 'email,order_id,order_date,first_name,last_name,product_skus,language\n';
const DAY = 86_400_000;

interface Listed {
  readonly email: string;
  readonly order_id: string;
  readonly state: string;
  readonly opened: string | null;
}

onSqliteFirst((place) => {
  let mails: TestMailServer;
  let service: TestService;
  let flags: string[];
  before(async () => {
    mails = await new TestMailServer().start();
    service = new TestService(await place(), {
      smtpUrl: mails.url,
      publicUrl: 'https://reviews.a.example/ours',
    });
    // Commands have the clock of the machine.
    service.clock.now = Date.now();
    await service.start();
    service.token = await service.account(shop);
    for (const sku of ['MUG-1', 'POT-1']) await service.ok('addProduct', shop, { form: { sku, title: sku } });
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  beforeEach(() => {
    mails.behaviour = 'accept';
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const requests = (args: string[], input?: string) =>
    runProgram(['requests', ...args, '--business', shop, ...flags], input === undefined ? {} : { input });
  const send = async (rows: readonly string[], ...more: string[]) => {
    const { status, out, err } = await requests(
      ['send', '-', ...more],
      header + rows.map((row) => `${row}\n`).join(''),
    );
    return { status, out: out.trimEnd().split('\n'), err };
  };
  const list = async (...args: string[]): Promise<Listed[]> => {
    const { status, out, err } = await requests(['list', '--json', ...args]);
    assert.deepEqual([status, err], [0, '']);
    return JSON.parse(out) as Listed[];
  };
  const stateOf = async (email: string) => (await list()).find((one) => one.email === email)?.state;
  const outbox = (what: string, holds: (jobs: Awaited<ReturnType<TestService['mails']>>) => boolean) =>
    service.clock.passUntil(what, async () => holds(await service.mails()));
  /** Once no mail waits. */
  const becomes = async (email: string, state: string) => {
    await outbox('the outbox is empty', (jobs) => jobs.length === 0);
    assert.equal(await stateOf(email), state);
  };
  const wasTried = () => outbox('the mail server was asked', (jobs) => jobs.every(({ attempts }) => attempts > 0));
  const mailsTo = (address: string): ReceivedMail[] => mails.received.filter(({ to }) => to.includes(address));
  const linkIn = (mail: ReceivedMail, page: string) =>
    new RegExp(`https://reviews\\.a\\.example/ours(/${page}/a\\.example/[\\w-]{43})`).exec(
      partOf(mail, 'text/plain'),
    )![1]!;

  test('a file is checked first, and asks nobody; sent, it asks each customer once, however often', async () => {
    const rows = [
      'jane@x.example,1,2026-11-03,Jane,Doe,"MUG-1,POT-1",de',
      'li@x.example,2,2026-11-03,Li,,MUG-1,',
      'li@x.example,3,2026-11-33,Li,,MUG-1,',
      'mo@x.example,4,2026-11-03,Mo,,NONE,',
      'jane@x.example,1,2026-11-03,Jane,Doe,MUG-1,de',
      'nobody,5,2026-11-03,,,MUG-1,',
    ];
    const err =
      'line 4: order_date must be a date such as 2026-11-03\n' +
      'line 5: product_skus names a product that does not exist: NONE\n' +
      'line 7: email must be an e-mail address\n';
    const dry = await send(rows, '--dry-run');
    assert.deepEqual([dry.status, dry.err.replace(/such as \S+/, 'such as 2026-11-03')], [1, err]);
    assert.deepEqual(dry.out, [
      'line 2: asked | jane@x.example | 1 | MUG-1,POT-1',
      'line 3: asked | li@x.example | 2 | MUG-1',
      'line 6: already asked | jane@x.example | 1 | MUG-1',
      'This was a dry run: nobody has been asked',
      '6 orders: 2 asked, 1 already asked, 0 unsubscribed, 3 refused',
    ]);
    assert.deepEqual(await list(), []);

    assert.deepEqual((await send(rows)).out, ['6 orders: 2 asked, 1 already asked, 0 unsubscribed, 3 refused']);
    await becomes('jane@x.example', 'sent');
    const [mail] = mailsTo('jane@x.example');
    assert.equal(headerOf(mail!, 'To'), 'Jane Doe <jane@x.example>');
    assert.match(partOf(mail!, 'text/html'), /<html lang="de"/);
    assert.doesNotMatch(mail!.raw, /\.invalid/);
    assert.equal((await fetch(service.url + linkIn(mail!, 'request'))).status, 200, 'its link leads to the page');

    assert.deepEqual((await send(rows)).out, ['6 orders: 0 asked, 3 already asked, 0 unsubscribed, 3 refused']);
    await becomes('li@x.example', 'sent');
    assert.equal(mailsTo('jane@x.example').length, 1);
  });

  test('a cell with a line for each sku names them all, as it does in a call', async () => {
    assert.deepEqual((await send(['lines@x.example,1,2026-11-03,,,"MUG-1\r\nPOT-1\n",'])).out, [
      '1 orders: 1 asked, 0 already asked, 0 unsubscribed, 0 refused',
    ]);
    const form = { email: 'lines@x.example', order_id: '2', order_date: '2026-11-03', product_skus: 'MUG-1\nPOT-1' };
    await service.ok('addProductReviewRequest', shop, { form });
    const asked = (await list()).filter(({ email }) => email === 'lines@x.example');
    assert.deepEqual(
      asked.map((request) => (request as unknown as { product_skus: string[] }).product_skus),
      [
        ['MUG-1', 'POT-1'],
        ['MUG-1', 'POT-1'],
      ],
    );
  });

  test('a file that is broken further down asks nobody', async () => {
    const { status, err } = await send([
      'whole@x.example,1,2026-11-03,,,MUG-1,',
      '"broken@x.example,2,2026-11-03,,,MUG-1,',
    ]);
    assert.equal(status, 1);
    assert.match(
      err,
      /^plaudit: Standard input: line 3: a quotation mark is opened and never closed; .*\. Nobody was asked$/m,
    );
    assert.equal(await stateOf('whole@x.example'), undefined);
  });

  test('an address is asked about ten orders a day, in a trial as when they are sent', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `much@x.example,${index},2026-11-03,,,MUG-1,`);
    for (const more of [['--dry-run'], []]) {
      const { out, err } = await send(rows, ...more);
      assert.equal(out.at(-1), '12 orders: 10 asked, 0 already asked, 0 unsubscribed, 2 refused');
      assert.match(err, /^line 12: This e-mail address was asked for 10 reviews within 24 hours\nline 13: /);
    }
  });

  test('a request says whether it waits, was opened and written, was refused, given up, or is wanted no more', async () => {
    mails.behaviour = 'busy';
    await send(['opens@x.example,1,2026-11-03,Olga,,MUG-1,', 'waits@x.example,1,2026-11-03,,,MUG-1,']);
    await wasTried();
    assert.equal(await stateOf('opens@x.example'), 'waiting');
    mails.behaviour = 'accept';
    await becomes('opens@x.example', 'sent');
    const link = service.url + linkIn(mailsTo('opens@x.example')[0]!, 'request');
    await fetch(link, { method: 'HEAD' });
    assert.equal(await stateOf('opens@x.example'), 'sent');
    await fetch(link);
    assert.equal(await stateOf('opens@x.example'), 'opened');
    const form = new FormData();
    for (const [name, value] of Object.entries({
      'product-0-rating': '5',
      'product-0-title': 'Holds',
      'product-0-content': 'Tea stays in it.',
      name: 'Olga O',
    }))
      form.set(name, value);
    await fetch(link, { method: 'POST', body: form, headers: { origin: new URL(link).origin } });
    assert.equal(await stateOf('opens@x.example'), 'written');
    assert.deepEqual(
      (await list('--state', 'written')).map(({ email }) => email),
      ['opens@x.example'],
    );

    mails.behaviour = 'refuse recipient';
    await send(['refused@x.example,1,2026-11-03,,,MUG-1,']);
    await becomes('refused@x.example', 'refused');

    mails.behaviour = 'busy';
    await send(['never@x.example,1,2026-11-03,,,MUG-1,']);
    await wasTried();
    service.clock.advance(5 * DAY);
    await becomes('never@x.example', 'given up');

    mails.behaviour = 'accept';
    const stop = service.url + linkIn(mailsTo('jane@x.example')[0]!, 'stop');
    assert.equal((await fetch(stop, { method: 'POST' })).status, 200);
    assert.deepEqual((await send(['jane@x.example,9,2026-11-03,,,MUG-1,'])).out, [
      '1 orders: 0 asked, 0 already asked, 1 unsubscribed, 0 refused',
    ]);
    assert.equal(await stateOf('jane@x.example'), 'unsubscribed');
  });

  test('a list is a line for each request, the newest first', async () => {
    const { out } = await requests(['list', '--state', 'unsubscribed']);
    assert.match(out, /^\d{4}-\d\d-\d\d\tunsubscribed\t9\tjane@x\.example\tMUG-1\n$/);
    const { status, err } = await requests(['list', '--state', 'lost']);
    assert.deepEqual([status, /one of waiting, sent/.test(err)], [2, true]);
  });
});

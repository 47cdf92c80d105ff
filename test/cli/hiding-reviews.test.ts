/** A review is taken from view by command, for a reason that its author is told, and comes back whole. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../server-proxy/harness.ts';
import { saveContent } from '../support/content.ts';
import { phonePhoto } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const jane = { username: 'jane', firstName: 'Jane', lastName: 'D', email: 'jane@customers.example' };
const overall = (rating: number) => [{ type: 'overall', rating }];

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  let mail: string;
  before(async () => {
    mail = mkdtempSync(join(tmpdir(), 'plaudit-hiding-'));
    service = await new TestService(await place(), { mailDirectory: mail }).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: [{ id: 1, product: { sku: 'MUG' }, rating: 2, title: 'Anonymous', user: null }],
        reviews: [
          { reviewNo: 1, rating: overall(1), title: 'Never again', content: 'Zanzibar', author: jane, source: 'API' },
          { reviewNo: 2, rating: overall(5), title: 'Fine', author: null },
          { reviewNo: 3, rating: overall(3), title: 'Waits', published: 'pending', author: null },
          {
            reviewNo: 4,
            rating: overall(2),
            title: 'Now this',
            author: null,
            updated_for: { reviewNo: 90, title: 'Once that', content: 'x', created: '2025-01-01 00:00:00', rating: [] },
          },
        ],
      }),
    );
    // Jane was asked in German.
    await service.ok('addReviewRequest', shop, {
      form: { email: jane.email, order_id: 'O-1', order_date: '2026-01-01', language: 'de', return_link: 1 },
    });
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await service.stop();
    rmSync(mail, { recursive: true, force: true });
  });

  const run = (command: string, ...args: (string | number)[]) =>
    runProgram(['reviews', command, ...args.map(String), '--business', shop, ...flags]);
  const done = async (command: string, ...args: (string | number)[]) => {
    const { status, out, err } = await run(command, ...args);
    assert.deepEqual([status, err], [0, ''], err);
    return out;
  };
  const refused = async (wanted: number, message: RegExp, command: string, ...args: (string | number)[]) => {
    const { status, out, err } = await run(command, ...args);
    assert.deepEqual([status, out, err.trim().split('\n').length], [wanted, '', 1], err);
    assert.match(err, message);
  };
  const listed = async (query: Record<string, string | number> = {}) =>
    (await service.ok('listReviews', shop, { query }))
      .map(({ reviewNo }) => reviewNo)
      .toSorted((one, other) => one - other);
  const productReviews = async (query: Record<string, string | number> = {}) =>
    (await service.ok('listProductReviews', shop, { query: { sku: 'MUG', ...query } })).product_reviews;
  const average = async () => {
    const { averageRating } = await service.ok('getBusiness', shop);
    return (averageRating as { type: string; rating: number }[]).find(({ type }) => type === 'overall')?.rating;
  };
  const mails = () =>
    readdirSync(mail)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(mail, name), 'utf8'));

  test('while the service runs, a hidden review is in no listing, search or average, and its author is told why', async () => {
    assert.deepEqual([await listed(), await average()], [[1, 2, 4], 8 / 3]);
    assert.equal(
      await done('hide', 1, '--shop', '--reason', 'personal data'),
      'Review 1 is hidden; its author is told by mail\n',
    );
    assert.deepEqual([await listed(), await listed({ q: 'Zanzibar' }), await average()], [[2, 4], [], 3.5]);
    assert.deepEqual(await listed({ deleted: 1 }), [1]);
    const { transparency } = await service.ok('getTransparency', shop);
    assert.deepEqual(transparency.removed, { total: 1, reasons: { 'personal data': 1 } });
    // Mail that another process queued is due by the clock of the machine.
    service.clock.now = Date.now() + 60_000;
    const toldJane = () => mails().find((mail) => /^To: Jane <jane@customers\.example>\r$/m.test(mail));
    await until('its author is told', () => toldJane() !== undefined);
    const told = toldJane()!;
    assert.match(told, /Content-Language: de|lang=3D"de"|lang="de"/);
    const text = Buffer.from(told.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, '%$1')).toString();
    for (const line of ['Guten Tag Jane', 'Nummer 1', '> Never again', 'Adresse', 'Antworten Sie auf diese Mail'])
      assert.ok(decodeURIComponent(text.replaceAll(/%(?![0-9A-F]{2})/g, '%25')).includes(line), `${line}: ${told}`);
    assert.doesNotMatch(told, /Zanzibar/, 'what is taken from view is not sent about');
  });

  test('while the service does not run, it comes back whole: its date, its stars, its original', async () => {
    const [before] = (await service.ok('listReviews', shop)).filter(({ reviewNo }) => reviewNo === 4);
    await service.stop();
    assert.equal(
      await done('hide', 4, '--reason', 'off topic'),
      'Review 4 is hidden; no address of its author is known\n',
    );
    await service.start();
    assert.deepEqual(await listed(), [2]);
    await service.stop();
    assert.equal(await done('publish', 4), 'Review 4 is published\n');
    assert.equal(await done('publish', 1, '--shop'), 'Review 1 is published\n');
    await service.start();
    assert.deepEqual([await listed(), await average()], [[1, 2, 4], 8 / 3]);
    const [after] = (await service.ok('listReviews', shop)).filter(({ reviewNo }) => reviewNo === 4);
    assert.deepEqual(after, before);
    assert.equal(after?.updated_for?.title, 'Once that');
    assert.deepEqual((await service.ok('getTransparency', shop)).transparency.removed, { total: 0, reasons: {} });
  });

  test('a review of a product loses its place, its votes and its photos, and gets all of them back', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: 'MUG', title: 'With photo', content: 'x', rating: '5' }))
      form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(await phonePhoto(120, 90))]), 'photo.jpg');
    const { product_review: added } = await service.ok('addProductReview', shop, { form });
    await service.ok('voteOnProductReview', shop, { form: { review_id: added.id, vote: 'positive' } });
    const [before] = await productReviews();
    assert.deepEqual([before?.id, before?.num_positive_votes], [added.id, 1]);
    const photo = () => fetch(before!.images[0]!.small);
    assert.equal((await photo()).status, 200);

    assert.match(await done('hide', added.id, '--product', '--reason', 'spam'), /^Product review \d+ is hidden;/);
    assert.deepEqual(
      (await productReviews()).map(({ id }) => id),
      [1],
    );
    assert.equal((await photo()).status, 404, 'its address was public');
    assert.equal((await productReviews({ only_photos: 1 })).length, 0);
    assert.deepEqual((await service.ok('getTransparency', shop, { query: { sku: 'MUG' } })).transparency.stars[5], {
      received: 1,
      published: 0,
      waiting: 0,
      removed: 1,
    });

    await done('publish', added.id, '--product');
    assert.deepEqual((await productReviews())[0], before);
    assert.equal((await photo()).status, 200);
    assert.match(await done('hide', 1, '--product', '--reason', 'not a customer'), /no address of its author is known/);
    assert.match(await done('publish', 1, '--product'), /^Product review 1 is published/);
  });

  test('a pending review is published by the same command, and can be hidden before anybody has seen it', async () => {
    await done('hide', 3, '--reason', 'illegal');
    assert.deepEqual(await listed({ unpublished: 1 }), [1, 2, 4]);
    await done('publish', 3);
    assert.deepEqual(await listed(), [1, 2, 3, 4]);
  });

  test('an author who was never asked is told in the language that the shop has set', async () => {
    const other = ['--business', 'other.example', ...flags];
    const ines = { username: 'ines', firstName: 'Ines', lastName: 'P', email: 'ines@customers.example' };
    await service.withDatabase((db) =>
      saveContent(db, 'other.example', { reviews: [{ reviewNo: 70, rating: overall(1), author: ines }] }),
    );
    assert.equal((await runProgram(['account', 'set', '--locale', 'es', ...other])).status, 0);
    assert.equal((await runProgram(['reviews', 'hide', '70', '--reason', 'spam', ...other])).status, 0);
    service.clock.now = Math.max(service.clock.now, Date.now()) + 60_000;
    const told = () => mails().find((text) => text.includes('To: Ines <ines@customers.example>'));
    await until('she is told', () => told() !== undefined);
    assert.match(told()!, /Content-Language: es|lang=3D"es"|lang="es"/);
  });

  test('whatever cannot be done is one line that says why', async () => {
    await refused(1, /There is no review 999 of shop\.example/, 'hide', 999, '--reason', 'spam');
    await refused(1, /There is no product review 999 of shop\.example/, 'publish', 999, '--product');
    await refused(1, /review 1 is published already/, 'publish', 1, '--shop');
    await done('hide', 2, '--shop', '--reason', 'asked by its author');
    await refused(
      1,
      /review 2 is hidden already, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: asked by its author/,
      'hide',
      2,
      '--shop',
      '--reason',
      'spam',
    );
    await done('publish', 2, '--shop');
    assert.deepEqual(await listed(), [1, 2, 3, 4]);
    const elsewhere = ['reviews', 'hide', '1', '--reason', 'spam', '--business', 'other.example', ...flags];
    assert.match((await runProgram(elsewhere)).err, /There is no review 1 of other\.example/);
  });
});

test('a wrong command line is refused before anything is opened', async () => {
  for (const [message, ...args] of [
    [/--reason must be one of: spam, personal data, off topic, illegal, not a/, 'hide', '2', '--reason', 'bad'],
    [/--reason is missing/, 'hide', '2'],
    [/NUMBER must be a whole number/, 'hide', '2x', '--reason', 'spam'],
    [/NUMBER is missing/, 'publish'],
  ] as const) {
    const { status, out, err } = await runProgram(['reviews', ...args, '--business', shop, '--data', '/nowhere']);
    assert.deepEqual([status, out, err.trim().split('\n').length], [2, '', 1], err);
    assert.match(err, message);
  }
});

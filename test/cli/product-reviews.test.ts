/** Product reviews that a business holds for a look: seen, published and removed by command. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runProgram } from '../support/program.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { saveContent } from '../support/content.ts';

const shop = 'shop.example';

onEveryDatabase((place) => {
  let service: TestService;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    const { location } = service;
    flags = [
      'directory' in location ? '--data' : '--database-url',
      'directory' in location ? location.directory : location.databaseUrl,
    ];
    assert.equal((await runProgram(['account', 'set', '--business', shop, '--hold', 'on', ...flags])).status, 0);
  });
  after(() => service.stop());

  const run = (command: string, args: string[] = [], business = shop) =>
    runProgram(['product-reviews', command, '--business', business, ...args, ...flags]);
  const write = async (title: string) =>
    (
      await service.ok('addProductReview', shop, {
        form: { sku: 'MUG', title, content: 'Line one\nline two', rating: 4 },
      })
    ).product_review.id;
  const total = async () =>
    (await service.ok('getProductReviewStats', shop, { query: { sku: 'MUG' } })).product_reviews_stats.total;

  test('a held review is listed, published once and then counted; one that is removed is in no listing', async () => {
    const [first, second] = [await write('First\u001b[2J'), await write('Second')];
    const listing = await run('held');
    assert.deepEqual([listing.status, listing.err], [0, '']);
    assert.ok(!listing.out.includes('\u001b'), 'nothing that a terminal would obey');
    assert.deepEqual(
      listing.out
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => Number(line.split(' ')[0])),
      [first, second],
    );
    assert.equal(await total(), 0);

    assert.equal((await run('publish', ['--id', String(first)])).status, 0);
    assert.equal(await total(), 1);
    assert.equal((await run('remove', ['--id', String(second)])).status, 0);
    assert.equal((await run('held')).out, '');
    const listed = async (deleted: 0 | 1) =>
      (await service.ok('listProductReviews', shop, { query: { deleted } })).product_reviews.map(({ id }) => id);
    assert.deepEqual([await listed(0), await listed(1)], [[first], [second]]);

    assert.equal((await run('remove', ['--id', String(first)])).status, 0);
    assert.equal(await total(), 0);
  });

  test('what is not there, not held or of another business is one clear line and status 1', async () => {
    const id = await write('Third');
    for (const [command, given, business] of [
      ['publish', 9_999, shop],
      ['remove', 9_999, shop],
      ['publish', id, 'other.example'],
      ['remove', id, 'other.example'],
    ] as const) {
      const { status, err } = await run(command, ['--id', String(given)], business);
      assert.deepEqual([status, err.trim().split('\n').length], [1, 1], err);
      assert.match(err, /product review/);
    }
    assert.match((await run('held', [], 'nowhere.example')).err, /No business has the site domain/);
    const { status, err } = await run('publish', ['--id', 'one']);
    assert.equal(status, 2);
    assert.match(err, /--id must be/);
  });
});

/** Whoever wrote without an e-mail address is erased by the number of the review, as wholly as with one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ServiceLocation } from '../../review-service/database.ts';
import { saveContent } from '../support/content.ts';
import { bytesOf, find } from '../support/kept-bytes.ts';
import { phonePhoto } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const PACE = 20;
/** In every text and name of theirs. */
const mark = 'quixotrix';

onEveryDatabase((place, long) => {
  const clock = new PacedClock(PACE);
  let places: { service: ServiceLocation; proxy: ServiceLocation };
  let service: TestService;
  let proxy: TestProxy;
  before(async () => {
    places = { service: await place(), proxy: await place('proxy') };
    service = await new TestService(places.service, { clock }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [{ id: 1, product: { sku: 'MUG' }, title: 'Of somebody else', rating: 5 }],
        reviews: [
          { reviewNo: 1, title: 'Of somebody else' },
          { reviewNo: 2, title: `Of nobody, ${mark}`, author: null },
        ],
      }),
    );
    proxy = await startProxyOf(service, places.proxy, { clock });
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  const flagsOf = (location: ServiceLocation): string[] =>
    'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  /** On the data of both, one after the other, as two machines would. */
  const erase = async (...args: string[]) => {
    const said: string[] = [];
    // Nobody waits for the proxy meanwhile.
    clock.pace = 1;
    for (const location of [places.service, places.proxy]) {
      const { status, out, err } = await runProgram([
        'privacy',
        'remove',
        ...args,
        ...flagsOf(location),
        '--business',
        shop,
      ]);
      assert.deepEqual([status, err], [0, ''], err);
      said.push(out);
    }
    await clock.pass(20_000, 400);
    clock.pace = PACE;
    return said;
  };
  const everywhere = async () => [...(await bytesOf(places.service)), ...(await bytesOf(places.proxy))];
  const nothingLeft = () =>
    until('no trace is left', async () => find(await everywhere(), [mark]).length === 0, 60_000).catch(async () =>
      assert.deepEqual(find(await everywhere(), [mark]), []),
    );
  const fieldsOf = (title: string) => ({
    sku: 'MUG',
    title: `${title} ${mark}`,
    content: `As ${mark} says`,
    rating: '1',
    first_name: mark,
  });
  /** At the pace of the wall: on a fast clock the patience of the proxy would be over sooner, with a 202. */
  const writeAtProxy = async () => {
    clock.pace = 1;
    const answer = await proxy.post('/product/reviews/add', fieldsOf('First'), {
      'idempotency-key': 'key-of-a-review-1',
    });
    clock.pace = PACE;
    return answer;
  };
  const writeAtService = () =>
    service.call('addProductReview', shop, {
      form: fieldsOf('Second'),
      headers: { 'idempotency-key': 'key-of-a-review-2' },
    });

  test('text, name and photo of a review of a product are gone everywhere, and so is what was answered', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: 'MUG', title: mark, content: mark, rating: '5' }))
      form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(await phonePhoto(120, 90))]), `${mark}.jpg`);
    const { product_review: pictured } = await service.ok('addProductReview', shop, { form });
    const photo = () => fetch(pictured.images[0]!.original);
    assert.equal((await photo()).status, 200);
    const answered = await writeAtProxy();
    assert.equal(answered.http, 200, answered.text);
    const { product_review: direct } = (await (await writeAtService()).json()) as {
      product_review: { id: number };
    };
    await until('all are mirrored', async () => (await proxy.shop('/product/reviews?sku=MUG')).body.total === 4);
    assert.ok(find(await everywhere(), [mark]).length >= 2, 'they were planted');

    for (const id of [pictured.id, answered.body.product_review.id, direct.id]) {
      const [atService] = await erase('--review', String(id), '--product');
      assert.match(atService!, /Erased from the review service.*: 1 review, 0 requests, 0 mails, [01] kept answers?\n/);
    }
    assert.equal((await photo()).status, 404);
    const replayed = await writeAtProxy();
    assert.deepEqual([replayed.http, replayed.body.errorCode], [404, 307], replayed.text);
    assert.equal((await writeAtService()).status, 404);
    const { product_reviews: left } = (await proxy.shop('/product/reviews?sku=MUG')).body;
    assert.deepEqual(
      left.map(({ title }: { title: string }) => title),
      ['Of somebody else'],
    );
  });

  test('a review of the shop that is of nobody is gone as well, and nothing of another', async () => {
    await erase('--review', '2', '--shop');
    await nothingLeft();
    assert.deepEqual(
      (await proxy.shop('/reviews')).body.reviews.map(({ title }: { title: string }) => title),
      ['Of somebody else'],
    );
  });

  test('whoever gave an address is erased by that, with all that is theirs', async () => {
    const email = `${mark}@customers.example`;
    const form = { sku: 'MUG', title: mark, content: mark, rating: 4, first_name: mark, email };
    const { product_review: first } = await service.ok('addProductReview', shop, { form });
    await service.ok('addProductReview', shop, { form: { ...form, title: `${mark} again` } });
    const [atService] = await erase('--review', String(first.id), '--product');
    assert.match(atService!, /: 2 reviews, /);
    await nothingLeft();
  });

  test('a number at a proxy alone is the review of the mirror that has it', long, async () => {
    const { product_review: added } = await service.ok('addProductReview', shop, { form: fieldsOf('Third') });
    const page = async () => (await proxy.shop('/product/reviews?sku=MUG')).text;
    await until('it is mirrored', async () => (await page()).includes('Third'));
    clock.pace = 1;
    const at = (number: number) =>
      runProgram(['privacy', 'remove', '--review', `${number}`, ...flagsOf(places.proxy), '--business', shop]);
    const [erased, unknown, either] = [await at(added.id), await at(999), await at(1)];
    assert.match(erased.out, /proxy[^\n]*: 1 mirrored review, /, erased.err);
    assert.deepEqual([erased.status, unknown.status, either.status], [0, 1, 1]);
    assert.match(unknown.err, /No review 999 of shop\.example is mirrored here; --shop or/);
    assert.match(either.err, /--shop +1\s+2026[^\n]*\n +--product +1\s+2026/);
    await erase('--review', String(added.id), '--product');
    await nothingLeft();
  });

  test('a number that is none, or may be two, erases nobody', long, async () => {
    clock.pace = 1;
    const refused = async (wanted: number, message: RegExp, ...args: string[]) => {
      const all = ['privacy', 'remove', ...args, ...flagsOf(places.service), '--business', shop];
      const { status, err } = await runProgram(all);
      assert.equal(status, wanted, err);
      assert.match(err, message);
    };
    await refused(1, /--shop +1\s+2026[^\n]*\n +--product +1\s+2026/, '--review', '1');
    await refused(1, /Product review 999 of shop\.example is nowhere/, '--review', '999', '--product');
    await refused(2, /either --email ADDRESS or --review NUMBER/);
    await refused(2, /either --email ADDRESS or --review NUMBER/, '--review', '1', '--email', 'a@b.example');
    assert.equal((await service.ok('listReviews', shop)).length, 1);
  });
});

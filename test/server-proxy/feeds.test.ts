/** The feeds that other programs fetch, of a shop whose reviews come from our own service. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { assertGoogleProductReviews } from '../exchange/reviews/google-schema.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const google = '/feeds/shop.example/google-product-reviews.xml';

/** Bytes as they came. */
async function fetchRaw(url: string, headers: Record<string, string>): Promise<{ bytes: Buffer; headers: Headers }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), headers: new Headers(response.headers as Record<string, string>) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

onEveryDatabase((place, long) => {
  const clock = new PacedClock(20);
  let service: TestService;
  let location: Awaited<ReturnType<typeof place>>;
  let proxy: TestProxy;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place(), { clock }).start();
    service.token = await service.account(shop);
    const image = (url: string) => ({ id: 1, original: url, normal: url, large: url, small: url });
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          {
            id: 1,
            sku: 'MUG',
            title: 'Blue mug',
            brand: 'Potter & Co',
            gtin: '4006381333931',
            mpn: 'B-1',
            product_link: 'https://shop.example/mug?a=1&b=2',
          },
          { id: 2, sku: 'CUP', product_link: 'https://shop.example/cup' },
          { id: 3, sku: 'NOWHERE' },
          { id: 4, sku: '=1+1', product_link: 'javascript:alert(1)' },
        ],
        productQuestions: [
          {
            id: 1,
            product: { sku: 'MUG' },
            content: 'Is it safe in a dishwasher?',
            num_answers: 1,
            answers: [{ id: 1, content: 'Yes, "safe", or ask kim@private.example', published: '2026-01-01 00:00:00' }],
          },
          { id: 2, product: { sku: 'MUG' }, content: 'Nobody has answered' },
        ],
        productReviews: [
          {
            id: 1,
            product: { sku: 'MUG' },
            rating: 4,
            title: 'Zanzibar',
            content: 'Broke at once, write to kim@private.example',
            solicited: 'Yes',
            verified: true,
            order_id: 'O-SECRET-1',
            user_location: 'DE',
            images: [image('https://shop.example/a.jpg'), { ...image('https://shop.example/b.jpg'), id: 2 }],
          },
          { id: 2, product: { sku: 'MUG' }, title: '', content: 'Lovely & <fine>', user: null },
          { id: 3, product: { sku: 'CUP' }, content: 'Held back', published: 'pending' },
          { id: 4, product: { sku: 'CUP' }, content: '' },
          { id: 5, product: { sku: 'NOWHERE' }, content: 'Of a product without a URL' },
        ],
      }),
    );
    location = await place('proxy');
    proxy = await startProxyOf(service, location, { clock });
    clock.pace = 1;
    const source = service.location;
    flags = 'directory' in source ? ['--data', source.directory] : ['--database-url', source.databaseUrl];
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  const command = async (...args: string[]) => {
    const { status, err } = await runProgram(['reviews', ...args, '--business', shop, ...flags]);
    assert.equal(status, 0, err);
  };
  const total = async () => (await proxy.shop('/product/reviews')).body.total as number;

  test('Google fetches what is published, and nothing that is personal', async () => {
    await proxy.knowsLanguages();
    const { http, text, headers } = await proxy.get(google);
    assert.equal(http, 200, text);
    assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(headers.get('cache-control'), 'public, no-cache');
    assert.equal(assertGoogleProductReviews(text), 2);
    assert.match(text, /<publisher><name>shop.example<\/name><\/publisher>/);
    assert.match(text, /<review_country>DE<\/review_country>/);
    assert.match(text, /<skus><sku>MUG<\/sku><\/skus><brands><brand>Potter &amp; Co<\/brand>/);
    assert.match(text, /<collection_method>post_fulfillment<\/collection_method><transaction_id>[\w-]{43}</);
    assert.match(text, /<is_verified_purchase>true</);
    assert.match(text, /is_anonymous="true"/);
    assert.doesNotMatch(text, /private\.example|O-SECRET-1|Held back|NOWHERE/);
    assert.equal((await proxy.get('/feeds/-/google-product-reviews.xml')).text, text);
    for (const path of ['/feeds/shop.example/other.xml', '/feeds/other.example/google-product-reviews.xml']) {
      const { http, body } = await proxy.get(path);
      assert.equal(http, path.includes('other.xml') ? 404 : body.errorCode === 301 ? 404 : 0, JSON.stringify(body));
    }
  });

  test('reviews that Google cannot take are counted by `proxy status`', long, async () => {
    const at = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const { out } = await runProgram(['proxy', 'status', ...at]);
    assert.match(out, /Not in Google's feed: without text 1, of products without a URL 1$/m);
  });

  test('a feed is compressed as it is asked for, zipped, and sent once to who keeps it', long, async () => {
    const { text, headers } = await proxy.get(google);
    const etag = headers.get('etag')!;
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const sent = await fetchRaw(`${proxy.url}${google}`, { 'accept-encoding': encoding });
      assert.equal(sent.headers.get('content-encoding'), encoding);
      assert.match(sent.headers.get('vary')!, /accept-encoding/);
      assert.equal(sent.headers.get('etag'), etag);
      assert.equal(decode(sent.bytes).toString(), text);
    }
    const zip = await fetchRaw(`${proxy.url}${google.replace('.xml', '.zip')}`, { 'accept-encoding': 'gzip' });
    assert.equal(zip.headers.get('content-type'), 'application/zip');
    assert.equal(unzip(zip.bytes).toString(), text);
    for (const [path, tag] of [
      [google, etag],
      [google.replace('.xml', '.zip'), zip.headers.get('etag')!],
    ]) {
      const known = await proxy.get(path!, { 'if-none-match': tag! });
      assert.deepEqual([known.http, known.text, known.headers.get('etag')], [304, '', tag]);
    }
    const head = await fetch(`${proxy.url}${google}`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(Buffer.byteLength(text))]);
  });

  test('shopping assistants get a line a product, as JSON and as a table', async () => {
    const { text, headers } = await proxy.get('/feeds/-/ratings.jsonl');
    assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    const lines = text.trimEnd().split('\n');
    const [mug, cup, , formula] = lines.map((line) => JSON.parse(line));
    mug.reviews.sort((one: { rating: number }, other: { rating: number }) => one.rating - other.rating);
    assert.deepEqual(mug, {
      sku: 'MUG',
      gtin: '4006381333931',
      review_count: 2,
      star_rating: '4.50',
      scale_min: 1,
      scale_max: 5,
      url: 'https://shop.example/mug?a=1&b=2',
      newest_review: '2026-01-01T00:00:00Z',
      reviews: [
        { title: 'Zanzibar', content: 'Broke at once, write to •••', rating: 4 },
        { title: '', content: 'Lovely & <fine>', rating: 5 },
      ],
      q_and_a: [{ q: 'Is it safe in a dishwasher?', a: 'Yes, "safe", or ask •••' }],
    });
    assert.deepEqual([cup.review_count, cup.star_rating, cup.reviews], [1, '5.00', []]);
    assert.deepEqual(
      [formula.sku, formula.review_count, formula.star_rating, formula.url, formula.newest_review],
      ['=1+1', 0, '0.00', null, null],
    );

    const table = await proxy.get('/feeds/-/ratings.csv');
    assert.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8');
    const [head, ...rows] = table.text.split('\r\n');
    assert.equal(head, 'sku,gtin,review_count,star_rating,scale_min,scale_max,url,newest_review,reviews,q_and_a');
    assert.equal(rows.length, 5);
    assert.ok(
      rows[0]!.startsWith('MUG,4006381333931,2,4.50,1,5,https://shop.example/mug?a=1&b=2,2026-01-01T00:00:00Z,"[{'),
    );
    assert.ok(rows[0]!.endsWith(`"[{""q"":""Is it safe in a dishwasher?"",""a"":""Yes, \\""safe\\"", or ask •••""}]"`));
    assert.equal(rows[3], "'=1+1,,0,0.00,1,5,,,[],[]");
    const known = await proxy.get('/feeds/-/ratings.csv', { 'if-none-match': table.headers.get('etag')! });
    assert.equal(known.http, 304);
  });

  test('a vote or a new review makes no new feed before ten minutes are over', async () => {
    const before = await proxy.get(google);
    const [added] = [{ id: 6, product: { sku: 'CUP' }, content: 'New here' }];
    await service.withDatabase((db) => saveContent(db, shop, { productReviews: [added] }));
    await until('it is listed', async () => (await total()) === 5);
    await proxy.post('/product/reviews/vote', { review_id: '1', vote: 'positive' }, { 'plaudit-visitor': 'v' });
    const votes = async () =>
      (await proxy.shop('/product/reviews?sku=MUG')).body.product_reviews.find((one: { id: number }) => one.id === 1);
    await until(
      'the vote is counted by the service and came back',
      async () => (await votes()).num_positive_votes === 1,
    );
    assert.equal((await proxy.get(google)).text, before.text);
    await clock.pass(600_000, 200);
    const { text } = await proxy.get(google);
    assert.equal(assertGoogleProductReviews(text), 3);
    assert.match(text, /New here/);
  });

  test('a photo or a review that was hidden is in no feed that anybody gets from then on, of whichever proxy', async () => {
    // With PostgreSQL, another proxy answers.
    const isShared = 'databaseUrl' in location;
    const other = isShared ? await startProxyOf(service, location, { clock }) : proxy;
    assert.match((await other.get(google)).text, /b\.jpg[^]*Zanzibar|Zanzibar[^]*b\.jpg/);
    await service.withDatabase((db) =>
      db
        .updateTable('product_review')
        .set((eb) => ({ images: eb.fn<string>('replace', ['images', eb.val('b.jpg'), eb.val('c.jpg')]) }))
        .where('id', '=', 1)
        .execute(),
    );
    const photos = async () => JSON.stringify((await proxy.shop('/product/reviews?sku=MUG')).body);
    await until('the photo is another', async () => (await photos()).includes('c.jpg'));
    assert.doesNotMatch((await other.get(google)).text, /b\.jpg/);
    assert.match((await other.get(google)).text, /Zanzibar/);

    await command('hide', '1', '--product', '--reason', 'personal data');
    await until('it is gone', async () => (await total()) === 4);
    const { http, text } = await other.get(google);
    assert.equal(http, 200, text);
    assert.doesNotMatch(text, /Zanzibar/);
    assert.equal(assertGoogleProductReviews(text), 2);
    assert.doesNotMatch((await other.get('/feeds/-/ratings.jsonl')).text, /Zanzibar/);
    assert.match((await other.get('/feeds/-/ratings.jsonl')).text, /dishwasher/);
    await service.withDatabase((db) => db.deleteFrom('product_question').where('id', '=', 1).execute());
    await until('the question is gone', async () => (await proxy.shop('/product/questions?sku=MUG')).body.total === 1);
    assert.doesNotMatch((await other.get('/feeds/-/ratings.csv')).text, /dishwasher/);
    if (isShared) await other.close();
  });

  test('somebody who was erased is in no feed from the moment that the merchant is told so', async () => {
    const user = { username: 'erin', firstName: 'Erin', lastName: 'Q', email: 'erin@private.example' };
    const review = { id: 7, product: { sku: 'MUG' }, title: 'Erinaceous', user };
    await service.withDatabase((db) => saveContent(db, shop, { productReviews: [review] }));
    await until('it is listed', async () => (await total()) === 5);
    await clock.pass(600_000, 200);
    const paths = [google, '/feeds/-/ratings.jsonl', '/feeds/-/ratings.csv'];
    for (const path of paths) assert.match((await proxy.get(path)).text, /Erinaceous/);
    const erased = await proxy.merchant('/businesses/-/privacy/remove', { body: { email: user.email } });
    assert.equal(erased.http, 200, erased.text);
    for (const path of paths) {
      const { http, text } = await proxy.get(path);
      assert.equal(http, 200, text);
      assert.doesNotMatch(text, /Erin/);
    }
  });

  test('a restart brings no feed from before back, and leaves no file', long, async () => {
    await proxy.get(google);
    if ('directory' in location)
      assert.deepEqual(
        readdirSync(location.directory).filter((name) => /feed/.test(name)),
        [],
      );
    await proxy.close();
    await command('hide', '2', '--product', '--reason', 'spam');
    proxy = await startProxyOf(service, location, { clock });
    await until('it is gone', async () => (await total()) === 3);
    assert.equal(assertGoogleProductReviews((await proxy.get(google)).text), 1);
  });

  test('a feed above 100 MB is a zip alone, and the XML says so', long, async () => {
    await proxy.close();
    const db = await openProxyDatabase(location);
    const { id: businessId } = await ensureBusiness(storeOf(db), shop);
    // Each sign takes six bytes in XML.
    const content = '"'.repeat(50_000);
    const written = { product: { sku: 'CUP' }, rating: 5, title: 'Long', created: '2026-01-01 00:00:00' };
    for (let id = 1_000; id < 1_340; id++) {
      const review = { ...written, id, content, published: written.created, user: null };
      await saveProductReviews(storeOf(db), businessId, [tolerantEntities.ProductReview.parse(review)]);
    }
    await db.destroy();
    proxy = await startProxyOf(service, location, { clock });
    await until('it has been written', async () => (await proxy.get(google)).http !== 503);
    const { http, body, headers } = await proxy.get(google);
    assert.deepEqual([http, body.errorCode], [404, 399]);
    assert.match(body.errorReason, /google-product-reviews\.zip/);
    assert.equal(headers.get('etag'), null);
    const zip = await fetchRaw(`${proxy.url}${google.replace('.xml', '.zip')}`, {});
    const xml = unzip(zip.bytes).toString();
    assert.ok(xml.length > 100_000_000);
    assert.equal(xml.split('<review>').length - 1, 341);
    assert.ok(xml.endsWith('</feed>\n'));
    // Packing it is work, and one address does not cause it again and again.
    const again = await proxy.get(google.replace('.xml', '.zip'), { 'accept-encoding': 'br' });
    assert.deepEqual([again.http, again.body.errorCode, again.headers.get('etag')], [429, 429, null]);
    assert.ok(Number(again.headers.get('retry-after')) > 0);
    const tag = zip.headers.get('etag')!;
    assert.equal((await proxy.get(google.replace('.xml', '.zip'), { 'if-none-match': tag })).http, 304);
  });
});

/** The one file of an archive, by its central directory, as programs read it. */
function unzip(bytes: Buffer): Buffer {
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50);
  const entry = bytes.readUInt32LE(end + 16);
  assert.equal(bytes.readUInt32LE(entry), 0x02014b50);
  const [compressed, size, name] = [
    bytes.readUInt32LE(entry + 20),
    bytes.readUInt32LE(entry + 24),
    bytes.readUInt16LE(entry + 28),
  ];
  assert.equal(bytes.toString('utf8', entry + 46, entry + 46 + name), 'google-product-reviews.xml');
  assert.equal(entry + 46 + name, end);
  const start = 30 + bytes.readUInt16LE(26);
  const file = inflateRawSync(bytes.subarray(start, start + compressed));
  assert.equal(file.length, size);
  return file;
}

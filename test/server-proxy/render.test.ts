import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { endpointPath, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { buildRenderer } from '../support/renderer.ts';
import { planted, productReview } from './fake-upstream.ts';
import { PacedClock } from './clocks.ts';
import { Stage, type Read, type TestProxy } from './harness.ts';

buildRenderer();

const tags = {
  'plaudit-stars': '?sku=SKU-1',
  'plaudit-star-summary': '?sku=SKU-1',
  'plaudit-review-list': '',
  'plaudit-product-reviews': '?sku=SKU-1',
  'plaudit-questions': '?sku=SKU-1',
  'plaudit-review-form': '?sku=SKU-1',
  'plaudit-write-review': '',
  'plaudit-edit-review': '',
  'plaudit-top-rated': '',
};

const hostile = '</template></script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';

/** The JSON inside the shadow root, and the JSON-LD beside it. */
function read({ text }: Read): {
  data: [operation: EndpointName, query: Record<string, string | number | null>, answer: Record<string, unknown>][];
  product: Record<string, unknown> | null;
} {
  const [, data] = /<script type="application\/json">(.*?)<\/script>/s.exec(text) ?? [];
  const [, product] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  return { data: JSON.parse(data ?? '[]'), product: product ? JSON.parse(product) : null };
}

async function refused(proxy: TestProxy, path: string, http: number, code: number, reason: RegExp): Promise<void> {
  const answer = await proxy.get(path);
  assert.deepEqual([answer.http, answer.body.errorCode], [http, code], path);
  assert.match(answer.body.errorReason, reason);
}

test('every element is answered as HTML with its content in a shadow root', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  for (const [tag, query] of Object.entries(tags)) {
    const { http, headers, text } = await proxy.get(`/render/${tag}${query}`);
    assert.equal(http, 200, text);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(text.startsWith(`<${tag}`) && text.endsWith(`</${tag}>`), text.slice(0, 200));
    if (tag === 'plaudit-edit-review') assert.equal(text, `<${tag}></${tag}>`);
    else assert.match(text, /<template shadowrootmode="open"><style>.*<div part="base" class="base/s, tag);
  }
});

test('where there is nothing to show the element says so, and its own words for that have their slot', async () => {
  await using stage = await Stage.open();
  Object.assign(stage.upstream.content, { reviews: [], productReviews: [], questions: [], productQuestions: [] });
  const proxy = await (await stage.proxy()).mirrored();
  for (const path of [
    'plaudit-product-reviews?sku=SKU-NONE',
    'plaudit-product-reviews?item-group=none',
    'plaudit-questions?sku=SKU-NONE',
    'plaudit-questions',
    'plaudit-review-list',
    'plaudit-top-rated?category=none',
  ]) {
    const { http, text } = await proxy.get(`/render/${path}`);
    assert.equal(http, 200, `${path}: ${text}`);
    assert.match(text, /<slot name="empty">/, path);
  }
});

test('the data inside are the answers of the shopper routes, cleaned the same', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const answer = await proxy.get('/render/plaudit-product-reviews?sku=SKU-1&page-size=3&order=relevant');
  for (const [operation, query, body] of read(answer).data) {
    const given = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === null ? [] : [[name, String(value)] as [string, string]],
      ),
    );
    assert.deepEqual(body, (await proxy.get(`/v1${endpointPath(operation, 'shop.example')}?${given.toString()}`)).body);
  }
  assert.deepEqual(
    read(answer).data.map(([operation]) => operation),
    ['listProductReviews', 'getProductReviewStats'],
  );
  for (const secret of Object.values(planted)) assert.ok(!answer.text.includes(secret), `${secret} is given away`);
});

test('no call beyond those that the same answers cost', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const before = await proxy.foregroundCalls();
  for (const tag of ['plaudit-stars', 'plaudit-star-summary', 'plaudit-product-reviews'])
    await proxy.get(`/render/${tag}?sku=SKU-1`);
  assert.equal(await proxy.foregroundCalls(), before);
});

test('HTML and script in what shoppers wrote stays text, in the content, the data and the JSON-LD', async () => {
  await using stage = await Stage.open();
  const review = stage.upstream.content.productReviews[0]!;
  Object.assign(review, {
    title: hostile,
    content: hostile,
    user_location: hostile,
    attributes: [{ name: hostile, value: hostile }],
  });
  const proxy = await (await stage.proxy()).mirrored();
  const answer = await proxy.get('/render/plaudit-product-reviews?sku=SKU-1');
  assert.ok(!/<script>|<img src=x/.test(answer.text), 'markup came through');
  assert.equal(answer.text.match(/<\/template>/g)!.length, 1);
  assert.ok(JSON.stringify(read(answer).data).includes(JSON.stringify(hostile).slice(1, -1)), 'the data have lost it');
  const attribute = await proxy.get(`/render/plaudit-stars?sku=${encodeURIComponent(`"><script>alert(1)</script>`)}`);
  assert.ok(
    attribute.text.startsWith('<plaudit-stars sku="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'),
    attribute.text.slice(0, 200),
  );
});

test('a fragment opened by itself runs nothing: its policy allows its own styles and pictures alone', async () => {
  await using stage = await Stage.open();
  const { headers, text } = await (await stage.proxy()).get('/render/plaudit-star-summary?sku=SKU-1');
  const policy = headers.get('content-security-policy')!;
  assert.match(policy, /^sandbox (?!.*allow-scripts).*; default-src 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  for (const [, style] of text.matchAll(/<style>(.*?)<\/style>/gs))
    assert.ok(policy.includes(createHash('sha256').update(style!).digest('base64')), 'a style is not allowed');
});

test('JSON-LD describes a rated product once, and nothing else', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const { product } = read(await proxy.get('/render/plaudit-product-reviews?sku=SKU-1'));
  assert.deepEqual([product!['@type'], product!['sku'], typeof product!['name']], ['Product', 'SKU-1', 'string']);
  const { total } = (await proxy.shop('/product/reviews/stats?sku=SKU-1')).body.product_reviews_stats;
  assert.equal((product!['aggregateRating'] as Record<string, unknown>)['reviewCount'], total);
  for (const path of [
    'plaudit-product-reviews?sku=SKU-NONE',
    'plaudit-star-summary?sku=SKU-1',
    'plaudit-star-summary',
    'plaudit-review-list',
  ]) {
    assert.ok(!(await proxy.get(`/render/${path}`)).text.includes('ld+json'), path);
  }
});

test('answers can be kept: an ETag that holds until the data change, Age, and who they vary for', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const path = '/render/plaudit-product-reviews?sku=SKU-1';
  const first = await proxy.get(path);
  assert.equal(
    first.headers.get('cache-control'),
    'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
  );
  assert.match(first.headers.get('age')!, /^\d+$/);
  assert.match(first.headers.get('vary')!, /^Origin, Accept-Language, accept-encoding$/);
  const etag = first.headers.get('etag')!;
  assert.equal((await proxy.get(path, { 'if-none-match': etag })).http, 304);
  assert.equal(
    (
      await proxy.post('/product/reviews/vote', {
        review_id: String(stage.upstream.content.productReviews[0]!['id']),
        vote: 'positive',
      })
    ).body.success,
    true,
  );
  assert.equal((await proxy.get(path, { 'if-none-match': etag })).http, 200);
});

test('a page of a listed origin may fetch it, another may not, and a server needs none', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const path = '/render/plaudit-stars?sku=SKU-1';
  assert.equal(
    (await proxy.get(path, { origin: 'https://shop.example' })).headers.get('access-control-allow-origin'),
    'https://shop.example',
  );
  assert.equal((await proxy.get(path, { origin: 'https://evil.example' })).http, 403);
  assert.equal((await proxy.get(path)).http, 200);
});

test('the language is the attribute, else what the reader prefers, and is then said on the tag', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const lang = async (query: string, header?: string) => {
    const { text } = await proxy.get(
      `/render/plaudit-stars?sku=SKU-1${query}`,
      header === undefined ? {} : { 'accept-language': header },
    );
    return [/class="base[^>]*lang="([^"]*)"/.exec(text)?.[1], /^<[^>]* locale="([^"]*)"/.exec(text)?.[1]];
  };
  // The client of this test sends a header of its own where it is given none.
  assert.deepEqual(await lang('', '*'), ['en', undefined]);
  assert.deepEqual(await lang('', 'xx, de-AT;q=0.8, en;q=0.5'), ['de-AT', 'de-AT']);
  assert.deepEqual(await lang('', 'de;q=0, xx'), ['en', undefined]);
  assert.deepEqual(await lang('&locale=de_CH', 'en'), ['de-CH', 'de-CH']);
  assert.deepEqual(await lang('', '<b>;q=x,,;;'), ['en', undefined]);
});

test('what is asked for is checked', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  await refused(proxy, '/render/plaudit-unknown', 404, 399, /no such element/);
  await refused(proxy, '/render/constructor', 404, 399, /no such element/);
  await refused(proxy, '/render/plaudit-stars', 400, 302, /sku/);
  await refused(proxy, '/render/plaudit-stars?sku=A&onclick=alert(1)', 400, 306, /"onclick"/);
  await refused(proxy, '/render/plaudit-edit-review?customer=token', 400, 306, /"customer"/);
  await refused(proxy, '/render/plaudit-review-form?customer=token', 400, 306, /"customer"/);
  await refused(proxy, '/render/plaudit-stars?sku=A&sku=B', 400, 306, /sku/);
  await refused(proxy, '/render/plaudit-stars?sku=A%00', 400, 306, /sku/);
  await refused(proxy, `/render/plaudit-stars?sku=${'A'.repeat(501)}`, 400, 306, /sku/);
  for (const wrong of [
    'page-size=0',
    'page-size=101',
    'page-size=x',
    'order=best',
    'translated=false',
    'theme=pink',
    'locale=%3Cb%3E',
    'proxy=javascript:alert(1)',
    'plaudit-start=-1',
    'plaudit-rating=6',
  ]) {
    await refused(proxy, `/render/plaudit-product-reviews?sku=A&${wrong}`, 400, 306, new RegExp(wrong.split('=')[0]!));
  }
  await refused(proxy, '/render/plaudit-stars?sku=A&business=other.example', 404, 301, /./);
});

test('links lead to the public address, or to where the proxy listens', async () => {
  await using stage = await Stage.open();
  for (let id = 1; id <= 12; id++)
    stage.upstream.content.productReviews.push(productReview(5_000 + id, stage.upstream.content.products[0]!));
  const path = '/render/plaudit-product-reviews?sku=SKU-1&page-size=5';
  const proxy = await (await stage.proxy()).mirrored();
  assert.ok(
    (await proxy.get(path)).text.includes(
      `href="${proxy.url}/render/plaudit-product-reviews?sku=SKU-1&amp;page-size=5&amp;plaudit-start=5"`,
    ),
  );
  await proxy.close();
  const named = await (await stage.proxy({ publicUrl: 'https://reviews.shop.example/' })).mirrored();
  assert.ok(
    (await named.get(path)).text.includes(
      'href="https://reviews.shop.example/render/plaudit-product-reviews?sku=SKU-1&amp;',
    ),
  );
});

test('a page of the list that links lead to is narrowed, and holds no data for a script to take for the whole', async () => {
  await using stage = await Stage.open();
  for (let id = 1; id <= 12; id++)
    stage.upstream.content.productReviews.push(productReview(5_000 + id, stage.upstream.content.products[0]!));
  const proxy = await (await stage.proxy()).mirrored();
  const second = await proxy.get('/render/plaudit-product-reviews?sku=SKU-1&page-size=5&plaudit-start=5');
  const titles = (text: string) => [...text.matchAll(/<article[^>]*aria-label="([^"]*)"/g)].map(([, title]) => title);
  assert.equal(titles(second.text).length, 5);
  assert.notDeepEqual(
    titles(second.text),
    titles((await proxy.get('/render/plaudit-product-reviews?sku=SKU-1&page-size=5')).text),
  );
  assert.ok(!second.text.includes('type="application/json"'));
  assert.match((await proxy.get('/render/plaudit-product-reviews?sku=SKU-1&plaudit-q=zzzz')).text, /Nothing for/);
});

test('where the API cannot be asked yet, the answer says when to come again', async () => {
  await using stage = await Stage.open();
  stage.upstream.fault = (_call, response) => {
    response.writeHead(429, { 'retry-after': '3' }).end('{}');
  };
  const { http, headers } = await (await stage.proxy()).get('/render/plaudit-stars?sku=SKU-1');
  assert.equal(http, 429);
  assert.match(headers.get('retry-after')!, /^[1-9]\d*$/);
});

test('one address can have only so many pages made that nobody else asks for; those that are kept cost nothing', async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(1);
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
  const ask = (more = '', from = '203.0.113.66') =>
    proxy.get(`/render/plaudit-product-reviews?sku=SKU-1${more}`, { 'x-forwarded-for': from });
  // However long it takes here, all of it comes in one moment.
  clock.pace = 0;
  assert.equal((await ask()).http, 200);
  // Each costs 13 ms, and more where it takes longer.
  let word = 1;
  while (word < 100 && (await ask(`&plaudit-q=word${word}`)).http === 200) word += 1;
  assert.ok(word > 1 && word < 80, `${word} pages`);
  const over = await ask(`&plaudit-q=word${word}`);
  assert.deepEqual([over.http, over.body.errorCode], [429, 429]);
  assert.match(over.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await ask()).http, 200, 'from memory');
  assert.equal((await ask(`&plaudit-q=word${word}`, '198.51.100.7')).http, 200, 'another address');
});

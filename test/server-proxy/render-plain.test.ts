/** What lists do for readers without JavaScript: every filter is a link, and every answer says what it shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRenderer } from '../support/renderer.ts';
import { productReview, review } from './fake-upstream.ts';
import { PacedClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

buildRenderer();

type Item = Record<string, unknown>;

const list = '/render/plaudit-product-reviews?sku=SKU-1';

/** Reviews of one product that the filters tell apart, and one of another. */
async function open(more: (content: Stage['upstream']['content']) => void = () => {}): Promise<Stage> {
  const stage = await Stage.open();
  const { content } = stage.upstream;
  const [one, other] = content.products as [Item, Item];
  const written = (id: number, title: string, text: string, rest: Item): Item => ({
    ...productReview(id, one),
    title,
    content: text,
    rating: '5',
    attributes: [],
    images: [],
    solicited: '0',
    ...rest,
  });
  Object.assign(content, {
    productReviews: [
      written(1, 'Two stars', 'The lid fell off on the second day and nobody would help me.', { rating: '2' }),
      written(2, 'Verified', 'I have had it for a year and it still looks like new to me.', { solicited: '1' }),
      written(3, 'Snug', 'It fits well and the handle stays cool when the water boils.', {
        attributes: [{ name: 'Fit', value: 'Snug' }],
      }),
      written(4, 'Also snug', 'It fits my hand and the colour is just as it was shown here.', {
        attributes: [{ name: 'Fit', value: 'Snug' }],
      }),
      written(5, 'Snug too', 'It fits in every cupboard and it is very easy to clean as well.', {
        attributes: [{ name: 'Fit', value: 'Snug' }],
        rating: '4',
      }),
      written(6, 'Schöne Kanne', 'Der Deckel schließt nicht richtig und klappert beim Kochen immer.', { rating: '4' }),
      {
        ...written(7, 'Of another product', 'This one is about another product of the same shop.', {}),
        product: other,
      },
    ],
  });
  more(content);
  return stage;
}

async function ready(stage: Stage, options: Parameters<Stage['proxy']>[0] = {}): Promise<TestProxy> {
  const proxy = await (await stage.proxy(options)).mirrored();
  await until(
    'every review has its gist',
    async () => (await proxy.shop('/product/reviews?sku=SKU-1&digest=1')).body.digest !== null,
  );
  return proxy;
}

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

interface Link {
  readonly href: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly rel: string | null;
}

function linksOf(html: string): Link[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, content]) => ({
    href: unescaped(/href="([^"]*)"/.exec(attributes!)![1]!),
    text: unescaped(content!.replace(/<[^>]*>/g, '')).trim(),
    isOn: attributes!.includes('aria-current="true"'),
    rel: /rel="([^"]*)"/.exec(attributes!)?.[1] ?? null,
  }));
}

const titles = (html: string) => [...html.matchAll(/<article[^>]*aria-label="([^"]*)"/g)].map(([, title]) => title!);
const textOf = (html: string) =>
  unescaped(html.replace(/<style>.*?<\/style>|<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, '')).replace(
    /\s+/g,
    ' ',
  );

async function read(proxy: TestProxy, path: string): Promise<string> {
  const { http, text } = await proxy.get(path);
  assert.equal(http, 200, `${path}: ${text.slice(0, 300)}`);
  return text;
}

async function follow(proxy: TestProxy, html: string, text: RegExp): Promise<string> {
  const found = linksOf(html).find((link) => text.test(link.text));
  assert.ok(
    found,
    `no link ${text} among ${linksOf(html)
      .map((link) => link.text)
      .join(' | ')}`,
  );
  assert.ok(found.href.startsWith(proxy.url), found.href);
  return read(proxy, found.href.slice(proxy.url.length));
}

test('every filter is a link with its number, narrows the list, shows that it is on, and is taken back', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const whole = await read(proxy, list);
  assert.equal(titles(whole).length, 6);
  for (const [filter, expected] of [
    [/^2 stars.*1$/, ['Two stars']],
    [/^Verified only 1$/, ['Verified']],
    [/^Snug 3$/, ['Snug too', 'Also snug', 'Snug']],
    [/^German 1$/, ['Schöne Kanne']],
  ] as const) {
    const narrowed = await follow(proxy, whole, filter);
    assert.deepEqual(titles(narrowed).toSorted(), [...expected].toSorted(), String(filter));
    const on = linksOf(narrowed).filter(({ isOn, text }) => isOn && text !== 'Newest' && text !== '1');
    assert.deepEqual(on.length, 1, String(filter));
    assert.match(on[0]!.text, filter);
    assert.equal(titles(await follow(proxy, narrowed, filter)).length, 6, `${filter} is not taken back`);
    assert.equal(titles(await follow(proxy, narrowed, /^Clear all$/)).length, 6);
  }
});

test('filters add up, stars too, whatever their order, and one link clears them all', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const both = await follow(proxy, await follow(proxy, await read(proxy, list), /^4 stars/), /^2 stars/);
  assert.deepEqual(titles(both).toSorted(), ['Schöne Kanne', 'Snug too', 'Two stars']);
  assert.equal(await read(proxy, `${list}&plaudit-rating=2,4`), await read(proxy, `${list}&plaudit-rating=4,2,4`));
  const snug = await follow(proxy, both, /^Snug$/);
  assert.deepEqual(titles(snug), ['Snug too']);
  const clear = linksOf(snug).filter(({ text }) => text === 'Clear all');
  assert.equal(clear.length, 1);
  assert.equal(clear[0]!.href, proxy.url + list);
});

test('the numbers stay beside the filters on later pages', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const second = await read(proxy, `${list}&page-size=5&plaudit-start=5`);
  assert.equal(titles(second).length, 1);
  assert.ok(linksOf(second).some(({ text }) => text === 'Verified only 1'));
});

test('the most helpful reviews stand before the first page, marked, and come on no page again', async () => {
  await using stage = await open(({ productReviews }) => {
    for (const [index, votes] of [
      [2, '12'],
      [0, '7'],
    ] as const)
      Object.assign(productReviews[index] as Item, { num_positive_votes: votes, num_negative_votes: '0' });
  });
  const proxy = await ready(stage);
  const size = `${list}&page-size=3`;
  const first = await read(proxy, size);
  assert.deepEqual(titles(first).slice(0, 2), ['Snug', 'Two stars']);
  assert.equal(titles(first).length, 3);
  assert.match(textOf(first), /Most helpful positive review.*Most helpful critical review/);
  const pages = [first];
  for (const page of [/^2$/, /^3$/]) {
    const next =
      linksOf(pages.at(-1)!).some(({ text }) => page.test(text)) && (await follow(proxy, pages.at(-1)!, page));
    if (next) pages.push(next);
  }
  assert.ok(pages.slice(1).every((page) => !/Most helpful (positive|critical) review/.test(textOf(page))));
  const all = pages.flatMap(titles);
  assert.equal(all.length, 6, all.join());
  assert.equal(new Set(all).size, 6, all.join());
  for (const chosen of ['order=created', 'plaudit-rating=5', 'plaudit-rating=2'])
    assert.doesNotMatch(
      textOf(await read(proxy, `${size}&${chosen}`)),
      /Most helpful (positive|critical) review/,
      chosen,
    );
});

test('reviews with photos come first through a link, on every page', async () => {
  const images = [{ id: '1', caption: '', original: '/1.jpg', normal: '/1.jpg', large: '/1.jpg', small: '/1.jpg' }];
  await using stage = await open(({ productReviews }) => Object.assign(productReviews[1] as Item, { images }));
  const proxy = await ready(stage);
  const pages = `${list}&page-size=2`;
  assert.notEqual(titles(await read(proxy, pages))[0], 'Verified');
  const first = await follow(proxy, await read(proxy, pages), /^Photos first$/);
  assert.equal(titles(first)[0], 'Verified');
  assert.ok(linksOf(first).some(({ isOn, text }) => isOn && text === 'Photos first'));
  const second = await follow(proxy, first, /^2$/);
  assert.deepEqual(titles(second).length, 2);
  assert.ok(!titles(second).includes('Verified'));
});

test('oldest first is newest first the other way around, through a link', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const whole = await read(proxy, list);
  const oldest = await follow(proxy, whole, /^Oldest$/);
  assert.deepEqual(titles(oldest), titles(whole).toReversed());
  assert.ok(linksOf(oldest).some(({ isOn, text }) => isOn && text === 'Oldest'));
});

test('robots are not led through the filters, and may read every page of the whole list', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const whole = linksOf(await read(proxy, `${list}&page-size=2`));
  const multiplying = (href: string) => /[?&]plaudit-(?!start)|order=/.test(href);
  assert.ok(whole.filter(({ href }) => multiplying(href)).length > 10);
  for (const { href, rel } of whole.filter((link) => multiplying(link.href))) assert.equal(rel, 'nofollow', href);
  assert.equal(whole.find(({ text }) => text === '2')!.rel, null);
  const narrowed = linksOf(await read(proxy, `${list}&page-size=2&plaudit-with=Fit:Snug`));
  assert.equal(narrowed.find(({ text }) => text === '2')!.rel, 'nofollow');
});

test('the reviews of the shop have orders, stars, search and the language of the reader', async () => {
  await using stage = await open((content) => {
    const stars = (rating: number, title: string, text: string) => ({
      rating: [{ type: 'overall', rating: String(rating) }],
      title,
      content: text,
      updated_for: null,
      source: null,
    });
    content.reviews = [
      review(1, stars(5, 'Great shop', 'The parcel came the next day and everything was packed with care.')),
      review(2, stars(1, 'Nie wieder', 'Das Paket kam erst nach drei Wochen an, und niemand hat geantwortet.')),
      review(3, stars(3, 'All right', 'It took a while but in the end they sent me another one for free.')),
    ];
  });
  const proxy = await ready(stage);
  const whole = await read(proxy, '/render/plaudit-review-list');
  assert.equal(titles(whole).length, 3);
  assert.deepEqual(titles(await follow(proxy, whole, /^1 star/)), ['Nie wieder']);
  assert.deepEqual(titles(await follow(proxy, whole, /^Lowest rated$/)), ['Nie wieder', 'All right', 'Great shop']);
  assert.deepEqual(titles(await follow(proxy, whole, /^Oldest$/)).at(0), 'Great shop');
  assert.deepEqual(titles(await follow(proxy, whole, /^English$/)).toSorted(), ['All right', 'Great shop']);
  const nothing = await read(proxy, '/render/plaudit-review-list?plaudit-q=xylophone&plaudit-rating=1');
  assert.match(textOf(nothing), /Nothing for “xylophone” in 1 ★\./);
  // What this list has no filter for is no filter of it.
  assert.equal(titles(await read(proxy, '/render/plaudit-review-list?plaudit-mention=en.glaze')).length, 3);
});

test('a permanent link shows that review first, with all others below and the data for the take-over', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const whole = await read(proxy, list);
  // Those of quotes have words; those of reviews are over their dates.
  const permanent = linksOf(whole).filter(({ href, text }) => href.includes('plaudit-review=') && !text);
  assert.equal(permanent.length, 6);
  const html = await read(proxy, `${list}&plaudit-review=1`);
  assert.ok(permanent.some(({ href }) => href === `${proxy.url}${list}&plaudit-review=1`));
  assert.match(html, /<section class="linked".*The review you opened.*Two stars/s);
  assert.ok(html.indexOf('class="linked"') < html.indexOf('<article'));
  assert.deepEqual(titles(html), titles(whole));
  assert.equal(linksOf(html).find(({ text }) => text === 'All reviews')!.href, proxy.url + list);
  const [, data] = /<script type="application\/json">(.*?)<\/script>/s.exec(html)!;
  const [operation, query, answer] = JSON.parse(data!)[0];
  assert.deepEqual([operation, query.review_id, answer.linked.id], ['listProductReviews', undefined, 1]);
  // The other filters would say something else than “all reviews”.
  assert.deepEqual(titles(await read(proxy, `${list}&plaudit-review=1&plaudit-rating=5`)), titles(whole));
});

test('what reviewers wrote is a link to its review, also beside a narrowed list', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const said = 'It fits in every cupboard and it is very easy to clean as well.';
  for (const state of ['', '&plaudit-rating=2', '&plaudit-with=Fit:Snug']) {
    const html = await read(proxy, list + state);
    assert.match(textOf(html), /In reviewers’ words/, state);
    assert.match(html, /<q dir="auto" lang="en">It <mark>fits<\/mark> in every cupboard/);
    assert.match(html, /<a [^>]*rel="nofollow"[^>]*>\s*<svg[^>]*aria-label="4 out of 5 stars"/);
    const opened = await follow(proxy, html, new RegExp(`^${said}$`));
    assert.match(opened, /<section class="linked".*Snug too.*<article/s);
  }
  assert.match(textOf(await read(proxy, `${list}&locale=ar`)), /بكلمات أصحاب التقييمات/);
});

test('a link to a review that is not there, or of another product, shows the list and a quiet word', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  for (const id of ['7', '999999', '999999999999999']) {
    const html = await read(proxy, `${list}&plaudit-review=${id}`);
    assert.match(textOf(html), /The review that the link leads to is not among these\./, id);
    assert.equal(titles(html).length, 6);
    assert.ok(!html.includes('class="linked"') && !html.includes('Of another product'));
  }
  // No such product: there is no list, and no error either.
  const { http, text } = await proxy.get('/render/plaudit-product-reviews?sku=NONE&plaudit-review=1');
  assert.equal(http, 200);
  assert.match(text, /<slot name="empty">/);
});

test('where nothing is found, all that was asked for is named, in ten languages, with a way back', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const asked = `${list}&plaudit-q=xylophone&plaudit-rating=2&plaudit-verified=1&plaudit-photos=1&plaudit-language=en&plaudit-with=Fit:Snug&plaudit-mention=en.glaz`;
  const html = await read(proxy, asked);
  assert.match(
    textOf(html),
    /Nothing for “xylophone” in 2 ★ · With photos · Verified only · English · Fit: Snug · glaz\. All reviews/,
  );
  assert.equal(titles(await follow(proxy, html, /^All reviews$/)).length, 6);
  assert.match(textOf(await read(proxy, `${list}&plaudit-q=xylophone`)), /Nothing for “xylophone”\./);
  assert.match(textOf(await read(proxy, `${list}&plaudit-with=Fit:Loose`)), /Nothing in Fit: Loose\./);
  const said = new Set<string>();
  for (const locale of ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt']) {
    const [, line] = /<p class="nothing">(.*?)<\/p>/s.exec(await read(proxy, `${asked}&locale=${locale}`))!;
    for (const name of ['xylophone', 'Snug', 'glaz']) assert.ok(textOf(line!).includes(name), `${locale} ${name}`);
    assert.equal(/<nav [^>]*dir="rtl"/.test(await read(proxy, `${asked}&locale=${locale}`)), locale === 'ar');
    said.add(textOf(line!.split('xylophone')[0]!));
  }
  assert.ok(said.size > 6, 'languages say the same');
});

test('what is searched for stays text, in the line about nothing and in the links', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  const hostile = '</template></script><script>alert(1)</script>"\'&{text}{filters}';
  const given = encodeURIComponent(hostile);
  const html = await read(proxy, `${list}&plaudit-q=${given}&plaudit-with=${given}:${given}`);
  assert.ok(!html.includes('<script>alert'));
  assert.equal(html.match(/<\/template>/g)!.length, 1);
  assert.ok(textOf(html).includes(`Nothing for “${hostile}” in `));
});

test('a state that is malformed is refused by its name, and one that is empty is none', async () => {
  await using stage = await open();
  const proxy = await ready(stage);
  for (const wrong of [
    'plaudit-review=x',
    'plaudit-review=0',
    'plaudit-review=-1',
    'plaudit-review=1e3',
    `plaudit-review=${'9'.repeat(30)}`,
    'plaudit-review=1&plaudit-review=2',
    'plaudit-rating=6',
    'plaudit-rating=1,2,x',
    'plaudit-rating=1&plaudit-rating=2',
    'plaudit-mention=handle',
    'plaudit-mention=en.a%27;--',
    `plaudit-mention=en.${'a'.repeat(300)}`,
    'plaudit-language=english',
    `plaudit-language=${Array.from({ length: 30 }, (_, index) => `a${String.fromCharCode(97 + (index % 26))}`).join()}`,
    'plaudit-with=Snug',
    `plaudit-with=${'Fit:Snug|'.repeat(30)}`,
    `plaudit-with=${'a'.repeat(400)}:${'b'.repeat(400)}`,
    'plaudit-with=Fit:Snug%00',
    'plaudit-with=Fit:Snug%0d%0aX:y',
    'plaudit-verified=1&plaudit-verified=1',
    'plaudit-start=99999999',
    'plaudit-start[]=1',
    'plaudit-__proto__=1',
  ]) {
    const { http, body } = await proxy.get(`${list}&${wrong}`);
    assert.deepEqual([http, body.errorCode], [400, 306], wrong);
    assert.ok(body.errorReason.includes(wrong.split('=')[0]!), `${wrong}: ${body.errorReason}`);
  }
  const empty = 'plaudit-q=&plaudit-with=&plaudit-language=&plaudit-mention=&plaudit-review=&plaudit-rating=';
  assert.equal(await read(proxy, `${list}&${empty}`), await read(proxy, list));
});

test('a filter that the proxy has to leave out is not shown as chosen, and a link shows its review if it can', async () => {
  await using stage = await open();
  // What the mirror asks for never comes, so the API is asked, which has no such filters.
  stage.upstream.fault = (call) => (call.query.get('count') === '100' ? new Promise<never>(() => {}) : false);
  const proxy = await stage.proxy();
  const group = '/render/plaudit-product-reviews?item-group=group';
  const text = await read(proxy, `${group}&plaudit-verified=1&plaudit-mention=en.glaz&plaudit-with=Fit:Snug`);
  assert.equal(titles(text).length, 7);
  assert.deepEqual(
    linksOf(text).flatMap(({ isOn, text: name }) => (isOn ? [name] : [])),
    ['Newest'],
  );
  const linked = await read(proxy, `${group}&plaudit-review=1`);
  assert.match(linked, /<section class="linked".*Two stars.*<article/s);
  assert.match(textOf(await read(proxy, `${group}&plaudit-review=99`)), /is not among these/);
});

test('filters cost the address that has pages made with them', async () => {
  await using stage = await open();
  const clock = new PacedClock(1);
  const proxy = await ready(stage, { clock, trustedProxies: ['127.0.0.1'] });
  const ask = (more: string) => proxy.get(list + more, { 'x-forwarded-for': '203.0.113.66' });
  clock.pace = 0;
  let made = 0;
  for (; made < 100; made += 1) {
    const chosen = `&plaudit-verified=1&plaudit-with=Fit:${made}&plaudit-mention=en.word${made}&plaudit-language=en`;
    if ((await ask(chosen)).http === 429) break;
  }
  // Each costs 23 ms, and more where it takes longer.
  assert.ok(made > 0 && made < 45, `${made} pages`);
  for (let id = 1000; made < 200; made += 1) {
    const { http, headers } = await ask(`&plaudit-review=${id++}`);
    if (http === 200) continue;
    assert.equal(http, 429);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    return;
  }
  assert.fail('links cost nothing');
});

/** What shoppers ask of reviews beside what the API takes, answered from the mirror, on both databases. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import { readScales } from '../../insights/digest/scales.ts';
import { product, review, type Content } from './fake-upstream.ts';
import { onBothDatabases } from './both-databases.ts';
import { PacedClock } from './clocks.ts';
import { Stage, type TestProxy, until } from './harness.ts';

type Item = Record<string, unknown>;

const people = Array.from({ length: 60 }, (_, index) => ({
  username: `person${index}`,
  firstName: 'Kim',
  lastName: 'L',
}));

const kettle = {
  ...product(1),
  sku: 'KETTLE',
  item_group: 'kettles',
  title: 'Copper Kettle',
  attributes: [
    { name: 'Size', type: 'select', required: false, options: ['Smaller', 'As expected', 'Larger'] },
    { name: 'Colour', type: 'select', required: false, options: ['Red', 'Blue'] },
  ],
};
const vase = { ...product(3), sku: 'VASE', item_group: 'vases', title: 'Vase' };
const mug = { ...product(2), sku: 'MUG', item_group: 'mugs', title: 'Mug' };

let nextId = 1;
function written(of: Item, title: string, content: string, more: Item = {}): Item {
  const id = nextId++;
  const day = `2026-01-${String(1 + (id % 28)).padStart(2, '0')} 10:00:00`;
  return {
    id: String(id),
    title,
    content,
    rating: '5',
    user: people[id % people.length],
    attributes: [],
    images: [],
    solicited: '0',
    num_positive_votes: '0',
    num_negative_votes: '0',
    created: day,
    published: day,
    product: { sku: of['sku'], title: of['title'] },
    ...more,
  };
}

const picture = (caption: string) => ({
  id: '1',
  caption,
  original: 'https://shop.example/1.jpg',
  normal: 'https://shop.example/1.jpg',
  large: 'https://shop.example/1.jpg',
  small: 'https://shop.example/1.jpg',
});
const size = (value: string) => ({ name: 'Size', value });
const colour = (value: string) => ({ name: 'Colour', value });
const advice = (value: string) => ({ name: 'Would you recommend it?', value });

function makeContent(): Partial<Content> {
  nextId = 1;
  const about = (count: number, of: Item, title: string, content: string, more: Item = {}) =>
    Array.from({ length: count }, (_, index) => written(of, title, `${content} Number ${index}.`, more));
  return {
    products: [kettle, mug, vase],
    productReviews: [
      ...about(6, kettle, 'Hot', 'The handle gets far too hot while the stainless steel cools down slowly.', {
        rating: '2',
        attributes: [size('Smaller'), advice('No')],
      }),
      ...about(5, kettle, 'Fine', 'Its handles stay cool and the stainless steel shines for years in our kitchen.', {
        solicited: '1',
        attributes: [size('As expected'), colour('Blue'), advice('Yes')],
      }),
      ...about(
        4,
        kettle,
        'Schöne Kanne',
        'Der Deckel schließt nicht richtig und der Deckel klappert beim Kochen immer.',
        {
          rating: '4',
          attributes: [size('larger'), colour('Red'), advice('Yes'), { name: 'Note', value: 'mail me: a@b.example' }],
        },
      ),
      written(kettle, 'Useful', 'I have had it for a year and it still looks like new every morning.', {
        num_positive_votes: '9',
        num_negative_votes: '1',
        images: [picture('One that says \\"original\\": twice, "original":'), picture('')],
      }),
      written(kettle, 'Careful', 'The lid fell off on the second day and nobody at the shop would help me.', {
        rating: '1',
        num_positive_votes: '4',
      }),
      written(kettle, 'Loud', 'It whistles so loudly that the whole house wakes up in the morning.', {
        rating: '3',
        num_positive_votes: '2',
        num_negative_votes: '5',
      }),
      ...hostileTexts.map((text) => written(vase, text.slice(0, 200), text)),
      ...about(40, mug, 'Mug', 'A mug for every day that keeps the coffee warm and sits well on the table.'),
    ],
    reviews: [
      review(1, stars(5, 'Great shop', 'The parcel came the next day and everything was packed with care.')),
      review(2, stars(1, 'Nie wieder', 'Das Paket kam erst nach drei Wochen an, und niemand hat geantwortet.')),
      review(3, stars(3, 'All right', 'It took a while but in the end they sent me another one for free.', 7)),
    ],
    comments: [],
    productQuestions: [],
    questions: [],
  };
}

/** Each may take long where somebody splits, stems or normalises without a limit. */
const hostileTexts = [
  'a '.repeat(30_000),
  'handle'.repeat(10_000),
  "l'".repeat(30_000),
  `the handle ${'\u0301'.repeat(60_000)}`,
  'handle-'.repeat(9_000),
  '漢'.repeat(60_000),
  'で'.repeat(60_000),
  '\u202e\ud800 handle _ % : . - en.handl:handle'.repeat(1_000),
  Array.from({ length: 9_000 }, (_, index) => `word${index}`).join(' '),
];

const stars = (rating: number, title: string, content: string, votes = 0): Item => ({
  rating: [{ type: 'overall', rating: String(rating) }],
  title,
  content,
  positive_votes: String(votes),
  updated_for: null,
  source: null,
});

const scales = readScales('Size: Smaller < [As expected] < Larger');

const queryOf = (query: Record<string, string>): string => new URLSearchParams(query).toString();

// Tests look into answers freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

async function ready(stage: Stage, location: KeyLocation, clock: PacedClock): Promise<TestProxy> {
  const proxy = await (await stage.proxy({ location, scales, clock })).mirrored();
  await until('every review has its gist', async () => (await ask(proxy, { digest: '1' })).digest !== null);
  return proxy;
}

async function ask(proxy: TestProxy, query: Record<string, string>): Promise<Answer> {
  const { http, body, text } = await proxy.shop(`/product/reviews?${queryOf({ sku: 'KETTLE', ...query })}`);
  assert.equal(http, 200, text);
  const { status: _status, success: _success, ...answer } = body;
  return shopperAnswers.listProductReviews.parse(answer);
}

async function askShop(proxy: TestProxy, query: Record<string, string>): Promise<Answer> {
  const { http, body, text } = await proxy.shop(`/reviews?${queryOf(query)}`);
  assert.equal(http, 200, text);
  const { status: _status, success: _success, ...answer } = body;
  return shopperAnswers.listReviews.parse(answer);
}

const titles = ({ product_reviews }: Answer): string[] => product_reviews.map((one: Item) => one['title']);

const databases = onBothDatabases();

for (const [database, place] of databases) {
  describe(database, () => {
    let stage: Stage;
    let proxy: TestProxy;
    let location: KeyLocation;
    const clock = new PacedClock(1);
    before(async () => {
      stage = await Stage.open({ now: clock.now, content: makeContent() });
      location = await place(stage);
      proxy = await ready(stage, location, clock);
    });
    after(() => stage[Symbol.asyncDispose]());

    test('a digest says what the reviews of a product say, taken together', async () => {
      const { digest } = await ask(proxy, { digest: '1', count: '1' });
      assert.deepEqual(digest.ratings, { 1: 1, 2: 6, 3: 1, 4: 4, 5: 6 });
      // The one review with photos has the same photo twice.
      assert.deepEqual([digest.verified, digest.photos, digest.pictures], [5, 1, 1]);
      assert.deepEqual(digest.languages, [
        { language: 'en', count: 14 },
        { language: 'de', count: 4 },
      ]);
      assert.deepEqual(digest.scales, [
        {
          name: 'Size',
          ends: 'two',
          options: [
            { value: 'Smaller', count: 6 },
            { value: 'As expected', count: 5 },
            { value: 'Larger', count: 4 },
          ],
          mean: 0.433,
          count: 15,
        },
      ]);
      assert.deepEqual(digest.recommended, { yes: 9, count: 15 });
      assert.deepEqual(digest.attributes, [
        {
          name: 'Colour',
          options: [
            { value: 'Blue', count: 5 },
            { value: 'Red', count: 4 },
          ],
        },
      ]);
      assert.deepEqual([digest.favourable.title, digest.critical.title], ['Useful', 'Careful']);
    });

    test('mentions stand out against the shop, with their forms and how many of them are low', async () => {
      const { digest } = await ask(proxy, { digest: '1' });
      const handle = digest.mentions.find(({ key }: Item) => key === 'en.handl');
      assert.deepEqual(handle, {
        key: 'en.handl',
        language: 'en',
        words: 'handle',
        forms: ['handle', 'handles'],
        count: 11,
        low: 6,
      });
      const keys = digest.mentions.map(({ key }: Item) => key);
      assert.ok(keys.includes('en.stainless-steel'), `a pair is one mention: ${keys.join(' ')}`);
      assert.ok(!keys.includes('en.steel'), 'a word that is only in a pair is not one of its own');
      assert.ok(
        !keys.some((key: string) => /kettl|coffe/.test(key)),
        'neither the name of the product nor other products',
      );
      const { total, product_reviews: found } = await ask(proxy, { mention: 'en.handl', count: '100' });
      assert.equal(total, 11);
      for (const one of found) assert.match(one.content, /handle/);
      assert.equal((await ask(proxy, { mention: 'en.nothing' })).total, 0);
    });

    test('filters narrow the list and its total, alone and together', async () => {
      const total = async (query: Record<string, string>) => (await ask(proxy, query)).total;
      assert.equal(await total({ verified: '1' }), 5);
      assert.equal(await total({ languages: 'de' }), 4);
      assert.equal(await total({ languages: 'DE,en' }), 18);
      assert.equal(await total({ languages: 'fr' }), 0);
      assert.equal(await total({ with: 'Colour:Blue' }), 5);
      assert.equal(await total({ with: 'Colour:Blue|Colour:Red' }), 9);
      assert.equal(await total({ with: 'Colour:Blue|Size:Smaller' }), 0);
      assert.equal(await total({ with: 'Colour:Bl' }), 0);
      assert.equal(await total({ with: 'Colour:%' }), 0);
      assert.equal(await total({ with: 'Colour:Blue', verified: '1', languages: 'en', ratings: '5', q: 'handles' }), 5);
    });

    test('orders put first what they say, and say it', async () => {
      for (const order of ['created', 'oldest', 'relevant', 'helpful', 'highest', 'lowest', 'photos'])
        assert.equal((await ask(proxy, { order })).order, order);
      assert.deepEqual(titles(await ask(proxy, { order: 'helpful', count: '2' })), ['Useful', 'Careful']);
      const ratings = async (order: string) =>
        (await ask(proxy, { order, count: '100' })).product_reviews.map((one: Item) => one['rating']);
      const highest = await ratings('highest');
      assert.deepEqual(
        highest,
        highest.toSorted((one: number, other: number) => other - one),
      );
      assert.deepEqual(await ratings('lowest'), highest.toReversed());
      const found = async (query: Record<string, string>): Promise<Item[]> => (await ask(proxy, query)).product_reviews;
      const newest = await found({ order: 'created', count: '100' });
      assert.deepEqual(await found({ order: 'oldest', count: '100' }), newest.toReversed());
      const pictured = (one: Item) => (one['images'] as unknown[]).length > 0;
      assert.ok(newest.some(pictured) && !pictured(newest[0]!));
      const first = [...newest.filter(pictured), ...newest.filter((one) => !pictured(one))];
      assert.deepEqual(await found({ order: 'photos', count: '100' }), first);
      const pages: Item[] = [];
      while (pages.length < first.length)
        pages.push(...(await found({ order: 'photos', count: '3', start: String(pages.length) })));
      assert.deepEqual(pages, first);
    });

    test('reviews in the language of the reader come first where the order lets them, on every page', async () => {
      const languages = async (query: Record<string, string>) =>
        (await ask(proxy, query)).product_reviews.map((one: Item) => one['language']);
      for (const order of ['relevant', 'helpful']) {
        const sorted = await languages({ order, prefer: 'de', count: '100' });
        assert.deepEqual(sorted, sorted.toSorted(), order);
        const pages = [
          await languages({ order, prefer: 'de', count: '3' }),
          await languages({ order, prefer: 'de', count: '3', start: '3' }),
        ];
        assert.deepEqual(pages, [
          ['de', 'de', 'de'],
          ['de', 'en', 'en'],
        ]);
        assert.equal((await ask(proxy, { order, prefer: 'de' })).total, 18);
      }
      assert.deepEqual(titles(await ask(proxy, { order: 'helpful', prefer: 'en', count: '1' })), ['Useful']);
      for (const order of ['created', 'oldest', 'highest', 'lowest', 'photos'])
        assert.deepEqual(
          (await ask(proxy, { order, prefer: 'de' })).product_reviews,
          (await ask(proxy, { order })).product_reviews,
          order,
        );
    });

    test('a link leads to its review, whatever the filters', async () => {
      const [useful] = (await ask(proxy, { order: 'helpful', count: '1' })).product_reviews;
      const { linked, total } = await ask(proxy, { review_id: String(useful.id), ratings: '1' });
      assert.deepEqual([linked, total], [useful, 1]);
      const other = await ask(proxy, { review_id: String(useful.id), sku: 'MUG' });
      assert.equal(other.linked, null, 'a review of another product');
      assert.equal((await ask(proxy, { review_id: '987654' })).linked, null);
    });

    test('every review says its language', async () => {
      const { product_reviews: found } = await ask(proxy, { count: '100' });
      for (const one of found) assert.equal(one.language, /Deckel/.test(one.content) ? 'de' : 'en', one.content);
      const { reviews } = await askShop(proxy, {});
      assert.deepEqual(Object.fromEntries(reviews.map((one: Item) => [one['reviewNo'], one['language']])), {
        1: 'en',
        2: 'de',
        3: 'en',
      });
      assert.equal((await proxy.shop('/review?review_no=2')).body.review.language, 'de');
    });

    test('the reviews of a business are narrowed and ordered too', async () => {
      const numbers = async (query: Record<string, string>) =>
        (await askShop(proxy, query)).reviews.map((one: Item) => one['reviewNo']);
      assert.deepEqual(await numbers({ order: 'highest' }), [1, 3, 2]);
      assert.deepEqual(await numbers({ order: 'lowest' }), [2, 3, 1]);
      assert.equal((await numbers({ order: 'helpful' }))[0], 3);
      assert.deepEqual(await numbers({ ratings: '1,5', order: 'lowest' }), [2, 1]);
      assert.deepEqual(await numbers({ languages: 'de' }), [2]);
      assert.equal((await askShop(proxy, { order: 'lowest' })).order, 'lowest');
    });

    test('a digest needs one product or item group, and is on the first page alone', async () => {
      assert.ok(!('digest' in (await ask(proxy, {}))));
      assert.ok(!('digest' in (await ask(proxy, { digest: '1', start: '1' }))));
      assert.equal((await ask(proxy, { digest: '1', sku: '' })).digest, null);
      assert.equal((await ask(proxy, { digest: '1', brand: 'x' })).digest, null);
      const { digest } = await ask(proxy, { digest: '1', sku: '', item_group: 'mugs' });
      assert.equal(digest.ratings[5], 40);
      const unknown = (await ask(proxy, { digest: '1', sku: 'NONE' })).digest;
      assert.deepEqual([unknown.mentions, unknown.languages], [[], []]);
    });

    test('nothing personal is in a digest', async () => {
      const { text } = await proxy.shop('/product/reviews?sku=KETTLE&digest=1');
      assert.ok(!text.includes('@'), 'an address is in it');
    });

    test('hostile values are refused in one line, and find nothing', async () => {
      const refused: [string, string][] = [
        ['order', 'best'],
        ['verified', 'yes please'],
        ['languages', 'english'],
        ['languages', "en','de"],
        ['languages', Array.from({ length: 21 }, (_, index) => `${'abcdefghijklmnopqrstuvwxyz'[index]}a`).join(',')],
        ['prefer', 'english'],
        ['prefer', "en') desc --"],
        ['with', 'no colon'],
        ['with', ':'],
        ['with', Array.from({ length: 30 }, (_, index) => `Size:${index}`).join('|')],
        ['mention', 'handle'],
        ['mention', 'en.%'],
        ['mention', 'en._andl'],
        ['mention', `en.${'a'.repeat(500)}`],
        ['mention', "en.handl' or 1=1 --"],
        ['review_id', '0'],
        ['review_id', '1e9'],
        ['review_id', '-1'],
        ['digest', '2'],
      ];
      for (const [name, value] of refused) {
        const { http, body } = await proxy.shop(`/product/reviews?${queryOf({ sku: 'KETTLE', [name]: value })}`);
        assert.equal(http, 400, `${name}=${value.slice(0, 40)}`);
        assert.equal(body.field, name);
        assert.match(body.errorReason, /^Parameter \w+ [^\n]{5,200}$/);
      }
      const twice = await proxy.shop('/product/reviews?sku=KETTLE&mention=en.handl&mention=en.steel');
      assert.equal(twice.http, 400);
      for (const value of [
        `Colour:Blue"}`,
        'Colour:\\',
        `Colour:'; drop table product_review; --`,
        'Colour:Blue\u0001',
      ])
        assert.equal((await ask(proxy, { with: value })).total, 0, value);
    });

    test('texts that are made to take long are read all the same, and bring no mention', async () => {
      const { digest } = await ask(proxy, { digest: '1', sku: 'VASE', count: '1' });
      assert.equal(digest.ratings[5], hostileTexts.length);
      assert.deepEqual(digest.mentions, []);
    });

    test('another instance says the same', async () => {
      const other = await stage.proxy({ location, scales });
      try {
        await other.mirrored();
        const [one, same] = await Promise.all(
          [proxy, other].map((each) => ask(each, { digest: '1', languages: 'de' })),
        );
        assert.deepEqual(same, one);
      } finally {
        await other.close();
      }
    });

    test('what is new at the API is in the digest, and what is hidden there is not', async () => {
      const { content } = stage.upstream;
      // What is hidden is noticed after a minute or two.
      clock.pace = 20;
      const before = (await ask(proxy, { digest: '1' })).digest;
      const hidden = content.productReviews.find(({ content }) => /handle gets far too hot/.test(String(content)))!;
      Object.assign(hidden, { published: 'pending', publishedRFC: null });
      content.productReviews.unshift(
        written(kettle, 'Neu', 'Der Deckel ist dicht und der Griff bleibt kühl, wie versprochen und wie erhofft.', {
          created: '2026-02-01 10:00:00',
          published: '2026-02-01 10:00:00',
        }),
      );
      await until('the new review is in the digest', async () => {
        const { digest } = await ask(proxy, { digest: '1' });
        return digest.languages.find(({ language }: Item) => language === 'de').count === 5;
      });
      await until('the hidden review is in it no more', async () => {
        const { digest } = await ask(proxy, { digest: '1' });
        return digest.mentions.find(({ key }: Item) => key === 'en.handl').count === 10;
      });
      const { digest } = await ask(proxy, { digest: '1' });
      assert.equal(digest.ratings[5], before.ratings[5] + 1);
      assert.equal(digest.ratings[2], before.ratings[2] - 1);
    });
  });
}

test('before there are gists, an answer says what it does without, and never fails', async () => {
  await using stage = await Stage.open({ content: makeContent() });
  // What the mirror asks for never comes.
  stage.upstream.fault = (call) => (call.query.get('count') === '100' ? new Promise<never>(() => {}) : false);
  const query = 'verified=1&languages=en&with=Colour:Blue&mention=en.handl&review_id=3&digest=1';
  const proxy = await stage.proxy({ scales });
  const { http, body } = await proxy.shop(`/product/reviews?brand=x&order=helpful&${query}`);
  assert.equal(http, 200);
  assert.equal(body.order, 'relevant');
  assert.deepEqual(body.left_out, ['verified', 'with', 'review_id', 'languages', 'mention', 'digest']);
  for (const order of ['photos', 'oldest']) {
    const newest = await proxy.shop(`/product/reviews?brand=x&order=${order}`);
    assert.deepEqual([newest.http, newest.body.order], [200, 'created'], order);
  }
  const asked = stage.upstream.callsOf('/product/reviews').map((call) => call.query);
  assert.ok(asked.every((sent) => [null, 'created', 'relevant'].includes(sent.get('order'))));
  for (const sent of asked)
    for (const name of ['verified', 'languages', 'with', 'mention', 'review_id', 'digest']) assert.ok(!sent.has(name));
  const shop = await proxy.shop('/reviews?order=lowest&ratings=1&languages=de');
  assert.deepEqual([shop.http, shop.body.order, shop.body.left_out], [200, 'DESC', ['ratings', 'languages']]);
});

test('what is not in memory has a cost, whatever is combined', async () => {
  await using stage = await Stage.open({ content: makeContent() });
  const proxy = await (await stage.proxy({ scales })).mirrored();
  const query = 'sku=KETTLE&order=helpful&verified=1&languages=en&with=Colour:Blue&mention=en.handl&digest=1';
  let refused = null;
  for (let index = 1; index <= 500 && !refused; index++) {
    const answer = await proxy.shop(`/product/reviews?${query}&review_id=${index}`);
    if (answer.http !== 200) refused = answer;
  }
  assert.equal(refused?.http, 429);
  assert.ok(Number(refused?.headers.get('retry-after')) > 0);
  assert.equal((await proxy.shop('/product/reviews?sku=KETTLE')).http, 200, 'what elements ask for as they load');
});

/** What reviewers wrote, word for word, as the digest of a product quotes it, on both databases. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import type { Digest, Quote } from '../../contract/entities/digest.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { product } from './fake-upstream.ts';
import { onBothDatabases } from './both-databases.ts';
import { PacedClock } from './clocks.ts';
import { signedFor, Stage, until, type TestProxy } from './harness.ts';
import { longOn } from '../support/length.ts';
import { inTenLanguages } from './files/ten-languages.ts';

type Item = Record<string, unknown>;

const by = (username: string): Item => ({
  user: { username, email: `${username}@customers.example`, firstName: 'Kim', lastName: 'L' },
});

let nextId = 1;
/** Of an author of its own. */
function written(sku: string, content: string, more: Item = {}): Item {
  const id = nextId++;
  const day = `2026-01-${String(1 + (id % 28)).padStart(2, '0')} 10:00:00`;
  return {
    id: String(id),
    title: '',
    content,
    rating: '5',
    ...by(`person${id}`),
    attributes: [],
    images: [],
    solicited: '0',
    num_positive_votes: '0',
    num_negative_votes: '0',
    created: day,
    published: day,
    product: { sku, title: sku },
    ...more,
  };
}
const votes = (helpful: number, others = 0): Item => ({
  num_positive_votes: `${helpful}`,
  num_negative_votes: `${others}`,
});

/** What other products of the shop are said to be, so that there is something to compare with. */
const others = [
  'It arrived on a Tuesday and my sister already wants to have the same for her birthday.',
  'We were looking for a present for our neighbours and they seem to be fond of it.',
  'The colour is a little darker than in the picture but it looks fine in the hall.',
  'My husband was not sure about the size and now he would not give it away again.',
];

/** Each product: its reviews, and what is quoted of them. Each is spoken of in words of its own. */
const cases: readonly (readonly [what: string, reviews: (sku: string) => Item[], quoted: readonly string[]])[] = [
  [
    'the sentences with most of what is often said, and of each mention one',
    (sku) => [
      written(sku, 'It has a hinge. The hinge and the buckle close tightly. I would not miss it.'),
      written(sku, 'My hinge is still as good as new after all of these years.'),
      written(sku, 'The buckle could be a little larger for the fingers of a man.'),
      written(sku, 'I like how the hinge moves when I hold it in my hand.'),
      written(sku, 'A buckle that closes as it should, and a velvet that is soft.'),
      written(sku, 'The velvet is what my daughter likes to touch all day.'),
      written(sku, 'There is dust on the velvet whenever I look at it.'),
    ],
    [
      'A buckle that closes as it should, and a velvet that is soft.',
      'The hinge and the buckle close tightly.',
      'There is dust on the velvet whenever I look at it.',
    ],
  ],
  [
    'neither short nor long, nor a part of a sentence',
    (sku) => [
      written(sku, 'It was not what I had been looking for all this time. Strap broke.'),
      written(sku, `The strap ${'and then the other one, '.repeat(8)} which is all there is to say of it.`),
      written(sku, 'The strap of it was mended by Dr. Miller in our own garage in May.'),
    ],
    ['The strap of it was mended by Dr. Miller in our own garage in May.'],
  ],
  [
    'a text without a full stop, and no line of a list',
    (sku) => [
      written(sku, 'the lid is what i love most about it'),
      written(sku, 'Good: the lid that opens by itself\nBad: the lid that squeaks in winter'),
      written(sku, 'Both of us\nwere surprised by the\nlid and its marble.\n\nNothing else'),
      written(sku, 'There was marble in my bag when it came in the mail'),
      written(sku, 'A piece of marble is what I wanted for my kitchen'),
    ],
    ['Both of us were surprised by the lid and its marble.', 'A piece of marble is what I wanted for my kitchen'],
  ],
  [
    'nothing masked, no markup and no link, but what looks like it',
    (sku) => [
      written(sku, 'Ask me about the drawer and the shelf that I have: jane@customers.example'),
      written(sku, 'The drawer and the shelf are <b>loose</b> after a week <script>alert(1)</script>'),
      written(sku, 'A better drawer and a better shelf are on https://elsewhere.example at half the price'),
      written(sku, 'My drawer & my shelf are < 5 "cm" apart, I\'m sure of it.'),
    ],
    ['My drawer & my shelf are < 5 "cm" apart, I\'m sure of it.'],
  ],
  [
    'each author once, and no text twice',
    (sku) => [
      written(sku, 'Whoever made this wheel knew how to make a wheel.', by('one')),
      written(sku, 'Whoever made this pedal knew how to make a pedal.', by('one')),
      ...['two', 'three', 'four'].map((name) =>
        written(sku, 'I copied it: a saddle is a saddle and a bell.', by(name)),
      ),
      ...['five', 'six'].map((name) =>
        written(sku, 'There is a wheel. There is a pedal. That is all of it.', by(name)),
      ),
    ],
    ['I copied it: a saddle is a saddle and a bell.', 'Whoever made this pedal knew how to make a pedal.'],
  ],
  [
    'what more shoppers found helpful, then what is newer, where as much is said',
    (sku) => [
      written(sku, 'One of the ribbons has come off by now.', votes(3)),
      written(sku, 'Two of the ribbons have come off by now.', votes(9, 7)),
      written(sku, 'Each of the ribbons has come off by now.', votes(3)),
      written(sku, 'None of the ribbons has come off by now.'),
    ],
    ['Each of the ribbons has come off by now.'],
  ],
  [
    'a critical sentence where most of those who mention it are critical',
    (sku) => [
      written(sku, 'The pump was out of order from the first day on.', { rating: '1' }),
      written(sku, 'The pump has a sound that wakes the baby.', { rating: '2' }),
      written(sku, 'The pump and everything in it is just wonderful, the pump above all.', votes(90)),
    ],
    ['The pump has a sound that wakes the baby.'],
  ],
  [
    'one that is not critical where half of those who mention it are critical',
    (sku) => [
      written(sku, 'The hose was out of order from the first day on.', { rating: '1', ...votes(90) }),
      written(sku, 'The hose has a sound that wakes the baby.', { rating: '2' }),
      written(sku, 'The hose is fine by me, for what it cost.', { rating: '3' }),
      written(sku, 'The hose is among those that I trust.'),
    ],
    ['The hose is among those that I trust.'],
  ],
  [
    'nothing where nothing is mentioned often enough',
    (sku) => [
      written(sku, 'The mirror was out of order from the first day on.'),
      written(sku, 'The mirror has a sound that wakes the baby.'),
      written(sku, 'My sister has the same one and is fond of it.'),
    ],
    [],
  ],
];
/** What products are spoken of for whose reviews go. */
const going = ['cushion', 'blanket', 'curtain'];
const skus = cases.map((_, index) => `CASE-${index}`);

function makeReviews(): Item[] {
  nextId = 1;
  const background = Array.from({ length: 60 }, (_, index) => written('OTHER', others[index % others.length]!));
  return [
    ...background,
    ...cases.flatMap(([, reviews], index) => reviews(skus[index]!)),
    ...going.flatMap((word) =>
      ['One', 'Two', 'Each', 'None'].map((count) =>
        written(`THE-${word}`, `${count} of the ${word}s has come off by now.`),
      ),
    ),
    ...Object.entries(inTenLanguages).flatMap(([language, texts]) =>
      texts.map((text) => written(`IN-${language}`, text)),
    ),
    ...['en', 'de'].flatMap((language) => inTenLanguages[language]!.map((text) => written('MIXED', text))),
  ];
}

const products = [
  'OTHER',
  ...skus,
  ...going.map((word) => `THE-${word}`),
  ...Object.keys(inTenLanguages).map((language) => `IN-${language}`),
  'MIXED',
].map((sku, index) => ({ ...product(index + 1), sku, item_group: sku, title: sku, attributes: [] }));

async function ask(proxy: TestProxy, sku: string, more: Record<string, string> = {}) {
  const { http, body, text } = await proxy.shop(
    `/product/reviews?${new URLSearchParams({ sku, digest: '1', count: '100', ...more }).toString()}`,
  );
  assert.equal(http, 200, text);
  const { status: _status, success: _success, ...answer } = body;
  return shopperAnswers.listProductReviews.parse(answer);
}

async function digestOf(proxy: TestProxy, sku: string, more?: Record<string, string>): Promise<Digest> {
  return (await ask(proxy, sku, more)).digest!;
}

const textsOf = ({ quotes }: Digest): string[] => quotes.map(({ text }) => text);
const markedIn = ({ text, marked: [start, end] }: Quote): string => text.slice(start, end);

const databases = onBothDatabases();

for (const [database, place] of databases) {
  describe(database, longOn(database), () => {
    let stage: Stage;
    let proxy: TestProxy;
    let location: KeyLocation;
    const clock = new PacedClock(1);
    before(async () => {
      const content = { products, productReviews: makeReviews(), reviews: [], comments: [], productQuestions: [] };
      stage = await Stage.open({ now: clock.now, content: { ...content, questions: [] } });
      location = await place(stage);
      proxy = await (await stage.proxy({ location, clock })).mirrored();
      await until('every review has its gist', async () => (await ask(proxy, 'OTHER')).digest !== null);
    });
    after(() => stage[Symbol.asyncDispose]());

    for (const [index, [what, , quoted]] of cases.entries())
      test(`quotes ${what}`, async () => {
        const digest = await digestOf(proxy, skus[index]!);
        assert.deepEqual(textsOf(digest), quoted, JSON.stringify(digest.mentions));
      });

    test('what is quoted is in its review, word for word, with its stars and the place of its mention', async () => {
      for (const sku of [...skus, ...Object.keys(inTenLanguages).map((language) => `IN-${language}`)]) {
        const { digest, product_reviews: reviews } = await ask(proxy, sku);
        assert.ok(digest!.quotes.length <= 3, 'these are in one language');
        for (const quote of digest!.quotes) {
          const review = reviews.find(({ id }) => id === quote.review_id)!;
          assert.ok(review.content.replaceAll('\n', ' ').includes(quote.text), quote.text);
          assert.deepEqual([review.rating, review.language], [quote.rating, quote.language]);
          const { words, forms } = digest!.mentions.find(({ key }) => key === quote.mention)!;
          assert.ok(forms.includes(markedIn(quote).toLowerCase()), `${markedIn(quote)} is not ${words}`);
        }
      }
    });

    for (const [language, texts] of Object.entries(inTenLanguages))
      test(`quotes in ${language}, as whole sentences`, async () => {
        const { quotes, mentions } = await digestOf(proxy, `IN-${language}`);
        assert.ok(quotes.length > 0, JSON.stringify(mentions));
        for (const quote of quotes) {
          assert.equal(quote.language, language);
          assert.ok(
            texts.some((text) => text.includes(quote.text)),
            quote.text,
          );
          assert.match(quote.text, /[.!؟?。！]$/u);
        }
      });

    test('whoever prefers a language reads quotes in no other, and without it there are those of each', async () => {
      const quotesIn = async (prefer: string) => (await digestOf(proxy, 'MIXED', { prefer })).quotes;
      const [english, german] = [await quotesIn('en'), await quotesIn('de')];
      assert.deepEqual(new Set(english.map(({ language }) => language)), new Set(['en']));
      assert.deepEqual(new Set(german.map(({ language }) => language)), new Set(['de']));
      const { quotes, mentions } = await digestOf(proxy, 'MIXED');
      const [most] = mentions;
      assert.deepEqual(quotes, most!.language === 'en' ? [...english, ...german] : [...german, ...english]);
      assert.deepEqual(await quotesIn('de,en'), quotes);
      assert.deepEqual(await quotesIn('ja'), []);
    });

    test('another instance quotes the same, whatever it was asked before', async () => {
      const other = await (await stage.proxy({ location })).mirrored();
      try {
        for (const sku of [...skus, 'MIXED'].toReversed())
          assert.deepEqual((await digestOf(other, sku)).quotes, (await digestOf(proxy, sku)).quotes, sku);
      } finally {
        await other.close();
      }
    });

    test('a sentence is gone at once with its review, when it is hidden, removed, changed or erased', async () => {
      const { content } = stage.upstream;
      clock.pace = 20;
      const source = (id: number) => content.productReviews.find((item) => item['id'] === String(id))!;
      const ways: readonly [string, (item: Item) => unknown][] = [
        ['cushion', (item) => Object.assign(item, { published: 'pending', publishedRFC: null })],
        ['blanket', (item) => content.productReviews.splice(content.productReviews.indexOf(item), 1)],
        ['curtain', (item) => Object.assign(item, { content: 'They have been the joy of my life by now.' })],
      ];
      const gone: [sku: string, text: string][] = [];
      for (const [word, take] of ways) {
        const { review_id: id, text } = (await digestOf(proxy, `THE-${word}`)).quotes[0]!;
        take(source(id));
        gone.push([`THE-${word}`, text]);
        // Another one takes its place, so that there are as many reviews as before.
        content.productReviews.unshift(written(`THE-${word}`, `It came on a Friday, and so the ${word}s did.`));
      }
      for (const [sku, text] of gone)
        await until(`“${text}” is gone`, async () => {
          const { digest, product_reviews: reviews } = await ask(proxy, sku);
          const texts = reviews.map((review) => review.content);
          for (const quote of textsOf(digest!)) assert.ok(texts.includes(quote), `gone, but still quoted: ${quote}`);
          return !texts.includes(text) && digest!.quotes.length > 0;
        });
      // Not even while the number of reviews is the same again, and no gist is made yet.
      clock.pace = 1;
      const sku = skus[5]!;
      const [quoted] = (await digestOf(proxy, sku)).quotes;
      const { email } = source(quoted!.review_id)['user'] as { email: string };
      const erased = await proxy.merchant('/businesses/-/privacy/remove', { body: { email } });
      assert.equal(erased.http, 200, erased.text);
      const review = { sku, title: 'New', content: 'It came on a Friday, and I cannot say more.', rating: '5' };
      const added = await proxy.post('/product/reviews/add', review, signedFor(review.title));
      assert.equal(added.http, 200, added.text);
      const { digest, product_reviews: reviews } = await ask(proxy, sku);
      assert.ok(!reviews.some(({ id }) => id === quoted!.review_id), 'the erased review is still there');
      assert.ok(!textsOf(digest!).includes(quoted!.text), 'the erased sentence is still quoted');
    });
  });
}

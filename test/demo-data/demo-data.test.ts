import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import {
  buildDemoData,
  missingImage,
  plantedEmail,
  plantedPhone,
  unbreakableWord,
  type DemoBusiness,
} from '../../demo-data/index.ts';
import captions from '../../demo-data/pictures/captions.json' with { type: 'json' };
import { programFiles } from '../../server-kit/program-files.ts';

const data = buildDemoData();
const [demo, other] = data.businesses as [DemoBusiness, DemoBusiness];
const tideMug = demo.productReviews.filter((review) => review.sku === 'DEMO-001');
const datasources = [
  'bbb',
  'lsa',
  'facebook',
  'google',
  'productreview',
  'resellerratings',
  'reviewsio',
  'trustpilot',
  'yelp',
];

/** Everything that somebody typed, with where it stands. */
function* texts(business: DemoBusiness): Generator<readonly [where: string, text: string]> {
  for (const [index, review] of business.productReviews.entries()) {
    yield [
      `product review ${index}`,
      `${review.title}\n${review.content}\n${review.images.map(({ caption }) => caption).join('\n')}`,
    ];
  }
  for (const [index, review] of business.reviews.entries()) {
    yield [
      `review ${index}`,
      [
        review.title,
        review.content,
        review.tip ?? '',
        review.updatedFor?.title ?? '',
        review.updatedFor?.content ?? '',
        ...review.comments.map(({ content }) => content),
      ].join('\n'),
    ];
  }
  for (const [index, question] of [...business.productQuestions, ...business.questions].entries()) {
    yield [`question ${index}`, [question.content, ...question.answers.map(({ content }) => content)].join('\n')];
  }
}

function count<T>(items: readonly T[], test: (item: T) => boolean): number {
  return items.filter(test).length;
}

function howOften(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

describe('the counts that others rely on', () => {
  it('has the shop, its products and a second business', () => {
    assert.deepEqual(
      data.businesses.map(({ domain }) => domain),
      ['demo-store.example', 'other-store.example'],
    );
    assert.equal(demo.name, 'Marlow & Fern');
    assert.equal(demo.email, 'hello@demo-store.example');
    assert.match(demo.phone, /^\+44 /u);
    assert.deepEqual(
      demo.products.map(({ sku }) => sku),
      Array.from({ length: 24 }, (_, index) => `DEMO-${String(index + 1).padStart(3, '0')}`),
    );
    assert.equal(new Set(demo.products.map(({ category }) => category)).size, 4);
    assert.equal(new Set(demo.products.flatMap(({ itemGroup }) => itemGroup ?? [])).size, 6);
    assert.equal(other.products.length, 3);
    assert.equal(other.productReviews.length, 5);
  });

  it('has 1,200 product reviews, unevenly spread', () => {
    assert.equal(demo.productReviews.length, 1200);
    assert.equal(tideMug.length, 300);
    assert.equal(
      count(tideMug, ({ removedAt }) => removedAt === null),
      300,
    );
    assert.equal(
      count(demo.productReviews, ({ sku }) => sku === 'DEMO-024'),
      0,
    );
    assert.equal(
      count(demo.productReviews, ({ removedAt }) => removedAt !== null),
      12,
    );
    assert.equal(
      count(demo.productReviews, ({ images }) => images.length > 0),
      300,
    );
    assert.equal(
      count(tideMug, ({ images }) => images.length > 0),
      75,
    );
    const solicited = count(demo.productReviews, (review) => review.solicited);
    assert.ok(solicited > 400 && solicited < 560, `${solicited} are solicited`);
    assert.ok(demo.productReviews.every((review) => review.solicited === (review.source !== null)));
    for (const { sku } of demo.products.slice(0, 23))
      assert.ok(
        demo.productReviews.some((review) => review.sku === sku),
        sku,
      );
  });

  it('has attributes that the product knows', () => {
    const known = new Map(demo.products.map((product) => [product.sku, product.attributes]));
    assert.ok(count(demo.productReviews, ({ attributes }) => attributes.length > 0) > 200);
    for (const { sku, attributes } of demo.productReviews) {
      for (const { name, value } of attributes)
        assert.ok(
          known
            .get(sku)
            ?.find((attribute) => attribute.name === name)
            ?.options.includes(value),
          `${sku} ${name}: ${value}`,
        );
    }
  });

  it('has 400 business reviews', () => {
    assert.equal(demo.reviews.length, 400);
    assert.equal(
      count(demo.reviews, ({ publishedAt }) => publishedAt === null),
      10,
    );
    assert.equal(
      count(demo.reviews, ({ removedAt }) => removedAt !== null),
      5,
    );
    assert.equal(
      count(demo.reviews, ({ updatedFor }) => updatedFor !== null),
      20,
    );
    assert.equal(
      count(demo.reviews, ({ datasource }) => datasource !== null),
      40,
    );
    assert.equal(
      count(demo.reviews, ({ comments }) => comments.some(({ activated }) => activated)),
      60,
    );
    assert.equal(
      count(demo.reviews, ({ comments }) => comments.length > 0),
      60,
    );
    assert.deepEqual(
      [...new Set(demo.reviews.flatMap(({ datasource }) => datasource ?? []))].sort(),
      [...datasources].sort(),
    );
    assert.ok(
      demo.reviews.every(
        (review) =>
          count(
            [
              review.publishedAt === null,
              review.removedAt !== null,
              review.updatedFor !== null,
              review.datasource !== null,
            ],
            Boolean,
          ) <= 1,
      ),
    );
    assert.ok(demo.reviews.some(({ tip }) => tip !== null));
    assert.ok(demo.reviews.some(({ labels }) => labels.length > 0));
  });

  it('has the questions', () => {
    assert.equal(demo.productQuestions.length, 40);
    assert.equal(
      count(demo.productQuestions, ({ publishedAt }) => publishedAt === null),
      10,
    );
    assert.equal(
      count(demo.productQuestions, ({ removedAt }) => removedAt !== null),
      3,
    );
    assert.ok(count(demo.productQuestions, ({ answers }) => answers.length > 0) > 20);
    assert.equal(demo.questions.length, 15);
    assert.ok(count(demo.questions, ({ answers }) => answers.length > 0) > 8);
    assert.equal(new Set(demo.questions.map(({ slug }) => slug)).size, 15);
  });
});

describe('the demo data as a whole', () => {
  it('is the same every time, and nobody’s changes last', () => {
    const again = buildDemoData();
    assert.deepEqual(again, data);
    again.businesses[0]?.products[0]?.images.push('scribble');
    assert.deepEqual(buildDemoData(), data);
  });

  it('names only authors and products that exist', () => {
    for (const business of data.businesses) {
      const authors = new Set(business.authors.map(({ key }) => key));
      const skus = new Set(business.products.map(({ sku }) => sku));
      assert.equal(authors.size, business.authors.length);
      assert.equal(new Set(business.authors.map(({ username }) => username)).size, business.authors.length);
      assert.equal(new Set(business.authors.map(({ email }) => email)).size, business.authors.length);
      assert.ok(
        business.authors.every(
          ({ lastInitial, email }) => [...lastInitial].length === 1 && /^[^@\s]+@[a-z-]+\.example$/u.test(email),
        ),
      );
      const questions = [...business.productQuestions, ...business.questions];
      const named = [
        ...business.productReviews,
        ...business.reviews,
        ...questions,
        ...questions.flatMap(({ answers }) => answers),
      ];
      for (const { authorKey } of named) assert.ok(authors.has(authorKey), authorKey);
      for (const { sku } of [...business.productReviews, ...business.productQuestions]) assert.ok(skus.has(sku), sku);
    }
  });

  it('lets nobody review one product twice', () => {
    const pairs = demo.productReviews.map(({ sku, authorKey }) => `${sku} ${authorKey}`);
    assert.equal(new Set(pairs).size, pairs.length);
  });

  it('has dates in their order, none before the product and none after the newest', () => {
    const newest = Math.max(...demo.productReviews.map(({ createdAt }) => createdAt));
    assert.equal(new Date(newest).toISOString().slice(0, 10), '2026-11-18');
    const launched = new Map(demo.products.map(({ sku, createdAt }) => [sku, createdAt]));
    for (const review of demo.productReviews) {
      assert.ok(review.createdAt > (launched.get(review.sku) ?? Infinity) && review.createdAt <= newest);
      assert.ok(review.publishedAt >= review.createdAt);
      assert.ok(review.removedAt === null || review.removedAt > review.publishedAt);
    }
    for (const review of demo.reviews) {
      assert.ok(review.createdAt <= newest);
      assert.ok(review.publishedAt === null || review.publishedAt >= review.createdAt);
      assert.ok(review.editedAt === null || (review.publishedAt !== null && review.editedAt >= review.publishedAt));
      assert.ok(review.removedAt === null || (review.publishedAt !== null && review.removedAt > review.publishedAt));
      assert.ok(
        review.updatedFor === null ||
          (review.updatedFor.publishedAt >= review.updatedFor.createdAt &&
            review.updatedFor.publishedAt < review.createdAt),
      );
      for (const comment of review.comments) assert.ok(comment.createdAt > (review.publishedAt ?? Infinity));
    }
    for (const question of [...demo.productQuestions, ...demo.questions]) {
      assert.ok(question.createdAt <= newest);
      for (const answer of question.answers) assert.ok(answer.createdAt > question.createdAt);
    }
    for (const question of demo.productQuestions) {
      assert.ok(question.publishedAt === null || question.publishedAt >= question.createdAt);
      assert.ok(
        question.removedAt === null || (question.publishedAt !== null && question.removedAt > question.publishedAt),
      );
    }
  });
});

describe('the texts', () => {
  it('are all different, and do not repeat themselves where many stand together', () => {
    const contents = demo.productReviews.map(({ content }) => content);
    assert.equal(new Set(contents).size, contents.length);
    const titles = howOften(tideMug.map(({ title }) => title));
    const sentences = howOften(tideMug.flatMap(({ content }) => content.split(/(?<=[.!?])\s+/u)));
    for (const [text, times] of [...titles, ...sentences]) assert.ok(times <= 6, `${times} times: ${text}`);
    const own = demo.reviews.map(({ content }) => content);
    assert.equal(new Set(own).size, own.length);
  });

  it('are of every length', () => {
    const lengths = tideMug.map(({ content }) => content.length);
    assert.ok(Math.min(...lengths) < 20);
    assert.ok(count(lengths, (length) => length < 60) > 40);
    assert.ok(count(lengths, (length) => length > 300) > 12);
  });

  it('have more happy stars than unhappy ones, and both ends filled', () => {
    const stars = [1, 2, 3, 4, 5].map((rating) => count(tideMug, (review) => review.rating === rating));
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars;
    assert.ok(five > four && four > three && three >= two && one > two, stars.join(' '));
  });

  it('hold no e-mail address and no phone number, save those planted in one review', () => {
    const address = /[^\s@]+@[^\s@]+\.[a-z]{2,}/iu;
    const phone = /\+?\d(?:[\s().-]?\d){8,}/u;
    const planted = demo.productReviews.filter(({ content }) => content.includes(plantedEmail));
    assert.equal(planted.length, 1);
    assert.ok(planted[0]?.content.includes(plantedPhone));
    assert.equal(planted[0]?.sku, 'DEMO-001');
    for (const business of data.businesses) {
      for (const [where, text] of texts(business)) {
        if (text.includes(plantedEmail)) continue;
        assert.doesNotMatch(text, address, where);
        assert.doesNotMatch(text, phone, where);
      }
    }
  });
});

describe('the hard cases, all to be seen on DEMO-001, none among its first ten', () => {
  const later = tideMug.slice(10);
  const find = (test: (review: (typeof tideMug)[number]) => boolean) => {
    assert.ok(!tideMug.slice(0, 10).some(test), 'it is among the first ten');
    return later.filter(test);
  };
  const authorOf = (key: string) => demo.authors.find((author) => author.key === key);

  it('right-to-left text', () => {
    assert.ok(find(({ content }) => /[\u0600-\u06FF]{4}/u.test(content)).length > 0);
    assert.ok(find(({ content }) => /[\u0590-\u05FF]{4}/u.test(content)).length > 0);
  });

  it('emoji, with joiners and skin tones', () => {
    assert.ok(
      find(
        ({ title, content }) =>
          /\p{Extended_Pictographic}/u.test(title) && /\u200D/u.test(content) && /\p{Emoji_Modifier}/u.test(content),
      ).length > 0,
    );
  });

  it('a review of 5,000 characters', () => {
    assert.equal(find(({ content }) => content.length === 5_000).length, 1);
  });

  it('a word of 60 characters in title, content and caption', () => {
    assert.equal([...unbreakableWord].length, 60);
    assert.equal(
      find(
        ({ title, content, images }) =>
          title.includes(unbreakableWord) &&
          content.includes(unbreakableWord) &&
          images.some(({ caption }) => caption.includes(unbreakableWord)),
      ).length,
      1,
    );
  });

  it('markup and script in title, content, caption and user name', () => {
    const [review] = find(
      ({ title, content, images }) =>
        title.includes('<script>') &&
        content.includes('onerror=') &&
        images.some(({ caption }) => caption.includes('<svg onload=')),
    );
    assert.ok(review);
    assert.match(authorOf(review.authorKey)?.firstName ?? '', /<script>/u);
    assert.match(authorOf(review.authorKey)?.username ?? '', /</u);
    assert.ok(demo.reviews.some(({ content }) => content.includes('<iframe')));
  });

  it('an image that does not exist', () => {
    assert.equal(find(({ images }) => images.some(({ image }) => image === missingImage)).length, 1);
  });

  it('aspects that were not rated', () => {
    for (const aspect of ['service', 'value', 'shipping', 'returns', 'quality'] as const)
      assert.ok(
        demo.reviews.some(({ ratings, datasource }) => datasource === null && ratings[aspect] === null),
        aspect,
      );
    assert.ok(demo.reviews.some(({ ratings }) => ratings.returns !== null));
  });

  it('other languages', () => {
    for (const words of [/\bund\b/u, /\best\b/u, /\bpara\b/u, /[\u3040-\u30FF]/u])
      assert.ok(
        tideMug.some(({ content }) => words.test(content)),
        String(words),
      );
  });
});

describe('the pictures', () => {
  const folder = (name: string) => join(programFiles.pictures, name);
  const namesIn = (name: string) => readdirSync(folder(name)).map((file) => file.replace(/\.webp$/u, ''));
  const photos = data.businesses.flatMap(({ productReviews, reviews }) =>
    [...productReviews, ...reviews].flatMap(({ images }) => images.map(({ image }) => image)),
  );

  it('has every picture that is named, save the missing one, and names every picture', () => {
    const named = new Set(photos);
    assert.ok(named.delete(missingImage));
    assert.deepEqual([...named].sort(), namesIn('customers').sort());
    const products = data.businesses.flatMap((business) => business.products.flatMap(({ images }) => images));
    assert.deepEqual(products.sort(), namesIn('products').sort());
  });

  it('shows the product that the review is about', () => {
    const ofProducts: Readonly<Record<string, object>> = captions;
    for (const { sku, images } of demo.productReviews) {
      for (const { image } of images)
        if (image !== missingImage) assert.ok(Object.hasOwn(ofProducts[sku] ?? {}, image), `${sku} ${image}`);
    }
  });

  it('shows products on squares of 1000 pixels, and photos of at most 1080, all as WebP', async () => {
    const measure = (file: string) => sharp(folder(file)).metadata();
    for (const name of namesIn('products')) {
      const { format, width, height } = await measure(`products/${name}.webp`);
      assert.deepEqual([format, width, height], ['webp', 1000, 1000], name);
    }
    for (const name of namesIn('customers')) {
      const { format, width, height } = await measure(`customers/${name}.webp`);
      assert.equal(format, 'webp', name);
      assert.ok(Math.max(width, height) <= 1080, `${name}: ${width} by ${height}`);
    }
  });

  it('takes at most 6 MB', () => {
    const files = readdirSync(programFiles.pictures, { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, file) => sum + statSync(folder(file)).size, 0);
    assert.ok(bytes < 6_000_000, `${bytes} bytes`);
  });
});

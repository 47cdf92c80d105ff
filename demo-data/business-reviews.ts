import { dataSources } from '../contract/datasources.ts';
import type { Customers } from './authors.ts';
import { composeReview, inHandOf } from './compose.ts';
import { day, hour, minute, momentBetween, newest, opened, publishedAfter } from './dates.ts';
import { replies, shop } from './files.ts';
import { sourceOfRequest } from './product-reviews.ts';
import { Deck, type Random } from './random.ts';
import type { Language } from './schemas.ts';
import type { DemoEarlierReview, DemoRatings, DemoReview, DemoReviewImage, Rating } from './types.ts';

/** All business reviews of the demo store, and how many of them are special; no review is special in two ways. */
const businessReviewCounts = {
  all: 400,
  unpublished: 10,
  removed: 5,
  updated: 20,
  elsewhere: 40,
  commented: 60,
} as const;

/** Sites that reviews are taken over from, and how likely each is once each has had one. */
const datasources = [
  ['google', 40],
  ['trustpilot', 22],
  ['facebook', 12],
  ['reviewsio', 8],
  ['yelp', 7],
  ['bbb', 4],
  ['productreview', 3],
  ['resellerratings', 2],
  ['lsa', 2],
] as const;

interface Draft {
  rating: Rating;
  title: string;
  text: string;
  language?: Language | undefined;
  whole: boolean;
  state: 'published' | 'unpublished' | 'removed';
  before?: { rating: Rating; title: string; text: string };
  datasource?: string;
  images?: DemoReviewImage[];
}

/** 400 reviews of the shop, newest first: those of customers, and those from other sites. */
export function buildBusinessReviews(random: Random, customers: Customers): DemoReview[] {
  const drafts = arrange(random, draftReviews(random));
  const moments = drafts
    .map(() => momentBetween(random, opened + 6 * day, newest - 5 * hour))
    .sort((one, other) => other - one);
  const tipDeck = new Deck(random);
  const reviews = drafts.map((draft, index) => finish(random, customers, draft, moments[index] ?? opened, tipDeck));
  comment(random, drafts, reviews);
  return reviews;
}

function draftReviews(random: Random): Draft[] {
  const sources = random.shuffle([
    ...Object.keys(dataSources),
    ...Array.from({ length: businessReviewCounts.elsewhere - datasources.length }, () => random.weighted(datasources)),
  ]);
  const drafts: Draft[] = [
    ...shop.texts.whole.map((whole): Draft => ({
      ...whole,
      whole: true,
      state: 'published',
      images: shop.photosByTitle[whole.title] ?? [],
    })),
    ...shop.updated.map(({ before, after }): Draft => ({ ...after, before, whole: true, state: 'published' })),
    ...shop.elsewhere.map((review, index): Draft => ({
      ...review,
      whole: true,
      state: 'published',
      datasource: sources[index] ?? 'google',
    })),
    ...shop.removed.map((review): Draft => ({ ...review, whole: true, state: 'removed' })),
    { ...shop.markup, whole: true, state: 'published' },
  ];
  const deck = new Deck(random);
  const seen = new Set(drafts.map((draft) => draft.text));
  for (let index = 0; drafts.length < businessReviewCounts.all; index++) {
    const rating = random.weighted([
      [5, 67],
      [4, 19],
      [3, 5],
      [2, 3],
      [1, 6],
    ] as const);
    let written = composeReview(random, deck, shop.texts, '', rating);
    while (seen.has(written.text)) written = composeReview(random, deck, shop.texts, '', rating);
    seen.add(written.text);
    drafts.push({
      ...written,
      rating,
      whole: false,
      state: index < businessReviewCounts.unpublished ? 'unpublished' : 'published',
    });
  }
  return drafts;
}

/** The best to read first, then those waiting for a look among the newest, then the others as they come. */
function arrange(random: Random, drafts: readonly Draft[]): Draft[] {
  const first = shop.front.flatMap((title) => drafts.filter((draft) => draft.title === title));
  const waiting = drafts.filter((draft) => draft.state === 'unpublished');
  const rest = random.shuffle(drafts.filter((draft) => !first.includes(draft) && !waiting.includes(draft)));
  return [...first, ...random.shuffle([...waiting, ...rest.slice(0, 14)]), ...rest.slice(14)];
}

function finish(random: Random, customers: Customers, draft: Draft, createdAt: number, tipDeck: Deck): DemoReview {
  const { author, hand } = customers.reviewerOf('the shop', draft.language);
  const inHand = (text: string) => (draft.whole ? text : inHandOf(hand, random, text));
  const own = draft.datasource === undefined;
  const publishedAt = draft.state === 'unpublished' ? null : publishedAfter(random, createdAt);
  const solicited = own && random.chance(0.55);
  const updatedFor = draft.before === undefined ? null : earlier(random, draft.before, createdAt);
  const interest = Math.min(draft.text.length / 140, 4);
  return {
    authorKey: author.key,
    title: inHand(draft.title),
    content: inHand(draft.text),
    tip: own && draft.rating >= 3 && random.chance(0.09) ? tipDeck.draw(shop.tips) : null,
    orderId: solicited ? `MF-${random.integer(10_000, 98_999)}` : null,
    ratings: own ? aspects(random, draft) : overallOnly(draft.rating),
    images: draft.images ?? [],
    positiveVotes: publishedAt === null ? 0 : Math.floor(random.next() ** 2 * interest * 5),
    negativeVotes: publishedAt === null ? 0 : Math.floor(random.next() ** 5 * 4),
    createdAt,
    publishedAt,
    editedAt:
      publishedAt !== null && (updatedFor !== null || random.chance(0.05))
        ? publishedAt + random.integer(20, 4_000) * minute
        : null,
    removedAt: draft.state === 'removed' && publishedAt !== null ? publishedAt + random.integer(1, 9) * day : null,
    updatedFor,
    source: solicited ? sourceOfRequest(random) : null,
    datasource: draft.datasource ?? null,
    labels: own && random.chance(0.12) ? random.shuffle(shop.labels).slice(0, random.integer(1, 2)) : [],
    comments: [],
  };
}

function earlier(
  random: Random,
  before: { rating: Rating; title: string; text: string },
  updatedAt: number,
): DemoEarlierReview {
  const createdAt = updatedAt - random.integer(6, 40) * day - random.integer(0, 600) * minute;
  return {
    title: before.title,
    content: before.text,
    ratings: aspects(random, before),
    createdAt,
    publishedAt: createdAt + random.integer(10, 300) * minute,
  };
}

/** Not every aspect was met: customers who sent nothing back rate no returns. The subject carries the stars. */
function aspects(random: Random, { rating, text }: { rating: Rating; text: string }): DemoRatings {
  const near = (drift: number) => Math.max(1, Math.min(5, rating + drift));
  const rated = (probability: number, sore: RegExp): number | null => {
    if (!random.chance(probability)) return null;
    if (rating < 5 && sore.test(text)) return near(-1);
    return near(
      random.weighted([
        [0, rating === 5 ? 85 : 55],
        [1, 35],
        [-1, 10],
      ] as const),
    );
  };
  return {
    overall: rating,
    service: rated(0.86, /answer|message|phone|support|refund/iu),
    value: rated(0.8, /dear|price|postage|cost|charged/iu),
    shipping: rated(0.9, /courier|deliver|slow|late|parcel|tracking|days|week/iu),
    returns: /return|refund|sent back|exchange|Rücksend/iu.test(text)
      ? near(random.integer(-1, 0))
      : random.chance(0.22)
        ? near(0)
        : null,
    quality: rated(0.82, /broken|chip|faulty|crack|flicker/iu),
  };
}

/** Other sites ask for one rating. */
function overallOnly(overall: Rating): DemoRatings {
  return { overall, service: null, value: null, shipping: null, returns: null, quality: null };
}

/** The shop answers a few: those that got an answer of their own, the unhappy, and some of the others. */
function comment(random: Random, drafts: readonly Draft[], reviews: readonly DemoReview[]): void {
  const deck = new Deck(random);
  const open = reviews.filter(
    (review, index) => review.publishedAt !== null && review.removedAt === null && drafts[index]?.before === undefined,
  );
  const personal = open.filter((review) => review.title in replies.byTitle);
  const unhappy = open.filter((review) => review.ratings.overall <= 2).slice(0, 24);
  const others = random.shuffle(open.filter((review) => review.ratings.overall > 2));
  const chosen = [...new Set([...personal, ...unhappy, ...others])].slice(0, businessReviewCounts.commented);
  for (const [index, review] of chosen.entries()) {
    const content = replies.byTitle[review.title] ?? deck.draw(repliesTo(review));
    const createdAt = Math.min(
      (review.publishedAt ?? review.createdAt) + random.integer(2, 60) * hour + random.integer(0, 59) * minute,
      newest,
    );
    review.comments.push({ content, createdAt, activated: true });
    const draft = replies.drafts[index - 40];
    if (draft !== undefined) {
      const later = Math.min(createdAt + random.integer(3, 30) * hour, newest);
      review.comments.push({ content: draft, createdAt: later, activated: false });
    }
  }
}

function repliesTo({ title, content, ratings }: DemoReview): readonly string[] {
  if (ratings.overall === 5) return replies.happy;
  if (ratings.overall > 2) return replies.fair;
  const [trouble = ''] = Object.entries(troubles).find(([, about]) => about.test(`${title} ${content}`)) ?? [];
  return replies.byTrouble[trouble] ?? replies.unhappy;
}

/** Subjects of unhappy reviews; the first that fits is answered. */
const troubles = {
  broken: /broken|chip|crack|padding|bits/iu,
  silence: /answer|reply|message|silence/iu,
  lost: /courier|delivered|street|lost|opened/iu,
  money: /refund|charged|money|postage|euro/iu,
  late: /late|wait|weeks|days|express|party/iu,
  present: /gift|present|invoice|card/iu,
  stock: /stock|cancelled/iu,
  wrong: /wrong|colour/iu,
  faulty: /lamp|faulty|photos/iu,
} satisfies Readonly<Record<string, RegExp>>;

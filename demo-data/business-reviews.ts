import type { Customers } from './authors.ts';
import { composeReview, inHandOf } from './compose.ts';
import { day, hour, minute, momentBetween, newest, opened, publishedAfter } from './dates.ts';
import { sourceOfRequest } from './product-reviews.ts';
import { Deck, type Random } from './random.ts';
import { business, elsewhere, removedBusinessReviews, tips } from './texts/business.ts';
import type { Language } from './texts/kind-texts.ts';
import { draftReplies, replies, repliesByTitle, repliesByTrouble } from './texts/replies.ts';
import { updatedReviews } from './texts/updates.ts';
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

/** The codes of the other sites that reviews are taken over from, in the order of the specification's kinds. */
export const datasources = [
  'bbb',
  'lsa',
  'facebook',
  'google',
  'productreview',
  'resellerratings',
  'reviewsio',
  'trustpilot',
  'yelp',
] as const;

/** How likely each of those sites is, once each has had one. */
const datasourceWeights = [
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

const labels = [
  'gift',
  'wedding-list',
  'wholesale',
  'studio-visit',
  'repeat-customer',
  'summer-sale',
  'express',
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

/** The newest reviews of the shop, by title, newest first. */
const front = [
  'How shops used to be',
  'Lovely things, dear postage',
  'Schnell und persönlich',
  'Broken mug, mended mood',
  'Good shop, bad courier',
  'They kept the studio open for me',
  'Small shop, big heart',
  'Repair instead of replace',
];

const photosByTitle: Readonly<Record<string, DemoReviewImage[]>> = {
  'Not one bit of plastic': [{ image: 'seafoam-box', caption: 'Straw, paper, card' }],
  'Wedding list': [{ image: 'bowl-ink-stack', caption: 'Still eating from it' }],
  'For the office': [{ image: 'seafoam-trio', caption: 'Three of thirty' }],
};

/** 400 reviews of the shop, newest first: what customers wrote, and what came over from other sites. */
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
    ...datasources,
    ...Array.from({ length: businessReviewCounts.elsewhere - datasources.length }, () =>
      random.weighted(datasourceWeights),
    ),
  ]);
  const drafts: Draft[] = [
    ...business.whole.map((whole): Draft => ({
      ...whole,
      whole: true,
      state: 'published',
      images: photosByTitle[whole.title] ?? [],
    })),
    ...updatedReviews.map(({ before, after }): Draft => ({ ...after, before, whole: true, state: 'published' })),
    ...elsewhere.map((review, index): Draft => ({
      ...review,
      whole: true,
      state: 'published',
      datasource: sources[index] ?? 'google',
    })),
    ...removedBusinessReviews.map((review): Draft => ({ ...review, whole: true, state: 'removed' })),
    markupDraft,
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
    let written = composeReview(random, deck, business, '', rating);
    while (seen.has(written.text)) written = composeReview(random, deck, business, '', rating);
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

/** Markup where a shop's page would show it. */
const markupDraft: Draft = {
  rating: 4,
  whole: true,
  state: 'published',
  title: '<h1 style="font-size:200px">GREAT</h1>',
  text: 'Delivery & packing <i>were</i> great. <img src=x onerror=alert(7)> <iframe src="//evil.example"></iframe> See "you" again.',
};

/** What reads best at the front, then those waiting for a look among the newest, then the others as they come. */
function arrange(random: Random, drafts: readonly Draft[]): Draft[] {
  const first = front.flatMap((title) => drafts.filter((draft) => draft.title === title));
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
    tip: own && draft.rating >= 3 && random.chance(0.09) ? tipDeck.draw(tips) : null,
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
    labels: own && random.chance(0.12) ? random.shuffle(labels).slice(0, random.integer(1, 2)) : [],
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

/** Not every aspect was met: who sent nothing back rates no returns. What the text is about carries the stars. */
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
  const personal = open.filter((review) => review.title in repliesByTitle);
  const unhappy = open.filter((review) => review.ratings.overall <= 2).slice(0, 24);
  const others = random.shuffle(open.filter((review) => review.ratings.overall > 2));
  const chosen = [...new Set([...personal, ...unhappy, ...others])].slice(0, businessReviewCounts.commented);
  for (const [index, review] of chosen.entries()) {
    const content = repliesByTitle[review.title] ?? deck.draw(repliesTo(review));
    const createdAt = Math.min(
      (review.publishedAt ?? review.createdAt) + random.integer(2, 60) * hour + random.integer(0, 59) * minute,
      newest,
    );
    review.comments.push({ content, createdAt, activated: true });
    const draft = draftReplies[index - 40];
    if (draft !== undefined) {
      const later = Math.min(createdAt + random.integer(3, 30) * hour, newest);
      review.comments.push({ content: draft, createdAt: later, activated: false });
    }
  }
}

function repliesTo({ title, content, ratings }: DemoReview): readonly string[] {
  if (ratings.overall === 5) return replies.happy;
  if (ratings.overall > 2) return replies.fair;
  return repliesByTrouble.find(({ about }) => about.test(`${title} ${content}`))?.lines ?? replies.unhappy;
}

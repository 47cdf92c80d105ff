import type { Customers, Person } from './authors.ts';
import { composeReview, inHandOf } from './compose.ts';
import { demoProducts, planOf, recommendation } from './catalogue.ts';
import { day, momentBetween, newest, publishedAfter } from './dates.ts';
import { captions as captionsBySku, hard, kinds, products } from './files.ts';
import { Deck, type Random } from './random.ts';
import type { HardCase, KindTexts, Language, WholeReview } from './schemas.ts';
import type { DemoAuthor, DemoProduct, DemoProductReview, DemoReviewImage, Rating, Source } from './types.ts';

/** The share of reviews with photos. */
const photoShare = 0.25;

interface Draft {
  rating: Rating;
  title: string;
  text: string;
  whole: boolean;
  language?: Language | undefined;
  author?: DemoAuthor | undefined;
  images: DemoReviewImage[];
  removed: boolean;
}

/**
 * Reviews of all products: 1,200 including 12 that were removed. The 300 of DEMO-001 are all published and not
 * removed, DEMO-024 has none. Newest first.
 */
export function buildProductReviews(random: Random, customers: Customers): DemoProductReview[] {
  const seen = new Set<string>();
  const drafts = new Map<string, Draft[]>();
  for (const texts of Object.values(kinds)) {
    const deck = new Deck(random);
    const wholes = shareOut(random, texts);
    for (const sku of texts.skus) drafts.set(sku, draftReviews(random, deck, texts, sku, wholes.get(sku) ?? [], seen));
  }
  const photoQuotas = quotas(photoShare);
  const reviews = demoProducts.flatMap((product) => {
    const ordered = arrange(random, product.sku, drafts.get(product.sku) ?? []);
    takePhotos(random, product.sku, ordered, photoQuotas.get(product.sku) ?? 0);
    return date(random, customers, product, ordered);
  });
  for (const author of hard.cases.flatMap((hardCase) => hardCase.author ?? [])) customers.add(author);
  return reviews.sort((one, other) => other.createdAt - one.createdAt);
}

/** Gives each product of a kind the whole reviews written for it, and its share of those for any. */
function shareOut(random: Random, { whole: wholes, skus }: KindTexts): Map<string, WholeReview[]> {
  const shares = new Map<string, WholeReview[]>(skus.map((sku) => [sku, []]));
  for (const whole of wholes) {
    const wanted = products.front.some(({ title }) => title === whole.title) ? 'DEMO-001' : undefined;
    const sku =
      whole.sku ?? wanted ?? random.weighted(skus.map((candidate) => [candidate, planOf(candidate).reviews] as const));
    shares.get(sku)?.push(whole);
  }
  return shares;
}

function draftReviews(
  random: Random,
  deck: Deck,
  texts: KindTexts,
  sku: string,
  wholes: readonly WholeReview[],
  seen: Set<string>,
): Draft[] {
  const count = planOf(sku).reviews;
  const hardCases: readonly HardCase[] = sku === 'DEMO-001' ? hard.cases : [];
  const drafts: Draft[] = [
    ...hardCases.map(({ rating, title, text, language, author, images }): Draft => ({
      rating,
      title,
      text,
      language,
      author,
      images: images ?? [],
      whole: true,
      removed: false,
    })),
    ...products.removed
      .filter((review) => review.sku === sku)
      .map((review) => ({ ...fromWhole(review), removed: true })),
    ...wholes.map(fromWhole),
  ].slice(0, count);
  for (const draft of drafts) seen.add(draft.text);

  const missing = starsStillMissing(planOf(sku).stars, count, drafts);
  for (const rating of random.shuffle(missing)) {
    let written = composeReview(random, deck, texts, sku, rating);
    while (seen.has(written.text)) written = composeReview(random, deck, texts, sku, rating);
    seen.add(written.text);
    drafts.push({ ...written, rating, images: [], whole: false, removed: false });
  }
  return drafts;
}

function fromWhole({ rating, title, text, language }: WholeReview): Draft {
  return { rating, title, text, language, images: [], whole: true, removed: false };
}

function starsStillMissing(shares: readonly number[], count: number, drafts: readonly Draft[]): Rating[] {
  const missing: Rating[] = [];
  for (const rating of [1, 2, 3, 4] as const) {
    const wanted = Math.round((count * (shares[5 - rating] ?? 0)) / 100);
    const written = drafts.filter((draft) => draft.rating === rating).length;
    for (let index = written; index < wanted && missing.length + drafts.length < count; index++) missing.push(rating);
  }
  while (missing.length + drafts.length < count) missing.push(5);
  return missing;
}

/** Newest first: what reads best at the front, hard cases where they belong, the others as they come. */
function arrange(random: Random, sku: string, drafts: readonly Draft[]): Draft[] {
  if (sku !== 'DEMO-001') {
    const shown = random.shuffle(drafts.filter((draft) => draft.whole && !draft.removed)).slice(0, 5);
    return [...shown, ...random.shuffle(drafts.filter((draft) => !shown.includes(draft)))];
  }
  const first = products.front.map(({ title, images }) => {
    const draft = drafts.find((candidate) => candidate.title === title);
    if (draft === undefined) throw new Error(`no review is called ${title}`);
    draft.images = [...(images ?? [])];
    return draft;
  });
  const hardDrafts = new Map(
    hard.cases.map((hardCase) => [hardCase.position, drafts.find((draft) => draft.text === hardCase.text)]),
  );
  const rest = random.shuffle(
    drafts.filter((draft) => !first.includes(draft) && ![...hardDrafts.values()].includes(draft)),
  );
  return drafts.map(
    (_, position) => (position < first.length ? first[position] : (hardDrafts.get(position) ?? rest.pop())) as Draft,
  );
}

/**
 * How many reviews with photos each product has: `share` of its own, rounded so that all of them add up to `share` too.
 */
function quotas(share: number): Map<string, number> {
  const result = new Map<string, number>();
  let owed = 0;
  for (const { sku } of demoProducts) {
    owed += planOf(sku).reviews * share;
    const whole = Math.round(owed);
    owed -= whole;
    result.set(sku, whole);
  }
  return result;
}

/** Puts photos to as many reviews as the quota says, each photo once before any is used twice. */
function takePhotos(random: Random, sku: string, drafts: readonly Draft[], quota: number): void {
  const captionsOf = captionsBySku[sku] ?? {};
  const keys = Object.keys(captionsOf);
  const pictures = new Deck(random);
  const captions = new Deck(random);
  let left = quota - drafts.filter((draft) => draft.images.length > 0).length;
  const shy = drafts.filter(
    (draft) => draft.images.length === 0 && draft.rating >= 3 && !draft.removed && draft.author === undefined,
  );
  const [likely, others] = [
    shy.filter((draft) => draft.text.length > 120),
    shy.filter((draft) => draft.text.length <= 120),
  ];
  const taken = new Set(
    [...random.shuffle(likely).slice(0, Math.ceil(left * 0.75)), ...random.shuffle(others), ...likely].slice(0, left),
  );
  for (const draft of drafts) {
    if (!taken.has(draft)) continue;
    left -= 1;
    const photos = Math.min(
      keys.length,
      random.weighted([
        [1, 70],
        [2, 22],
        [3, 8],
      ]),
    );
    const images = new Set<string>();
    while (images.size < photos) images.add(pictures.draw(keys));
    draft.images = [...images].map((image) => ({
      image,
      caption: captions.draw(captionsOf[image]!),
    }));
  }
  if (left !== 0) throw new Error(`${sku} has ${left} reviews with photos too few`);
}

function date(
  random: Random,
  customers: Customers,
  product: DemoProduct,
  drafts: readonly Draft[],
): DemoProductReview[] {
  const latest = product.sku === 'DEMO-001' ? newest : newest - random.integer(1, 4) * day;
  const moments = drafts
    .map(() => momentBetween(random, product.createdAt + 9 * day, latest))
    .sort((one, other) => other - one);
  if (product.sku === 'DEMO-001') moments[0] = newest;
  return drafts.map((draft, index) => finish(random, customers, product, draft, moments[index] ?? product.createdAt));
}

function finish(
  random: Random,
  customers: Customers,
  product: DemoProduct,
  draft: Draft,
  createdAt: number,
): DemoProductReview {
  const person: Pick<Person, 'author' | 'hand'> =
    draft.author === undefined
      ? customers.reviewerOf(product.sku, draft.language)
      : { author: draft.author, hand: 'tidy' };
  const inHand = (text: string) => (draft.whole ? text : inHandOf(person.hand, random, text));
  const solicited = random.chance(0.4);
  const publishedAt = publishedAfter(random, createdAt);
  return {
    sku: product.sku,
    authorKey: person.author.key,
    rating: draft.rating,
    title: inHand(draft.title),
    content: inHand(draft.text),
    userLocation: person.author.location,
    orderId: solicited || random.chance(0.1) ? `MF-${random.integer(10_000, 98_999)}` : null,
    attributes: [...attributesFor(random, product, draft), ...recommendationOf(product, draft)],
    images: draft.images,
    solicited,
    source: solicited ? sourceOfRequest(random) : null,
    ...votesFor(random, product, draft, createdAt),
    createdAt,
    publishedAt,
    removedAt: draft.removed ? publishedAt + random.integer(1, 12) * day : null,
  };
}

/** Codes of the API that say what made the shop ask for a review. */
export function sourceOfRequest(random: Random): Source {
  return random.weighted([
    ['WEBHOOK', 46],
    ['API', 16],
    ['BCC', 11],
    ['CSV', 9],
    ['CHECKOUT_WIDGET', 8],
    ['QUICK_REQUEST', 5],
    ['WEB', 3],
    ['OTHER', 2],
  ] as const);
}

/** Three in four say so. No chance is taken here, which would change all that comes after it. */
function recommendationOf({ attributes }: DemoProduct, { rating, text }: Draft): { name: string; value: string }[] {
  if (!attributes.includes(recommendation) || text.length % 4 === 0) return [];
  const agrees = rating > 3 || (rating === 3 && text.length % 2 === 1);
  return [{ name: recommendation.name, value: agrees ? 'Yes' : 'No' }];
}

function attributesFor(random: Random, product: DemoProduct, draft: Draft): { name: string; value: string }[] {
  const asked = product.attributes.filter((attribute) => attribute !== recommendation);
  if (asked.length === 0 || !random.chance(0.55)) return [];
  return asked.flatMap(({ name, options }) => {
    if (!random.chance(0.85)) return [];
    const middle = options[1] ?? '';
    const first = options[0] ?? '';
    return [{ name, value: answerFrom(random, `${draft.title} ${draft.text}`, name, first, middle, options[2] ?? '') }];
  });
}

/** The options ticked agree with the text. */
function answerFrom(random: Random, text: string, name: string, low: string, middle: string, high: string): string {
  const [saysLow, saysHigh] = {
    Size: [/small|klein|petite|pequeñ|小さ|أصغر|280|should hold more/iu, /bigger than|larger than i/iu],
    'Colour fidelity': [/paler|softer than on|grey/iu, /darker than on|deeper|richer/iu],
    Brightness: [/not bright|too weak|dimmer|mood light/iu, /too bright/iu],
  }[name] ?? [/(?!)/u, /(?!)/u];
  if (saysLow?.test(text) === true) return low;
  if (saysHigh?.test(text) === true) return high;
  return random.chance(0.93) ? middle : random.pick([low, high]);
}

/** Long reviews and those with photos help more; old ones had more time to. */
function votesFor(
  random: Random,
  product: DemoProduct,
  draft: Draft,
  createdAt: number,
): { positiveVotes: number; negativeVotes: number } {
  const months = (newest - createdAt) / (30 * day);
  const interest =
    Math.min(draft.text.length / 160, 4) + (draft.images.length > 0 ? 1.2 : 0) + (draft.rating < 4 ? 0.8 : 0);
  const traffic = product.sku === 'DEMO-001' ? 1.8 : 1;
  const positiveVotes = Math.floor(random.next() ** 1.9 * interest * traffic * (4 + Math.min(months, 14)) * 0.7);
  const negativeVotes = Math.floor(
    random.next() ** 4 * (draft.rating < 3 ? 6 : 2.2) * Math.min(1, months + 0.2) * interest * 0.5,
  );
  return { positiveVotes, negativeVotes };
}

/** A shop whose kettle has enough reviews to be summarised, in front of a model that writes what a test wants. */
import assert from 'node:assert/strict';
import { pino } from 'pino';
import type { Digest, Summary } from '../../contract/entities/digest.ts';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { FakeSummariser, having, type NumberedReview, type WrittenSentence } from '../support/fake-summariser.ts';
import { product } from './fake-upstream.ts';
import { PacedClock } from './clocks.ts';
import { Stage, until, type Read, type TestProxy } from './harness.ts';

export type Item = Record<string, unknown>;

export const key = 'summariser-key-planted-0123456789';
export const model = 'fake-model';

/** Of an author of its own, who has votes. */
export function written(id: number, content: string, rating: number, more: Item = {}): Item {
  const moment = `2026-01-${String(1 + (id % 28)).padStart(2, '0')} 10:00:00`;
  return {
    id: String(id),
    title: '',
    content,
    rating: String(rating),
    user: { username: `person${id}`, firstName: 'Plantedname', lastName: 'L', email: `person${id}@mail.example` },
    attributes: [],
    images: [],
    solicited: '0',
    num_positive_votes: '0',
    num_negative_votes: '0',
    created: moment,
    published: moment,
    product: { sku: 'KETTLE', title: 'Kettle' },
    ...more,
  };
}

const praise = [
  'The lid closes tightly and the handle stays cool while the water boils.',
  'I like that the handle stays cool, and the lid closes tightly every time.',
  'A handle that stays cool and a lid that closes: this is what we were looking for.',
  'The water boils within two minutes, which is faster than our old one ever was.',
];
const blame = [
  'It is far too heavy once it is filled, and the spout drips on the table.',
  'The spout drips whenever I pour, and it is heavy for my mother when filled.',
];

export const praising = (id: number): Item => written(id, praise[id % praise.length]!, 5);
export const blaming = (id: number): Item => written(id, blame[id % blame.length]!, 1);

/** Twenty reviews, of which six are critical; number 3 has most helpful votes. */
export const ofKettle = (): Item[] =>
  Array.from({ length: 20 }, (_none, index) => {
    const id = index + 1;
    const one = id % 3 === 0 ? blaming(id) : praising(id);
    return id === 3 ? { ...one, num_positive_votes: '7' } : one;
  });

/** As a model does that keeps to what it is told. */
export const honest = (reviews: readonly NumberedReview[]): WrittenSentence[] => [
  { text: 'Many like that the lid closes tightly and the handle stays cool.', reviews: having(reviews, 'handle') },
  { text: 'Several find it heavy when filled, and say that the spout drips.', reviews: having(reviews, 'spout') },
  { text: 'The water boils faster than in older ones, as some of them say.', reviews: having(reviews, 'faster') },
];

export interface Shop extends AsyncDisposable {
  readonly stage: Stage;
  readonly proxy: TestProxy;
  readonly clock: PacedClock;
  readonly location: KeyLocation;
  readonly lines: string[];
  /** The reviews at the API: a test changes them. */
  readonly reviews: () => Item[];
}

interface Opening {
  readonly reviews?: readonly Item[];
  readonly place?: (stage: Stage) => Promise<KeyLocation>;
  /** Before anything is asked. */
  readonly before?: (clock: PacedClock) => void;
}

/** While nothing has a deadline yet. */
const STARTING_PACE = 10;

/** @param fake - null for a proxy without a summariser. */
export async function openShop(
  fake: FakeSummariser | null,
  { reviews = ofKettle(), place = async (stage) => ({ directory: stage.path('data') }), before }: Opening = {},
): Promise<Shop> {
  const clock = new PacedClock(STARTING_PACE);
  before?.(clock);
  const skus = new Set(reviews.map((one) => (one['product'] as { sku: string }).sku));
  const products = [...skus].map((sku, index) => ({ ...product(index + 1), sku, title: sku }));
  const content = { products, productReviews: [...reviews], productQuestions: [], questions: [] };
  const stage = await Stage.open({ now: clock.now, burst: 20, content });
  const location = await place(stage);
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const proxy = await stage.proxy({ location, clock, logger, ...summarisedBy(fake) });
  await proxy.mirrored();
  await until('every review has its gist', async () => (await digestOf(proxy)) !== null);
  clock.pace = 1;
  return {
    stage,
    proxy,
    clock,
    location,
    lines,
    reviews: () => stage.upstream.content.productReviews,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

export const summarisedBy = (fake: FakeSummariser | null) => ({
  trustedProxies: ['127.0.0.1/32'],
  ...(fake ? { summariseWith: { url: fake.url, model }, summariseKey: key } : {}),
});

let shoppers = 0;

/** The list of the reviews of the kettle, for a shopper who has not asked before: whoever asks often is refused. */
export async function ask(proxy: TestProxy, query = ''): Promise<Read> {
  shoppers += 1;
  const address = `198.51.${(shoppers >> 8) & 255}.${shoppers & 255}`;
  const answer = await proxy.shop(`/product/reviews?sku=KETTLE${query}`, { 'x-forwarded-for': address });
  assert.equal(answer.http, 200, answer.text);
  return answer;
}

export async function digestOf(proxy: TestProxy, query = ''): Promise<Digest | null> {
  const { body } = await ask(proxy, `&digest=1${query}`);
  const { status: _status, success: _success, ...answer } = body;
  return shopperAnswers.listProductReviews.parse(answer).digest ?? null;
}

export const summariesOf = async (proxy: TestProxy, query = ''): Promise<readonly Summary[] | undefined> =>
  (await digestOf(proxy, query))!.summaries;

/** Of the one summary that there is; none where there is none. */
export async function sentencesOf(proxy: TestProxy): Promise<readonly string[]> {
  const summaries = (await summariesOf(proxy)) ?? [];
  assert.ok(summaries.length <= 1);
  return (summaries[0]?.sentences ?? []).map(({ text }) => text);
}

export const untilSummarised = (proxy: TestProxy): Promise<void> =>
  until('there is a summary', async () => (await summariesOf(proxy)) !== undefined);

/** All that is kept of summaries, in SQL, since no answer shows what is there for nobody. */
export async function kept(location: KeyLocation) {
  const db = await openProxyDatabase(location);
  try {
    return {
      summaries: await db.selectFrom('mirror_summary').selectAll().orderBy('language').execute(),
      sentences: await db
        .selectFrom('mirror_insight')
        .selectAll()
        .where('kind', '=', 'sentence')
        .orderBy('position')
        .execute(),
    };
  } finally {
    await db.destroy();
  }
}

/** Waits for what takes minutes. */
export async function untilLater(
  clock: PacedClock,
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  clock.pace = 100;
  await until(what, condition);
  clock.pace = 1;
}

/** Faster than where something is asked meanwhile. */
export const passTime = (clock: PacedClock, seconds: number): Promise<void> => clock.pass(seconds * 1_000, 400);

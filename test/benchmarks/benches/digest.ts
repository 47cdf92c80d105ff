/**
 * What a digest costs a proxy on SQLite: 10,000 reviews of one product beside 10,000 of others, with the texts of the
 * demo. Processor time of the main thread, medians of the rounds, since wall time is the neighbours’ too. “Held up” is the
 * longest that everything else in the process had to wait, by the wall.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tolerantEntities } from '../../../contract/entities/entities.ts';
import { parseParameters } from '../../../contract/endpoints/read-parameters.ts';
import { buildDemoData } from '../../../demo-data/index.ts';
import { ensureBusiness } from '../../../review-store/content/businesses.ts';
import { saveProducts } from '../../../review-store/products/product-changes.ts';
import { saveProductReviews } from '../../../review-store/reviews/product-review-changes.ts';
import { listProductReviews } from '../../../review-store/reviews/product-reviews.ts';
import { readProductReviewTexts } from '../../../review-store/reviews/review-facts.ts';
import { Digests } from '../../../insights/digest/digests.ts';
import { GistReads } from '../../../insights/digest/gist-reads.ts';
import { readScales } from '../../../insights/digest/scales.ts';
import { makeGists } from '../../../insights/language/gist-maker.ts';
import { saveGists } from '../../../insights/terms/gist-rows.ts';
import { countTerms, saveTermCounts } from '../../../insights/terms/term-counts.ts';
import type { MirroredBusiness } from '../../../server-proxy/mirror/parts/parts.ts';
import { openProxyDatabase, storeOf } from '../../../server-proxy/state/open.ts';
import type { ProxyDb } from '../../../server-proxy/state/tables.ts';
import { atOneMoment } from '../../../server-proxy/state/transaction.ts';

const ROUNDS = 9;
const OF_ONE = 10_000;
const OF_OTHERS = 10_000;
const BATCH = 100;
const scales = readScales('Size: Smaller than expected < [As expected] < Larger than expected');

export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-digest-'));
  const db = await openProxyDatabase({ directory });
  try {
    const business = { id: (await ensureBusiness(storeOf(db), 'bench.example')).id, domain: 'bench.example' };
    await fill(db, business.id);
    console.table({
      ...(await timeGists(db, business)),
      ...(await timeDigests(db, business)),
    });
  } finally {
    await db.destroy();
    rmSync(directory, { recursive: true });
  }
}

/** The texts of the demo again and again, each time with a few other words at its end. */
async function fill(db: ProxyDb, businessId: number): Promise<void> {
  const [{ productReviews, products }] = buildDemoData().businesses as [
    ReturnType<typeof buildDemoData>['businesses'][0],
  ];
  const skuOf = (index: number) => (index < OF_ONE ? 'ONE' : `OTHER-${index % 100}`);
  const { Product, ProductReview } = tolerantEntities;
  const skus = [...new Set(Array.from({ length: OF_ONE + OF_OTHERS }, (_, index) => skuOf(index)))];
  const { title } = products[0]!;
  await saveProducts(
    storeOf(db),
    businessId,
    skus.map((sku, index) => Product.parse({ id: index + 1, sku, title, created: '2026-01-01 00:00:00' })),
  );
  const texts = productReviews.filter(({ removedAt }) => removedAt === null);
  const mugs = texts.filter(({ sku }) => sku === 'DEMO-001');
  const others = texts.filter(({ sku }) => sku !== 'DEMO-001');
  for (let start = 0; start < OF_ONE + OF_OTHERS; start += BATCH) {
    const reviews = Array.from({ length: BATCH }, (_, place) => {
      const index = start + place;
      const from = index < OF_ONE ? mugs : others;
      const { content, rating, attributes, ...text } = from[index % from.length]!;
      return ProductReview.parse({
        id: index + 1,
        title: text.title,
        content: `${content} ${content.split(' ').toReversed().slice(0, 5).join(' ')} n${index % 997}`,
        rating,
        attributes,
        user: { username: `person${index}`, firstName: 'Kim', lastName: 'L' },
        // Of verified buyers: all that came without a name on one day would be one witness.
        solicited: 'Yes',
        verified: true,
        num_positive_votes: index % 40,
        num_negative_votes: index % 7,
        created: '2026-01-01 00:00:00',
        published: '2026-01-01 00:00:00',
        product: { sku: skuOf(index) },
      });
    });
    await saveProductReviews(storeOf(db), businessId, reviews);
  }
}

interface Line {
  readonly ms: number;
  readonly 'held up ms'?: number;
  readonly 'at most ms'?: number;
}

async function timeGists(db: ProxyDb, { id }: MirroredBusiness): Promise<Record<string, Line>> {
  const made: number[] = [];
  const heldUp = await heldUpBy(async () => {
    for (let start = 1; start <= OF_ONE + OF_OTHERS; start += BATCH) {
      const ids = Array.from({ length: BATCH }, (_, place) => start + place);
      const before = process.threadCpuUsage();
      const texts = await readProductReviewTexts(storeOf(db), id, ids);
      const gists = await makeGists(texts);
      const rows = texts.map(({ id: review_id, product_id }, index) => ({
        business_id: id,
        review_id,
        product_id,
        ...gists[index]!,
      }));
      await saveGists(db, 'mirror_product_gist', rows);
      const { user, system } = process.threadCpuUsage(before);
      made.push((user + system) / 1_000);
    }
  });
  const count = async () => saveTermCounts(db, id, await countTerms(db, id));
  const heldUpCounting = await heldUpBy(count);
  return {
    'gists of 100 reviews, beside their thread': { ms: round(median(made)), 'held up ms': heldUp, 'at most ms': 20 },
    'terms of 20,000 reviews of the shop': {
      ms: round(await timed(count)),
      'held up ms': heldUpCounting,
      'at most ms': 20,
    },
  };
}

async function timeDigests(db: ProxyDb, business: MirroredBusiness): Promise<Record<string, Line>> {
  const fresh = () => new Digests(scales);
  const digest = (digests: Digests) => atOneMoment(db, (db) => digests.read(db, business, { sku: 'ONE' }));
  const kept = fresh();
  const found = await digest(kept);
  if (found === null || found.mentions.length === 0) throw new Error('The digest is empty');
  const gists = new GistReads({ db, business, digests: kept, isMirrored: true });
  const narrowed = () =>
    listProductReviews(storeOf(db), business.id, {
      ...parseParameters('listProductReviews', { sku: 'ONE' }),
      order: 'highest',
      also: [gists.mentioning(found.mentions[0]!.key)],
    });
  const heldUp = await heldUpBy(() => digest(fresh()));
  return {
    'a digest of 10,000 reviews': {
      ms: round(await timed(() => digest(fresh()))),
      'held up ms': heldUp,
      'at most ms': 200,
    },
    'the same after a vote': { ms: round(await timed(() => digest(kept))) },
    'ten of those that mention something': { ms: round(await timed(narrowed)) },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < ROUNDS; index++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return median(times);
}

/** The longest turn of the event loop, in milliseconds. */
async function heldUpBy(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  return round(delays.max / 1e6);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const round = (value: number): number => Math.round(value * 10) / 10;

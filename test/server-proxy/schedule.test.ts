/** How the hour's calls are shared out, and how much of a first walk is left: arithmetic that nobody sees go wrong. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Product } from '../../contract/entities/entities.ts';
import { saveProductFigures } from '../../server-proxy/mirror/parts/figures.ts';
import { partNames, parts, type PartName } from '../../server-proxy/mirror/parts/parts.ts';
import { beginning, type Progress } from '../../server-proxy/mirror/parts/progress.ts';
import { nextSweep, paceOf, sweepPeriodMs } from '../../server-proxy/mirror/plan/schedule.ts';
import { pagesLeft, readExpected } from '../../server-proxy/mirror/plan/sizes.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { mirrored, now, walked } from './planned-shop.ts';

const HOUR = 3_600_000;
const STEP = 10_000;
const PAGE = 95;

test('heads are read every 45 seconds while shoppers are there, rarely during a walk, and hardly where nobody is', () => {
  const heads = partNames.filter((name) => parts[name].head).length;
  assert.equal(heads, 5);
  assert.deepEqual(paceOf(false, 1), { headMs: 45_000, sweepMs: HOUR / (850 - 80 * heads), headCalls: 80 * heads });
  assert.deepEqual(paceOf(false, 1, true), { headMs: 180_000, sweepMs: HOUR / (850 - 20 * heads), headCalls: 100 });
  assert.deepEqual(paceOf(true, 1, true), { headMs: 600_000, sweepMs: 60_000, headCalls: 30 });
});

test('heads and sweeps of all businesses together take 850 calls an hour, heads no more than 700', () => {
  for (const businesses of [1, 2, 3, 10, 100]) {
    const { headMs, sweepMs, headCalls } = paceOf(false, businesses);
    assert.ok((businesses * 5 * HOUR) / headMs <= 700.001, `${businesses} businesses: a head every ${headMs} ms`);
    assert.ok(Math.abs(headCalls + (businesses * HOUR) / sweepMs - 850) < 1e-6, `${businesses} businesses`);
  }
  assert.equal(paceOf(true, 4).sweepMs, 4 * 60_000);
});

test('a part of four times as many pages is swept half as often', () => {
  const [one, four, nine] = [mirrored(PAGE), mirrored(4 * PAGE), mirrored(8 * PAGE + 1)];
  const all = [one, four, nine];
  assert.deepEqual(
    all.map((part) => sweepPeriodMs(part, all, STEP) / STEP),
    [6, 12, 18],
  );
});

test('the smallest part that is due goes first; the largest always is, and takes every step that is left', () => {
  const next = (of: Partial<Record<PartName, Progress>>) => {
    const names = Object.keys(of) as PartName[];
    const sweep = nextSweep(new Map(Object.entries(of) as [PartName, Progress][]), names, STEP, now)!;
    return [sweep.part, sweep.at - now];
  };
  const swept = (pages: number, stepsAgo: number) => mirrored(pages * PAGE, now - stepsAgo * STEP);
  // The small one has a period of three steps, one of which is its walk.
  assert.deepEqual(next({ comments: swept(1, 1), reviews: swept(4, 0) }), ['reviews', 0]);
  assert.deepEqual(next({ reviews: swept(4, 0), comments: swept(1, 2) }), ['comments', 0]);
  // That is the largest alone, not all that are longer than a page.
  assert.deepEqual(next({ questions: swept(9, 0), reviews: swept(4, 0) }), ['questions', 0]);
  // Under way: it goes on.
  assert.deepEqual(next({ reviews: swept(4, 0), comments: { ...swept(1, 0), nextStart: PAGE } }), ['comments', 0]);
  // Never swept.
  assert.deepEqual(next({ reviews: swept(4, 0), comments: { ...swept(1, 0), sweptAt: null } }), ['comments', 0]);
  // Nothing is longer than a page: each waits for its turn, and steps are left over.
  assert.deepEqual(next({ reviews: swept(1, 0), comments: swept(1, 0.5) }), ['comments', STEP / 2]);
  assert.equal(nextSweep(new Map(), [], STEP, now), undefined);
});

test('what is left of a first walk is what is said to be there, and otherwise as much again as was seen', () => {
  const start = (items: number) => walked(items);
  assert.equal(pagesLeft(start(0), undefined), 1);
  assert.equal(pagesLeft(start(0), 4 * PAGE), 4);
  assert.equal(pagesLeft(start(PAGE), 4 * PAGE), 3);
  assert.equal(pagesLeft(start(PAGE), 4 * PAGE + 1), 4);
  assert.equal(pagesLeft(start(2 * PAGE), undefined), 3);
  // More came than was said.
  assert.equal(pagesLeft(start(2 * PAGE), 2 * PAGE), 3);
  assert.equal(pagesLeft(start(2 * PAGE), PAGE), 3);
  assert.equal(pagesLeft(mirrored(2 * PAGE), 4 * PAGE), 0);
});

test('how many reviews products have is taken from what their listing says', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-sizes-'));
  const db = await openProxyDatabase({ directory });
  try {
    const expected = (products = mirrored()) => readExpected(db, 'shop.example', products);
    const listed = (count: number, reviews: number) =>
      Array.from(
        { length: count },
        (_none, index) => ({ sku: `S-${index}`, num_reviews: reviews, average_rating: 4 }) as Product,
      );
    assert.equal(await expected(), undefined);
    await saveProductFigures(db, 'shop.example', listed(10, 0));
    assert.equal(await expected(), undefined);
    await saveProductFigures(db, 'shop.example', listed(10, 7));
    assert.equal(await expected(), 70);
    // Ten products of 95 that a page brings, and another page that is to come.
    assert.equal(await expected(beginning), 7 * (10 + PAGE));
  } finally {
    await db.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
});

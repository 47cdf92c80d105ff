/** The first minutes of a proxy that nobody has waited for: shoppers come with its start, and all at once. */
import { Simulation, type ColdStarted } from './simulation.ts';
import type { ShopSize } from './simulated-api.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

interface Shop extends ShopSize {
  /** Page views that are really asked for in a second; each stands for as many as make it 60. */
  readonly viewsPerSecond: number;
}

const shops: readonly Shop[] = [
  { products: 200, productReviews: 380, viewsPerSecond: 60 },
  { products: 1_000, productReviews: 4_000, viewsPerSecond: 60 },
  { products: 5_000, productReviews: 20_000, viewsPerSecond: 60 },
  { products: 50_000, productReviews: 200_000, viewsPerSecond: 2 },
];

export interface ColdShop extends ShopSize {
  readonly started: ColdStarted;
}

export async function startAllCold(): Promise<ColdShop[]> {
  const started: ColdShop[] = [];
  for (const { viewsPerSecond, ...size } of shops)
    started.push({ ...size, started: await startCold(size, viewsPerSecond) });
  return started;
}

export async function startCold(size: ShopSize, viewsPerSecond: number): Promise<ColdStarted> {
  const simulation = await Simulation.open(size);
  const started = await simulation.startCold({ viewsPerSecond, atMost: 24 * HOUR });
  await simulation.close();
  return started;
}

export interface FirstPages extends ShopSize {
  /** In milliseconds; null for a page that was refused. */
  readonly waits: readonly (number | null)[];
}

const browsed: readonly ShopSize[] = [
  { products: 24, productReviews: 1_180 },
  { products: 200, productReviews: 5_000 },
  { products: 5_000, productReviews: 20_000 },
];

/** What a merchant sees who has just installed the proxy: a page of a product every two seconds. */
export async function openFirstPages(): Promise<FirstPages[]> {
  const opened: FirstPages[] = [];
  for (const size of browsed) {
    const simulation = await Simulation.open(size);
    opened.push({ ...size, waits: await simulation.openPages({ pages: 8, everyMs: 2 * SECOND }) });
    await simulation.close();
  }
  return opened;
}

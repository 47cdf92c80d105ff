/**
 * Takes a feed. It is looked through before anything of it is stored: one that breaks off, holds no products or lacks
 * most of those that it held changes nothing.
 */
import { FileRefused } from '../../exchange/file-refused.ts';
import { importProducts, type ImportCounts } from '../../exchange/products/import.ts';
import { storeOf, type Database } from '../data/tables.ts';
import { countKnown, countPresent, noteSeen, removeVanished } from './feed-items.ts';
import type { Feed } from './feeds.ts';

/** A feed that lacks more than this share of the products that it held is rather broken than right. */
const MOST_VANISHED = 0.5;
/** Below so many products a shop may well have changed most of them. */
const FEW_PRODUCTS = 20;
/** Of a compressed feed. */
const MOST_UNPACKED_BYTES = 100 * 1024 * 1024;
/** How many refused products are named. */
const MOST_NAMED = 5;

/** The outcome of a feed, or why nothing of it is stored. */
export type FeedOutcome = TakenWhole | { readonly wrong: string };

interface TakenWhole extends Looked {
  readonly reads: number;
  readonly stored: ImportCounts;
  readonly removed: number;
}

interface Looked {
  /** How many products can be taken. */
  readonly products: number;
  readonly refused: number;
  /** Why the first of them were, and what of the others was not read. */
  readonly reasons: readonly string[];
}

interface Options {
  readonly now: number;
  /** Awaited after each batch. */
  rest(): Promise<void>;
}

export async function takeFeed(db: Database, feed: Feed, bytes: Uint8Array, options: Options): Promise<FeedOutcome> {
  const { now, rest } = options;
  const { business_id: businessId } = feed;
  const looked = await lookThrough(db, feed, bytes, options);
  if ('wrong' in looked) return looked;
  const reads = feed.reads + 1;
  const stored = await importProducts(storeOf(db), businessId, inPieces(bytes), {
    now: () => now,
    mostUnpackedBytes: MOST_UNPACKED_BYTES,
    onRefused() {},
    async onStored(skus) {
      await noteSeen(db, businessId, skus, reads);
      await rest();
    },
  });
  return { ...looked, reads, stored, removed: await removeVanished(db, businessId, reads, now) };
}

async function lookThrough(
  db: Database,
  { business_id: businessId, reads }: Feed,
  bytes: Uint8Array,
  { now }: Options,
): Promise<Looked | { readonly wrong: string }> {
  const reasons: string[] = [];
  let last = '';
  let products = 0;
  let present = 0;
  const known = await countKnown(db, businessId, reads);
  const counts = await importProducts(storeOf(db), businessId, inPieces(bytes), {
    now: () => now,
    mostUnpackedBytes: MOST_UNPACKED_BYTES,
    dryRun: true,
    onNotice(notice) {
      if (reasons.length < MOST_NAMED) reasons.push(notice);
    },
    onRefused(line, reason) {
      last = `line ${line}: ${reason}`;
      if (reasons.length < MOST_NAMED) reasons.push(last);
    },
    async onStored(skus) {
      products += skus.length;
      present += await countPresent(db, businessId, skus, reads);
    },
  }).catch((error: unknown) => {
    if (error instanceof FileRefused) return error;
    throw error;
  });
  if (counts instanceof FileRefused) return { wrong: counts.message };
  if (!counts.isWhole) return { wrong: last };
  if (products === 0) return { wrong: `holds no product that can be taken${last && ` (${last})`}` };
  const vanished = known - present;
  if (known >= FEW_PRODUCTS && vanished > known * MOST_VANISHED)
    return {
      wrong: `lacks ${vanished} of the ${known} products that it held; if that is right, set it again with --feed`,
    };
  return { products, refused: counts.refused, reasons };
}

const PIECE_BYTES = 65_536;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

/** Which review a command is about: its number, and which kind of review where both have that number. */
import { Failure } from '../../settings/failure.ts';
import { UsageError, type Settings } from '../../settings/settings.ts';
import { withBusiness, type Database, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { lineOf } from './line.ts';

export const kindFlags = {
  product: { help: 'it is a review of a product; needed where the shop has one of this number, too' },
  shop: { help: 'it is a review of the shop; needed where a product has one of this number, too' },
} as const;

export const reviewFlags = {
  ...businessFlags,
  number: {
    value: 'NUMBER',
    read: readNumber,
    bare: true,
    required: true,
    help: "the review, as 'reviews list' shows it",
  },
  ...kindFlags,
} as const;

export interface GivenReview {
  readonly number: number;
  /** Undefined where the command line does not say it. */
  readonly kind: 'product' | 'business' | undefined;
}

export type ReviewName = GivenReview & { readonly kind: 'product' | 'business' };

/** @throws UsageError for what cannot be a number of a review. */
export function readNumber(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new UsageError('NUMBER must be a whole number from 1');
  return Number(value);
}

/** @throws UsageError where it is said to be of both kinds. */
export function readName({ number, product, shop }: Settings<typeof kindFlags> & { number: number }): GivenReview {
  if (product && shop) throw new UsageError('Give either --product or --shop');
  return { number, kind: product ? 'product' : shop ? 'business' : undefined };
}

/** Runs `work` on the review that is meant, which need not be there. */
export async function withReview(
  settings: Parameters<typeof readName>[0] & Parameters<typeof withBusiness>[0],
  work: (db: Database, programs: Programs, business: string, name: ReviewName) => Promise<void>,
): Promise<void> {
  const given = readName(settings);
  await withBusiness(settings, async (db, programs, business) =>
    work(db, programs, business, await findNamed(db, programs, business, given)),
  );
}

/**
 * The review that is meant; the shop's own where there is none, for a message that says so.
 * @throws Failure with both reviews where the number may mean either.
 */
export async function findNamed(
  db: Database,
  { findKinds }: Programs,
  business: string,
  { number, kind }: GivenReview,
): Promise<ReviewName> {
  if (kind !== undefined) return { number, kind };
  const found = await findKinds(db, business, number);
  if (found.length > 1) {
    const lines = found.map(
      (review) => `  ${review.kind === 'product' ? '--product' : '--shop   '}  ${lineOf(review)}`,
    );
    throw new Failure(
      [`The shop has a review ${number}, and so has a product. Add --shop or --product:`, ...lines].join('\n'),
    );
  }
  return { number, kind: found[0]?.kind ?? 'business' };
}

export const titleOf = ({ kind, number }: ReviewName): string =>
  `${kind === 'product' ? 'Product review' : 'Review'} ${number}`;

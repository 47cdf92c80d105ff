/** Which reviews a summariser is sent, and what of them: texts as shoppers see them, and stars. */
import {
  readQuotableReviews,
  readWeighedReviews,
  type WeighedReview,
} from '../../review-store/reviews/review-facts.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readWitnesses } from '../witnesses.ts';
import { readLanguages } from '../terms/gist-rows.ts';
import type { Business, Secrets } from '../program.ts';
import { hashOf } from '../kept.ts';
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import type { InsightDb } from '../tables.ts';
import { isHigh, isLow } from './kept.ts';

const MOST_SENT = 60;
/** Of all together, and of one title or text, in UTF-16 code units. */
const MOST_CHARACTERS = 24_000;
const LONGEST_TEXT = 1_000;
/** Reviews that are weighed at once: a few milliseconds. */
const SLICE = 500;

export interface SentReview {
  readonly id: number;
  /** See witnesses.ts. */
  readonly witness: string;
  readonly isVerified: boolean;
  readonly rating: number;
  /** Helpful votes less the others. */
  readonly helpfulness: number;
  readonly title: string;
  readonly text: string;
  /** Of all that it says. */
  readonly hash: string;
}

/** The published reviews of a product that have a text, by their language. */
export async function weighReviews(
  db: InsightDb,
  businessId: number,
  productId: number,
): Promise<ReadonlyMap<string, readonly WeighedReview[]>> {
  const found = new Map<string, WeighedReview[]>();
  let after = 0;
  for (;;) {
    const slice = await readWeighedReviews(db, businessId, productId, { after, limit: SLICE });
    const ids = slice.map(({ id }) => id);
    const languages = await readLanguages(db, businessId, 'productReviews', ids);
    for (const review of slice) {
      const language = languages.get(review.id);
      if (language === undefined) continue;
      const known = found.get(language);
      if (known) known.push(review);
      else found.set(language, [review]);
    }
    if (slice.length < SLICE) return found;
    after = ids.at(-1)!;
    await nextTurn();
  }
}

/** As many of these as fit, critical and favourable ones in their proportion. */
export async function readToSend(
  db: InsightDb,
  business: Business,
  reviews: readonly WeighedReview[],
  secrets: Secrets,
): Promise<SentReview[]> {
  const chosen = inProportion(reviews).slice(0, MOST_SENT);
  const rows = await readQuotableReviews(
    db,
    business.id,
    chosen.map(({ id }) => id),
  );
  const witnesses = await readWitnesses(db, business.domain, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sent: SentReview[] = [];
  let characters = 0;
  for (const { id } of chosen) {
    const row = byId.get(id);
    if (!row) continue;
    const title = shownPart(row.title, secrets);
    const text = shownPart(row.content, secrets);
    characters += title.length + text.length;
    if (characters > MOST_CHARACTERS) break;
    const { rating, helpfulness } = row;
    const known = { witness: witnesses.get(id)!, isVerified: row.verified === 1 };
    if (text !== '') sent.push({ id, ...known, rating, helpfulness, title, text, hash: hashOf(row) });
  }
  return sent;
}

function shownPart(written: string, secrets: Secrets): string {
  const shown = JSON.parse(secrets.removeFrom(JSON.stringify(maskPersonalData(written)))) as string;
  return shown.trim().slice(0, LONGEST_TEXT).toWellFormed();
}

/** In an order of which every beginning has each side in its share. */
function inProportion(reviews: readonly WeighedReview[]): WeighedReview[] {
  const sides = [...Map.groupBy(reviews, ({ rating }) => (isLow(rating) ? 'low' : isHigh(rating) ? 'high' : 'between'))]
    .map(([, side]) => ({ waiting: byUse(side), share: side.length, taken: 0 }))
    .filter(({ share }) => share > 0);
  const ordered: WeighedReview[] = [];
  while (ordered.length < reviews.length) {
    const behind = sides
      .filter(({ taken, share }) => taken < share)
      .reduce((one, other) => ((other.taken + 1) / other.share < (one.taken + 1) / one.share ? other : one));
    ordered.push(behind.waiting[behind.taken]!);
    behind.taken += 1;
  }
  return ordered;
}

/** By turns the most helpful and the newest. */
function byUse(reviews: readonly WeighedReview[]): WeighedReview[] {
  const byAge = (one: WeighedReview, other: WeighedReview) => other.created_at - one.created_at || other.id - one.id;
  const newest = reviews.toSorted(byAge);
  const helpful = newest.toSorted((one, other) => other.helpfulness - one.helpfulness);
  return [...new Set(newest.flatMap((review, index) => [helpful[index]!, review]))];
}

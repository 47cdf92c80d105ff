/** The fate of each review of a file: a run and a trial decide it here, by the same data. */
import type { Selectable } from 'kysely';
import type { ImportedReview } from '../../../exchange/reviews/imported-review.ts';
import type { ImportedReviewTable } from '../../data/import-tables.ts';
import type { Database } from '../../data/tables.ts';
import { nameOf, readCurrent, type Current } from './current.ts';
import type { Fingerprint, StoredWords } from './fingerprints.ts';

/** A review of a file, with all that is asked about it. */
export interface Taken {
  readonly review: ImportedReview;
  readonly words: StoredWords;
  readonly fingerprint: Fingerprint;
  /** Null for one of the shop. */
  readonly productId: number | null;
  /** Keys that it may be known by; a new one is known by the first. */
  readonly keys: readonly string[];
}

export const aspects = ['words', 'state', 'reply'] as const satisfies readonly (keyof Fingerprint)[];
export type Aspect = (typeof aspects)[number];

export type KnownReview = Selectable<ImportedReviewTable>;

/** The parts of a review that changed here since its last import, and therefore stay. */
export type Kept = Aspect | 'erasure';

export type Decision =
  | { readonly kind: 'add' }
  /** Of one that no import brought, and that is here under its number, nothing else is known. */
  | { readonly kind: 'already'; readonly known: KnownReview | null; readonly kept: readonly Kept[] }
  | Change;

export interface Change {
  readonly kind: 'change';
  readonly known: KnownReview;
  readonly current: Current;
  readonly aspects: readonly Aspect[];
  readonly kept: readonly Kept[];
  /** Votes that were cast there since. */
  readonly votes: { readonly up: number; readonly down: number };
  /** Pictures that are new there. */
  readonly photos: readonly string[];
}

export async function decide(db: Database, businessId: number, taken: readonly Taken[]): Promise<Decision[]> {
  const found = await findKnown(db, businessId, taken);
  const known = [...new Set(found.values())];
  const current = await readCurrent(db, businessId, known);
  const photos = await photosOf(db, businessId, known);
  const own = await findOwn(db, businessId, taken);
  return taken.map((one): Decision => {
    const record = one.keys.map((key) => found.get(key)).find((row) => row !== undefined);
    if (!record) return own.has(one) ? { kind: 'already', known: null, kept: [] } : { kind: 'add' };
    const here = current.get(nameOf(record));
    // Who was erased here does not come back.
    if (!here) return { kind: 'already', known: record, kept: ['erasure'] };
    return compare(one, record, here, photos.get(nameOf(record)) ?? new Set());
  });
}

function compare(
  { review, fingerprint }: Taken,
  known: KnownReview,
  current: Current,
  photos: ReadonlySet<string>,
): Decision {
  const before: Fingerprint = { words: known.words_hash, state: known.state, reply: known.reply_hash };
  const isKept = (aspect: Aspect) =>
    current.fingerprint[aspect] !== before[aspect] && current.fingerprint[aspect] !== fingerprint[aspect];
  // Where comments come one by one, no review says the shop's reply.
  const said = aspects.filter((aspect) => aspect !== 'reply' || !review.beside?.ofShop);
  const kept = said.filter(isKept);
  const changed = said.filter(
    (aspect) => fingerprint[aspect] !== before[aspect] && fingerprint[aspect] !== current.fingerprint[aspect],
  );
  const [up = 0, down = 0] = known.votes.split(',').map(Number);
  const change: Change = {
    kind: 'change',
    known,
    current,
    aspects: changed.filter((aspect) => !kept.includes(aspect)),
    kept,
    votes: { up: review.votesUp - up, down: review.votesDown - down },
    photos: review.photos.filter((url) => !photos.has(url)),
  };
  const isChange =
    change.aspects.length > 0 || change.photos.length > 0 || change.votes.up !== 0 || change.votes.down !== 0;
  return isChange ? change : { kind: 'already', known, kept };
}

/** Those of an export that never left: they have the number and the date that they have there. */
async function findOwn(db: Database, businessId: number, taken: readonly Taken[]): Promise<ReadonlySet<Taken>> {
  const own = new Set<Taken>();
  for (const table of ['product_review', 'review'] as const) {
    const restored = taken.filter(
      ({ review, productId }) => review.restored !== undefined && (productId !== null) === (table === 'product_review'),
    );
    if (restored.length === 0) continue;
    const rows = await db
      .selectFrom(table as 'review')
      .select(['id', 'created_at'])
      .where('business_id', '=', businessId)
      .where(
        'id',
        'in',
        restored.map(({ review }) => review.restored!.number),
      )
      .execute();
    const here = new Map(rows.map((row) => [row.id, row.created_at]));
    for (const one of restored) if (here.get(one.review.restored!.number) === one.review.created) own.add(one);
  }
  return own;
}

async function findKnown(
  db: Database,
  businessId: number,
  taken: readonly Taken[],
): Promise<ReadonlyMap<string, KnownReview>> {
  const keys = taken.flatMap((one) => one.keys);
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_review')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('key_hash', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key_hash, row]));
}

async function photosOf(
  db: Database,
  businessId: number,
  known: readonly KnownReview[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (known.length === 0) return new Map();
  const rows = [];
  for (const ofProduct of [0, 1] as const) {
    const ids = known.filter(({ of_product }) => of_product === ofProduct).map(({ review_id }) => review_id);
    if (ids.length === 0) continue;
    const found = db
      .selectFrom('import_photo')
      .select(['review_id', 'url'])
      .where('business_id', '=', businessId)
      .where('of_product', '=', ofProduct)
      .where('review_id', 'in', ids);
    rows.push(...(await found.execute()).map((row) => ({ ...row, of_product: ofProduct })));
  }
  const byName = Map.groupBy(rows, nameOf);
  return new Map([...byName].map(([name, photos]) => [name, new Set(photos.map(({ url }) => url))]));
}

export function countsOf(decisions: readonly Decision[]): Readonly<Record<'added' | 'changed' | 'already', number>> {
  const of = (kind: Decision['kind']) => decisions.filter((decision) => decision.kind === kind).length;
  return { added: of('add'), changed: of('change'), already: of('already') };
}

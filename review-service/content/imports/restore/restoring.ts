/** Restores an export: what `runImport` decides to add is added as it was, with its number where nobody has that. */
import type { Found } from '../../../../exchange/reviews/imported-review.ts';
import type { WrittenPicture } from '../../../../exchange/reviews/plaudit/lines.ts';
import type { PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import type { Database } from '../../../data/tables.ts';
import type { Applying } from '../apply.ts';
import { decide, type Taken } from '../decide.ts';
import type { Between, ReviewSource } from '../review-source.ts';
import { judgePictures, type JudgedPictures } from './pictures.ts';
import { restoreProducts } from './products.ts';
import { restoreQuestionsOf } from './questions.ts';
import { restoreReviewsOf } from './reviews.ts';

/** All pictures of a batch are in memory. */
const MOST_PICTURES = 20;

export class Restoring implements ReviewSource {
  readonly #db: Database;
  readonly #business: BusinessRow;
  readonly #file: PlauditFile;
  readonly #now: number;
  #judged = new Map<Taken, JudgedPictures>();

  constructor(db: Database, business: BusinessRow, file: PlauditFile, now: number) {
    this.#db = db;
    this.#business = business;
    this.#file = file;
    this.#now = now;
  }

  get format() {
    return this.#file.format;
  }

  get expected(): number {
    return this.#file.expected;
  }

  get notes(): ReadonlyMap<string, number> {
    return this.#file.notes;
  }

  /** Every column of a line is taken. */
  readonly untaken: ReadonlyMap<string, number> = new Map();
  readonly lacking = [];

  /** Its products, its reviews and its questions. */
  async *read(): AsyncGenerator<Found | Between> {
    const [db, business, file] = [this.#db, this.#business, this.#file];
    const now = this.#now;
    yield { mayBringProducts: true, settle: (importId) => restoreProducts(db, business, file, { importId, now }) };
    yield* file.read();
    yield { mayBringProducts: false, settle: (importId) => restoreQuestionsOf(db, business, file, importId) };
  }

  /** Whether these are enough for a transaction. */
  isFull(batch: readonly Taken[]): boolean {
    return batch.reduce((sum, one) => sum + picturesOf(one).length, 0) >= MOST_PICTURES;
  }

  /** Judges the pictures of the reviews that will be added, before the transaction that does it. */
  async prepare(batch: readonly Taken[]): Promise<void> {
    this.#judged = new Map();
    if (batch.every((one) => picturesOf(one).length === 0)) return;
    const decisions = await decide(this.#db, this.#business.id, batch);
    for (const [index, one] of batch.entries())
      if (decisions[index]!.kind === 'add')
        this.#judged.set(one, {
          now: await judgePictures(this.#file, ofNow(one)),
          first: await judgePictures(this.#file, ofFirst(one)),
        });
  }

  /** In the transaction of its batch. */
  store(db: Database, applying: Applying, taken: readonly Taken[]): Promise<void> {
    const none = { now: [], first: [] };
    return restoreReviewsOf(db, applying, taken, {
      judged: (one) => this.#judged.get(one) ?? none,
      note: (note) => this.#file.note(note),
    });
  }
}

const ofNow = ({ review }: Taken): readonly WrittenPicture[] =>
  (review.restored?.fields['pictures'] ?? []) as readonly WrittenPicture[];
const ofFirst = ({ review }: Taken): readonly WrittenPicture[] =>
  (review.restored?.fields['first'] as { readonly pictures: readonly WrittenPicture[] } | null | undefined)?.pictures ??
  [];
const picturesOf = (one: Taken): readonly WrittenPicture[] => [...ofNow(one), ...ofFirst(one)];

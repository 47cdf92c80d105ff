/**
 * Takes the reviews of a file, a few hundred in a transaction. Where it ends early, reviews that it has taken stay, and
 * the same file again goes on from there.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { holdsAddress } from '../../../exchange/reviews/values.ts';
import type { Found, ImportedReview, ProductNames } from '../../../exchange/reviews/imported-review.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { BatchSize } from '../../../server-kit/batch-size.ts';
import { mayRun, ownIdentity, type ProcessIdentity } from '../../../server-kit/process-identity.ts';
import { BY_COMMAND, noteEvent } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { addAll, applyChange, type Applying } from './apply.ts';
import { AuditBuilder, type ImportAudit } from './audit.ts';
import { countsOf, decide, type Taken } from './decide.ts';
import { allOf, fingerprintOf, keysOf, wordsOf } from './fingerprints.ts';
import { noteAfter, noteBefore } from './products/counted.ts';
import type { Between, ReviewSource } from './review-source.ts';
import { ProductIndex, skuFor, type IndexedProduct } from './products/product-index.ts';
import { Repeats } from './repeats.ts';
import type { Restoring } from './restore/restoring.ts';

export interface ImportingOptions {
  /** Of the file, for people. */
  readonly fileName: string;
  readonly createProducts: boolean;
  /** Decides everything, and writes nothing. */
  readonly dryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The id of the account that wants it, by default somebody at the command line. */
  readonly actor?: string | undefined;
  /** Ends it after the reviews that are being stored. */
  readonly signal?: AbortSignal;
  onRefused(line: number, reason: string): void;
  /** Told once it begins: its number, null of a trial, how people call the format, and how many reviews there are. */
  onBegun?(id: number | null, vendor: string, expected: number): Promise<void>;
  /** Told after each transaction; it goes on once that returns. */
  onStored(counts: ImportCounts): void | Promise<void>;
  /** For a file that holds all of a shop. */
  readonly restoring?: Restoring;
  /** Told of each review that is taken, as it is in the file. */
  onTaken?(review: ImportedReview): void;
}

export interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly already: number;
  readonly refused: number;
}

export interface ImportOutcome {
  /** Of a trial, the number that an import would get. */
  readonly id: number;
  readonly counts: ImportCounts;
  readonly audit: ImportAudit;
  /** False where it was ended before the end of the file. */
  readonly isWhole: boolean;
}

/** The audit is written this often, and at the end. */
const BATCHES_BETWEEN_AUDITS = 25;
/** Another machine's import that wrote nothing for so long has ended. */
const SILENT_MS = 600_000;
const none: ImportCounts = { added: 0, changed: 0, already: 0, refused: 0 };

export async function runImport(
  db: Database,
  business: BusinessRow,
  file: ReviewSource,
  options: ImportingOptions,
): Promise<ImportOutcome> {
  const id = options.dryRun ? null : await beginImport(db, business, file, options);
  await options.onBegun?.(id, file.format.vendor, file.expected);
  const running = new RunningImport(db, business, file, options, id, await ProductIndex.of(db, business.id));
  try {
    for await (const found of file.read()) {
      if (options.signal?.aborted) break;
      await ('settle' in found ? running.settle(found) : running.take(found));
    }
    await running.flush();
  } catch (error) {
    await running.end('stopped').catch(() => {});
    throw error;
  }
  const isWhole = options.signal?.aborted !== true;
  await running.end(isWhole ? 'done' : 'stopped');
  return { id: id ?? (await nextImportId(db, business.id)), counts: running.counts, audit: running.audit, isWhole };
}

/** @throws ApiError `alreadyExists` while another import of the business runs. */
function beginImport(
  db: Database,
  { id: businessId, domain }: BusinessRow,
  { format: { name: format }, expected }: ReviewSource,
  { fileName, now, actor = BY_COMMAND }: ImportingOptions,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await engineOf(transaction).lock(transaction, `imports ${businessId}`);
    const imports = transaction.selectFrom('review_import').where('business_id', '=', businessId);
    const running = await imports.select(['id', 'run_by', 'written_at']).where('state', '=', 'running').execute();
    for (const { id, run_by, written_at } of running) {
      if (mayRun(JSON.parse(run_by) as ProcessIdentity) && written_at > now - SILENT_MS)
        throw refuse('alreadyExists', `An import of ${domain} is running: see 'plaudit reviews import status ${id}'`);
      await transaction
        .updateTable('review_import')
        .set({ state: 'stopped' })
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .execute();
    }
    const id = await nextImportId(transaction, businessId);
    await transaction
      .insertInto('review_import')
      .values({
        business_id: businessId,
        id,
        format,
        file: fileName,
        state: 'running',
        run_by: JSON.stringify(ownIdentity),
        started_at: now,
        written_at: now,
        ...none,
        expected,
        audit: '{}',
        put_off_until: null,
      })
      .execute();
    await noteEvent(transaction, { businessId, kind: 'imported', actor, now });
    return id;
  });
}

async function nextImportId(db: Database, businessId: number): Promise<number> {
  const { last } = await db
    .selectFrom('review_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

class RunningImport {
  readonly #db: Database;
  readonly #business: BusinessRow;
  readonly #options: ImportingOptions;
  readonly #id: number | null;
  #products: ProductIndex;
  readonly #audit: AuditBuilder;
  readonly #vendor: string;
  readonly #collectedBy: string | null;
  readonly #repeats: Repeats;
  #batch: Taken[] = [];
  #refusals: { line: number; reason: string }[] = [];
  readonly #size = new BatchSize();
  #batches = 0;
  counts: ImportCounts = none;

  constructor(
    db: Database,
    business: BusinessRow,
    file: ReviewSource,
    options: ImportingOptions,
    id: number | null,
    products: ProductIndex,
  ) {
    this.#db = db;
    this.#business = business;
    this.#options = options;
    this.#id = id;
    this.#products = products;
    this.#audit = new AuditBuilder(file);
    this.#repeats = new Repeats(file.expected);
    this.#vendor = file.vendor ?? file.format.name;
    this.#collectedBy = file.format.isVendor ? file.format.vendor : null;
  }

  get audit(): ImportAudit {
    return this.#audit.audit;
  }

  async take(found: Found): Promise<void> {
    const taken = 'refused' in found ? this.#refuse(found.line, found.refused) : await this.#choose(found);
    if (taken !== undefined) this.#batch.push(taken);
    const waiting = this.#batch.length + this.#refusals.length;
    if (waiting >= this.#size.now || this.#options.restoring?.isFull(this.#batch)) await this.flush();
  }

  /** @returns it as it is to be stored; undefined where nothing is. */
  async #choose(found: ImportedReview): Promise<Taken | undefined> {
    const { product } = found;
    const find = (names: ProductNames) =>
      found.restored ? this.#products.findExactly(names.sku) : this.#products.find(names);
    const indexed = product === null ? null : (find(product) ?? (await this.#make(found)));
    if (indexed === undefined) return undefined;
    const words = wordsOf(found);
    const fingerprint = fingerprintOf(this.#db, found, words);
    const about = indexed === null ? [null] : [indexed.id, ...(indexed.formerId === null ? [] : [indexed.formerId])];
    const keys = keysOf(this.#db, this.#vendor, found, words, about);
    const isNumbered = found.vendorId !== null;
    const { index, isRepeated } = this.#repeats.look(keys[0]!, isNumbered ? allOf(fingerprint) : fingerprint.words);
    const taken = { review: found, words, fingerprint, productId: indexed?.id ?? null, keys };
    if (isRepeated) return this.#count({ already: 1 });
    if (isNumbered && index > 0) {
      // It is a later word on a review that the file had before.
      await this.flush();
      if (this.#options.dryRun) return this.#count({ changed: 1 });
    }
    this.#options.onTaken?.(found);
    return isNumbered || index === 0 ? taken : { ...taken, keys: keys.map((key) => `${key} ${index}`) };
  }

  async settle(between: Between): Promise<void> {
    await this.flush();
    if (this.#id === null) return;
    await between.settle(this.#id);
    if (between.mayBringProducts) this.#products = await ProductIndex.of(this.#db, this.#business.id);
  }

  /** Stores what was taken. */
  async flush(): Promise<void> {
    const [batch, refusals] = [this.#batch, this.#refusals];
    if (batch.length + refusals.length === 0) return;
    [this.#batch, this.#refusals] = [[], []];
    const id = this.#id;
    if (id !== null) await this.#options.restoring?.prepare(batch);
    const decisions = await this.#size.watch(batch.length + refusals.length, () =>
      id === null
        ? decide(this.#db, this.#business.id, batch)
        : inTransaction(this.#db, (db) => this.#store(db, id, batch, refusals)),
    );
    for (const [index, decision] of decisions.entries()) this.#audit.decided(batch[index]!, decision);
    this.#count(countsOf(decisions));
    if (++this.#batches % BATCHES_BETWEEN_AUDITS === 0) await this.#write('running');
    await this.#options.onStored(this.counts);
  }

  async end(state: 'done' | 'stopped'): Promise<void> {
    if (this.#id !== null) await noteAfter(this.#db, this.#business.id, this.#id);
    await this.#write(state);
  }

  async #store(
    db: Database,
    importId: number,
    batch: readonly Taken[],
    refusals: readonly { readonly line: number; readonly reason: string }[],
  ) {
    const business = this.#business;
    const applying: Applying = {
      business,
      importId,
      vendor: this.#vendor,
      collectedBy: this.#collectedBy,
      now: this.#options.now,
    };
    const decisions = await decide(db, business.id, batch);
    const about = batch.filter((_one, index) => decisions[index]!.kind !== 'already');
    const productIds = about.flatMap(({ productId }) => productId ?? []);
    await noteBefore(db, { businessId: business.id, importId }, productIds);
    const added = batch.filter((_one, index) => decisions[index]!.kind === 'add');
    const { restoring } = this.#options;
    await (restoring ? restoring.store(db, applying, added) : addAll(db, applying, added));
    for (const [index, decision] of decisions.entries())
      if (decision.kind === 'change') await applyChange(db, applying, batch[index]!, decision);
    if (refusals.length > 0)
      await db
        .insertInto('import_refusal')
        .values(refusals.map((refusal) => ({ business_id: business.id, import_id: importId, ...refusal })))
        .execute();
    const more = countsOf(decisions);
    await db
      .updateTable('review_import')
      .set({
        added: this.counts.added + more.added,
        changed: this.counts.changed + more.changed,
        already: this.counts.already + more.already,
        refused: this.counts.refused,
        written_at: Date.now(),
      })
      .where('business_id', '=', business.id)
      .where('id', '=', importId)
      .execute();
    return decisions;
  }

  /** @returns undefined where the review is refused, and counted. */
  async #make(review: ImportedReview): Promise<IndexedProduct | undefined> {
    const names = review.product!;
    const { createProducts, now, restoring } = this.#options;
    // A trial has no products of an export, which come with its reviews.
    const made = !(createProducts || (restoring && this.#id === null))
      ? undefined
      : this.#id === null
        ? this.#products.makeForTrial(names)
        : await this.#makeProduct(names, this.#id, now);
    if (made) return made;
    const name = skuFor(names);
    // A column that is taken for another may name people.
    const shown = holdsAddress(name) ? '' : name.slice(0, 100).toWellFormed();
    this.#audit.productNotFound(shown);
    const reason = `its product is not in the catalogue${shown === '' ? '' : `: ${JSON.stringify(shown)}`}`;
    return this.#refuse(review.line, reason);
  }

  async #makeProduct(
    names: NonNullable<ImportedReview['product']>,
    importId: number,
    now: number,
  ): Promise<IndexedProduct | undefined> {
    const { id: businessId } = this.#business;
    return inTransaction(this.#db, async (db) => {
      const made = await this.#products.make(db, businessId, names, now);
      if (made) await noteBefore(db, { businessId, importId }, [made.id], true);
      return made;
    });
  }

  #refuse(line: number, reason: string): undefined {
    this.#count({ refused: 1 });
    this.#refusals.push({ line, reason });
    this.#options.onRefused(line, reason);
    return undefined;
  }

  #count(more: Partial<ImportCounts>): undefined {
    const { counts } = this;
    this.counts = {
      added: counts.added + (more.added ?? 0),
      changed: counts.changed + (more.changed ?? 0),
      already: counts.already + (more.already ?? 0),
      refused: counts.refused + (more.refused ?? 0),
    };
    return undefined;
  }

  async #write(state: 'running' | 'done' | 'stopped'): Promise<void> {
    if (this.#id === null) return;
    await this.#db
      .updateTable('review_import')
      .set({ state, audit: JSON.stringify(this.audit), written_at: Date.now(), ...this.counts })
      .where('business_id', '=', this.#business.id)
      .where('id', '=', this.#id)
      .execute();
  }
}

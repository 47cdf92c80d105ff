/** Takes a catalogue: products from a file of another program, into the store of a business. */
import type { Store } from '../../review-store/content/ids.ts';
import { MOST_AT_ONCE, saveEntries, type ProductEntry } from '../../review-store/products/product-entries.ts';
import { FileRefused } from '../file-refused.ts';
import { readBeginning } from '../reading/beginning.ts';
import { decodeText } from '../reading/decode-text.ts';
import { unpack } from '../reading/unpack.ts';
import { ProductRefused, toEntry } from './entries.ts';
import { readProducts, type ProductFormat } from './formats.ts';
import type { Found } from './found.ts';
import { SeenSkus } from './seen-skus.ts';

export interface ImportOptions {
  /** Without it, the file says what it is. */
  readonly format?: ProductFormat | undefined;
  /** The most that a compressed file may unpack to, in bytes; by default 1 GiB. */
  readonly mostUnpackedBytes?: number;
  /** Counts what would be done, and stores nothing. */
  readonly dryRun?: boolean;
  /** Milliseconds since 1970; by default the present. */
  readonly now?: () => number;
  /**
   * A product that is not taken.
   * @param line - in the file, from 1.
   * @param reason - what is wrong with it, in one line.
   */
  onRefused(line: number, reason: string): void;
  /** Something about the file, or about a product that is taken, that the sender should know. */
  onNotice?(notice: string): void;
  /** Products have been stored. The import goes on once this has returned. */
  onStored?(skus: readonly string[], counts: ImportCounts): void | Promise<void>;
}

export interface ImportCounts {
  /** The sum of the four after it. */
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Drafts and the like, which the shop does not show: they are left out, and not in the total. */
  readonly unpublished: number;
  /** Whether the whole file was read; if not, the fault is the last that was refused. */
  readonly isWhole: boolean;
  /** When the first price changes by itself; in milliseconds since 1970. */
  readonly changesAt: number | null;
}

/**
 * Stores the products of a file, a few hundred in a transaction. Of what it has stored it keeps in memory the hash of
 * each sku. Fields that a file does not have stay as they are, and the same file again changes nothing.
 * @throws FileRefused if the file is of no known format; nothing was stored then.
 */
export async function importProducts(
  store: Store,
  businessId: number,
  input: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { format, now = Date.now, mostUnpackedBytes = 2 ** 30 } = options;
  const onNotice = (notice: string): void => options.onNotice?.(notice);
  const { beginning, whole } = await readBeginning(decodeText(unpack(input, mostUnpackedBytes), onNotice));
  const found = readProducts(beginning, whole, format, now(), onNotice);
  const running = new RunningImport(store, businessId, options);
  try {
    for await (const one of found) await running.take(one);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    running.breakOff(error);
  }
  await running.store();
  return running.counts;
}

class RunningImport {
  readonly #store: Store;
  readonly #businessId: number;
  readonly #options: ImportOptions;
  readonly #seen = new SeenSkus();
  #entries: ProductEntry[] = [];
  /** Of the last product. */
  #line = 1;
  counts: ImportCounts = {
    total: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    unpublished: 0,
    isWhole: true,
    changesAt: null,
  };

  constructor(store: Store, businessId: number, options: ImportOptions) {
    this.#store = store;
    this.#businessId = businessId;
    this.#options = options;
  }

  async take(found: Found): Promise<void> {
    if ('isUnpublished' in found) return this.#count({ unpublished: 1 });
    this.#line = found.line;
    if ('refused' in found) return this.#refuse(found.line, found.refused);
    try {
      const faults: string[] = [];
      const entry = toEntry(found, (fault) => faults.push(fault));
      const earlier = this.#seen.add(entry.sku, found.line);
      if (earlier !== null) throw new ProductRefused(`sku ${entry.sku} is on line ${earlier} already`);
      this.#entries.push(entry);
      for (const fault of faults) this.#options.onNotice?.(`line ${found.line}: ${fault}`);
      const changes = [this.counts.changesAt, found.changesAt ?? null].filter((moment) => moment !== null);
      if (changes.length > 0) this.counts = { ...this.counts, changesAt: Math.min(...changes) };
    } catch (error) {
      if (!(error instanceof ProductRefused)) throw error;
      this.#refuse(found.line, error.message);
    }
    if (this.#entries.length === MOST_AT_ONCE) await this.store();
  }

  /** Stores what has been taken. */
  async store(): Promise<void> {
    const entries = this.#entries;
    if (entries.length === 0) return;
    this.#entries = [];
    const { dryRun = false, now = Date.now, onStored } = this.#options;
    this.#count(await saveEntries(this.#store, this.#businessId, entries, { isTrial: dryRun, now: now() }));
    await onStored?.(
      entries.map(({ sku }) => sku),
      this.counts,
    );
  }

  /** A fault of the file as a whole gets a place: after the last product that was taken. */
  breakOff({ line, message }: FileRefused): void {
    this.#refuse(line || this.#line, message);
    this.counts = { ...this.counts, isWhole: false };
  }

  #refuse(line: number, reason: string): void {
    this.#count({ refused: 1 });
    this.#options.onRefused(line, reason);
  }

  #count(more: Partial<Omit<ImportCounts, 'total' | 'isWhole' | 'changesAt'>>): void {
    const { added = 0, changed = 0, unchanged = 0, refused = 0, unpublished = 0 } = more;
    const { counts } = this;
    this.counts = {
      ...counts,
      total: counts.total + added + changed + unchanged + refused,
      added: counts.added + added,
      changed: counts.changed + changed,
      unchanged: counts.unchanged + unchanged,
      refused: counts.refused + refused,
      unpublished: counts.unpublished + unpublished,
    };
  }
}

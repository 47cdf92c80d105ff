/**
 * The hashed files of every build that an instance has served, for as long as a page may ask for them: a shopper may
 * have opened it, or a browser kept the loader, before an upgrade. An instance puts its own files here before it
 * listens. So wherever two versions run beside each other, each finds here what the other's loader asks it for.
 */
import { sql } from 'kysely';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';
import type { ProxyDb } from './tables.ts';

export interface KeptAsset {
  /** As in a URL, such as `/assets/stars-f988ed6a.js`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** The same bytes, as the build has compressed them; null where it has not. */
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** After no instance has had it in its build for this long, nobody asks any more. */
const KEPT_MS = 30 * 86_400_000;
/** The most that is kept; builds that were replaced first go first. A build of today takes a quarter of a megabyte. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Between two notes that the files of this instance are still in use. */
const NOTED_EVERY_MS = 3_600_000;
/** Of other builds. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;

const sizeOf = ({ bytes, brotli, gzip }: KeptAsset): number =>
  bytes.length + (brotli?.length ?? 0) + (gzip?.length ?? 0);

export class KeptAssets {
  readonly #db: ProxyDb;
  readonly #clock: Clock;
  readonly #own: readonly KeptAsset[];
  readonly #found = new WeighedCache<KeptAsset>({ maxBytes: IN_MEMORY_BYTES, weigh: sizeOf });

  /** @param own - those of the build that this instance serves. */
  constructor(db: ProxyDb, clock: Clock, own: readonly KeptAsset[]) {
    this.#db = db;
    this.#clock = clock;
    this.#own = own;
  }

  /** Stores the files of this instance. From then on every instance answers them. */
  async keepOwn(): Promise<void> {
    if (this.#own.length === 0) return;
    const now = this.#clock.now();
    await this.#db
      .insertInto('proxy_asset')
      .values(
        this.#own.map((asset) => ({
          path: asset.path,
          in_use_at: now,
          size: sizeOf(asset),
          bytes: asset.bytes,
          brotli: asset.brotli,
          gzip: asset.gzip,
        })),
      )
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ in_use_at: now }))
      .execute();
  }

  /**
   * Null where no build of the last 30 days had it.
   * @param look - called before the database is asked; what it throws is thrown on.
   */
  async find(path: string, look: () => void): Promise<KeptAsset | null> {
    const known = this.#found.get(path);
    if (known) return known;
    look();
    const row = await this.#db
      .selectFrom('proxy_asset')
      .select(['path', 'bytes', 'brotli', 'gzip'])
      .where('path', '=', path)
      .executeTakeFirst();
    if (!row) return null;
    const asset = {
      path,
      bytes: Buffer.from(row.bytes),
      brotli: row.brotli && Buffer.from(row.brotli),
      gzip: row.gzip && Buffer.from(row.gzip),
    };
    this.#found.set(path, asset);
    return asset;
  }

  /** Forgets files that were replaced long enough ago, or are too many; those that this instance serves stay. */
  async forgetReplaced(): Promise<void> {
    const now = this.#clock.now();
    if (this.#own.length > 0)
      await this.#db
        .updateTable('proxy_asset')
        .set({ in_use_at: now })
        .where(
          'path',
          'in',
          this.#own.map(({ path }) => path),
        )
        .where('in_use_at', '<', now - NOTED_EVERY_MS)
        .execute();
    await this.#db
      .deleteFrom('proxy_asset')
      .where('in_use_at', '<', now - KEPT_MS)
      .execute();
    // All files of a build have one moment, and so go together.
    await sql`delete from proxy_asset where path in (
      select path from (select path, sum(size) over (order by in_use_at desc) as newer from proxy_asset) as counted
      where newer > ${MOST_BYTES})`.execute(this.#db);
  }
}

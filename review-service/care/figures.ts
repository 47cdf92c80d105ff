/** Figures that are read from the data when Prometheus asks: of several instances, each says the same. */
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { State } from '../../review-store/tables.ts';
import { lastBackup } from './backups/schedule.ts';
import { listFeeds } from '../catalogue/feeds.ts';
import type { Database } from '../data/tables.ts';
import { countMails } from '../letters/mail/sending/outbox.ts';

/** How many there are, and since when the oldest waits. */
const countAndOldest = [sql<number>`count(*)`.as('count'), sql<number | null>`min(created_at)`.as('since')] as const;

/** All from indexes alone, however many reviews there are. */
export async function readWaiting(db: Database) {
  return [
    ['reviews', await heldOf(db, 'review').executeTakeFirstOrThrow()],
    ['product_reviews', await heldOf(db, 'product_review').executeTakeFirstOrThrow()],
    [
      'reports',
      await db
        .selectFrom('review_flag')
        .select(countAndOldest)
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ],
    ['mails', await countMails(db)],
  ] as const;
}

const heldOf = (db: Database, table: 'review' | 'product_review') =>
  db
    .selectFrom(table as 'review')
    .select(countAndOldest)
    .where('state', '=', State.pending);

export function registerFigures(registry: Registry, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: 'plaudit_service_waiting',
    help: 'What waits for somebody: held reviews of shops and of products, open reports, mails to send.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      for (const [what, { count }] of await readWaiting(db)) this.set({ what }, Number(count));
    },
  });
  new Gauge({
    name: 'plaudit_service_waiting_since_timestamp_seconds',
    help: 'Since when the oldest of them waits, in seconds since 1970; 0 where nothing does.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      for (const [what, { since }] of await readWaiting(db)) this.set({ what }, Math.floor(Number(since ?? 0) / 1_000));
    },
  });
  new Gauge({
    name: 'plaudit_service_backup_timestamp_seconds',
    help: 'When the newest whole backup was begun, in seconds since 1970; 0 if there is none.',
    registers,
    async collect() {
      this.set(Math.floor(((await lastBackup(db)).at ?? 0) / 1_000));
    },
  });
  new Gauge({
    name: 'plaudit_service_feeds_failing',
    help: 'Product feeds that cannot be read.',
    registers,
    async collect() {
      this.set((await listFeeds(db)).filter(({ failure }) => failure !== null).length);
    },
  });
  new Gauge({
    name: 'plaudit_service_feed_good_timestamp_seconds',
    help: 'When the product feed was last read to its end, of several the oldest, in seconds since 1970; 0 for never.',
    registers,
    async collect() {
      const feeds = await listFeeds(db);
      this.reset();
      if (feeds.length > 0) this.set(Math.floor(Math.min(...feeds.map(({ goodAt }) => goodAt ?? 0)) / 1_000));
    },
  });
}

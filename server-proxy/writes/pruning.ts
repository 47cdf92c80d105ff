/**
 * Forgets what was kept for long enough. The clock decides, not the next write: in a shop where nobody writes for a
 * month, what is kept for a day is still kept for only a day.
 */
import { forgetOldCopies } from '../../review-store/databases/copies.ts';
import type { Kind } from '../../review-store/jobs/worker.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { forgetUses } from '../customer/token-uses.ts';
import type { KeptAssets } from '../state/kept-assets.ts';
import type { ProxyDb } from '../state/tables.ts';
import { keptAnswers } from './idempotency.ts';
import { forgetRefusedWords, forgetSettled } from './outbox/outbox-rows.ts';
import { forgetVotes } from './votes/vote-rows.ts';
import { Writers } from './writers.ts';

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

export interface PruningTools {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly keptAssets: KeptAssets;
}

export const pruning = (tools: PruningTools): Kind => ({
  name: 'pruning',
  isStanding: true,
  failing: 'what has had its time could not be forgotten',
  retryMs: EVERY_MS,
  async attempt() {
    await prune(tools);
    return EVERY_MS;
  },
});

/** A witness goes with the review. One that was just written may not be mirrored yet. */
async function forgetWitnesses(db: ProxyDb, before: number): Promise<void> {
  await db
    .deleteFrom('proxy_witness')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_review')
            .innerJoin('business', 'business.id', 'product_review.business_id')
            .select('product_review.id')
            .whereRef('business.domain', '=', 'proxy_witness.business')
            .whereRef('product_review.id', '=', 'proxy_witness.review_id'),
        ),
      ),
    )
    .execute();
}

async function prune({ db, clock, keptAssets }: PruningTools): Promise<void> {
  const now = clock.now();
  await keptAnswers(db).forgetOld(now);
  await forgetSettled(db, now - DAY_MS);
  await forgetRefusedWords(db, now - 30 * DAY_MS);
  await forgetVotes(db, now - DAY_MS);
  await forgetUses(db, now);
  await new Writers(db).forgetOld(now);
  await forgetWitnesses(db, now - 30 * DAY_MS);
  await db.deleteFrom('proxy_session').where('expires_at', '<=', now).execute();
  await forgetOldCopies(db, now);
  await keptAssets.forgetReplaced();
}

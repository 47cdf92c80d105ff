/** Recent writers, as the guard against robots counts them. */
import { RecentWrites } from '../../review-store/content/recent-writes.ts';
import { usualReviewsPerWeek } from '../../review-store/reviews/review-rate.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { RobotGuard } from '../../server-kit/robots/guard.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically, takeTurn } from '../state/transaction.ts';

export class Writers extends RecentWrites {
  readonly #db: ProxyDb;

  constructor(db: ProxyDb) {
    super(db, 'proxy_recent_write');
    this.#db = db;
  }

  async spendProof(nonce: string, expiresAt: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('proxy_spent_proof')
      .values({ nonce, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Forgets writes of more than a day ago, and expired proofs. */
  override async forgetOld(now: number): Promise<void> {
    await super.forgetOld(now);
    await this.#db.deleteFrom('proxy_spent_proof').where('expires_at', '<=', now).execute();
  }
}

interface GuardTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly key: Buffer;
}

/** The guard of the routes where shoppers write. */
export const guardWriters = ({ db, mirror, clock, key }: GuardTools): RobotGuard =>
  new RobotGuard({
    clock,
    key,
    inTurn: (work) =>
      atomically(db, async (db) => {
        await takeTurn(db, 'writers');
        return work(new Writers(db));
      }),
    usualPerWeek: (business, product) =>
      usualReviewsPerWeek(storeOf(db), mirror.business(business).id, product, clock.now()),
  });

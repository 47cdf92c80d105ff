/** Whether a review of either kind can be seen: how it is hidden, shown and removed, one way for both. */
import type { Store } from '../content/ids.ts';
import { atomically } from '../databases/transaction.ts';
import { State } from '../tables.ts';

/** The columns that both kinds of rows have for it. */
interface Standing {
  readonly state: State;
  readonly published_at: number | null;
  readonly removed_at: number | null;
  readonly hidden_for: string | null;
}

interface Kind<Row extends Standing> {
  /** The row, which stays as it is until the transaction ends. */
  lock(db: Store, businessId: number, id: number): Promise<Row | undefined>;
  /** Writes these rows, and counts what they change. */
  write(
    db: Store,
    businessId: number,
    changes: readonly { readonly before: Row; readonly after: Row }[],
  ): Promise<void>;
}

/** A review that was published before keeps the moment. */
export const shown = <Row extends Standing>(before: Row, now: number): Row => ({
  ...before,
  state: State.published,
  published_at: before.published_at ?? now,
  removed_at: null,
  hidden_for: null,
});

export function standing<Row extends Standing>({ lock, write }: Kind<Row>) {
  /** @param work - returns the row as it is to be, or null to leave it. */
  const change = (db: Store, businessId: number, id: number, work: (before: Row) => Row | null): Promise<boolean> =>
    atomically(db, async (db) => {
      const before = await lock(db, businessId, id);
      const after = before ? work(before) : null;
      if (!before || after === null) return false;
      await write(db, businessId, [{ before, after }]);
      return true;
    });
  return {
    change,

    /**
     * Takes a review from view, for a reason or for none. False if that was done already, or it does not exist.
     * @param reason - one of `removalReasons`.
     */
    hide: (db: Store, businessId: number, id: number, reason: string | null, now: number): Promise<boolean> =>
      change(db, businessId, id, (before) =>
        before.state === State.removed
          ? null
          : { ...before, state: State.removed, removed_at: now, hidden_for: reason },
      ),

    /** Shows a review that is pending or was removed, as it was. False if it is shown already, or does not exist. */
    show: (db: Store, businessId: number, id: number, now: number): Promise<boolean> =>
      change(db, businessId, id, (before) => (before.state === State.published ? null : shown(before, now))),

    /** Those that another server of the API has removed. */
    remove: (db: Store, businessId: number, ids: readonly number[], now: number): Promise<void> =>
      atomically(db, async (db) => {
        const removed: { before: Row; after: Row }[] = [];
        for (const id of new Set(ids)) {
          const before = await lock(db, businessId, id);
          if (before && before.state !== State.removed)
            removed.push({ before, after: { ...before, state: State.removed, removed_at: now } });
        }
        await write(db, businessId, removed);
      }),
  };
}

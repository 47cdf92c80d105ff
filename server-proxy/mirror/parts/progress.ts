/** How far the mirror has come with each part, in SQL. */
import type { ProxyDb } from '../../state/tables.ts';
import { partNames, type PartName } from './parts.ts';

export interface Progress {
  readonly sweep: number;
  readonly nextStart: number;
  readonly previousIds: readonly number[];
  readonly gaps: number;
  /** How many items the last complete sweep saw; 0 before there was one. */
  readonly size: number;
  /** This and the next two: milliseconds since 1970, or null where it has not happened yet. */
  readonly mirroredAt: number | null;
  readonly headReadAt: number | null;
  readonly sweptAt: number | null;
}

export const beginning: Progress = {
  sweep: 1,
  nextStart: 0,
  previousIds: [],
  gaps: 0,
  size: 0,
  mirroredAt: null,
  headReadAt: null,
  sweptAt: null,
};

export async function readProgress(db: ProxyDb, business: string): Promise<Map<PartName, Progress>> {
  const rows = await db.selectFrom('mirror_walk').selectAll().where('business', '=', business).execute();
  const progress = new Map<PartName, Progress>(partNames.map((part) => [part, beginning]));
  for (const row of rows) {
    if (!partNames.includes(row.part as PartName)) continue;
    progress.set(row.part as PartName, {
      sweep: row.sweep,
      nextStart: row.next_start,
      previousIds: JSON.parse(row.previous_ids) as number[],
      gaps: row.gaps,
      size: row.size,
      mirroredAt: row.mirrored_at,
      headReadAt: row.head_read_at,
      sweptAt: row.swept_at,
    });
  }
  return progress;
}

export async function writeProgress(db: ProxyDb, business: string, part: PartName, progress: Progress): Promise<void> {
  const row = {
    sweep: progress.sweep,
    next_start: progress.nextStart,
    previous_ids: JSON.stringify(progress.previousIds),
    gaps: progress.gaps,
    size: progress.size,
    mirrored_at: progress.mirroredAt,
    head_read_at: progress.headReadAt,
    swept_at: progress.sweptAt,
  };
  await db
    .insertInto('mirror_walk')
    .values({ business, part, ...row })
    .onConflict((conflict) => conflict.columns(['business', 'part']).doUpdateSet(row))
    .execute();
}

/** Without moments in the future, from when the clock was wrong. */
export function notAhead(progress: Progress, now: number): Progress {
  const past = (moment: number | null) => (moment === null ? null : Math.min(moment, now));
  return {
    ...progress,
    mirroredAt: past(progress.mirroredAt),
    headReadAt: past(progress.headReadAt),
    sweptAt: past(progress.sweptAt),
  };
}

/** When a part was last compared with the API, in milliseconds since 1970; 0 for never. */
export function lastReadAt({ mirroredAt, headReadAt, sweptAt }: Progress): number {
  return Math.max(mirroredAt ?? 0, headReadAt ?? 0, sweptAt ?? 0);
}

/** Everything that is mirrored has just been compared with the API. */
export async function touchProgress(db: ProxyDb, business: string, now: number): Promise<void> {
  await db
    .updateTable('mirror_walk')
    .set({ head_read_at: now, swept_at: now })
    .where('business', '=', business)
    .where('mirrored_at', 'is not', null)
    .execute();
}

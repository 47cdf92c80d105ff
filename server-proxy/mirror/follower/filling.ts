/** The beginning and the end of reading all that there is, and the way back to an API that lists no changes. */
import { sql } from 'kysely';
import type { ProxyDb } from '../../state/tables.ts';
import { partNames, type PartName } from '../parts/parts.ts';
import { forgetPosition, writePosition, type Position } from '../parts/position.ts';
import { writeProgress, type Progress } from '../parts/progress.ts';
import type { Telling } from '../state/telling.ts';
import type { Tracked } from '../state/tracked.ts';
import { fill, type PageTools } from '../walk/pages.ts';
import { forgetComments } from './comments.ts';
import { removeItems } from './keep.ts';

export interface FillingTools extends PageTools {
  readonly telling: Telling;
}

/** How many items that are gone are taken out in one transaction. */
const AT_ONCE = 500;

/**
 * From here on all is read from the beginning, with a number of its own, by which in the end the rest is told apart.
 * Everything stays as it is shown.
 */
export async function beginFilling(tools: FillingTools, tracked: Tracked): Promise<Position> {
  const position: Position = { cursor: null, filling: true };
  await countAnew(tools, tracked, (db) => writePosition(db, tracked.business.domain, position));
  tracked.position = position;
  tracked.filled.clear();
  return position;
}

/** The API lists no changes any more: it is walked, and followed from the beginning when it does again. */
export async function leave(tools: FillingTools, tracked: Tracked): Promise<void> {
  await countAnew(tools, tracked, (db) => forgetPosition(db, tracked.business.domain));
  tracked.position = null;
  tracked.filled.clear();
  tracked.failures.delete('changes');
}

/** A walk that was under way begins again, too: its number no longer tells what it has seen. */
async function countAnew(tools: FillingTools, tracked: Tracked, work: (db: ProxyDb) => Promise<void>): Promise<void> {
  const { business, progress } = tracked;
  const next = new Map<PartName, Progress>();
  for (const [name, one] of progress)
    next.set(name, { ...one, sweep: one.sweep + 1, nextStart: 0, previousIds: [], gaps: 0 });
  await fill(tools, business, async (db) => {
    await work(db);
    for (const [name, one] of next) await writeProgress(db, business.domain, name, one);
    return { changed: false };
  });
  for (const [name, one] of next) progress.set(name, one);
}

/** All has been read: what was not among it is gone, and everything is answered from the mirror. */
export async function endFilling(tools: FillingTools, tracked: Tracked, { cursor }: Position): Promise<Position> {
  const { business, progress } = tracked;
  for (const name of partNames) await removeUnseen(tools, tracked, name);
  const now = tools.clock.now();
  const position: Position = { cursor, filling: false };
  const next = await fill(tools, business, async (db) => {
    const sizes = await countItems(db, business.domain);
    const next = new Map<PartName, Progress>();
    for (const [name, one] of progress) {
      const mirroredAt = one.mirroredAt ?? now;
      next.set(name, { ...one, size: sizes.get(name) ?? 0, mirroredAt, headReadAt: now, sweptAt: now });
    }
    for (const [name, one] of next) await writeProgress(db, business.domain, name, one);
    await writePosition(db, business.domain, position);
    await db.deleteFrom('mirror_removal').where('business', '=', business.domain).execute();
    return { changed: true, progress: next };
  });
  for (const [name, one] of next.progress) {
    const isNew = progress.get(name)!.mirroredAt === null;
    progress.set(name, one);
    if (isNew) tools.telling.mirrored(tracked, name);
    tools.setAside.swept(business.domain, name);
  }
  tracked.held.clear();
  tracked.filled.clear();
  tracked.position = position;
  return position;
}

async function removeUnseen(tools: FillingTools, { business, progress }: Tracked, name: PartName): Promise<void> {
  const { sweep } = progress.get(name)!;
  for (;;) {
    const { removed } = await fill(tools, business, async (db) => {
      const ids = await readUnseen(db, business.domain, name, sweep);
      await removeItems(db, business, name, ids, tools.clock.now());
      if (name === 'comments' && ids.length > 0) await forgetComments(db, business.domain, ids);
      return { changed: ids.length > 0, removed: ids.length };
    });
    if (removed < AT_ONCE) return;
  }
}

async function readUnseen(db: ProxyDb, business: string, part: PartName, sweep: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mirror_item')
    .select('item_id')
    .where('business', '=', business)
    .where('part', '=', part)
    .where('sweep', '<', sweep)
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.item_id);
}

async function countItems(db: ProxyDb, business: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mirror_item')
    .select(['part', sql<number>`count(*)`.as('items')])
    .where('business', '=', business)
    .groupBy('part')
    .execute();
  return new Map(rows.map(({ part, items }) => [part, Number(items)]));
}

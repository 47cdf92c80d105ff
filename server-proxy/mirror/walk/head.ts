/** Reads the newest page of a part, to see what is new. */
import { OVERLAP } from '../../../api-client/thread.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { both, fill, keepPage, nothingNew, readPage, type PageTools } from './pages.ts';
import { parts, type MirroredBusiness, type PartName } from '../parts/parts.ts';
import { writeProgress, type Progress } from '../parts/progress.ts';
import { readPrints } from '../parts/seen.ts';
import type { Step } from './sweep.ts';

/** Pages that are read at most, where more has come than one page shows. */
const MAX_HEAD_PAGES = 20;

/** Page after page, until one ends with something known. */
export async function readHead(
  tools: PageTools,
  business: MirroredBusiness,
  name: PartName,
  progress: Progress,
): Promise<Step> {
  const { db, clock } = tools;
  const { newestFirst, query } = parts[name].head!;
  const startedAt = clock.now();
  const fields = query(startedAt);
  let news = nothingNew;
  let start = 0;
  for (let count = 0; count < MAX_HEAD_PAGES; count += 1) {
    const read = await readPage(tools, 'head', business, name, start, fields);
    const last = read.page.items.at(-1);
    const isKnown =
      newestFirst && last !== undefined && (await readPrints(db, business.domain, name, [last.id])).size > 0;
    news = both(news, await fill(tools, business, (db) => keepPage(tools, db, business, name, read, progress.sweep)));
    if (isKnown || read.page.sent < MAX_COUNT) break;
    start += read.page.sent - OVERLAP;
  }
  const next = { ...progress, headReadAt: startedAt };
  await fill(tools, business, async (db) => {
    await writeProgress(db, business.domain, name, next);
    return { changed: false };
  });
  return { ...news, progress: next, removals: null };
}

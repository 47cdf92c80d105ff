/** Removals that were held, and that the operator knows to be right. */
import type { Logger } from 'pino';
import type { PageTools } from './pages.ts';
import { readHeld } from './removals.ts';
import { tellOfRemovals } from './telling.ts';
import type { Tracked } from './tracked.ts';
import { removeHeld } from './walk.ts';

export async function takeAccepted(tools: PageTools, businesses: ReadonlyMap<string, Tracked>, logger: Logger): Promise<void> {
  for (const { business, part, accepted } of await readHeld(tools.db, [...businesses.keys()])) {
    const tracked = businesses.get(business);
    if (!accepted || !tracked) continue;
    const removed = await removeHeld(tools, tracked.business, part);
    tracked.version += 1;
    tellOfRemovals(tracked, part, { held: null, removed }, logger);
  }
}

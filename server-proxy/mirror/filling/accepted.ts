/** Carries out held removals that the operator has accepted. */
import { fill } from '../walk/pages.ts';
import { parts } from '../parts/parts.ts';
import { readHeld, takeHeld } from '../parts/removals.ts';
import type { FillTools } from './tasks.ts';

export async function removeAccepted(tools: FillTools): Promise<void> {
  const { db, clock, known, telling } = tools;
  for (const { business: domain, part, accepted } of await readHeld(db, known.domains)) {
    if (!accepted) continue;
    const tracked = known.of(domain);
    const { removed } = await fill(tools, tracked.business, async (db) => {
      const gone = await takeHeld(db, domain, part);
      await parts[part].remove(db, tracked.business, gone, clock.now());
      return { changed: true, removed: gone.length };
    });
    telling.removals(tracked, part, { held: null, removed });
  }
}

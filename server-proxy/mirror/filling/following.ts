/** Follows the other instances: what they changed, what they ask for, and how far they have come. */
import { repeatEvery, type Repeating } from '../../../server-kit/repeating.ts';
import { removeAccepted } from './accepted.ts';
import { readAskedSweeps } from './asked-sweeps.ts';
import { readModeration } from '../parts/moderation.ts';
import { readPosition } from '../parts/position.ts';
import type { FillTools } from './tasks.ts';
import { readProgress } from '../parts/progress.ts';
import { noteAskedSweep, type Tracked } from '../state/tracked.ts';

const FOLLOW_EVERY_MS = 1_000;

export interface FollowingTools extends FillTools {
  /** True while this instance fills the mirror, and the others follow its progress. */
  leads(): boolean;
}

export const keepFollowing = (tools: FollowingTools): Repeating =>
  repeatEvery(
    tools.clock,
    FOLLOW_EVERY_MS,
    () => follow(tools),
    (error) => tools.telling.cannotFollow(error),
  );

export async function follow(tools: FollowingTools): Promise<void> {
  const { db, changes, known } = tools;
  if (tools.leads()) await removeAccepted(tools);
  await changes.follow(known.domains);
  const walks = await readAskedSweeps(db, known.domains);
  for (const tracked of known.all) {
    noteAskedSweep(tracked, walks.get(tracked.business.domain)!);
    if (!tools.leads()) await followProgress(tools, tracked);
  }
}

async function followProgress({ db, clock, leads }: FollowingTools, tracked: Tracked): Promise<void> {
  const stored = await readProgress(db, tracked.business.domain);
  const moderation = await readModeration(db, tracked.business.domain);
  const position = await readPosition(db, tracked.business.domain);
  // This instance has taken over meanwhile, and knows better.
  if (leads()) return;
  tracked.following = { ...tracked.following, ...moderation };
  tracked.position = position;
  for (const [part, progress] of stored) {
    if (progress.nextStart !== tracked.progress.get(part)!.nextStart) tracked.steppedAt = clock.elapsed();
    tracked.progress.set(part, progress);
  }
}

/** What the plan is made from: what is known of each business at one moment, and what the budget has. */
import type { Outlook } from '../upstream/budget.ts';
import { partNames, type PartName } from './parts.ts';
import type { Progress } from './progress.ts';
import type { Pace } from './schedule.ts';
import type { WaitingView } from './waiting.ts';

export type Tried = `${'head' | 'walk'} ${PartName}` | 'look';

/** What the plan knows of one business. */
export interface Planned {
  readonly progress: ReadonlyMap<PartName, Progress>;
  /** How many items parts have, where something says it. */
  readonly expected: ReadonlyMap<PartName, number>;
  readonly failures: ReadonlyMap<Tried, { readonly retryAt: number }>;
  /** Parts that are read at this moment. */
  readonly underWay: ReadonlySet<PartName | 'look'>;
  /** Products that somebody waits for and that are read at this moment. */
  readonly looking: ReadonlySet<string>;
  readonly waiting: WaitingView;
  /** Products that are to be read again as soon as there is a step for it. */
  readonly lookAgain: ReadonlySet<string>;
  /** Sweeps that are to follow each other at once, by part. */
  readonly walksLeft: ReadonlyMap<PartName, number>;
  readonly lastSweepStep: number;
  readonly sweepSteps: number;
  /** When a page of the walk came last. */
  readonly steppedAt: number;
  /** True where a review has come that the business's own figures do not count yet. */
  readonly hasNewReviews: boolean;
  /** The product that shoppers look at most since it was read. */
  mostWanted(now: number): string | undefined;
}

export interface Moment {
  readonly now: number;
  readonly pace: Pace;
  /** Null once everything is mirrored: then each lane of the budget sees to itself. */
  readonly calls: Outlook | null;
}

interface TaskOf<One> {
  /** When it is due, in milliseconds since 1970. */
  readonly at: number;
  readonly of: One;
  readonly part: PartName;
}

/**
 * What the mirror does for everybody: `figures` are what the API says of a business as a whole, `head` shows what is
 * new, `first` is a page of a first walk and `sweep` one of a later one, `look` reads one product.
 */
export interface OwnTask<One extends Planned = Planned> extends TaskOf<One> {
  readonly kind: 'figures' | 'head' | 'first' | 'look' | 'sweep';
}

/** A look at one product that somebody waits for. */
export interface WantedLook<One extends Planned = Planned> extends TaskOf<One> {
  readonly kind: 'wanted';
  readonly sku: string;
}

export type Task<One extends Planned = Planned> = OwnTask<One> | WantedLook<One>;

export const busy = (all: readonly Planned[]): number => all.reduce((sum, { underWay }) => sum + underWay.size, 0);
export const isFailing = (all: readonly Planned[]): boolean => all.some(({ failures }) => failures.size > 0);
export const notBefore = ({ failures }: Planned, tried: Tried): number => failures.get(tried)?.retryAt ?? 0;
export const isMirrored = ({ progress }: Planned, names: readonly PartName[] = partNames): boolean =>
  names.every((name) => progress.get(name)!.mirroredAt !== null);

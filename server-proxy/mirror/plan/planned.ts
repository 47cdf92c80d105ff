/** The input of the plan: the knowledge of each business, and the calls that the budget has. */
import type { Extension } from '../../../contract/endpoints/extensions.ts';
import type { Outlook } from '../../../api-client/budget.ts';
import type { Moderation } from '../parts/moderation.ts';
import { partNames, type PartName } from '../parts/parts.ts';
import type { Progress } from '../parts/progress.ts';
import type { Pace } from './schedule.ts';

export type Tried = `${'head' | 'sweep'} ${PartName}` | 'refresh' | 'moderation' | 'changes';

/** The knowledge of the API, and of what no listing shows. */
export interface Following extends Moderation {
  /** The API's own word; null before it has said anything. */
  readonly extensions: ReadonlySet<Extension> | null;
}

export interface Planned {
  readonly progress: ReadonlyMap<PartName, Progress>;
  /** How many reviews products have, where they have said so. */
  readonly reviewsExpected: number | undefined;
  readonly failures: ReadonlyMap<Tried, { readonly retryAt: number }>;
  /** Parts that are being read. */
  readonly underWay: ReadonlySet<PartName | 'refresh' | 'moderation'>;
  /** Products that somebody waits for and that are being read. */
  readonly refreshing: ReadonlySet<string>;
  /** Products that shoppers wait for, the most wanted first. */
  readonly waiting: { readonly products: readonly string[] };
  /** Products to be read again as soon as there is a step for them. */
  readonly toRefresh: ReadonlySet<string>;
  /** How many sweeps are to follow each other at once, by part. */
  readonly sweepsLeft: ReadonlyMap<PartName, number>;
  readonly lastSweepStepAt: number;
  readonly sweepSteps: number;
  /** When a page of a sweep last arrived. */
  readonly steppedAt: number;
  /** True where a review has arrived that the figures of the business do not count yet. */
  readonly hasNewReviews: boolean;
  readonly following: Following;
  /** The product that has been viewed most since it was last read. */
  mostWanted(now: number): string | undefined;
}

export interface Situation {
  /** By `Clock.elapsed`, as are all moments that the plan names. */
  readonly now: number;
  /** The same moment in milliseconds since 1970, as progress is stored. */
  readonly date: number;
  readonly pace: Pace;
  /** Null once everything is mirrored: then the lanes of the budget are enough. */
  readonly calls: Outlook | null;
}

interface TaskOf<One> {
  /** When it is due. */
  readonly at: number;
  readonly of: One;
  readonly part: PartName;
}

/**
 * The mirror's work for everybody: `figures` reads those of a business as a whole, `head` the new items, `first` a
 * page of a first walk, `sweep` a page of a later sweep, `refresh` one product, and `moderation` what is in no
 * listing.
 */
export interface OwnTask<One extends Planned = Planned> extends TaskOf<One> {
  readonly kind: 'figures' | 'head' | 'first' | 'refresh' | 'sweep' | 'moderation';
}

/** A refresh of one product that somebody waits for. */
export interface WantedRefresh<One extends Planned = Planned> extends TaskOf<One> {
  readonly kind: 'wanted';
  readonly sku: string;
}

export type Task<One extends Planned = Planned> = OwnTask<One> | WantedRefresh<One>;

export const busy = (all: readonly Planned[]): number => all.reduce((sum, { underWay }) => sum + underWay.size, 0);
export const isFailing = (all: readonly Planned[]): boolean => all.some(({ failures }) => failures.size > 0);
export const notBefore = ({ failures }: Planned, tried: Tried): number => failures.get(tried)?.retryAt ?? 0;
/** When so much time has passed since a stored moment; what never happened is due at once. */
export const after = (moment: number | null, ms: number, { now, date }: Situation): number =>
  moment === null ? 0 : now - date + moment + ms;
export const isMirrored = ({ progress }: Planned, names: readonly PartName[] = partNames): boolean =>
  names.every((name) => progress.get(name)!.mirroredAt !== null);

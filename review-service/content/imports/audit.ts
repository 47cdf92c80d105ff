/** An import's account of itself. Nothing in it is about a person. */
import type { MapField } from '../../../exchange/reviews/format.ts';
import type { ItemKind } from './items/known-items.ts';
import type { Decision, Kept, Taken } from './decide.ts';

type Counts = Record<string, number>;

export interface KeptHere {
  readonly line: number;
  readonly of: 'product' | 'shop';
  /** The review's number; null where it was erased. */
  readonly number: number | null;
  /** The parts that changed here since, and therefore stay as they are. */
  readonly what: readonly Kept[];
}

/** As it is stored. */
export interface ImportAudit {
  /** Reviews that were added or changed, and how many of them their files call verified and incentivised. */
  readonly taken: number;
  readonly verified: number;
  readonly incentivised: number;
  /** Reviews that are not published, by reason. */
  readonly held: Counts;
  readonly removed: Counts;
  readonly keptAsHere: readonly KeptHere[];
  readonly productsNotFound: Counts;
  /** Notes about reviews that were taken, and of how many they are true. */
  readonly notes: Counts;
  /** Columns that were not taken, and how many of their cells are not empty. */
  readonly untaken: Counts;
  readonly lacking: readonly MapField[];
  /** The outcome of taking it back. */
  readonly undone?: Undone;
}

/** The traces of an import that is taken back. */
export interface Undone {
  readonly removed: number;
  /** Reviews, comments and questions. */
  readonly restored: number;
  /** Done by shoppers to the reviews that went. */
  readonly votes: number;
  readonly reports: number;
  /** The same, and answers to questions. */
  readonly kept: readonly {
    readonly of: 'product' | 'shop' | ItemKind;
    readonly number: number;
    readonly answer?: number;
    readonly what: readonly string[];
  }[];
  /** Products that the import had made and nothing else came to. */
  readonly products: number;
  /** Comments and questions that it had brought. */
  readonly items: number;
}

/** The rest is counted under no name. */
const MOST_NAMED = 500;

const count = (counts: Map<string, number>, name: string): void => {
  if (counts.has(name) || counts.size < MOST_NAMED) counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** The account that a source gives of itself, once it was read. */
export interface Noted {
  /** Notes about reviews that were taken, and of how many they are true. */
  readonly notes: ReadonlyMap<string, number>;
  readonly untaken: ReadonlyMap<string, number>;
  readonly lacking: readonly MapField[];
}

/** Collects it while the import runs. */
export class AuditBuilder {
  readonly #file: Noted;
  #taken = 0;
  #verified = 0;
  #incentivised = 0;
  readonly #held = new Map<string, number>();
  readonly #removed = new Map<string, number>();
  readonly #kept: KeptHere[] = [];
  readonly #notFound = new Map<string, number>();

  constructor(file: Noted) {
    this.#file = file;
  }

  decided({ review, productId }: Taken, decision: Decision): void {
    if (decision.kind !== 'add' && decision.kept.length > 0 && this.#kept.length < MOST_NAMED)
      this.#kept.push({
        line: review.line,
        of: productId === null ? 'shop' : 'product',
        number: decision.kept.includes('erasure') ? null : (decision.known?.review_id ?? null),
        what: decision.kept,
      });
    if (decision.kind === 'already') return;
    this.#taken += 1;
    if (review.verified) this.#verified += 1;
    if (review.incentivised) this.#incentivised += 1;
    const { is, reason } = review.state;
    if (is !== 'published') count(is === 'pending' ? this.#held : this.#removed, reason ?? '');
  }

  /** @param name - what the file calls it. */
  productNotFound(name: string): void {
    count(this.#notFound, name);
  }

  get audit(): ImportAudit {
    return {
      taken: this.#taken,
      verified: this.#verified,
      incentivised: this.#incentivised,
      held: Object.fromEntries(this.#held),
      removed: Object.fromEntries(this.#removed),
      keptAsHere: this.#kept,
      productsNotFound: Object.fromEntries(this.#notFound),
      notes: Object.fromEntries(this.#file.notes),
      untaken: Object.fromEntries(this.#file.untaken),
      lacking: this.#file.lacking,
    };
  }
}

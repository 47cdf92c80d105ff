/**
 * Items of the API that the mirror cannot keep, since an index of the database takes no text of that length, or since
 * the database refused them: each is set aside, and said once, while its page goes on. It is found anew with each page,
 * so it comes in as soon as the API gives something else.
 */
import type { Logger } from 'pino';
import type { Unkeepable } from '../../../api-client/keepable.ts';
import { partTitles, type PartName } from './parts.ts';

export interface SetAsidePart {
  readonly part: PartName;
  readonly items: number;
  readonly reason: string;
}

interface Known extends Unkeepable {
  /** The last sweep that saw it. */
  sweep: number;
}

export class SetAside {
  readonly #logger: Logger;
  /** By business and part, then by the item's id. */
  readonly #known = new Map<string, Map<number, Known>>();
  /** How many sweeps of a part have ended in this process. */
  readonly #sweeps = new Map<string, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param kept - the ids of the same page that can be kept. */
  note(domain: string, part: PartName, unkeepable: readonly Unkeepable[], kept: readonly { id: number }[]): void {
    const key = `${domain} ${part}`;
    const known = this.#known.get(key);
    if (unkeepable.length === 0 && !known) return;
    for (const { id } of kept) known?.delete(id);
    const all = known ?? new Map<number, Known>();
    this.#known.set(key, all);
    const sweep = this.#sweeps.get(key) ?? 0;
    for (const one of unkeepable) {
      if (!all.has(one.id))
        this.#logger.warn(
          { business: domain, part, id: one.id },
          `One of the ${partTitles[part]} is set aside, and shoppers do not see it: ${reasonOf(one)}`,
        );
      all.set(one.id, { ...one, sweep });
    }
  }

  /** An item that a whole sweep has not seen is gone. */
  swept(domain: string, part: PartName): void {
    const key = `${domain} ${part}`;
    const sweep = this.#sweeps.get(key) ?? 0;
    const known = this.#known.get(key);
    for (const [id, one] of known ?? []) if (one.sweep < sweep) known!.delete(id);
    this.#sweeps.set(key, sweep + 1);
  }

  report(domain: string): SetAsidePart[] {
    return (Object.keys(partTitles) as PartName[]).flatMap((part) => {
      const known = [...(this.#known.get(`${domain} ${part}`)?.values() ?? [])];
      return known.length === 0 ? [] : [{ part, items: known.length, reason: reasonOf(known[0]!) }];
    });
  }
}

const reasonOf = ({ id, reason }: Unkeepable): string => `${reason} (number ${id})`;

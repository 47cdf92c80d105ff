/**
 * Where shoppers ask about a product without JavaScript, for fragments. A fragment must not wait for the API, so it has
 * no such link until the API has said where it leads; then it is made again.
 */
import type { AnswerOf } from '../../contract/shopper/shopper.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { CachedAnswer } from '../shopper/cached-answer.ts';
import { readHandlers } from '../shopper/lists/reads.ts';

/** A link is asked for again after this time, since the API may have a new one. */
const AGAIN_MS = 600_000;
/** The same while there is none. */
const AGAIN_WITHOUT_MS = 30_000;

interface Known {
  /** Null where there is none. */
  readonly url: string | null;
  /** Nobody is sent there after this moment. */
  readonly goodUntil: number;
  /** By `Clock.elapsed`. */
  readonly askedAt: number;
}

type ReadLink = () => Promise<CachedAnswer<AnswerOf<'getWriteLink'>>>;

export class AskLinks {
  /** Of each business. */
  readonly #known = new Map<string, Known>();

  /** @param read - asks for the link; what goes wrong then changes nothing. */
  of(business: string, clock: Clock, read: ReadLink): string | null {
    const known = this.#known.get(business);
    const url = known && clock.now() < known.goodUntil ? known.url : null;
    const now = clock.elapsed();
    const age = now - (known?.askedAt ?? Number.NEGATIVE_INFINITY);
    if (age >= (url === null ? AGAIN_WITHOUT_MS : AGAIN_MS)) {
      this.#known.set(business, { url, goodUntil: known?.goodUntil ?? 0, askedAt: now });
      void this.#read(business, now, read);
    }
    return url;
  }

  async #read(business: string, askedAt: number, read: ReadLink): Promise<void> {
    try {
      const answer = (await read()).answer();
      const goodUntil = readHandlers.getWriteLink.goodUntil?.(answer) ?? Number.POSITIVE_INFINITY;
      this.#known.set(business, { url: answer.ask_url ?? null, goodUntil, askedAt });
    } catch {
      // It is asked for again in a while.
    }
  }
}

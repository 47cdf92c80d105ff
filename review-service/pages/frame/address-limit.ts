import type { FastifyRequest } from 'fastify';
import { isMultipart, readForm, type Form } from '../../../server-kit/http/form.ts';
import { WeighedCache } from '../../../server-kit/weighed-cache.ts';
import type { PreparedImage } from '../../images/image-files.ts';
import { pagePhotos } from '../../images/uploads.ts';
import { PageProblem } from './problem.ts';

const WITHIN_MS = 600_000;
/** Of addresses and moments; who came longest ago is forgotten first. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOMENT_BYTES = 8;

/** In memory: each instance counts for itself, and a restart forgets. It slows robots down; it guards no secret. */
export class AddressLimit {
  readonly #most: number;
  readonly #calls = new WeighedCache<readonly number[]>({
    maxBytes: MOST_BYTES,
    weigh: (moments) => MOMENT_BYTES * moments.length,
  });

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param now - by `Clock.elapsed`.
   * @throws PageProblem 429 if too much came from the address of this request.
   */
  count(request: FastifyRequest, now: number): void {
    this.#calls.set(request.network, [...this.require(request, now), now]);
  }

  /**
   * Throws as `count`, and counts nothing.
   * @returns the moments that count.
   */
  require({ network }: FastifyRequest, now: number): readonly number[] {
    const recent = (this.#calls.get(network) ?? []).filter((moment) => moment > now - WITHIN_MS);
    if (recent.length < this.#most) return recent;
    throw new PageProblem(429, 'tooMany', { retryAfterSeconds: (recent[0]! + WITHIN_MS - now) / 1_000 });
  }
}

/** The forms that one address may send through the pages in ten minutes. */
export class PageLimits {
  /**
   * Forms of any kind, counted before they are read: even an office that makes mistakes and sends photos again sends no
   * more.
   */
  readonly #forms = new AddressLimit(60);
  /** Reviews and questions: enough for an office, too few for a robot. */
  readonly #texts = new AddressLimit(20);

  async readForm(request: FastifyRequest, now: number): Promise<Form<PreparedImage>> {
    this.#forms.count(request, now);
    // No photo is decoded for a text that will be refused.
    if (isMultipart(request)) this.#texts.require(request, now);
    return readForm(request, { files: pagePhotos });
  }

  countText(request: FastifyRequest, now: number): void {
    this.#texts.count(request, now);
  }
}

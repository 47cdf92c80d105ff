import type { FastifyRequest } from 'fastify';
import { readForm, type Form } from '../../../server-kit/http/form.ts';
import type { PreparedImage } from '../../images/image-files.ts';
import { pagePhotos } from '../../images/uploads.ts';
import { PageProblem } from './problem.ts';

const WITHIN_MS = 600_000;
/** With more addresses than this, the oldest are forgotten. */
const MAX_ADDRESSES = 10_000;

/** In memory: each instance counts for itself, and a restart forgets. It slows robots down; it guards no secret. */
export class AddressLimit {
  readonly #most: number;
  readonly #calls = new Map<string, number[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param now - by `Clock.elapsed`.
   * @throws PageProblem 429 if too much came from the address of this request.
   */
  count({ network }: FastifyRequest, now: number): void {
    const recent = (this.#calls.get(network) ?? []).filter((moment) => moment > now - WITHIN_MS);
    this.#calls.delete(network);
    const isAllowed = recent.length < this.#most;
    this.#calls.set(network, isAllowed ? [...recent, now] : recent);
    if (!isAllowed)
      throw new PageProblem(429, 'tooMany', { retryAfterSeconds: (recent[0]! + WITHIN_MS - now) / 1_000 });
    if (this.#calls.size > MAX_ADDRESSES) this.#calls.delete(this.#calls.keys().next().value!);
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
    return readForm(request, { files: pagePhotos });
  }

  countText(request: FastifyRequest, now: number): void {
    this.#texts.count(request, now);
  }
}

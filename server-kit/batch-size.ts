const LEAST = 200;
const MOST = 500;
/** Other writers wait for so long while a batch is stored. */
const WANTED_MS = 75;

/** Reviews to store in one transaction: the more, the faster, as far as they take no longer than others may wait. */
export class BatchSize {
  #now: number = LEAST;

  get now(): number {
    return this.#now;
  }

  /** @param size - of the batch that is stored meanwhile. */
  async watch<Result>(size: number, store: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const result = await store();
    const fitting = Math.floor((size * WANTED_MS) / (performance.now() - begun));
    this.#now = Math.max(LEAST, Math.min(MOST, fitting));
    return result;
  }
}

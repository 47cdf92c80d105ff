import { isUnwritable } from './errors.ts';

export type Storage = 'writable' | 'read-only';

/** Remembers that a database could not be written, until it can be again. */
export class StorageWatch {
  #hasFailed = false;
  readonly #always: boolean;

  /** @param always - trying costs so little that it is worth knowing before the first write fails. */
  constructor({ always }: { always: boolean }) {
    this.#always = always;
  }

  /** To be told of every statement that failed. */
  noteFailure(error: unknown): void {
    this.#hasFailed ||= isUnwritable(error);
  }

  /** @param tryIt - writes, leaves nothing, and throws where it cannot. */
  async state(tryIt: () => Promise<void>): Promise<Storage> {
    if (!this.#hasFailed && !this.#always) return 'writable';
    try {
      await tryIt();
      this.#hasFailed = false;
      return 'writable';
    } catch (error) {
      if (isUnwritable(error)) return 'read-only';
      throw error;
    }
  }
}

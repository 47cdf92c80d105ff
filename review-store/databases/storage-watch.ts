import { isUnwritable } from './errors.ts';

export type Storage = 'writable' | 'read-only';

/** Remembers that a database could not be written, until it can be again. */
export class StorageWatch {
  #hasFailed = false;

  /** To be told of every statement that failed. */
  noteFailure(error: unknown): void {
    this.#hasFailed ||= isUnwritable(error);
  }

  /**
   * @param tryIt - writes, leaves nothing, and throws where it cannot. Only where something speaks against it: whoever
   * asks how it is must not wear the disk.
   * @param seemsWritable - by what can be known without writing; by default as long as no write has failed.
   */
  async state(tryIt: () => Promise<void>, seemsWritable = async () => true): Promise<Storage> {
    if (!this.#hasFailed && (await seemsWritable())) return 'writable';
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

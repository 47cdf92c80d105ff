/** Bytes as they arrive, in blocks of memory that can be freed at once. */
const BLOCK_BYTES = 128 * 1024;

export class Blocks {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.allocUnsafeSlow(0);
  #used = 0;
  sizeBytes = 0;

  /** Copies them, so that the buffer they came in lives only briefly: the engine frees such buffers sooner. */
  add(bytes: Buffer): void {
    this.sizeBytes += bytes.length;
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#last.length) {
        if (this.#used > 0) this.#full.push(this.#last);
        [this.#last, this.#used] = [Buffer.allocUnsafeSlow(BLOCK_BYTES), 0];
      }
      const copied = bytes.copy(this.#last, this.#used, at);
      this.#used += copied;
      at += copied;
    }
  }

  get pieces(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#used)];
  }

  /** Frees the memory now, not with the next garbage collection. Nothing may read the pieces afterwards. */
  free(): void {
    for (const block of [...this.#full.splice(0), this.#last]) (block.buffer as ArrayBuffer).transfer(0);
    [this.#last, this.#used, this.sizeBytes] = [Buffer.allocUnsafeSlow(0), 0, 0];
  }
}

/** Bytes as they come in, in blocks of memory that is free the moment it is given up. */
const BLOCK_BYTES = 128 * 1024;

export class Blocks {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.allocUnsafeSlow(0);
  #used = 0;
  size = 0;

  /** Copies them: what they came in, the engine frees all the sooner, the shorter it lived. */
  add(bytes: Buffer): void {
    this.size += bytes.length;
    for (let at = 0; at < bytes.length; ) {
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

  /** At once, not when the next garbage is collected. Nothing may read the pieces any more. */
  free(): void {
    for (const block of [...this.#full.splice(0), this.#last]) (block.buffer as ArrayBuffer).transfer(0);
    [this.#last, this.#used, this.size] = [Buffer.allocUnsafeSlow(0), 0, 0];
  }
}

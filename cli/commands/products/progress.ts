import type { InputFile } from './input-file.ts';

const WIDTH = 24;

/** A bar in the last line of a terminal; nothing where standard error is no terminal. */
export class Progress {
  readonly #input: InputFile;
  readonly #isShown = process.stderr.isTTY;
  #line = '';

  constructor(input: InputFile) {
    this.#input = input;
  }

  /** @param products - how many have been taken. */
  show(products: number): void {
    const { size, position } = this.#input;
    const part = size === null || size === 0 ? null : Math.min(1, position() / size);
    const bar = part === null ? '' : `[${'='.repeat(Math.round(part * WIDTH)).padEnd(WIDTH)}] `;
    this.#draw(`${bar}${products} products`);
  }

  /** Writes something that stays, above the bar. */
  above(write: () => void): void {
    const line = this.#line;
    this.clear();
    write();
    this.#draw(line);
  }

  clear(): void {
    if (this.#isShown && this.#line !== '') process.stderr.write('\r\u001b[K');
    this.#line = '';
  }

  #draw(line: string): void {
    this.#line = line;
    if (this.#isShown && line !== '') process.stderr.write(`\r\u001b[K${line}`);
  }
}

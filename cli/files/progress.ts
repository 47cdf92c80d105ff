import type { InputFile } from './input-file.ts';

const WIDTH = 24;
/** Between two lines where standard error is no terminal. */
const LINES_EVERY_MS = 10_000;

type Measured = Pick<InputFile, 'size' | 'position'>;

/** A bar in the last line of a terminal; elsewhere, a line every ten seconds. */
export class Progress {
  readonly #input: Measured | null;
  readonly #noun: string;
  readonly #isTerminal = process.stderr.isTTY;
  #line = '';
  #saidAt = performance.now();

  /**
   * @param input - null where no file says how much there is.
   * @param noun - what is taken, as people count it.
   */
  constructor(input: Measured | null, noun: string) {
    this.#input = input;
    this.#noun = noun;
  }

  /**
   * @param taken - how many, so far.
   * @param more - stands behind it.
   */
  show(taken: number, more = ''): void {
    const size = this.#input?.size ?? 0;
    const part = size === 0 ? null : Math.min(1, this.#input!.position() / size);
    if (this.#isTerminal) {
      const bar = part === null ? '' : `[${'='.repeat(Math.round(part * WIDTH)).padEnd(WIDTH)}] `;
      this.#draw(`${bar}${taken} ${this.#noun}${more}`);
    } else if (performance.now() - this.#saidAt >= LINES_EVERY_MS) {
      this.#saidAt = performance.now();
      const share = part === null ? '' : ` (${Math.floor(part * 100)} % of the file)`;
      process.stderr.write(`${taken} ${this.#noun}${share}${more}\n`);
    }
  }

  /** Writes something that stays, above the bar. */
  above(write: () => void): void {
    const line = this.#line;
    this.clear();
    write();
    this.#draw(line);
  }

  clear(): void {
    if (this.#isTerminal && this.#line !== '') process.stderr.write('\r\u001b[K');
    this.#line = '';
  }

  #draw(line: string): void {
    this.#line = line;
    if (this.#isTerminal && line !== '') process.stderr.write(`\r\u001b[K${line}`);
  }
}

/** Questions to settle about a whole file before its first row is taken. */
import { FileRefused } from '../file-refused.ts';
import type { Cells } from './cells.ts';
import type { DateOrder, Field } from './format.ts';
import { orderToldBy } from './values.ts';

/** Looks at the text of a file while somebody else reads it. */
export class TextSurvey {
  #line = 1;
  #endsWithReturn = false;
  #lost = 0;
  #kept = 0;
  #firstLost = 0;

  /** @throws FileRefused at a character that no text holds. */
  async *watch(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const part of text) {
      this.#look(part);
      yield part;
    }
  }

  /** @throws FileRefused where more characters were lost than read: a part of a row is refused with its row. */
  settle(): void {
    if (this.#lost > this.#kept)
      throw new FileRefused(
        this.#firstLost,
        'the file is not UTF-8: if it is Windows-1252, say so with --encoding windows-1252',
      );
  }

  #look(part: string): void {
    const nul = part.indexOf('\0');
    if (nul >= 0)
      throw new FileRefused(this.#line + this.#breaks(part.slice(0, nul)), 'the file holds a NUL, which is no text');
    if (/\P{ASCII}/u.test(part)) {
      const first = part.indexOf('\ufffd');
      const lost = part.split('\ufffd').length - 1;
      if (lost > 0 && this.#lost === 0) this.#firstLost = this.#line + this.#breaks(part.slice(0, first));
      this.#lost += lost;
      this.#kept += [...part.matchAll(/(?!\ufffd)\P{ASCII}/gu)].length;
    }
    this.#line += this.#breaks(part);
    this.#endsWithReturn = part.endsWith('\r') || (part === '' && this.#endsWithReturn);
  }

  #breaks(part: string): number {
    const all = part.match(/\r\n?|\n/g)?.length ?? 0;
    return this.#endsWithReturn && part.startsWith('\n') ? all - 1 : all;
  }
}

const dates = ['created', 'reply_created'] as const satisfies readonly Field[];

/** Whether the dates of a file name the day first or the month. */
export class DateSurvey {
  #told = { dmy: 0, mdy: 0, either: 0, short: 0 };
  /** Of a date that does not say it. */
  #line = 0;

  look(cells: Cells): void {
    for (const field of dates) {
      const told = orderToldBy(cells.get(field));
      if (told === null) continue;
      this.#told[told] += 1;
      if (told === 'either' || told === 'short') this.#line ||= cells.line;
    }
  }

  /** @throws FileRefused where nothing decides it. */
  settle(): DateOrder {
    const { dmy, mdy, either, short } = this.#told;
    if (dmy + mdy + either + short === 0) return 'ymd';
    if (short === 0 && dmy !== mdy) return dmy > mdy ? 'dmy' : 'mdy';
    throw new FileRefused(
      this.#line || 1,
      'whether dates name the day or the month first cannot be told from the file: say so with --date-order dmy or mdy',
    );
  }
}

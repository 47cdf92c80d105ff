import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import { FileRefused } from '../file-refused.ts';
import type { Cells } from './cells.ts';
import type { DateOrder, ReviewFormat } from './format.ts';
import type { ImportedReply } from './imported-review.ts';
import { readDate } from './values.ts';

/** All texts together, which are kept in memory; in UTF-16 code units. */
const MOST_KEPT = 50_000_000;

/** Replies in rows of their own, which may stand before or after the review that they belong to. */
export class ReplyRows {
  readonly #format: ReviewFormat;
  readonly #replies = new Map<string, { readonly content: string; readonly date: string }>();
  #kept = 0;
  /** Those that cannot be taken, by why. */
  readonly notes: string[] = [];

  constructor(format: ReviewFormat) {
    this.#format = format;
  }

  isReply(cells: Cells): boolean {
    return cells.has('parent') && !/^0?$/.test(cells.get('parent'));
  }

  /** @throws FileRefused where there are more than memory should hold. */
  see(cells: Cells): void {
    const content = typedText(cells.get('content').replace(/\r\n?/g, '\n'));
    if (this.#format.states?.[cells.get('state').toLowerCase()] !== 'published')
      this.notes.push('replies that were not public were not taken');
    else if (content === '' || content.length > LONGEST_TEXT)
      this.notes.push(`replies without text, or of more than ${LONGEST_TEXT} characters, were not taken`);
    else {
      const parent = cells.get('parent');
      if (this.#replies.has(parent)) this.notes.push('of several replies to a review, the last in the file was taken');
      this.#kept += content.length;
      if (this.#kept > MOST_KEPT) throw new FileRefused(cells.line, 'the file holds more replies than can be read');
      this.#replies.set(parent, { content, date: cells.get('created') });
    }
  }

  /** The reply to a review, once. */
  take(vendorId: string, dateOrder: DateOrder, now: number): ImportedReply | null {
    const reply = this.#replies.get(vendorId);
    if (!reply) return null;
    this.#replies.delete(vendorId);
    const created = readDate(reply.date, dateOrder);
    return { content: reply.content, created: created !== null && created <= now ? created : null };
  }

  /** How many belong to no review that was taken. */
  get left(): number {
    return this.#replies.size;
  }
}

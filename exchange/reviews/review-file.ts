/**
 * Reads a file of reviews, twice: first its encoding, its structure and the order of its dates, so that nothing of a
 * file is taken that is broken or in doubt; then its reviews, one row after the other.
 */
import { FileRefused } from '../file-refused.ts';
import { readBeginning } from '../reading/beginning.ts';
import { decodeText, type Encoding } from '../reading/decode-text.ts';
import { columnName, readHeader, readSeparated, type BrokenRow, type Row } from '../reading/separated.ts';
import { unpack } from '../reading/unpack.ts';
import { Cells } from './cells.ts';
import type { DateOrder, FormatName, MapField, ReviewFormat } from './format.ts';
import type { Found } from './imported-review.ts';
import { layoutOf, plainName, type Layout } from './layout.ts';
import { noMap, type ColumnMap } from './map.ts';
import { ReplyRows } from './reply-rows.ts';
import { countOf, reviewsOf } from './row-reviews.ts';
import { DateSurvey, TextSurvey } from './survey.ts';

export interface ReadingOptions {
  /** Without it, the file says what it is. */
  readonly format?: FormatName | undefined;
  readonly map?: ColumnMap | undefined;
  readonly dateOrder?: DateOrder | undefined;
  readonly encoding?: Encoding | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Each call reads the file from its beginning. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

const MOST_UNPACKED_BYTES = 8 * 2 ** 30;
const MOST_COLUMNS = 1_000;

/** A file that can be taken. */
export class ReviewFile {
  readonly #open: OpenFile;
  readonly #options: ReadingOptions;
  readonly #layout: Layout;
  readonly #dateOrder: DateOrder;
  readonly #replies: ReplyRows;
  /** How many reviews it holds, those that are refused included. */
  readonly expected: number;
  /** Notes about reviews that were taken, and of how many they are true. Complete once all were read. */
  readonly notes = new Map<string, number>();
  /** Titles of columns that are not taken, and how many of their cells are not empty. */
  readonly untaken = new Map<string, number>();

  constructor(open: OpenFile, options: ReadingOptions, settled: Settled) {
    this.#open = open;
    this.#options = options;
    this.#layout = settled.layout;
    this.#dateOrder = settled.dateOrder;
    this.#replies = settled.replies;
    this.expected = settled.expected;
  }

  get format(): ReviewFormat {
    return this.#layout.format;
  }

  /** Fields of our reviews that this file does not have. */
  get lacking(): readonly MapField[] {
    return this.#layout.lacking;
  }

  /** All that it holds, once. */
  async *read(): AsyncGenerator<Found> {
    const { now } = this.#options;
    const onNote = (note: string): void => this.#count(this.notes, note);
    const dateOrder = this.#dateOrder;
    const replyTo = (vendorId: string) => this.#replies.take(vendorId, dateOrder, now);
    const reading = { format: this.format, dateOrder, now, replyTo, onNote };
    const { rows } = await begin(this.#open, this.#options, new TextSurvey());
    for await (const row of rows) {
      if ('refused' in row) {
        yield row;
        continue;
      }
      const cells = new Cells(row, this.#layout);
      if (this.#replies.isReply(cells)) continue;
      for (const [column, title] of this.#layout.untaken) if (cells.isFilled(column)) this.#count(this.untaken, title);
      yield* reviewsOf(cells, reading);
    }
    for (const note of this.#replies.notes) onNote(note);
    for (let left = this.#replies.left; left > 0; left--)
      onNote('replies to what is no review of this file were not taken');
  }

  #count(counts: Map<string, number>, key: string): void {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

interface Settled {
  readonly layout: Layout;
  readonly dateOrder: DateOrder;
  readonly replies: ReplyRows;
  readonly expected: number;
}

/** @throws FileRefused where the file is of no format or could be of several, is broken, or is in doubt. */
export async function openReviews(open: OpenFile, options: ReadingOptions): Promise<ReviewFile> {
  const text = new TextSurvey();
  const dates = new DateSurvey();
  const { layout, rows } = await begin(open, options, text);
  const replies = new ReplyRows(layout.format);
  let expected = 0;
  for await (const row of rows) {
    const cells = 'refused' in row ? null : new Cells(row, layout);
    if (cells) dates.look(cells);
    if (cells && replies.isReply(cells)) replies.see(cells);
    else expected += cells ? countOf(cells) : 1;
  }
  text.settle();
  const dateOrder = options.dateOrder ?? layout.format.dateOrder ?? dates.settle();
  return new ReviewFile(open, options, { layout, dateOrder, replies, expected });
}

async function begin(
  open: OpenFile,
  { format, map = noMap, encoding = 'utf-8' }: ReadingOptions,
  survey: TextSurvey,
): Promise<{ layout: Layout; rows: AsyncIterable<Row | BrokenRow> }> {
  const decoded = decodeText(unpack(open(), MOST_UNPACKED_BYTES), () => {}, encoding);
  const { beginning, whole } = await readBeginning(survey.watch(decoded));
  const first = /\S/.exec(beginning)?.[0];
  if (first === undefined) throw new FileRefused(0, 'The file is empty');
  if ('<[{'.includes(first)) throw new FileRefused(1, 'The file is no table of reviews: save it as CSV');
  const { separator, titles } = readHeader(beginning);
  if (titles.length > MOST_COLUMNS)
    throw new FileRefused(1, `The first line has ${titles.length} columns, more than any file of reviews`);
  const layout = layoutOf(titles, format, map);
  const fields = new Map(titles.map((title) => [columnName(title), plainName(title)]));
  return { layout, rows: readSeparated(whole, separator, fields) };
}

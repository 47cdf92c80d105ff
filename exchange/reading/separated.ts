/** Rows of values with commas, semicolons, tabs or bars between them (RFC 4180, and what spreadsheets make of it). */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { CsvError as AtOnceError, parse as parseAtOnce } from 'csv-parse/sync';
import { FileRefused } from '../file-refused.ts';

/** A row by its fields. */
export class Row {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly #columns: Columns;
  readonly #cells: readonly string[];

  constructor(line: number, columns: Columns, cells: readonly string[]) {
    this.line = line;
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The first cell of a field that is not empty; '' if there is none. */
  get(field: string): string {
    return this.all(field)[0] ?? '';
  }

  /** Some formats repeat a column. Empty cells are left out. */
  all(field: string): string[] {
    return (this.#columns.get(field) ?? []).map((at) => clean(this.#cells[at]!)).filter((cell) => cell !== '');
  }
}

export interface BrokenRow {
  readonly line: number;
  readonly refused: string;
}

/** In which columns each field stands. */
type Columns = ReadonlyMap<string, readonly number[]>;

/** A name without what its writers do not agree on: `Product_Id` and `product id` are one column. */
export const columnName = (title: string): string =>
  clean(title)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.'’-]/g, '');

/** Spreadsheets are kept from taking text for a formula by an apostrophe, which is no part of the text. */
const clean = (cell: string): string => cell.trim().replace(/^'(?='*[=+\-@\t\r])/, '');

/** The titles of the columns, with their separator: the one that the file names, or the one that parts them best. */
export function readHeader(beginning: string): { separator: string; titles: readonly string[] } {
  const [, named, line = ''] = /^\s*(?:"?sep=(.)"?\1*[\r\n]+)?([^\r\n]*)/i.exec(beginning)!;
  const outsideQuotes = line.replace(/"[^"]*"/g, '');
  const separator =
    named ??
    [',', ';', '\t', '|'].toSorted(
      (one, other) => outsideQuotes.split(other).length - outsideQuotes.split(one).length,
    )[0]!;
  return { separator, titles: titlesOf(line, separator) };
}

/** As Excel writes it in front of the header, with as many cells as the other rows have once it was saved again. */
const isSeparatorLine = (cells: readonly string[], separator: string): boolean =>
  /^sep=$/i.test(cells.join('').replaceAll(separator, ''));

function titlesOf(line: string, separator: string): readonly string[] {
  try {
    const [titles = []] = parseAtOnce(line, { delimiter: separator, relax_quotes: true });
    return titles;
  } catch (error) {
    if (error instanceof AtOnceError) return [];
    throw error;
  }
}

/** A row with more is a quote that was never closed. In characters. */
const LONGEST_ROW = 1_000_000;

/**
 * Every row below the header. A row that does not fit the header is passed on as broken.
 * @param fields - what is read, by the name of its column.
 * @throws FileRefused where the rest of the file cannot be read.
 */
export async function* readSeparated(
  text: AsyncIterable<string>,
  separator: string,
  fields: ReadonlyMap<string, string>,
): AsyncGenerator<Row | BrokenRow> {
  let columns: Columns | null = null;
  let width = 0;
  let last = '';
  const watched = async function* (): AsyncGenerator<string> {
    for await (const part of text) {
      last = part.at(-1) ?? last;
      yield part;
    }
  };
  let short: BrokenRow | null = null;
  for await (const { line, cells } of readRecords(watched(), separator)) {
    if (cells.every((cell) => cell.trim() === '') || (!columns && isSeparatorLine(cells, separator))) continue;
    if (short) yield short;
    short = null;
    if (!columns) [columns, width] = [columnsOf(cells, fields), cells.length];
    else if (cells.length < width) short = misfit(line, cells.length, width);
    else yield fit(line, columns, width, cells);
  }
  if (!short) return;
  // Whole files may lack the last line break, but not the last cells as well.
  if (last !== '\n' && last !== '\r') throw new FileRefused(short.line, 'the file ends in the middle of this row');
  yield short;
}

const misfit = (line: number, cells: number, width: number): BrokenRow => ({
  line,
  refused: `the row has ${cells} cells, and the header has ${width}`,
});

type Done = (error?: Error | null) => void;

interface ParsedRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Records are taken as they are parsed: a stream that ends with an error drops those that nobody has read. */
async function* readRecords(text: AsyncIterable<string>, separator: string): AsyncGenerator<ParsedRecord> {
  const parsed: ParsedRecord[] = [];
  let begins = 1;
  let twice = 0;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    on_record(cells: string[], { lines }) {
      parsed.push({ line: begins, cells });
      // The parser takes CR and LF within quotes for two lines.
      for (const cell of cells) twice += cell.split('\r\n').length - 1;
      begins = lines + 1 - twice;
      return null;
    },
  });
  // The writer is told of an error, too.
  parser.on('error', () => {}).resume();
  try {
    for await (const part of text) {
      await promisify((done: Done) => parser.write(part, done))();
      yield* parsed.splice(0);
    }
    await promisify((done: Done) => parser.end(done as () => void))();
    yield* parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* parsed;
    throw new FileRefused(begins, `${reasons[error.code] ?? 'the row cannot be read'}; nothing after it was read`);
  }
}

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_MAX_RECORD_SIZE: `the row is longer than ${LONGEST_ROW} characters: a quotation mark may be open`,
};

const columnsOf = (titles: readonly string[], fields: ReadonlyMap<string, string>): Columns =>
  Map.groupBy(titles.keys(), (at) => fields.get(columnName(titles[at]!)) ?? '');

function fit(line: number, columns: Columns, width: number, cells: readonly string[]): Row | BrokenRow {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (used > width) return misfit(line, cells.length, width);
  if (cells.some((cell) => cell.includes('\ufffd')))
    return { line, refused: 'the row has characters that are not UTF-8' };
  return new Row(line, columns, cells);
}

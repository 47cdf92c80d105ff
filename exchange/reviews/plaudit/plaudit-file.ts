/** Reads an export in the format `plaudit`, twice: first the structure of all lines, then what they say. */
import type { ReviewAttribute } from '../../../contract/entities/entities.ts';
import { FileRefused } from '../../file-refused.ts';
import type { Found, ImportedReview, ImportedState, RefusedRow } from '../imported-review.ts';
import { MOST, NotOfKind } from './kinds.ts';
import { fileNames, lineKinds, linesOf, PLAUDIT, SHOP, VERSION, type FieldValues, type FileName } from './lines.ts';
import type { PlauditSource } from './source.ts';

/** In UTF-16 code units. */
const LONGEST_LINE = 16 * 2 ** 20;

export interface FoundLine {
  readonly line: number;
  readonly of: 'product' | 'shop';
  readonly fields: FieldValues;
}

type Table = 'product' | 'product_review' | 'review' | 'comment' | 'product_question' | 'question';

/** Where lines of each file belong. */
const tables = {
  reviews: { product: 'product_review', shop: 'review' },
  questions: { product: 'product_question', shop: 'question' },
  products: { product: 'product', shop: 'product' },
} as const satisfies Record<FileName, Record<'product' | 'shop', Table>>;

/** An export that can be taken. */
export class PlauditFile {
  readonly format = { name: PLAUDIT, vendor: 'Plaudit', isVendor: false } as const;
  readonly notes = new Map<string, number>();
  readonly source: PlauditSource;
  /** How many reviews it holds. */
  readonly expected: number;
  /** The highest number of each kind in it. */
  readonly highest: ReadonlyMap<Table, number>;

  private constructor(source: PlauditSource, expected: number, highest: ReadonlyMap<Table, number>) {
    this.source = source;
    this.expected = expected;
    this.highest = highest;
  }

  /** @throws FileRefused where a line is none, or something is of another version. */
  static async open(source: PlauditSource): Promise<PlauditFile> {
    let reviews = 0;
    const highest = new Map<Table, number>();
    const see = (table: Table, { number }: { readonly number?: unknown }) => {
      if (Number.isInteger(number) && (number as number) <= MOST)
        highest.set(table, Math.max(number as number, highest.get(table) ?? 0));
    };
    for (const name of Object.keys(tables) as FileName[])
      for await (const { value } of readLines(source, name)) {
        const { of, comments } = value as { readonly of?: unknown; readonly comments?: unknown };
        see(tables[name][of === 'shop' ? 'shop' : 'product'], value);
        if (Array.isArray(comments)) for (const comment of comments) see('comment', (comment ?? {}) as object);
        if (name === 'reviews') reviews += 1;
      }
    return new PlauditFile(source, reviews, highest);
  }

  note(note: string): void {
    this.notes.set(note, (this.notes.get(note) ?? 0) + 1);
  }

  async *read(): AsyncGenerator<Found> {
    for await (const found of this.lines('reviews')) yield 'refused' in found ? found : toReview(found);
  }

  async *lines(name: FileName): AsyncGenerator<FoundLine | RefusedRow> {
    for await (const { line, value } of readLines(this.source, name)) yield readLine(name, line, value);
  }
}

function readLine(name: FileName, line: number, value: object): FoundLine | RefusedRow {
  const of = name === 'products' ? 'product' : (value as { readonly of?: unknown }).of;
  if (of !== 'product' && of !== 'shop') return { line, refused: 'it is neither of a product nor of the shop' };
  const kinds: Partial<Record<'product' | 'shop', keyof typeof lineKinds>> = linesOf[name];
  try {
    return { line, of, fields: lineKinds[kinds[of] ?? 'product'].read(value) };
  } catch (error) {
    if (error instanceof NotOfKind) return { line, refused: error.message };
    throw error;
  }
}

async function* readLines(source: PlauditSource, name: FileName): AsyncGenerator<{ line: number; value: object }> {
  let number = 0;
  for await (const text of linesIn(source.read(name), fileNames[name])) {
    number += 1;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new FileRefused(number, `${fileNames[name]} has a line that is no JSON`);
    }
    if (typeof value !== 'object' || value === null)
      throw new FileRefused(number, `${fileNames[name]} has a line that is no object`);
    if (number > 1) yield { line: number, value };
    else requireHeader(value, name);
  }
  if (number === 0) throw new FileRefused(0, `${fileNames[name]} is empty`);
}

function requireHeader(value: object, name: FileName): void {
  const { plaudit, version } = value as { readonly plaudit?: unknown; readonly version?: unknown };
  if (plaudit !== name) throw new FileRefused(1, `${fileNames[name]} does not begin as an export does`);
  if (version !== VERSION)
    throw new FileRefused(1, `the export is not of version ${VERSION}, which is all that this program reads`);
}

async function* linesIn(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  let number = 1;
  for await (const part of bytes) {
    const lines = (rest + decode(decoder, part, number, name)).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw new FileRefused(number + lines.length, `${name} has a line that never ends`);
    for (const line of lines) {
      number += 1;
      yield line;
    }
  }
  if (rest !== '') throw new FileRefused(number, `${name} ends in the middle of a line`);
}

function decode(decoder: InstanceType<typeof TextDecoder>, part: Uint8Array, line: number, name: string): string {
  try {
    return decoder.decode(part, { stream: true });
  } catch {
    throw new FileRefused(line, `${name} is not UTF-8`);
  }
}

// ---- as every import has them ---------------------------------------------------------------------------------------

const states = ['pending', 'published', 'removed'] as const satisfies readonly ImportedState['is'][];

interface ReadFields {
  readonly number: number;
  readonly sku?: string;
  readonly author: Readonly<Record<string, string | null>> | typeof SHOP | null;
  readonly state: 0 | 1 | 2;
  readonly hidden_for: string | null;
  readonly held_for?: string | null;
  readonly created: number;
  readonly title: string;
  readonly content: string;
  readonly votes_up: number;
  readonly votes_down: number;
  readonly order_id: string | null;
}

function toReview({ line, of, fields }: FoundLine): ImportedReview {
  const read = fields as object as ReadFields;
  const author = read.author === SHOP ? null : read.author;
  return {
    line,
    vendorId: `${read.number} ${new Date(read.created).toISOString()}`,
    title: read.title,
    content: read.content,
    firstName: author?.['first_name'] ?? '',
    lastName: author?.['last_name'] ?? '',
    email: author?.['email'] ?? null,
    created: read.created,
    state: stateOf(read),
    photos: [],
    refusedPhotos: [],
    votesUp: read.votes_up,
    votesDown: read.votes_down,
    orderId: read.order_id,
    ...(of === 'product' ? ofProduct(fields) : ofShop(fields)),
    restored: { number: read.number, fields },
  };
}

const stateOf = ({ state, hidden_for, held_for }: ReadFields): ImportedState => {
  const is = states[state];
  return { is, reason: is === 'removed' ? hidden_for : is === 'pending' ? (held_for ?? 'waits for the shop') : null };
};

const asBoolean = (value: unknown): boolean | null => (value === null ? null : value === 1);

function ofProduct(fields: FieldValues) {
  const reply = fields['reply'] as string | null;
  return {
    ...ofEither(fields),
    product: { sku: fields['sku'] as string, id: '', handle: '', url: '', title: '' },
    stars: fields['rating'] as number,
    reply: reply === null ? null : { content: reply, created: fields['reply_created'] as number | null },
    datasource: '',
  };
}

function ofShop(fields: FieldValues) {
  const ratings = JSON.parse(fields['ratings'] as string) as { readonly rating: number | null }[];
  const comments = fields['comments'] as readonly FieldValues[];
  const own = comments
    .filter(({ author, removed }) => author === SHOP && removed === null)
    .toSorted((one, other) => (one['created'] as number) - (other['created'] as number))
    .at(-1);
  return {
    ...ofEither(fields),
    product: null,
    stars: ratings[0]?.rating ?? 0,
    reply: own ? { content: own['content'] as string, created: own['created'] as number } : null,
    datasource: fields['datasource'] as string,
  };
}

const ofEither = (fields: FieldValues) => ({
  location: fields['location'] as string | null,
  verified: asBoolean(fields['verified']),
  incentivised: asBoolean(fields['incentivised']),
  attributes: JSON.parse(fields['attributes'] as string) as ReviewAttribute[],
});

/**
 * A feed of products in Google's XML, given out again with the stars of each product. Its text goes through as it came,
 * byte for byte, but for four things: our two elements at the end of an item, those of the same names that were there
 * before, and what is nobody else's business, which are costs and URLs with credentials.
 *
 * Markup is ASCII in every encoding but UTF-16, so bytes are looked at as Latin-1 and never converted.
 */
import { TextDecoder } from 'node:util';
import sax from 'sax';
import { roundAverage } from '../../contract/averages.ts';
import { FileRefused } from '../file-refused.ts';
import { declaration } from '../reading/decode-text.ts';
import { nameOf, prefixOfGoogle, scopeIn, type Scope } from './google-xml.ts';

export interface Stars {
  /** Published reviews; never 0. */
  readonly count: number;
  /** Exact. */
  readonly average: number;
}

/** Products without reviews are left out. */
export type ReadStars = (skus: readonly string[]) => Promise<ReadonlyMap<string, Stars>>;

/** By then an XML declaration has ended. In bytes. */
const DECLARED_WITHIN = 300;
/** Of an item, or of an element outside of items, with its markup; in characters. */
const LONGEST = 400_000;
const DEEPEST = 100;

const containers: ReadonlySet<string> = new Set(['rss', 'feed', 'channel']);
const COSTS = 'cost_of_goods_sold';
const replaced: ReadonlySet<string> = new Set(['review_count', 'star_rating']);
/** With anything before the host and an `@`. */
const withCredentials = /[/\\]{2}[^\s/\\?#@<>"']{0,1000}@/;

/** @throws FileRefused where the feed is none, or cannot be read to its end. */
export async function* addStars(bytes: AsyncIterable<Uint8Array>, readStars: ReadStars): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let feed: Feed | undefined;
  const pass = async (parts: readonly Part[]): Promise<Uint8Array> => {
    const skus = parts.flatMap((part) => (typeof part === 'string' ? [] : part.sku));
    const stars = skus.length > 0 ? await readStars(skus) : new Map<string, Stars>();
    return feed!.encode(parts.map((part) => (typeof part === 'string' ? part : elementsOf(part, stars))).join(''));
  };
  for await (const chunk of bytes) {
    if (feed) yield await pass(feed.take(chunk));
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length >= DECLARED_WITHIN) yield await pass((feed = new Feed(start)).take(start));
    }
  }
  if (!feed) yield await pass((feed = new Feed(start)).take(start));
  yield await pass(feed.end());
}

/** A place for the elements of an item. */
interface Place {
  readonly sku: string;
  /** Of the elements, such as `g:`. */
  readonly prefix: string;
  readonly isDeclared: boolean;
}
type Part = string | Place;

function elementsOf({ sku, prefix, isDeclared }: Place, stars: ReadonlyMap<string, Stars>): string {
  const found = stars.get(sku);
  if (!found) return '';
  const element = (name: string, text: string) =>
    `<${prefix}${name}${isDeclared ? '' : ` xmlns:g="http://base.google.com/ns/1.0"`}>${text}</${prefix}${name}>`;
  return (
    element('review_count', String(found.count)) + element('star_rating', roundAverage(found.average, 2).toFixed(2))
  );
}

interface Open {
  readonly name: string;
  /** Where it begins. Positions are in characters since the beginning of the feed. */
  readonly start: number;
  readonly scope: Scope;
  text: string;
  isPrivate: boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly place: Place | null;
}

class Feed {
  readonly #parser = sax.parser(true);
  readonly #encoding: 'latin1' | 'utf-16le' | 'utf-16be';
  readonly #decoder: TextDecoder;
  /** Of the bytes that are looked at as Latin-1. */
  readonly #declared: TextDecoder | null;
  readonly #open: Open[] = [];
  #item: { readonly depth: number; readonly ids: Map<string, string> } | null = null;
  /** Not passed on yet: it may still be taken out. */
  #text = '';
  /** The position of its beginning. */
  #from = 0;
  /** Everything before this position has been understood. */
  #understood = 0;
  #edits: Edit[] = [];
  #isAtom = false;
  /** Characters that the parser was not given. */
  #offset = 0;

  constructor(start: Buffer) {
    const mark = start.length < 2 ? 0 : start.readUInt16BE(0);
    this.#encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'latin1';
    // A byte order mark is passed on as well.
    this.#decoder = new TextDecoder(this.#encoding, { ignoreBOM: true });
    this.#declared = this.#encoding === 'latin1' ? declaredIn(start) : null;
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#begin(name, attributes as Record<string, string>);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#add(text);
    parser.oncdata = (text) => this.#add(text);
    // It is told of before its last bracket.
    parser.oncomment = (text) => this.#pass(text, parser.position + 1);
    parser.onprocessinginstruction = ({ name, body }) => this.#pass(`${name} ${body}`, parser.position);
    parser.ondoctype = () => this.#refuse('a product feed declares no document type');
    parser.onerror = (error) => this.#refuse(`this is no XML (${error.message.split('\n')[0]!.toLowerCase()})`);
  }

  /** @returns as much as is certain by now. */
  take(bytes: Uint8Array): Part[] {
    return this.#read(this.#decode(bytes, true));
  }

  /** @throws FileRefused where the feed breaks off. */
  end(): Part[] {
    const parts = this.#read(this.#decode(new Uint8Array(), false));
    this.#parser.close();
    if (this.#from + this.#text.length === 0) this.#refuse('the feed is empty');
    return [...parts, ...this.#giveUntil(this.#from + this.#text.length)];
  }

  encode(text: string): Uint8Array {
    if (this.#encoding === 'latin1') return Buffer.from(text, 'latin1');
    const bytes = Buffer.from(text, 'utf16le');
    return this.#encoding === 'utf-16le' ? bytes : bytes.swap16();
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    return this.#encoding === 'latin1'
      ? Buffer.from(bytes).toString('latin1')
      : this.#decoder.decode(bytes, { stream });
  }

  #read(text: string): Part[] {
    const isFirst = this.#from + this.#text.length === 0;
    this.#text += text;
    // The mark of UTF-8 is no text.
    const mark = isFirst && text.startsWith('\xef\xbb\xbf') ? 3 : 0;
    this.#offset += mark;
    this.#parser.write(text.slice(mark));
    const held = this.#open.find(({ name }) => !containers.has(name));
    if (this.#text.length - text.length > LONGEST) this.#refuse('an element is too long');
    return this.#giveUntil(Math.min(held?.start ?? Infinity, this.#understood));
  }

  /** The text up to a position, with what has become of it. */
  #giveUntil(end: number): Part[] {
    const parts: Part[] = [];
    let from = this.#from;
    for (const edit of this.#edits.filter((one) => one.end <= end)) {
      parts.push(this.#textBetween(from, edit.start), ...(edit.place ? [edit.place] : []));
      from = edit.end;
    }
    parts.push(this.#textBetween(from, end));
    this.#edits = this.#edits.filter((one) => one.end > end);
    this.#text = this.#text.slice(end - this.#from);
    this.#from = end;
    return parts;
  }

  #textBetween(start: number, end: number): string {
    return this.#text.slice(start - this.#from, end - this.#from);
  }

  /** The position of the character that comes next. */
  get #position(): number {
    return this.#parser.position + this.#offset;
  }

  /** Where the markup that was read last begins. */
  get #start(): number {
    return this.#parser.startTagPosition - 1 + this.#offset;
  }

  #refuse(reason: string): never {
    throw new FileRefused(this.#parser.line + 1, reason);
  }

  #begin(qualified: string, attributes: Readonly<Record<string, string>>): void {
    const scope = scopeIn(this.#open.at(-1)?.scope ?? new Map(), attributes);
    const name = nameOf(qualified, scope);
    const isPrivate = Object.values(attributes).some((value) => withCredentials.test(value));
    this.#open.push({ name, start: this.#start, scope, text: '', isPrivate });
    if (this.#open.length > DEEPEST) this.#refuse('the elements are nested too deeply');
    if (this.#open.length === 1 && !/^(?:rss|feed)$/.test(name))
      this.#refuse(`a product feed is an rss or a feed element, not ${JSON.stringify(name.slice(0, 40))}`);
    if (this.#open.length === 1) this.#isAtom = name === 'feed';
    if (!this.#item && /^(?:item|entry)$/.test(name)) this.#item = { depth: this.#open.length, ids: new Map() };
    this.#understood = this.#position;
  }

  #add(text: string): void {
    const open = this.#open.at(-1);
    if (!open) return;
    // All of the space between items is not kept.
    open.text = containers.has(open.name) ? open.text.slice(-1_000) + text : open.text + text;
    open.isPrivate ||= containers.has(open.name) && withCredentials.test(open.text);
    if (open.text.length > LONGEST) this.#refuse('an element is too long');
  }

  /** A comment or an instruction, which may hold what was taken out of use. It is passed on with what comes next. */
  #pass(text: string, end: number): void {
    if (withCredentials.test(text) || text.includes(COSTS)) this.#cut(this.#start, end + this.#offset, null);
  }

  #close(): void {
    const { name, start, scope, text, isPrivate } = this.#open.pop()!;
    const item = this.#item;
    const plain = name.replace(/^g:/, '');
    this.#understood = this.#position;
    const isHidden = isPrivate || withCredentials.test(text) || plain === COSTS;
    if (isHidden && containers.has(name)) this.#refuse('the feed itself has a URL with credentials');
    const isField = item !== null && this.#open.length === item.depth;
    if (isHidden || (isField && replaced.has(plain))) this.#cut(start, this.#position, null);
    else if (isField && plain === 'id' && !item.ids.has(name)) item.ids.set(name, text.trim());
    if (!item || this.#open.length >= item.depth) return;
    this.#item = null;
    const sku = item.ids.get('g:id') ?? (this.#isAtom ? undefined : item.ids.get('id'));
    if (isHidden || sku === undefined) return;
    const prefix = prefixOfGoogle(scope);
    const place = {
      sku: this.#textOf(sku),
      prefix: prefix === '' ? '' : `${prefix ?? 'g'}:`,
      isDeclared: prefix !== null,
    };
    this.#cut(this.#start, this.#start, place);
  }

  /** A cut within another one is part of it. */
  #cut(start: number, end: number, place: Place | null): void {
    this.#edits = [...this.#edits.filter((one) => one.start < start || one.start > end), { start, end, place }];
  }

  /** The value of a text that was looked at as Latin-1. */
  #textOf(text: string): string {
    if (!this.#declared) return text;
    try {
      return this.#declared.decode(Buffer.from(text, 'latin1'));
    } catch {
      return text;
    }
  }
}

function declaredIn(start: Uint8Array): TextDecoder {
  const name = declaration.exec(Buffer.from(start.subarray(0, DECLARED_WITHIN)).toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(/^utf-?16/i.test(name) ? 'utf-8' : name, { fatal: true });
  } catch {
    throw new FileRefused(1, `the encoding ${JSON.stringify(name)} is unknown`);
  }
}

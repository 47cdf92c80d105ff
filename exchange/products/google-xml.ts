/**
 * Google's product data as RSS 2.0 or Atom. The parser works on one piece of the text at a time, and it knows no
 * entities but those of HTML: a document that declares its own is refused.
 */
import sax from 'sax';
import { FileRefused } from '../file-refused.ts';
import type { Found } from './found.ts';
import { fromGoogleFields } from './google-fields.ts';

/** For the text of one product; the longest that Google allows have a tenth of it. In UTF-16 code units. */
const LONGEST_PRODUCT = 200_000;
const DEEPEST = 100;

/** @throws FileRefused where the rest of the file cannot be read. */
export async function* fromGoogleXml(text: AsyncIterable<string>): AsyncGenerator<Found> {
  const reader = new Reader();
  for await (const part of text) yield* reader.take(part);
  yield* reader.end();
}

class Reader {
  readonly #parser = sax.parser(true);
  readonly #path: string[] = [];
  readonly #found: Found[] = [];
  #product: { line: number; depth: number; fields: Map<string, string[]> } | null = null;
  /** Of the product, or of the element where there is none. In UTF-16 code units. */
  #length = 0;
  #text = '';

  constructor() {
    const parser = this.#parser;
    parser.onattribute = ({ name, value }) => this.#grow(name.length + value.length);
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes as Record<string, string>);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#add(text);
    parser.oncdata = (text) => this.#add(text);
    parser.ondoctype = () => this.#refuse('a product feed declares no document type');
    parser.onerror = (error) => this.#refuse(`this is no XML (${error.message.split('\n')[0]!.toLowerCase()})`);
  }

  take(part: string): Generator<Found> {
    return this.#foundBy(() => this.#parser.write(part));
  }

  end(): Generator<Found> {
    return this.#foundBy(() => this.#parser.close());
  }

  /** What was found before a fault is passed on before it. */
  *#foundBy(parse: () => void): Generator<Found> {
    let fault: unknown;
    try {
      parse();
    } catch (error) {
      fault = error;
    }
    yield* this.#found.splice(0);
    if (fault !== undefined) throw fault;
  }

  #refuse(reason: string): never {
    throw new FileRefused(this.#parser.line + 1, `${reason}; nothing after it was read`);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    this.#grow(name.length);
    if (this.#path.length > DEEPEST) this.#refuse('the elements are nested too deeply');
    if (this.#path.length === 1 && name !== 'rss' && name !== 'feed')
      this.#refuse(`a product feed is an rss or a feed element, not ${JSON.stringify(name.slice(0, 40))}`);
    if (this.#product === null) {
      this.#length = 0;
      if (name === 'item' || name === 'entry')
        this.#product = { line: this.#parser.line + 1, depth: this.#path.length, fields: new Map() };
      return;
    }
    if (this.#path.length !== this.#product.depth + 1) return;
    this.#text = '';
    // Atom has its addresses in an attribute.
    if (name === 'link' && attributes['href'] && (attributes['rel'] ?? 'alternate') === 'alternate')
      this.#text = attributes['href'];
  }

  #add(text: string): void {
    if (!this.#product) return;
    this.#grow(text.length);
    this.#text += text;
  }

  /** Names and attributes count as well: they are kept for as long. */
  #grow(length: number): void {
    this.#length += length;
    if (this.#length > LONGEST_PRODUCT) this.#refuse(`the ${this.#product ? 'product' : 'element'} is too long`);
  }

  #close(): void {
    const name = this.#path.pop()!;
    const product = this.#product;
    if (!product) return;
    if (this.#path.length < product.depth) {
      this.#found.push(fromGoogleFields(product.line, (field) => valuesOf(product.fields, field)));
      this.#product = null;
      return;
    }
    // Only what stands in the product itself: what it costs to ship has a price too.
    const text = this.#text.trim();
    if (this.#path.length !== product.depth || text === '') return;
    const values = product.fields.get(name);
    if (values) values.push(text);
    else product.fields.set(name, [text]);
  }
}

/**
 * What the plain elements of RSS and Atom call a field. Google's own element wins: the `id` of an Atom entry is no sku.
 */
const plainNames: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  title: ['title'],
  description: ['description', 'summary', 'content'],
  link: ['link'],
};

function valuesOf(fields: ReadonlyMap<string, readonly string[]>, field: string): readonly string[] {
  const names = [`g:${field}`, ...(plainNames[field] ?? [])];
  return names.map((name) => fields.get(name)).find((values) => values !== undefined) ?? [];
}

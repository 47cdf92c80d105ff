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
export async function* fromGoogleXml(text: AsyncIterable<string>, now: number): AsyncGenerator<Found> {
  const reader = new Reader(now);
  for await (const part of text) yield* reader.take(part);
  yield* reader.end();
}

class Reader {
  readonly #parser = sax.parser(true);
  readonly #path: string[] = [];
  readonly #found: Found[] = [];
  readonly #now: number;
  /** The meaning of the prefixes within each element of the path. */
  readonly #scopes: Scope[] = [new Map()];
  #isAtom = false;
  #product: { line: number; depth: number; fields: Map<string, string[]> } | null = null;
  /** Of the product, or of the element where there is none. In UTF-16 code units. */
  #length = 0;
  #text = '';

  constructor(now: number) {
    this.#now = now;
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

  /** Products found before a fault are passed on before it. */
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

  #open(qualified: string, attributes: Readonly<Record<string, string>>): void {
    this.#grow(qualified.length);
    this.#scopes.push(scopeIn(this.#scopes.at(-1)!, attributes));
    const name = nameOf(qualified, this.#scopes.at(-1)!);
    this.#path.push(name);
    if (this.#path.length > DEEPEST) this.#refuse('the elements are nested too deeply');
    const kind = name.replace(/^.*:/, '');
    if (this.#path.length === 1 && kind !== 'rss' && kind !== 'feed')
      this.#refuse(`a product feed is an rss or a feed element, not ${JSON.stringify(name.slice(0, 40))}`);
    if (this.#path.length === 1) this.#isAtom = kind === 'feed';
    if (this.#product === null) {
      this.#length = 0;
      if (kind === 'item' || kind === 'entry')
        this.#product = { line: this.#parser.line + 1, depth: this.#path.length, fields: new Map() };
      return;
    }
    if (this.#path.length !== this.#product.depth + 1) return;
    this.#text = '';
    // Atom has its addresses in an attribute.
    if (kind === 'link' && attributes['href'] && (attributes['rel'] ?? 'alternate') === 'alternate')
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
    this.#scopes.pop();
    const product = this.#product;
    if (!product) return;
    if (this.#path.length < product.depth) {
      const values = (field: string): readonly string[] => valuesOf(product.fields, field, this.#isAtom);
      this.#found.push(fromGoogleFields(product.line, values, this.#now));
      this.#product = null;
      return;
    }
    // Only fields of the product itself: shipping has a price too.
    const text = this.#text.trim();
    if (this.#path.length !== product.depth || text === '') return;
    const values = product.fields.get(name);
    if (values) values.push(text);
    else product.fields.set(name, [text]);
  }
}

/** Namespaces by their prefixes. */
export type Scope = ReadonlyMap<string, string>;

export function scopeIn(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(attributes).filter(([name]) => /^xmlns(?::|$)/.test(name));
  return declared.length === 0
    ? outer
    : new Map([...outer, ...declared.map(([name, value]) => [name.slice('xmlns:'.length), value.trim()] as const)]);
}

const isGoogle = (namespace = ''): boolean => /^https?:\/\/base\.google\.com\/ns\/1\.0\/?$/.test(namespace);

/** The prefix that Google's fields have in a scope; null where it declares none. */
export const prefixOfGoogle = (scope: Scope): string | null =>
  [...scope].findLast(([, namespace]) => isGoogle(namespace))?.[0] ?? null;

/** Google's fields have the prefix `g` here, whatever the file calls them; there, many use it without declaring it. */
export function nameOf(qualified: string, scope: Scope): string {
  const [, prefix = '', name = qualified] = /^([^:]*):(.*)$/.exec(qualified) ?? [];
  return isGoogle(scope.get(prefix)) ? `g:${name}` : qualified;
}

/** Other elements of RSS and Atom that say what a field does. */
const others: Readonly<Partial<Record<string, readonly string[]>>> = { description: ['summary', 'content'] };

/**
 * Google's own element wins. Feeds without a namespace have the same names, but the `id` of an Atom entry is no sku.
 */
function valuesOf(fields: ReadonlyMap<string, readonly string[]>, field: string, isAtom: boolean): readonly string[] {
  const plain = isAtom && field === 'id' ? [] : [field, ...(others[field] ?? [])];
  return [`g:${field}`, ...plain].map((name) => fields.get(name)).find((values) => values !== undefined) ?? [];
}

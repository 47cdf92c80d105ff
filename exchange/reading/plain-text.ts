/**
 * Texts of shops, which are HTML in part: by parse5's tokenizer, which builds no tree and takes time by length alone.
 * Nothing is made safe: a page that shows it must treat it as text.
 */
import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';

/** An element within a line: what is not has a space around it. */
const phrasing: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup ' +
    'time tt u var wbr'
  ).split(' '),
);

/** The content of these is nothing to read. */
const unread: Readonly<Partial<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>>> = {
  style: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
};

/** A shop means as written what browsers take for a sign (`&region` is `®ion`) or for a tag without end (`a <b`). */
const looseAmpersand = /&(?!#?\w{1,31};)/g;
const looseBracket = /<(?!\/?[a-z][\w:-]*(?:\s*\/?>|[\s/]+[\w:@][^<>]*>)|!)/gi;

/**
 * The visible text of HTML, in one paragraph, cut to this many UTF-16 code units. A text without elements keeps its
 * lines.
 */
export function plainText(html: string, maxLength: number): string {
  const { text, hasElements } = read(html.replace(looseBracket, '&lt;'));
  return (hasElements ? text.replace(/\s+/g, ' ') : text).trim().slice(0, maxLength).toWellFormed();
}

/** The visible text of HTML, in one line. */
export const plainLine = (html: string): string =>
  read(html.replace(looseBracket, '&lt;')).text.replace(/\s+/g, ' ').trim();

/** For what is no text, such as an address: entities alone are resolved. */
export const withoutEntities = (text: string): string => read(text.replaceAll('<', '&lt;')).text.trim();

function read(html: string): { text: string; hasElements: boolean } {
  if (!/[&<]/.test(html)) return { text: html, hasElements: false };
  const reader = new Reader();
  reader.tokenizer.write(html.replace(looseAmpersand, '&amp;'), true);
  return reader;
}

class Reader implements TokenHandler {
  readonly tokenizer = new Tokenizer({}, this);
  text = '';
  hasElements = false;
  #isUnread = false;

  onStartTag({ tagName }: Token.TagToken): void {
    this.#onTag(tagName);
    const mode = unread[tagName];
    this.#isUnread = mode !== undefined;
    if (mode !== undefined) this.tokenizer.state = mode;
  }

  onEndTag({ tagName }: Token.TagToken): void {
    this.#isUnread = false;
    this.#onTag(tagName);
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (!this.#isUnread) this.text += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  #onTag(name: string): void {
    this.hasElements = true;
    if (!phrasing.has(name)) this.text += ' ';
  }
}

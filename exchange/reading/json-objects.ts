/**
 * The objects of a JSON file one after another, so that a large file needs no more memory than a small one: a list, one
 * object a line, or an object whose first field is a list.
 */
import { FileRefused } from '../file-refused.ts';

export interface FoundObject {
  /** Where it begins, from 1. */
  readonly line: number;
  /** The value of the JSON; undefined where it is no JSON. */
  readonly value: unknown;
}

/** In UTF-16 code units. */
const LONGEST_OBJECT = 1_000_000;
/** Characters that may stand before the first object. */
const opening = /^\s*(\{\s*"\w{1,40}"\s*:\s*)?\[/;
/** Characters that begin or end an object or the list of them, and the line breaks to count. */
const marks = /["\\{}\]\n]/g;

/** @throws FileRefused where the rest of the file cannot be read. */
export async function* readJsonObjects(text: AsyncIterable<string>): AsyncGenerator<FoundObject> {
  const splitter = new Splitter();
  let isFirst = true;
  for await (const part of text) {
    // The first part is the beginning of the file, so it holds the whole opening.
    const opened = isFirst ? opening.exec(part) : null;
    isFirst = false;
    if (opened) splitter.open(opened[1] === undefined ? ']' : ']}');
    yield* splitter.take(part, opened?.[0].length ?? 0);
  }
  splitter.end();
}

class Splitter {
  #pieces: string[] = [];
  #length = 0;
  #depth = 0;
  #isText = false;
  /** The character after a backslash means nothing. */
  #skipsNext = false;
  #line = 1;
  #begins = 1;
  /** The end that must still come, so that nothing was cut off between two objects; none where each is a line. */
  #closing = '';

  #isListOver = false;

  open(closing: string): void {
    this.#closing = closing;
  }

  *take(part: string, start: number): Generator<FoundObject> {
    let from = this.#depth > 0 && !this.#isListOver ? 0 : -1;
    this.#line += part.slice(0, start).split('\n').length - 1;
    marks.lastIndex = start;
    if (this.#skipsNext && part.length > 0) {
      marks.lastIndex = 1;
      this.#skipsNext = false;
    }
    for (let mark = marks.exec(part); mark; mark = marks.exec(part)) {
      const at = mark.index;
      switch (mark[0]) {
        case '\n':
          this.#line += 1;
          break;
        case '"':
          this.#isText = !this.#isText;
          break;
        case '\\':
          if (!this.#isText) break;
          marks.lastIndex = at + 2;
          this.#skipsNext = at + 1 === part.length;
          break;
        case '{':
          if (this.#isText) break;
          if (this.#depth++ === 0 && !this.#isListOver) [from, this.#begins] = [at, this.#line];
          break;
        case ']':
          if (!this.#isText && this.#depth === 0) this.#close(']');
          break;
        default:
          if (this.#isText) break;
          if (this.#depth === 0) this.#close('}');
          if (this.#depth === 0 || --this.#depth > 0 || this.#isListOver) break;
          this.#keep(part.slice(from, at + 1));
          from = -1;
          // The expression is shared, and the reader may use it meanwhile.
          yield this.#finish();
          marks.lastIndex = at + 1;
      }
    }
    if (from >= 0) this.#keep(part.slice(from));
  }

  end(): void {
    if (this.#depth > 0) throw new FileRefused(this.#begins, 'the file ends in the middle of this product');
    if (this.#closing !== '')
      throw new FileRefused(this.#line, 'the file ends before its list does: something was cut off');
  }

  #close(mark: string): void {
    if (!this.#closing.startsWith(mark)) return;
    this.#closing = this.#closing.slice(1);
    this.#isListOver = true;
  }

  #keep(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > LONGEST_OBJECT)
      throw new FileRefused(
        this.#begins,
        `the object is longer than ${LONGEST_OBJECT} characters; nothing after it was read`,
      );
  }

  #finish(): FoundObject {
    const text = this.#pieces.join('');
    [this.#pieces, this.#length] = [[], 0];
    return { line: this.#begins, value: parse(text) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

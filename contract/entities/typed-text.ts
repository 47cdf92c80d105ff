/** Texts as they are stored and shown, from every author and every way in. */

/** Also letters that have no shape, such as the Hangul filler, and the empty cell of Braille. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
const anyDirection = /[\u202a-\u202e\u2066-\u2069]/;
const END_OF_EMBEDDING = '\u202c';
const END_OF_ISOLATE = '\u2069';

/** Trimmed and well-formed; empty where there is nothing to see, and without what would turn the text around it. */
export function typedText(raw: string): string {
  const text = raw.toWellFormed().trim();
  return unseen.test(text) ? '' : withoutOpenDirections(text);
}

/**
 * Drops each mark that begins another direction of writing and has no end, and each end without a beginning (UAX #9):
 * what a page, a mail or a table shows after such a text would run the other way.
 */
export function withoutOpenDirections(text: string): string {
  if (!anyDirection.test(text)) return text;
  const open: { readonly at: number; readonly isIsolate: boolean }[] = [];
  const unpaired = new Set<number>();
  let isolates = 0;
  for (const { 0: mark, index: at } of text.matchAll(directions)) {
    const isIsolate = mark >= '\u2066';
    if (mark === END_OF_EMBEDDING) {
      if (open.at(-1)?.isIsolate === false) open.pop();
      else unpaired.add(at);
    } else if (mark !== END_OF_ISOLATE) {
      open.push({ at, isIsolate });
      if (isIsolate) isolates += 1;
    } else if (isolates === 0) unpaired.add(at);
    else {
      // The end of an isolate ends what was begun within it.
      while (!open.at(-1)!.isIsolate) unpaired.add(open.pop()!.at);
      open.pop();
      isolates -= 1;
    }
  }
  for (const { at } of open) unpaired.add(at);
  return unpaired.size === 0 ? text : text.replace(directions, (mark, at: number) => (unpaired.has(at) ? '' : mark));
}

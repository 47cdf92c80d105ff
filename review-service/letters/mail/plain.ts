/**
 * Words of other people as a mail may contain them: text, never a link. Mail programs turn whatever looks like a link
 * into one, and a mail in a shop's name is what phishers would like to write.
 */

/** Control characters, and those that change the direction of the text around them. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
/** A host name, as mail programs recognise it: `shop.example`, also in `jane@shop.example`. */
const hostDot = /(?<=[\p{L}\p{N}-])\.(?=[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-])/gu;
/** The scheme of an address, with what makes it one, matched as a whole so that no letter is looked at twice. */
const word = /[a-z0-9+.-]+(:\/+)?/gi;

/** A text with its line breaks; addresses in it can be read but not clicked. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map((line) =>
      line
        .replace(invisible, ' ')
        .replace(word, (run, slashes: string | undefined) => (slashes === undefined ? run : ''))
        .replace(hostDot, '. ')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}

/** The same in one line, for a subject or the name of a product. */
export function plainLine(text: string, max = 150): string {
  const line = plainText(text).replace(/\s+/g, ' ');
  return line.length > max
    ? `${line
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : line;
}

const MAX_NAME_LENGTH = 60;

/** A name for the greeting; empty if it is a message rather than a name, which leaves the greeting without one. */
export function plainName(name: string | null | undefined): string {
  const line = (name ?? '').toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const isName = line.length <= MAX_NAME_LENGTH && !/[<>@:/\\{}[\]|]/.test(line) && line.search(hostDot) < 0;
  return isName ? line : '';
}

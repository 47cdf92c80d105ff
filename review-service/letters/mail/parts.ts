/** The parts of a mail, and how they read as plain text. */
import { plainLine, plainText } from './plain.ts';

/** In UTF-16 code units: inboxes show less of it. */
const LONGEST_OPENING = 140;

/** Five links, one for each number of stars, from one to five. */
export interface StarLink {
  readonly url: string;
  /** The meaning of this many stars, such as `Good`. */
  readonly word: string;
  /** For screen readers, such as `4 stars`. */
  readonly stars: string;
}

export interface MailProduct {
  /** As the shop wrote it. */
  readonly title: string;
  /** Path of its picture below the public address of the service; null if it has none. */
  readonly picture: string | null;
  /** Where to review it. */
  readonly url: string;
  readonly stars: readonly StarLink[];
}

/**
 * A paragraph; a heading; a link of ours, as a button, or small below everything if the mail is not about it; stars to
 * tap; products, each with its stars; a code to type in; commands to run, one a line; or words that somebody else
 * wrote.
 */
export type MailPart =
  | string
  | { readonly heading: string }
  | { readonly link: string; readonly label: string }
  | { readonly aside: string; readonly label: string; readonly why?: string }
  | { readonly stars: readonly StarLink[]; readonly label: string }
  | { readonly products: readonly MailProduct[] }
  | { readonly code: string }
  | { readonly command: string }
  | { readonly quote: string };

/** @param postal - where the shop can be written to by post; null if it has not said. */
export const toText = (parts: readonly MailPart[], postal: string | null = null): string =>
  `${[...parts.map(partToText), ...(postal === null ? [] : [postal])].join('\n\n')}\n`;

/** The first sentences and quotes in one line; the heading only says the subject again. */
export const openingOf = (parts: readonly MailPart[]): string =>
  plainLine(
    parts.flatMap((part) => (typeof part === 'string' ? [part] : 'quote' in part ? [part.quote] : [])).join(' '),
    LONGEST_OPENING,
  );

function partToText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('aside' in part) return part.why === undefined ? part.aside : `${part.why}\n${part.aside}`;
  if ('stars' in part) return `${part.label}:\n${part.stars.map(starLine).join('\n')}`;
  if ('products' in part) return part.products.map(({ title, url }) => `> ${plainLine(title)}\n${url}`).join('\n\n');
  if ('code' in part) return `    ${part.code}`;
  if ('command' in part) return part.command.replace(/^/gm, '    ');
  return plainText(part.quote).replace(/^/gm, '> ');
}

const starLine = ({ url, word }: StarLink, index: number): string =>
  `${'★'.repeat(index + 1)}${'☆'.repeat(4 - index)} ${word}\n${url}`;

/** The blocks of a mail, and how they read as plain text. */
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
export type MailBlock =
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
export const toText = (blocks: readonly MailBlock[], postal: string | null = null): string =>
  `${[...blocks.map(blockToText), ...(postal === null ? [] : [postal])].join('\n\n')}\n`;

/** The first sentences and quotes in one line; the heading only says the subject again. */
export const openingOf = (blocks: readonly MailBlock[]): string =>
  plainLine(
    blocks.flatMap((block) => (typeof block === 'string' ? [block] : 'quote' in block ? [block.quote] : [])).join(' '),
    LONGEST_OPENING,
  );

function blockToText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  if ('link' in block) return `${block.label}:\n${block.link}`;
  if ('aside' in block) return block.why === undefined ? block.aside : `${block.why}\n${block.aside}`;
  if ('stars' in block) return `${block.label}:\n${block.stars.map(starLine).join('\n')}`;
  if ('products' in block) return block.products.map(({ title, url }) => `> ${plainLine(title)}\n${url}`).join('\n\n');
  if ('code' in block) return `    ${block.code}`;
  if ('command' in block) return block.command.replace(/^/gm, '    ');
  return plainText(block.quote).replace(/^/gm, '> ');
}

const starLine = ({ url, word }: StarLink, index: number): string =>
  `${'★'.repeat(index + 1)}${'☆'.repeat(4 - index)} ${word}\n${url}`;

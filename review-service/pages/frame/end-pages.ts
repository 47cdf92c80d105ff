/** The last pages: it is done, or it cannot go on. */
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { html, type Markup } from '../../letters/html.ts';
import { holdsAll } from '../../people/holding.ts';
import type { Wording } from '../../letters/wording/index.ts';
import type { Page } from './layout.ts';

export interface EndPage {
  readonly business: Pick<BusinessRow, 'name' | 'url_address'>;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly more?: Markup | false | undefined;
}

export function endPage({ business, title, heading, text, more = false }: EndPage, wording: Wording): Page {
  const { name, url_address: address } = business;
  const link = isOnTheWeb(address) ? address : null;
  const back = fill(wording.thanks.back, { business: name });
  return {
    wording,
    business: name,
    title,
    content: html`
<p class="mark" aria-hidden="true">✓</p>
<h1>${heading}</h1>
<p>${text}</p>
${more}
${link !== null && html`<p><a class="button ${more !== false && 'second'}" href="${link}">${back}</a></p>`}`,
  };
}

/**
 * Thanks for reviews, and says whether they are published.
 * @param isHeld - what was written waits whatever the business wants.
 */
export function thanksPage(business: BusinessRow, wording: Wording, isHeld: boolean, more?: EndPage['more']): Page {
  const { title, heading, published, held } = wording.thanks;
  const text = isHeld || holdsAll(business) ? fill(held, { business: business.name }) : published;
  return endPage({ business, title, heading, text, more }, wording);
}

/** @param business - whose page it would have been; null if the link leads to none. */
export function problemPage(
  { title, text }: { title: string; text: string },
  business: string | null,
  wording: Wording,
): Page {
  return { wording, business, title, content: html`<h1>${title}</h1><p>${text}</p>` };
}

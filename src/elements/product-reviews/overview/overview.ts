/**
 * What all reviews of a product say together, above their list, and filters with numbers. Loaded with the first answer
 * that has a digest. Free of imports that the page has already, which come as parameters: see `parts.ts`.
 */
import type { Digest } from '../../../../contract/digest.ts';
import type { ProductReview } from '../../../../contract/entities.ts';
import { overview as english } from '../../../locales/more/en/overview.ts';
import { loadMoreWords } from '../../../locales/more/index.ts';
import { followAddress, linkTo, writeAddress } from './address.ts';
import { renderChips } from './chips.ts';
import { renderHighlights } from './highlights.ts';
import { renderLinked, type Linked } from './linked.ts';
import { markWords } from './marks.ts';
import { renderMentions } from './mentions.ts';
import type { OverviewHost, Parts, Told } from './parts.ts';
import { renderScales } from './scales.ts';
import { overviewStyles } from './styles.ts';

export interface Overview {
  /** Above the toolbar. */
  top(): unknown;
  /** The filters, in place of those without numbers. */
  chips(): unknown;
  /** Over the date of a review: a link that takes no room. */
  beside(review: ProductReview): unknown;
  /** Where nothing matches. */
  nothing(): unknown;
  /** After each update of the element. */
  updated(): void;
  /** Style sheet for HTML that a server renders. */
  readonly styles: string;
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Adds the styles of the overview, once for all elements of a page. */
function adoptStyles(root: ShadowRoot): void {
  let sheet = sheets.get(root.ownerDocument);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(overviewStyles);
    sheets.set(root.ownerDocument, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** @param review that a permanent link named where a server rendered the element */
export async function overviewOf(
  host: OverviewHost,
  digest: Digest,
  parts: Parts,
  review: ProductReview | null = null,
): Promise<Overview> {
  const say = await loadMoreWords(host.usedLocale, english);
  const told: Told = { host, digest, parts, say };
  const { html } = parts;
  const linked: Linked = { review };
  // A server renders for everybody.
  const isInPage = typeof location === 'object' && !!host.shadowRoot;
  if (isInPage) {
    adoptStyles(host.shadowRoot!);
    followAddress(host, linked);
  }
  let written = host.chosen;
  const label = say('overview');
  const pieces = () => [renderScales(told), renderHighlights(told), renderMentions(told)];
  return {
    styles: overviewStyles,
    top: () =>
      html`${linked.review && renderLinked(told, linked)}<section class="overview" part="overview"
          aria-label=${label}>${pieces()}</section>`,
    chips: () => renderChips(told),
    beside: (review) =>
      html`<a class="link-to" part="link" rel="nofollow" href=${linkTo(host, review.id)}
          aria-label=${say('linkTo', { name: parts.authorOf(review.user, host) })}></a>`,
    nothing() {
      const text = host.chosen.q;
      if (!text) return undefined;
      const others = parts.starFilter(host).length + Object.values(host.chosen).filter(Boolean).length > 1;
      return html`${say(others ? 'nothingIn' : 'nothingFor', { text })}
        <button class="link" @click=${host.clear}>${host.t('clear')}</button>`;
    },
    updated() {
      if (!isInPage) return;
      markWords(told);
      const { chosen } = host;
      if (written === chosen) return;
      written = chosen;
      writeAddress(host, parts.starFilter(host));
    },
  };
}

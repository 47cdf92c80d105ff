/** The input of a list's controls, for readers without JavaScript. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Digest, ShownReview } from '../../../contract/entities/digest.ts';
import { everything, type PlainState, type RenderOrder } from '../../../contract/shopper/rendering.ts';
import type { AnswerOf } from '../../../contract/shopper/shopper.ts';
import type { PlauditElement } from '../../element/element.ts';
import { nameOf } from '../../elements/product-reviews/overview/languages.ts';
import english from '../../locales/en/overview.json' with { type: 'json' };
import { addEnglish, isRightToLeft } from '../../locales/i18n.ts';
import { productQuery } from '../../page/hub.ts';
import type { List } from './lists.ts';

addEnglish(english);

export interface PlainContext {
  readonly element: PlauditElement;
  readonly order: RenderOrder;
  readonly list: List;
  /** The state that the list is in: without what the proxy had to leave out. */
  readonly plain: PlainState;
  /** Null where the proxy cannot say. */
  readonly digest: Digest | null;
  /** Languages that the list could be narrowed by, where no digest has them. */
  readonly languages: readonly string[];
}

/** The answer that the list was rendered from; undefined for the other kind of list. */
interface Found {
  readonly ofProduct: AnswerOf<'listProductReviews'> | undefined;
  readonly ofShop: AnswerOf<'listReviews'> | undefined;
}

export async function readPlainContext(
  element: PlauditElement,
  order: RenderOrder,
  list: List,
  { ofProduct, ofShop }: Found,
): Promise<PlainContext> {
  const { plain, locale } = order;
  const listed = ofProduct ?? ofShop;
  const leftOut = Object.fromEntries(
    (listed?.left_out ?? []).flatMap((name) =>
      name in everything ? [[name, everything[name as keyof PlainState]]] : [],
    ),
  );
  const own = locale.slice(0, 2);
  const isMixed = (ofShop?.reviews as readonly ShownReview[] | undefined)?.some(
    ({ language }) => language && language !== own,
  );
  return {
    element,
    order,
    list,
    plain: { ...plain, ...leftOut },
    digest: list.isOfProduct ? await findDigest(order, ofProduct?.digest) : null,
    languages: isMixed ? [own] : [],
  };
}

/** The first page brings it along; for a later one, whose filters have numbers too, it is asked for by itself. */
async function findDigest(
  { attributes, plain, ask }: RenderOrder,
  found: Digest | null | undefined,
): Promise<Digest | null> {
  if (found !== undefined || plain.start === 0) return found ?? null;
  const { sku = null, 'item-group': itemGroup = null } = attributes;
  const given = Object.entries(productQuery({ sku, itemGroup })) as [string, string][];
  const { digest } = await ask('listProductReviews', { ...Object.fromEntries(given), count: '1', digest: '1' });
  return digest ?? null;
}

/** The URL of the list in a state with a change, from its first page on. */
export const linkTo = (
  { order, plain }: PlainContext,
  change: Partial<PlainState>,
  attributes = order.attributes,
): string => order.link(attributes, { ...plain, start: 0, review: null, ...change });

export const linkToAll = ({ order }: PlainContext): string => order.link(order.attributes, everything);

/** Robots that followed each combination of filters would never come to an end. */
export const link = (href: string, isCurrent: boolean, text: unknown): TemplateResult =>
  html`<a href=${href} rel="nofollow" aria-current=${isCurrent ? 'true' : 'false'}>${text}</a>`;

/** The options of a choice: `Fit:Snug`, as the parameter takes it. */
export const pairsOf = ({ with: chosen }: PlainState): readonly string[] => (chosen ?? '').split('|').filter(Boolean);

/** Each filter that is on, in words. */
export function chosenNames({ element, plain, digest }: PlainContext): unknown[] {
  const { t, usedLocale } = element;
  const mention = digest?.mentions.find(({ key }) => key === plain.mention);
  return [
    ...plain.ratings.map(
      (rating) => html`<span role="img"
        aria-label=${t('stars', { n: rating })}>${element.number(rating)} ★</span>`,
    ),
    ...(plain.photos ? [t('photos')] : []),
    ...(plain.verified ? [t('verifiedOnly')] : []),
    ...(plain.languages ?? '')
      .split(',')
      .filter(Boolean)
      .map((language) => nameOf(language, usedLocale)),
    ...pairsOf(plain).map((pair) => pair.replace(/:\s*/, ': ')),
    ...(plain.mention ? [mention?.words ?? plain.mention.slice(plain.mention.indexOf('.') + 1)] : []),
  ];
}

/** The direction of what stands beside the element's own content, which has one of its own. */
export const directionOf = ({ usedLocale }: PlauditElement): 'rtl' =>
  (isRightToLeft(usedLocale) ? 'rtl' : nothing) as 'rtl';

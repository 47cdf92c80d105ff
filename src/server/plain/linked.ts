/** The review that a permanent link names, for readers without JavaScript. */
import { html, type TemplateResult } from 'lit';
import type { ShownProductReview } from '../../../contract/entities/digest.ts';
import type { AnswerOf } from '../../../contract/shopper/shopper.ts';
import { renderLinked } from '../../elements/product-reviews/overview/address/linked.ts';
import { themeOf } from '../../page/settings.ts';
import { directionOf, linkToAll, type PlainContext } from './context.ts';
import { sayPlain } from './words.ts';

/** Null where there is no such review of these products, or where the proxy cannot say. */
export const findLinked = (answer: AnswerOf<'listProductReviews'> | undefined, id: number): ShownProductReview | null =>
  answer?.linked ?? answer?.product_reviews.find((review) => review.id === id) ?? null;

/** In place of the filters, which would stand above the review: the way to all of them. */
export const renderWayBack = (context: PlainContext): TemplateResult =>
  html`<p class="${themeOf(context.element)} plain"
      lang=${context.element.usedLocale} dir=${directionOf(context.element)}><a
      href=${linkToAll(context)}>${context.element.t('allReviews')}</a></p>`;

export const renderMissing = ({ element }: PlainContext): TemplateResult =>
  html`<p class="${themeOf(element)} plain muted"
      lang=${element.usedLocale} dir=${directionOf(element)}>${sayPlain(element.usedLocale, 'linkedMissing')}</p>`;

/** The review by itself, where there is no overview that would show it. */
export const renderAlone = ({ element }: PlainContext, review: ShownProductReview): TemplateResult =>
  html`<div class=${themeOf(element)}
      lang=${element.usedLocale} dir=${directionOf(element)}>${renderLinked(element, review)}</div>`;

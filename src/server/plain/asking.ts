/** Where readers without JavaScript ask a question, in place of the dialog. */
import { html, type TemplateResult } from 'lit';
import type { RenderOrder } from '../../../contract/shopper/rendering.ts';
import type { AnswerOf } from '../../../contract/shopper/shopper.ts';
import type { PlauditElement } from '../../element/element.ts';
import { themeOf } from '../../page/settings.ts';
import { safeUrl } from '../../source/url.ts';
import { directionOf } from './context.ts';

/** @param listed - undefined where the questions are not about a product. */
export function renderAsk(
  element: PlauditElement,
  order: RenderOrder,
  listed: AnswerOf<'listProductQuestions'> | undefined,
): TemplateResult | null {
  const { sku } = order.attributes;
  if (!sku || !listed?.can_ask) return null;
  const url = safeUrl(order.askUrl());
  if (url === null) return null;
  const address = new URL(url);
  address.searchParams.set('sku', sku);
  address.searchParams.set('locale', element.usedLocale);
  return html`<p class="${themeOf(element)} plain"
      lang=${element.usedLocale} dir=${directionOf(element)}><a class="button" href=${address.href}
      rel="nofollow noopener">${element.t('ask')}</a></p>`;
}

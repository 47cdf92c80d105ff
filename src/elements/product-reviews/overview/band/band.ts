import { html } from 'lit';
import { renderMentions } from './mentions.ts';
import { renderQuotes } from './quotes.ts';
import { renderScales, shareOf } from './scales.ts';
import { renderSummary } from './summary.ts';
import type { Context } from '../context.ts';

/**
 * The overview, in one band above the reviews: a line where the element is narrow. The rest opens below the line,
 * which a browser does without scripts, too.
 */
export function renderBand(context: Context): unknown {
  const {
    digest: { recommended },
    host,
  } = context;
  const folded = [renderSummary(context), renderQuotes(context)];
  const beside = [renderScales(context), renderMentions(context)];
  const line = recommended
    ? html`<span class="recommend" part="recommend"><b>${host.t('recommend', {
        share: shareOf(host.usedLocale, recommended.yes / (recommended.count || 1)),
      })}</b> <span class="muted">${host.t('ofAnswers', { n: recommended.count })}</span></span>`
    : html`<b>${host.t('overview')}</b>`;
  const toReviews = () => host.shadowRoot!.querySelector<HTMLElement>('.review')?.focus();
  const skip = html`<button class="link skip" @click=${toReviews}>${host.t('skip')}</button>`;
  const opens = [...folded, ...beside].some(Boolean);
  if (!opens && !recommended) return null;
  return html`<section class="overview ${beside[0] ? 'scaled' : ''}" part="overview"
      aria-label=${host.t('overview')}>${skip}
    ${opens ? html`<details><summary>${line}</summary>${folded}</details>` : html`<p>${line}</p>`}
    ${beside}
  </section>`;
}

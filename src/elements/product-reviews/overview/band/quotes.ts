import { html } from 'lit';
import { stars } from '../../../../templates/stars.ts';
import { linkTo, openFrom } from '../address/address.ts';
import { ownOf } from '../languages.ts';
import type { Context } from '../context.ts';

/**
 * Sentences of reviewers, word for word; each leads to its review. All are in one language: the shopper's, or the one
 * that most is said in.
 */
export function renderQuotes(context: Context): unknown {
  const {
    digest: { quotes },
    host,
  } = context;
  // An answer that a cache has kept may be older than they are.
  const first = quotes?.find(({ language }) => language === ownOf(context)) ?? quotes?.[0];
  return (
    first &&
    html`<div class="quotes" part="quotes">
    <h3>${host.t('quotes')}</h3>
    <ul>${quotes
      .filter(({ language }) => language === first.language)
      .map(
        ({ review_id, text, language, rating, marked: [start, end] }) => html`<li part="quote"><a class="link"
        rel="nofollow" href=${linkTo(host, review_id)}
        @click=${openFrom(context, review_id)}>${stars(rating, host.t('rated', { n: rating }))}<q dir="auto"
        lang=${language}>${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}</q></a></li>`,
      )}</ul>
  </div>`
  );
}

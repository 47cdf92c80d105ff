import { linkTo } from './address.ts';
import type { Told } from './parts.ts';

/** What reviewers wrote, word for word; each sentence leads to its review. */
export function renderQuotes({ digest: { quotes }, host, parts: { html, stars }, say }: Told): unknown {
  // An answer that a cache has kept may be older than they are.
  return (
    quotes?.[0] &&
    html`<div class="quotes" part="quotes">
    <h3>${say('quotes')}</h3>
    <ul>${quotes.map(
      ({ review_id, text, language, rating, marked: [start, end] }) => html`<li part="quote"><a class="link"
        rel="nofollow" href=${linkTo(host, review_id)}>${stars(rating, host.t('rated', { n: rating }))}<q dir="auto"
        lang=${language}>${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}</q></a></li>`,
    )}</ul>
  </div>`
  );
}

import { html, type TemplateResult } from 'lit';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { fresh } from '../../element/fresh.ts';
import type { ReviewsElement, Vote } from '../../element/reviews.ts';
import { patiently } from '../../page/patiently.ts';

const loadVoting = patiently(() => import('./voting.ts'));

type Host = ReviewsElement<ProductReview>;

/** Two buttons to vote on whether a review is helpful, with the number of votes. */
export function renderVotes(host: Host, review: ProductReview): TemplateResult {
  const { t } = host;
  const { vote: chosen, of, counts, note } = host.reading(review.id);
  const button = (kind: Vote) => {
    // A later answer has the shopper's own vote.
    const count = of === review ? counts![kind] : review[`num_${kind}_votes`];
    const shown = count ? host.number(count) : null;
    const click = async () => {
      try {
        const { vote } = await loadVoting();
        await vote(host, review, kind);
      } catch {
        host.note(review.id, { note: () => t('failed') });
      }
    };
    // A single template, icon included, because every review has two of these buttons.
    return html`<button class="button chip ${kind}" aria-pressed=${chosen === kind ? 'true' : 'false'}
        @click=${click}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 10v11H4V10zl4-8a3 3 0 0 1 3 3v4h6a2 2 0 0 1 2 2l-1.5 8a2 2 0 0 1-2 2H7" /></svg>${t(kind)}
      <span class="muted">${of === review ? fresh(shown) : shown}</span>
    </button>`;
  };
  return html`<div class="row" part="votes">
    ${button('positive')}${button('negative')}
    <span class="muted" role="status">${note && fresh(note())}</span>
  </div>`;
}

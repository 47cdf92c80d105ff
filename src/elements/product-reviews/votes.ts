import { html, type TemplateResult } from 'lit';
import type { ProductReview } from '../../../contract/entities.ts';
import type { ReviewsElement, Vote } from '../../element/reviews.ts';
import { emit } from '../../page/events.ts';
import { toFailure } from '../../source/failure.ts';
import { randomId } from '../../source/random-id.ts';

type Host = ReviewsElement<ProductReview>;

async function vote(host: Host, review: ProductReview, kind: Vote): Promise<void> {
  const { id } = review;
  if (host.reading(id).vote) return;
  host.note(id, { vote: kind, before: review[`num_${kind}_votes`], note: undefined });
  try {
    const { queued } = await host.source.send('voteOnProductReview', { review_id: `${id}`, vote: kind }, randomId());
    host.note(id, { note: 'voted' });
    emit(host, 'plaudit-vote', { reviewId: id, vote: kind, queued: !!queued });
  } catch (error) {
    const { code, status } = toFailure(error);
    host.note(id, { vote: undefined, note: code === 404 || status === 409 ? 'votedBefore' : 'voteFailed' });
  }
}

/** Two buttons to vote on whether a review is helpful, with the number of votes. */
export function renderVotes(host: Host, review: ProductReview): TemplateResult {
  const { t } = host;
  const reading = host.reading(review.id);
  const button = (kind: Vote) => {
    const counted = review[`num_${kind}_votes`];
    const chosen = reading.vote === kind;
    const count = chosen ? Math.max(counted, reading.before! + 1) : counted;
    // A single template, icon included, because every review has two of these buttons.
    return html`<button class="button chip ${kind}" aria-pressed=${chosen ? 'true' : 'false'}
        aria-disabled=${reading.vote ? 'true' : 'false'} @click=${() => vote(host, review, kind)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 10v11H4V10zl4-8a3 3 0 0 1 3 3v4h6a2 2 0 0 1 2 2l-1.5 8a2 2 0 0 1-2 2H7" /></svg>${t(kind)}
      <span class="muted">${count ? host.number(count) : null}</span>
    </button>`;
  };
  return html`<div class="row" part="votes">
    ${button('positive')}${button('negative')}
    <span class="muted" role="status">${reading.note && t(reading.note)}</span>
  </div>`;
}

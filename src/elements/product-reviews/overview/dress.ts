import { html } from 'lit';
import type { ProductReview } from '../../../../contract/entities/entities.ts';
import type { ReviewContent } from '../../../templates/review.ts';
import { openFrom, permanentLink } from './address/address.ts';
import { renderReport } from './reporting.ts';
import type { Context } from './context.ts';

/** A review as it is shown, with a permanent link, and what else is known of it. */
export function dressReview(context: Context, shown: ReviewContent): ReviewContent {
  const { host, canReport } = context;
  const review = shown.of as ProductReview;
  const link = permanentLink(host, review.id);
  return {
    ...shown,
    // In a group, the title of the product says which of its variants this is about.
    place: [shown.place, host.itemGroup && review.product?.title].filter(Boolean).join(' · '),
    // Over the date, where it takes no room.
    beside: [
      link &&
        html`<a class="link-to" part="link" rel="nofollow" href=${link} @click=${openFrom(context, review.id)}
          aria-label=${host.t('linkTo', { name: shown.author })}></a>`,
      shown.beside,
    ],
    foot: canReport ? renderReport(context, review, shown.foot) : shown.foot,
  };
}

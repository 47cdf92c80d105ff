/** Beside the text of a review: how it came to be, what its author chose, and what the shop replied. */
import { html } from 'lit';
import type { ProductReview, Review } from '../../contract/entities/entities.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import { day } from './author.ts';
import { renderText } from './text.ts';

export const renderOrigin = <Item>(
  { t }: ReviewsElement<Item>,
  review: Pick<Review, 'incentivised' | 'collected_by'>,
): unknown => [
  review.incentivised ? html`<span>· <span part="reward">${t('forReward')}</span></span>` : '',
  review.collected_by
    ? html`<span>· <span part="collected">${t('collectedBy', { name: review.collected_by })}</span></span>`
    : '',
];

export const renderAttributes = ({ attributes }: Pick<Review, 'attributes'>): unknown =>
  attributes[0] &&
  html`<dl part="attributes">${attributes.map(
    ({ name, value }) => html`<div dir="auto"><dt
      class="muted">${name}</dt> <dd>${value}</dd></div>`,
  )}</dl>`;

export const renderReply = <Item>(host: ReviewsElement<Item>, { reply }: Pick<ProductReview, 'reply'>): unknown =>
  reply &&
  html`<div class="comment" part="reply">
    <div class="muted"><span part="shop">${host.t('byShop')}</span>${
      reply.createdRFC ? html` · ${day(host, reply.createdRFC)}` : ''
    }</div>
    ${renderText(host, reply, reply.content, '')}</div>`;

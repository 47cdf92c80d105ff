import { formatDateTime } from '../../../../contract/entities/dates.ts';
import { refuse } from '../../../../contract/endpoints/errors.ts';
import { findAuthorsByEmail } from '../../../../review-store/content/authors.ts';
import { findReviewsOf } from '../../../../review-store/reviews/reviews.ts';
import { findOrMakeWriteLink } from '../../../pages/frame/write-links.ts';
import { linkPath, makeLink } from '../../../letters/requests/links.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const getWriteLink: Operation<'getWriteLink'> = async ({ service, db, business, now }) => {
  const { hash, expiresAt } = await findOrMakeWriteLink(db, business.id, now);
  const pageOf = (name: 'write' | 'ask') =>
    `${service.addresses.publicUrl}/${name}/${encodeURIComponent(business.domain)}/${hash}`;
  return { url: pageOf('write'), ask_url: pageOf('ask'), hash, expire: formatDateTime(expiresAt) };
};

/** A link for the author of a review. By itself it changes nothing: the page behind it mails the author a code. */
export const getEditLink: Operation<'getEditLink'> = async ({ service, db, business, parameters, now }) => {
  const email = parameters.email.toLowerCase();
  if ((await findAuthorsByEmail(storeOf(db), business.id, email)).length === 0)
    throw refuse('userNotFound', 'Nobody with this email has written a review');
  if ((await findReviewsOf(storeOf(db), business.id, email)).length === 0)
    throw refuse('reviewNotFound', 'This user has no review of the business that could be edited');
  const token = await makeLink(db, { businessId: business.id, purpose: 'edit', target: { email }, now });
  return { link: service.addresses.publicUrl + linkPath('edit', business.domain, token) };
};

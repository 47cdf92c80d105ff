import { formatDateTime, formatRfc } from '../../contract/dates.ts';
import { parseParameters } from '../../contract/read-parameters.ts';
import { unknownUser } from '../../contract/users.ts';
import type { QueuedReview } from '../../contract/shopper.ts';

export function queuedReview(fields: Readonly<Record<string, string>>, now: number): QueuedReview {
  const {
    title,
    content,
    rating,
    user_location = null,
    attributes = [],
    user_name = '',
    first_name,
    last_name = '',
  } = parseParameters('addProductReview', fields);
  const [given = '', ...family] = user_name.split(/\s+/);
  const name =
    first_name === undefined
      ? { firstName: given, lastName: family.join(' ') }
      : { firstName: first_name, lastName: last_name };
  return {
    id: null,
    title,
    content,
    rating,
    order_id: null,
    user: { ...unknownUser, ...name },
    user_location,
    attributes,
    images: [],
    solicited: 'No',
    votes: 0,
    num_positive_votes: 0,
    num_negative_votes: 0,
    published: 'pending',
    publishedRFC: null,
    created: formatDateTime(now),
    createdRFC: formatRfc(now),
    product: null,
    removedRFC: null,
    language: null,
  };
}

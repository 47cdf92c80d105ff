import { formatDateTime, formatRfc } from '../../contract/entities/dates.ts';
import type { User } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import { unknownUser } from '../../contract/entities/users.ts';
import type { QueuedAnswer, QueuedQuestion, QueuedReview } from '../../contract/shopper/shopper.ts';

/** A review that waits, as it was typed. */
export function queuedReview(fields: Readonly<Record<string, string>>, now: number): QueuedReview {
  const {
    title,
    content,
    rating,
    user_location = null,
    verified,
    hold: _hold,
    attributes = [],
    ...author
  } = parseParameters('addProductReview', fields);
  return {
    id: null,
    title,
    content,
    rating,
    order_id: null,
    user: typedUser(author),
    user_location,
    attributes,
    images: [],
    solicited: 'No',
    verified,
    incentivised: null,
    reply: null,
    collected_by: null,
    votes: 0,
    num_positive_votes: 0,
    num_negative_votes: 0,
    ...waiting(now),
    product: null,
    removedRFC: null,
    language: null,
  };
}

/** The same of a question. */
export function queuedQuestion(asked: Parameters<'addProductQuestion'>, now: number): QueuedQuestion {
  return {
    id: null,
    content: asked.content,
    ...waiting(now),
    removed: false,
    num_answers: 0,
    sum_votes: 0,
    answers: [],
    product: null,
    author: typedUser(asked),
  };
}

/** The same of an answer. */
export function queuedAnswer(answered: Parameters<'answerProductQuestion'>, now: number): QueuedAnswer {
  return {
    id: null,
    content: answered.content,
    ...waiting(now),
    num_votes: 0,
    num_positive_votes: 0,
    num_negative_votes: 0,
    author: typedUser(answered),
  };
}

const waiting = (now: number) => ({
  published: 'pending',
  publishedRFC: null,
  created: formatDateTime(now),
  createdRFC: formatRfc(now),
});

type Typed = Pick<Parameters<'addProductQuestion'>, 'user_name' | 'first_name' | 'last_name'>;

function typedUser({ user_name = '', first_name, last_name = '' }: Typed): User {
  const [given = '', ...family] = user_name.split(/\s+/);
  const name =
    first_name === undefined
      ? { firstName: given, lastName: family.join(' ') }
      : { firstName: first_name, lastName: last_name };
  return { ...unknownUser, ...name };
}

/** The key of a request, and all that makes it the same as another; see review-store/kept-answers.ts. */
import { refuse } from '../../contract/endpoints/errors.ts';
import type { Form } from './form.ts';

const MAX_KEY_LENGTH = 255;

/** @throws ApiError `malformed` */
export function readKey(header: string): string {
  if (header === '' || header.length > MAX_KEY_LENGTH)
    throw refuse('malformed', `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  return header;
}

/**
 * Everything that makes two requests the same; a multipart boundary does not.
 * @param except - fields that may differ, such as how long a form was on show.
 */
export function describeRequest(about: readonly string[], form: Form, except: readonly string[] = []): string {
  const fields = Object.entries(form.fields)
    .filter(([name]) => !except.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const files = form.files.map(({ field, digest }) => [field, digest]);
  return JSON.stringify([...about, fields, files]);
}

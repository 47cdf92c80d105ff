/** The fields of a shopper's form about a product, and the signs of a robot in it. */
import { refuseParameter } from '../../contract/endpoints/errors.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { parseParameters, valueOf, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import type { Form } from '../../server-kit/http/form.ts';
import type { EncodedImage } from '../../server-kit/pictures/images.ts';
import type { Customer } from '../customer/token.ts';
import { RobotSuspected } from '../http/refusals.ts';
import type { OutgoingFile } from '../../api-client/body.ts';
import { byNumber, checkLength, isCaptionField, isImageField } from './image-fields.ts';
import { withTitle } from './made-title.ts';
import { toOutgoing, type Photo } from './photos.ts';

/**
 * Without `email`, `order_id` and `location`: anybody could type anybody's. `image{n}` and `caption{n}` are read
 * besides these.
 */
const allowedFields = [
  'sku',
  'product_id',
  'title',
  'content',
  'rating',
  'first_name',
  'last_name',
  'user_name',
  'user_location',
  'attributes',
] as const;

/**
 * Fields about the form itself, not about the review; see docs/decisions/0060-forms-and-robots.md.
 *
 *   homepage  invisible to shoppers: a robot fills in everything
 *   elapsed   how long the form was visible, in milliseconds
 */
export const formFields = ['homepage', 'elapsed'] as const;

/** Nobody can choose stars and write a review in less. */
const SHORTEST_TIME_MS = 2_000;

export interface WrittenReview {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** Of a question and of an answer; the token alone says the e-mail address. */
const askingFields = {
  addProductQuestion: ['sku', 'content', 'first_name', 'last_name', 'user_name'],
  answerProductQuestion: ['question_id', 'content', 'first_name', 'last_name', 'user_name'],
} as const;

/** @throws ApiError naming what is wrong with the form. */
export function readAsking<Name extends keyof typeof askingFields>(
  name: Name,
  form: Form,
  customer: Customer | null,
): { fields: Record<string, string>; parameters: Parameters<Name> } {
  refuseRobots(form.fields);
  const typed = pickTyped(form.fields, askingFields[name]);
  const { order_id: _order, ...fields } = customer ? identify(typed, customer) : typed;
  return { fields, parameters: parseParameters(name, fields) };
}

/** @throws ApiError naming what is wrong with the form. */
export function readReview(form: Form<EncodedImage>, customer: Customer | null): WrittenReview {
  refuseRobots(form.fields);
  const fields = readFields(form.fields);
  const photos = findPhotos(form);
  return { fields: customer ? identify(fields, customer) : fields, files: photos.map(toOutgoing) };
}

function refuseRobots({ homepage, elapsed }: RawParameters): void {
  if (homepage !== undefined && String(homepage).trim() !== '')
    throw new RobotSuspected('malformed', 'Parameter homepage must be empty: only robots fill it in', {
      field: 'homepage',
    });
  if (elapsed === undefined || elapsed === '') return;
  if (typeof elapsed !== 'string' || !/^\d{1,12}$/.test(elapsed))
    throw refuseParameter('malformed', 'elapsed', 'must be a number of milliseconds');
  const missingMs = SHORTEST_TIME_MS - Number(elapsed);
  if (missingMs > 0)
    throw new RobotSuspected('tooManyRequests', 'The form was filled in faster than anybody writes', {
      retryAfterSeconds: missingMs / 1_000,
    });
}

function readFields(raw: RawParameters): Record<string, string> {
  const captions = Object.keys(raw).filter(isCaptionField);
  const fields: Record<string, string> = withTitle(pickTyped(raw, [...allowedFields, ...captions]));
  for (const name of captions) if (fields[name] !== undefined) checkLength(name, fields[name]);
  const { sku, product_id } = parseParameters('addProductReview', fields);
  if (sku === undefined && product_id === undefined) throw refuseParameter('parameterMissing', 'sku', 'is missing');
  return fields;
}

/** Those of these fields that say anything, as they are sent on. */
function pickTyped(raw: RawParameters, names: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of names) {
    const value = typedText(valueOf(raw, name) ?? '');
    if (value !== '') fields[name] = value;
  }
  return fields;
}

/** In the order of their numbers. A URL in place of a file would make our servers fetch whatever anybody names. */
function findPhotos({ fields, files, skipped }: Form<EncodedImage>): Photo[] {
  const [lost] = skipped;
  if (lost !== undefined)
    throw refuseParameter('malformed', lost, 'is no field of a photo: these are image1, image2, …');
  const wrong = Object.keys(fields).find((name) => isImageField(name) && String(fields[name]).trim() !== '');
  if (wrong !== undefined) throw refuseParameter('malformed', wrong, 'must be a file');
  return files.toSorted(byNumber);
}

/** The shop's word about its customer wins over the typed one. */
function identify(
  { user_name, ...typed }: Record<string, string>,
  { email, order_id, first_name, last_name }: Customer,
): Record<string, string> {
  const named = first_name !== undefined || last_name !== undefined;
  const { first_name: _first, last_name: _last, ...others } = typed;
  return {
    ...(named ? others : { ...typed, ...(user_name === undefined ? {} : { user_name }) }),
    email,
    ...(order_id === undefined ? {} : { order_id }),
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
  };
}

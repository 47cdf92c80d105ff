/** A merchant's writes, which are passed on at once or refused: their fields, files and answers. */
import { readAnswer } from '../../contract/endpoints/answers.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { refuseParameter } from '../../contract/endpoints/errors.ts';
import { aliases, parameters } from '../../contract/endpoints/parameters.ts';
import {
  parseParameters,
  pickParameters,
  valueOf,
  type RawParameters,
} from '../../contract/endpoints/read-parameters.ts';
import type { FileReader, Form } from '../../server-kit/http/form.ts';
import type { EncodedImage } from '../../server-kit/pictures/images.ts';
import type { OutgoingFile } from '../../api-client/body.ts';
import { byNumber, checkLength, isCaptionField, isImageField, isProductImageField } from '../writes/image-fields.ts';
import { withTitle } from '../writes/made-title.ts';
import { noPhotos, productPhotos, reviewPhotos, toOutgoing } from '../writes/photos.ts';
import type { Body } from './reads.ts';

type WriteName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never;
}[EndpointName];
export type MerchantWrite = Exclude<WriteName, 'login'>;

export const merchantWrites = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantWrite => endpoints[name].method === 'POST' && name !== 'login',
);

/** Fields that are not in the table of parameters, since they hold files or have numbers in their names. */
const more: Partial<
  Record<MerchantWrite, { isField(name: string): boolean; readonly files: FileReader<EncodedImage> }>
> = {
  addProductReview: { isField: (name) => isImageField(name) || isCaptionField(name), files: reviewPhotos },
  addProductImage: { isField: isProductImageField, files: productPhotos },
  removeProductImage: { isField: isProductImageField, files: noPhotos },
};

/** How the files of a write are read; undefined where it has none. */
export const filesOf = (name: MerchantWrite): FileReader<EncodedImage> | undefined => more[name]?.files;

export interface OutgoingWrite {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** The proxy adds these itself, and servers that are used to the API may go on sending theirs. */
const isToken = (field: string): boolean => field === 'client_token' || field === 'user_token';

/** A longer name of a parameter is cut to this in a refusal, in UTF-16 code units. */
const LONGEST_SHOWN_NAME = 100;

/**
 * Refuses parameters that nobody reads: they would be taken as done, or the answer as one to them.
 * @throws ApiError `malformed` that names the parameter.
 */
export function refuseUnknown(
  name: EndpointName,
  given: Iterable<string>,
  isKnown = (field: string): boolean => Object.hasOwn(parameters[name].shape, field),
): void {
  for (const field of given) {
    if (isToken(field) || isKnown(field) || Object.hasOwn(aliases[name] ?? {}, field)) continue;
    throw refuseParameter('malformed', field.slice(0, LONGEST_SHOWN_NAME), 'is unknown here');
  }
}

/**
 * The same for a write.
 * @param query - of the URL; a write has its parameters in the form.
 * @param notThere - parameters of extensions that the API does not have.
 * @throws ApiError `malformed` that names the parameter.
 */
export function refuseUnread(
  name: MerchantWrite,
  { fields, skipped }: Form<EncodedImage>,
  query: RawParameters,
  notThere: readonly string[],
): void {
  const sent = new Set([...Object.keys(fields), ...skipped]);
  const all = [...sent, ...Object.keys(query)];
  refuseUnknown(
    name,
    all,
    (field) =>
      (Object.hasOwn(parameters[name].shape, field) && !notThere.includes(field)) ||
      more[name]?.isField(field) === true,
  );
  const misplaced = all.find((field) => !sent.has(field) && !isToken(field));
  if (misplaced !== undefined) throw refuseParameter('malformed', misplaced, 'belongs in the form, not in the URL');
}

/** @throws ApiError that names the parameter that is wrong, before it costs a call. */
export function readWrite(name: MerchantWrite, form: Form<EncodedImage>): OutgoingWrite {
  const given = name === 'addProductReview' ? withTitle(form.fields) : form.fields;
  parseParameters(name, given);
  const fields = pickParameters(name, given);
  const isNumbered = (field: string) => name === 'addProductReview' && more[name]!.isField(field);
  for (const field of Object.keys(form.fields).filter(isNumbered)) {
    const value = valueOf(form.fields, field);
    if (!value) continue;
    checkLength(field, value);
    fields[field] = value;
  }
  return { fields, files: form.files.toSorted(byNumber).map(toOutgoing) };
}

/** The API's answer, as far as we know its fields. */
export function readWriteAnswer(name: MerchantWrite, body: unknown): Body {
  return readAnswer(name, body) ?? {};
}

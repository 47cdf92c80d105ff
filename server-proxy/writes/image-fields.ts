/** The fields for pictures; those of a review are `image{n}` with `caption{n}`, in the order of their numbers. */
import { refuseParameter } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE, LONGEST_LINK } from '../../contract/endpoints/limits.ts';

export const isImageField = (name: string): boolean => /^image\d{1,3}$/.test(name);
export const isCaptionField = (name: string): boolean => /^caption\d{1,3}$/.test(name);
/** Of a product; the specification has two names for it. */
export const isProductImageField = (name: string): boolean => name === 'qqfile' || name === 'image';

export const byNumber = (one: { readonly field: string }, other: { readonly field: string }): number =>
  numberOf(one.field) - numberOf(other.field);

const numberOf = (field: string): number => Number(/^[a-z]+(\d{1,3})$/.exec(field)?.[1] ?? 0);

/** @throws ApiError `malformed` for a caption, or the URL of a picture, that is too long for the API. */
export function checkLength(field: string, value: string): void {
  const longest = isCaptionField(field) ? LONGEST_LINE : LONGEST_LINK;
  if (value.length > longest) throw refuseParameter('malformed', field, `is longer than ${longest} characters`);
}

/** A merchant's writes, which are passed on at once or refused: their fields, files and answers. */
import { readAnswer } from '../../contract/answers.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { parseParameters, pickParameters, valueOf } from '../../contract/read-parameters.ts';
import type { FileReader, Form } from '../../server-kit/form.ts';
import type { EncodedImage } from '../../server-kit/images.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import { byNumber, checkLength, isCaptionField, isImageField } from '../writes/image-fields.ts';
import { noPhotos, productPhotos, reviewPhotos, toOutgoing } from '../writes/photos.ts';
import type { Body } from './reads.ts';

type WriteName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never;
}[EndpointName];
export type MerchantWrite = Exclude<WriteName, 'login'>;

export const merchantWrites = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantWrite => endpoints[name].method === 'POST' && name !== 'login',
);

/** Fields with numbers in their names, which are not in the table of parameters, and fields for files. */
const more: Partial<
  Record<MerchantWrite, { isField(name: string): boolean; readonly files: FileReader<EncodedImage> }>
> = {
  addProductReview: { isField: (name) => isImageField(name) || isCaptionField(name), files: reviewPhotos },
  addProductImage: { isField: () => false, files: productPhotos },
  removeProductImage: { isField: () => false, files: noPhotos },
};

/** How the files of a write are read; undefined where it has none. */
export const filesOf = (name: MerchantWrite): FileReader<EncodedImage> | undefined => more[name]?.files;

export interface OutgoingWrite {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** @throws ApiError that names the parameter that is wrong, before it costs a call. */
export function readWrite(name: MerchantWrite, form: Form<EncodedImage>): OutgoingWrite {
  parseParameters(name, form.fields);
  const fields = pickParameters(name, form.fields);
  const { isField } = more[name] ?? { isField: () => false };
  for (const field of Object.keys(form.fields).filter(isField)) {
    const value = valueOf(form.fields, field);
    if (!value) continue;
    checkLength(field, value);
    fields[field] = value;
  }
  return { fields, files: form.files.toSorted(byNumber).map(toOutgoing) };
}

/** What the API answered, as far as we know its fields. */
export function readWriteAnswer(name: MerchantWrite, body: unknown): Body {
  return readAnswer(name, body) ?? {};
}

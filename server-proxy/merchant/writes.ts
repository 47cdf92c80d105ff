/** A merchant's writes: passed on at once, or refused. What is answered, and which files they carry. */
import { readAnswer } from '../../contract/answers.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { refuseParameter } from '../../contract/errors.ts';
import { parseParameters, pickParameters } from '../../contract/parameters.ts';
import type { FileReader, Form } from '../../server-kit/form.ts';
import type { EncodedImage } from '../../server-kit/images.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import { byNumber, checkLength, isCaptionField, isImageField } from '../writes/image-fields.ts';
import { noPhotos, productPhotos, reviewPhotos, toOutgoing } from '../writes/photos.ts';
import type { Body } from './reads.ts';

type WriteName = { [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never }[EndpointName];
export type MerchantWrite = Exclude<WriteName, 'login'>;

export const merchantWrites = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantWrite => endpoints[name].method === 'POST' && name !== 'login',
);

/** Fields that are numbered, and so not in the table of parameters, and those that may be files. */
const more: Partial<Record<MerchantWrite, { isField(name: string): boolean; readonly files: FileReader<EncodedImage> }>> = {
  addProductReview: { isField: (name) => isImageField(name) || isCaptionField(name), files: reviewPhotos },
  addProductImage: { isField: () => false, files: productPhotos },
  removeProductImage: { isField: () => false, files: noPhotos },
};

/** How the files of a write are read; undefined where it takes none. */
export const filesOf = (name: MerchantWrite): FileReader<EncodedImage> | undefined => more[name]?.files;

export interface OutgoingWrite {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** @throws ApiError naming the parameter that is wrong, before it costs a call. */
export function readWrite(name: MerchantWrite, form: Form<EncodedImage>): OutgoingWrite {
  parseParameters(name, form.fields);
  const fields = pickParameters(name, form.fields);
  const { isField } = more[name] ?? { isField: () => false };
  for (const [field, value] of Object.entries(form.fields)) {
    if (!isField(field)) continue;
    if (value !== undefined && typeof value !== 'string') throw refuseParameter('malformed', field, 'is given more than once');
    if (!value) continue;
    checkLength(field, value);
    fields[field] = value;
  }
  return { fields, files: form.files.toSorted(byNumber).map(toOutgoing) };
}

/** What the API answered, without what is not ours to know. */
export function readWriteAnswer(name: MerchantWrite, body: unknown): Body {
  return readAnswer(name, body) ?? {};
}

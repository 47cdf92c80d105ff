/** A merchant's writes: passed on at once, or refused. What is answered, and which files they carry. */
import { readAnswer } from '../../contract/answers.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { ApiError } from '../../contract/errors.ts';
import { parseParameters, pickParameters } from '../../contract/parameters.ts';
import type { Form } from '../../server-kit/form.ts';
import type { Body } from '../shopper/reads.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import { byNumber, checkLength, isCaptionField, isImageField } from '../writes/image-fields.ts';
import { preparePhoto } from '../writes/photos.ts';

type WriteName = { [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never }[EndpointName];
export type MerchantWrite = Exclude<WriteName, 'login'>;

export const merchantWrites = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantWrite => endpoints[name].method === 'POST' && name !== 'login',
);

/** Fields that are numbered, and so not in the table of parameters, and those that may be files. */
const more: Partial<Record<MerchantWrite, { isField(name: string): boolean; isFile(name: string): boolean }>> = {
  addProductReview: { isField: (name) => isImageField(name) || isCaptionField(name), isFile: isImageField },
  addProductImage: { isField: () => false, isFile: (name) => name === 'qqfile' || name === 'image' },
};

export interface OutgoingWrite {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** @throws ApiError naming the parameter that is wrong, before it costs a call. */
export async function readWrite(name: MerchantWrite, form: Form): Promise<OutgoingWrite> {
  parseParameters(name, form.fields);
  const fields = pickParameters(name, form.fields);
  const { isField, isFile } = more[name] ?? { isField: () => false, isFile: () => false };
  for (const [field, value] of Object.entries(form.fields)) {
    if (!isField(field)) continue;
    if (value !== undefined && typeof value !== 'string') throw new ApiError(306, `Parameter ${field} is given more than once`);
    if (!value) continue;
    checkLength(field, value);
    fields[field] = value;
  }
  const files = await Promise.all(form.files.filter(({ field }) => isFile(field)).toSorted(byNumber).map(preparePhoto));
  return { fields, files };
}

/** What the API answered, without what is not ours to know. */
export function readWriteAnswer(name: MerchantWrite, body: unknown): Body {
  return readAnswer(name, body) ?? {};
}

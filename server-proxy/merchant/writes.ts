/** A merchant's writes: passed on at once, or refused. What is answered, and which files they carry. */
import { readAnswer } from '../../contract/answers.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits, parseParameters, pickParameters } from '../../contract/parameters.ts';
import type { Form } from '../../server-kit/form.ts';
import type { Body } from '../shopper/reads.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import { preparePhoto } from '../writes/photos.ts';

type WriteName = { [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never }[EndpointName];
export type MerchantWrite = Exclude<WriteName, 'login'>;

export const merchantWrites = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantWrite => endpoints[name].method === 'POST' && name !== 'login',
);

/** Fields that are numbered, and so not in the table of parameters, and those that may be files. */
const numbered = (name: string): string[] => Array.from({ length: limits.images }, (_none, index) => `${name}${index + 1}`);
const more: Partial<Record<MerchantWrite, { readonly fields: readonly string[]; readonly files: readonly string[] }>> = {
  addProductReview: { fields: [...numbered('image'), ...numbered('caption')], files: numbered('image') },
  addProductImage: { fields: [], files: ['qqfile', 'image'] },
};

export interface OutgoingWrite {
  readonly fields: Record<string, string>;
  readonly files: OutgoingFile[];
}

/** @throws ApiError naming the parameter that is wrong, before it costs a call. */
export async function readWrite(name: MerchantWrite, form: Form): Promise<OutgoingWrite> {
  parseParameters(name, form.fields);
  const fields = pickParameters(name, form.fields);
  const { fields: numberedFields, files: fileFields } = more[name] ?? { fields: [], files: [] };
  for (const field of numberedFields) {
    const value = Object.hasOwn(form.fields, field) ? form.fields[field] : undefined;
    if (value !== undefined && typeof value !== 'string') throw new ApiError(306, `Parameter ${field} is given more than once`);
    if (value) fields[field] = value;
  }
  const wanted = form.files.filter(({ field }) => fileFields.includes(field));
  const files = await Promise.all(wanted.toSorted((one, other) => fileFields.indexOf(one.field) - fileFields.indexOf(other.field)).map(preparePhoto));
  return { fields, files };
}

/** What the API answered, without what is not ours to know. */
export function readWriteAnswer(name: MerchantWrite, body: unknown): Body {
  return readAnswer(name, body) ?? {};
}

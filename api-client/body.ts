import { FormData } from 'undici';

export interface OutgoingFile {
  /** The form field, such as `image1`. */
  readonly field: string;
  readonly bytes: Uint8Array<ArrayBuffer> | Buffer;
  readonly type: string;
  readonly name: string;
}

export type OutgoingFields = Readonly<Record<string, string>>;

/** The body of a POST: a plain form, or multipart where there is a file. */
export function encodeBody(
  fields: OutgoingFields,
  files: readonly OutgoingFile[] = [],
): { body: string | FormData; headers: Record<string, string> } {
  if (files.length === 0) {
    return {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files)
    form.append(file.field, new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type }), file.name);
  return { body: form, headers: {} };
}

/** Which fields of an answer hold addresses of pictures, and the pictures that the API keeps itself. */

const pictures: ReadonlySet<string> = new Set(['original', 'normal', 'large', 'small', 'thumbnail', 'user_photo']);

/** @param parent - the field that the field's object is in. So is `url` in a list of `images`. */
export const isPicture = (name: string, parent: string): boolean =>
  pictures.has(name) || (name === 'url' && parent === 'images');

/**
 * Makes paths of pictures at the service's own address, as a body of the API is used and kept.
 * @param body - changed in place: a page of a thousand items is not made twice.
 */
export function toPaths(body: unknown, own: string, parent = ''): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value !== 'string') toPaths(value, own, Array.isArray(body) ? parent : name);
    else if (isPicture(name, parent) && value.startsWith(`${own}/`)) fields[name] = value.slice(own.length);
  }
}

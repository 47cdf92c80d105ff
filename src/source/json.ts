/**
 * JSON as the language defines it. Old libraries give lists a `toJSON` that writes them as text; a replacer gets
 * the text, and finds the list itself in its holder.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    return this[key];
  });

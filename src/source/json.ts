/**
 * JSON as the language defines it. Old libraries give lists a `toJSON` that writes them as text; a replacer is handed
 * what that returned, and finds the list itself in what holds it.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    return this[key];
  });

/** Shapes that servers of the API send and the specification does not show, brought to the one that it does. */

/** A bare value as text; nothing for an object, which no reader of the API can name. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Custom attributes come as a string, or as an object under several names. */
export function readNameAndValue(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return { name: '', value: asText(raw) };
  const { name, attribute_name, label, value, option, values } = raw as Record<string, unknown>;
  const given = value ?? option ?? values;
  return {
    name: asText(name ?? attribute_name ?? label),
    value: Array.isArray(given) ? given.map(asText).join(', ') : asText(given),
  };
}

export function readProductAttribute(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null)
    return { name: asText(raw), type: 'select', required: false, options: [] };
  const { name, type, required, options } = raw as Record<string, unknown>;
  return {
    name: asText(name),
    type: asText(type) || 'select',
    required: required === true || required === 1 || required === '1' || required === 'required',
    options: Array.isArray(options) ? options.map(asText) : asText(options).split(',').filter(Boolean),
  };
}

export function readLabel(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return asText(raw);
  const { label, name } = raw as Record<string, unknown>;
  return asText(label ?? name);
}

/** Product categories come as objects, and from some servers as bare strings. */
export function readCategory(raw: unknown): unknown {
  return typeof raw === 'string' ? { category_name: raw } : raw;
}

/** A star without an entry has no reviews. */
export function readStarCounts(raw: unknown): unknown {
  const counts = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  return Object.fromEntries(
    [1, 2, 3, 4, 5].map((rating) => {
      const given = counts[rating];
      const count =
        typeof given === 'object' && given !== null ? (given as Record<string, unknown>)['num_reviews'] : given;
      return [rating, { num_reviews: count ?? 0, rating }];
    }),
  );
}

/** Another server of the API does not say who is a verified buyer: of its reviews it is the author who was asked. */
export function readVerified(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { verified, solicited } = raw as Record<string, unknown>;
  return { ...raw, verified: verified ?? solicited };
}

/** The same of a review of the business, which has a source where its author was asked. */
export function readVerifiedOfShop(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { verified, source } = raw as Record<string, unknown>;
  return { ...raw, verified: verified ?? !!source };
}

/** Some servers wrap an object in a list of one. */
export const readOnlyOne = (raw: unknown): unknown => (Array.isArray(raw) ? raw[0] : raw);

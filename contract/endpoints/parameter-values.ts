/**
 * The kinds of values that parameters hold, as schemas over the raw strings of a query or a form. Reading is strict:
 * every refusal says what is wrong, and read-parameters.ts adds the name of the parameter.
 */
import { z } from 'zod';
import { dataSources } from '../datasources.ts';
import { readTypedEmail } from '../domains.ts';
import { parseDateTime } from '../entities/dates.ts';
import type { RefusalName } from './errors.ts';
import { typedText } from '../entities/typed-text.ts';
import { LONGEST_LINE, LONGEST_LINK, LONGEST_TEXT, MOST_BUSINESSES, MOST_ENTRIES } from './limits.ts';

const DAY_MS = 86_400_000;
const MOST_LANGUAGES = 20;
/** In UTF-16 code units: a language and two words. */
const LONGEST_MENTION = 150;

export type Wrong = Extract<RefusalName, 'parameterMissing' | 'limitExceeded' | 'malformed'>;

const reject = (context: z.core.$RefinementCtx, message: string, refusal: Wrong = 'malformed') => {
  context.addIssue({ code: 'custom', message, params: { refusal } });
  return z.NEVER;
};

/** `meta` describes a value on the wire, for the generated description of the API. */
export const text = (max: number = LONGEST_LINE) =>
  z
    .string()
    .meta({ maxLength: max })
    .transform((raw, context) => {
      if (raw.includes('\0')) return reject(context, 'must not contain a NUL character');
      const value = typedText(raw);
      return value.length > max ? reject(context, `is longer than ${max} characters`) : value;
    });

/** A required text: empty counts as missing (error 302). */
export const required = (max?: number) =>
  text(max).transform((value, context) => (value === '' ? reject(context, 'is missing', 'parameterMissing') : value));

export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const {
    $schema: _schema,
    '~standard': _standard,
    ...rest
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** An optional value; empty counts as absent. */
export const optional = <Output>(schema: z.ZodType<Output, string>) =>
  z
    .string()
    .meta(wireSchema(schema))
    .optional()
    .transform((raw, context): Output | undefined => {
      if (raw === undefined || typedText(raw) === '') return undefined;
      const read = schema.safeParse(raw);
      if (read.success) return read.data;
      for (const issue of read.error.issues) context.addIssue({ ...issue, path: [] } as never);
      return z.NEVER;
    });

/** For the header of a mail, where a line break would begin another header, and for a line of a listing. */
export const oneLine = () =>
  z
    .string()
    .transform((value, context) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) ? reject(context, 'must be one line') : value));

export const integer = (min: number, max: number, tooLarge: Wrong = 'malformed') =>
  z
    .string()
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform((raw, context) => {
      const value = raw.trim();
      if (!/^[+-]?\d{1,15}$/.test(value)) return reject(context, 'must be a whole number');
      const number = Number(value);
      if (number < min) return reject(context, `must be at least ${min}`);
      return number > max ? reject(context, `must be at most ${max}`, tooLarge) : number;
    });

export const identifier = () => integer(1, Number.MAX_SAFE_INTEGER);

export const flag = () =>
  z
    .string()
    .meta({ type: 'integer', enum: [0, 1] })
    .transform((raw, context) => {
      const value = raw.trim().toLowerCase();
      if (value === '1' || value === 'true') return true;
      if (value === '0' || value === 'false') return false;
      return reject(context, 'must be 0 or 1');
    });

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .meta({ enum: values })
    .transform((raw, context): Values[number] => {
      const value = values.find((candidate) => candidate.toLowerCase() === raw.trim().toLowerCase());
      return value ?? reject(context, `must be one of ${values.join(', ')}`);
    });

export const email = () =>
  text().transform((value, context) =>
    // One mailbox: no display name, no white space, no line break that could begin a header.
    /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[^\s@<>,;:"()[\]\\.]+\.)+[^\s@<>,;:"()[\]\\.]{2,}$/u.test(value) &&
    !/[\p{Cc}]/u.test(value)
      ? readTypedEmail(value)
      : reject(context, 'must be an e-mail address'),
  );

export const phone = () =>
  text(40).transform((value, context) =>
    /^\+?[\d\s().\-/]{5,}$/.test(value) ? value : reject(context, 'must be a phone number'),
  );

export const link = () =>
  text(LONGEST_LINK).transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    return url && (url.protocol === 'https:' || url.protocol === 'http:')
      ? url.href
      : reject(context, 'must be an http or https address');
  });

export const price = () =>
  z
    .string()
    .meta({ type: 'number', minimum: 0 })
    .transform((raw, context) =>
      /^\d{1,10}(\.\d{1,6})?$/.test(raw.trim()) ? Number(raw) : reject(context, 'must be a price such as 19.90'),
    );

export const day = () =>
  z
    .string()
    .meta({ format: 'date' })
    .transform((raw, context) => {
      const date = /^\d{4}-\d\d-\d\d$/.test(raw.trim()) ? parseDateTime(raw) : null;
      return date ? date.time : reject(context, 'must be a date such as 2026-11-03');
    });

/** Milliseconds since 1970; without a time, the first of the day. */
export const dateFrom = () =>
  z.string().transform((raw, context) => {
    const date = parseDateTime(raw);
    return date ? date.time : reject(context, 'must be a date such as 2026-11-03 or 2026-11-03 14:00:00');
  });

/** Milliseconds since 1970, inclusive: the last of the named day or second. */
export const dateTo = () =>
  z.string().transform((raw, context) => {
    const date = parseDateTime(raw);
    if (!date) return reject(context, 'must be a date such as 2026-11-03 or 2026-11-03 14:00:00');
    return date.time + (date.hasTime ? 999 : DAY_MS - 1);
  });

/** Commas part a list, and line breaks do: that is how spreadsheets write several values in one cell. */
const COMMAS = /[,\r\n]/;

const entriesOf = (value: string, separator: RegExp | '|'): string[] =>
  value
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);

export const list = (max: number = MOST_ENTRIES) =>
  text(LONGEST_TEXT).transform((value, context) => {
    const items = [...new Set(entriesOf(value, COMMAS))];
    if (items.length > max) return reject(context, `must name at most ${max}`, 'limitExceeded');
    // Each is searched for in an index, and those of PostgreSQL take no long text.
    return items.some((item) => item.length > LONGEST_LINE)
      ? reject(context, `must name nothing longer than ${LONGEST_LINE} characters`)
      : items;
  });

/** An optional list. Like an empty one, a list of nothing but commas counts as absent. */
export const optionalList = <Item>(schema: z.ZodType<Item[], string>) =>
  optional(schema).transform((items) => (items?.length ? items : undefined));

export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** `20,40`; brackets are accepted, and an end may be empty. */
export const range = () =>
  z.string().transform((raw, context): Range => {
    const [min, max, ...more] = raw.split(',').map(readEnd);
    if (min === undefined || max === undefined || more.length > 0)
      return reject(context, 'must be a range such as 20,40');
    return min !== null && max !== null && min > max ? reject(context, 'must not end before it begins') : { min, max };
  });

/** One end of a range: null where it is empty, undefined where it is not a number. */
function readEnd(given: string): number | null | undefined {
  const end = given.trim().replace(/^\[/, '').replace(/\]$/, '').trim();
  if (end === '') return null;
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(end) ? Number(end) : undefined;
}

export const ratings = () =>
  list().transform((items, context) =>
    items.every((item) => /^[1-5]$/.test(item))
      ? items.map(Number)
      : reject(context, 'must be ratings from 1 to 5, such as 3,4,5'),
  );

/** External data sources to include; in the specification `false` and `0` mean none. */
export const datasources = () =>
  list().transform((items, context) => {
    if (items.length === 1 && (items[0] === 'false' || items[0] === '0')) return [];
    const unknown = items.find((item) => !Object.hasOwn(dataSources, item));
    return unknown === undefined ? items : reject(context, `must be codes from ${Object.keys(dataSources).join(', ')}`);
  });

export const businesses = () =>
  text(LONGEST_TEXT).transform((value, context) => {
    let names: unknown;
    try {
      names = JSON.parse(value);
    } catch {
      return reject(context, 'must be a JSON array of site domains');
    }
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
      return reject(context, 'must be a JSON array of site domains');
    return names.length > MOST_BUSINESSES
      ? reject(context, `must name at most ${MOST_BUSINESSES}`, 'limitExceeded')
      : (names as string[]);
  });

/** Languages by their primary subtags, `en,pt`: in lower case. */
export const languages = () =>
  list(MOST_LANGUAGES).transform((items, context) => {
    const tags = items.map((item) => item.toLowerCase());
    return tags.every((tag) => /^[a-z]{2,3}$/.test(tag))
      ? [...new Set(tags)]
      : reject(context, 'must be languages such as en,de,pt');
  });

/** One of them. */
export const language = () =>
  z.string().transform((value, context) => {
    const tag = value.toLowerCase();
    return /^[a-z]{2,3}$/.test(tag) ? tag : reject(context, 'must be a language such as de');
  });

/** A digest's name for a word or a pair of words that reviews mention, by language and stem: `en.handl`. */
export const mentionKey = () =>
  text(LONGEST_MENTION).transform((value, context) =>
    /^[a-z]{2,3}\.[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)?$/u.test(value)
      ? value
      : reject(context, 'must be the key of a mention such as en.handl'),
  );

export interface GivenAttribute {
  readonly name: string;
  readonly value: string;
}

/** A shopper's choices for custom attributes: `Fit:Snug|Colour:True to the picture`. */
export const givenAttributes = (max: number = Number.POSITIVE_INFINITY) =>
  text(LONGEST_TEXT).transform((value, context): GivenAttribute[] => {
    const entries = entriesOf(value, '|');
    if (entries.length > max) return reject(context, `must name at most ${max}`, 'limitExceeded');
    const read = entries.map((entry) => {
      const colon = entry.indexOf(':');
      const name = entry.slice(0, colon).split(';')[0]!.trim();
      return colon > 0 && name ? { name, value: entry.slice(colon + 1).trim() } : null;
    });
    return read.includes(null)
      ? reject(context, 'must be entries such as name:option, separated by |')
      : (read as GivenAttribute[]);
  });

export interface DeclaredAttribute {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: string[];
}

/** The questions about a product: `name;type;required:option1,option2`, or the short `name:option1,option2`. */
export const declaredAttributes = () =>
  text(LONGEST_TEXT).transform((value, context): DeclaredAttribute[] => {
    const read = entriesOf(value, '|').map((entry) => {
      const colon = entry.indexOf(':');
      const [name = '', type = '', need = ''] = (colon < 0 ? entry : entry.slice(0, colon))
        .split(';')
        .map((part) => part.trim());
      const options = colon < 0 ? [] : entriesOf(entry.slice(colon + 1), COMMAS);
      return name ? { name, type: type || 'select', required: /^(1|true|yes|required)$/i.test(need), options } : null;
    });
    return read.includes(null)
      ? reject(context, 'must be entries such as name;type;required:option1,option2, separated by |')
      : (read as DeclaredAttribute[]);
  });

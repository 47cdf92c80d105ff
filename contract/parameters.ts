/**
 * What each operation takes, as schemas over the raw strings of a query or a form. Reading is strict: every refusal
 * names the parameter and what is wrong with it. Unknown parameters are ignored; `parseParameters` is the only way in.
 */
import { z } from 'zod';
import { dataSources } from './datasources.ts';
import { parseDateTime } from './dates.ts';
import type { EndpointName } from './endpoints.ts';
import { flagReasons } from './entities.ts';
import { refuseParameter, type ApiError, type RefusalName } from './errors.ts';
import { DEFAULT_COUNT, LONGEST_LINE, LONGEST_LINK, LONGEST_NAME, LONGEST_TEXT, MAX_COUNT, MOST_BUSINESSES, MOST_ENTRIES } from './limits.ts';

const DAY = 86_400_000;

/** What can be wrong with a parameter. */
type Wrong = Extract<RefusalName, 'parameterMissing' | 'limitExceeded' | 'malformed'>;

const reject = (context: z.core.$RefinementCtx, message: string, refusal: Wrong = 'malformed') => {
  context.addIssue({ code: 'custom', message, params: { refusal } });
  return z.NEVER;
};

// ---- single values ------------------------------------------------------------------------------------------------

/** `meta` is what a JSON Schema says of a value on the wire; the generated description of the API shows it. */
const text = (max: number = LONGEST_LINE) =>
  z.string().meta({ maxLength: max }).transform((raw, context) => {
    if (raw.includes('\0')) return reject(context, 'must not contain a NUL character');
    const value = raw.toWellFormed().trim();
    return value.length > max ? reject(context, `is longer than ${max} characters`) : value;
  });

/** A required text: empty counts as missing (error 302). */
const required = (max?: number) =>
  text(max).transform((value, context) => (value === '' ? reject(context, 'is missing', 'parameterMissing') : value));

function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _schema, '~standard': _standard, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** An optional value; empty counts as absent. */
const optional = <Output>(schema: z.ZodType<Output, string>) =>
  z
    .string()
    .meta(wireSchema(schema))
    .optional()
    .transform((raw, context): Output | undefined => {
      if (raw === undefined || raw.trim() === '') return undefined;
      const read = schema.safeParse(raw);
      if (read.success) return read.data;
      for (const issue of read.error.issues) context.addIssue({ ...issue, path: [] } as never);
      return z.NEVER;
    });

/** What stands in the header of a mail: a line break in it would begin another header. */
const oneLine = () =>
  z.string().transform((value, context) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) ? reject(context, 'must be one line') : value));

const integer = (min: number, max: number, tooLarge: Wrong = 'malformed') =>
  z.string().meta({ type: 'integer', minimum: min, maximum: max }).transform((raw, context) => {
    const value = raw.trim();
    if (!/^[+-]?\d{1,15}$/.test(value)) return reject(context, 'must be a whole number');
    const number = Number(value);
    if (number < min) return reject(context, `must be at least ${min}`);
    return number > max ? reject(context, `must be at most ${max}`, tooLarge) : number;
  });

const identifier = () => integer(1, Number.MAX_SAFE_INTEGER);

const flag = () =>
  z.string().meta({ type: 'integer', enum: [0, 1] }).transform((raw, context) => {
    const value = raw.trim().toLowerCase();
    if (value === '1' || value === 'true') return true;
    if (value === '0' || value === 'false') return false;
    return reject(context, 'must be 0 or 1');
  });

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.string().meta({ enum: values }).transform((raw, context): Values[number] => {
    const value = values.find((candidate) => candidate.toLowerCase() === raw.trim().toLowerCase());
    return value ?? reject(context, `must be one of ${values.join(', ')}`);
  });

const email = () =>
  text().transform((value, context) =>
    // One mailbox and nothing else: no display name, no white space, no line break that could start a header.
    /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[^\s@<>,;:"()[\]\\.]+\.)+[^\s@<>,;:"()[\]\\.]{2,}$/u.test(value) && !/[\p{Cc}]/u.test(value)
      ? value
      : reject(context, 'must be an e-mail address'),
  );

const phone = () =>
  text(40).transform((value, context) =>
    /^\+?[\d\s().\-/]{5,}$/.test(value) ? value : reject(context, 'must be a phone number'),
  );

const link = () =>
  text(LONGEST_LINK).transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : reject(context, 'must be an http or https address');
  });

const price = () =>
  z.string().meta({ type: 'number', minimum: 0 }).transform((raw, context) =>
    /^\d{1,10}(\.\d{1,6})?$/.test(raw.trim()) ? Number(raw) : reject(context, 'must be a price such as 19.90'),
  );

const day = () =>
  z.string().meta({ format: 'date' }).transform((raw, context) => {
    const date = /^\d{4}-\d\d-\d\d$/.test(raw.trim()) ? parseDateTime(raw) : null;
    return date ? date.time : reject(context, 'must be a date such as 2026-11-03');
  });

/** Milliseconds since 1970; the first of the day where no time is given. */
const dateFrom = () =>
  z.string().transform((raw, context) => {
    const date = parseDateTime(raw);
    return date ? date.time : reject(context, 'must be a date such as 2026-11-03 or 2026-11-03 14:00:00');
  });

/** Milliseconds since 1970, inclusive: the last of the day, or of the second, that is named. */
const dateTo = () =>
  z.string().transform((raw, context) => {
    const date = parseDateTime(raw);
    if (!date) return reject(context, 'must be a date such as 2026-11-03 or 2026-11-03 14:00:00');
    return date.time + (date.hasTime ? 999 : DAY - 1);
  });

const list = (max: number = MOST_ENTRIES) =>
  text(LONGEST_TEXT).transform((value, context) => {
    const items = [...new Set(value.split(',').map((item) => item.trim()).filter(Boolean))];
    if (items.length > max) return reject(context, `must name at most ${max}`, 'limitExceeded');
    // Each is looked up in an index, and PostgreSQL's hold no long text.
    return items.some((item) => item.length > LONGEST_LINE) ? reject(context, `must name nothing longer than ${LONGEST_LINE} characters`) : items;
  });

/** An optional list; one of commas alone names nothing, and counts as absent like an empty one. */
const optionalList = <Item>(schema: z.ZodType<Item[], string>) => optional(schema).transform((items) => (items?.length ? items : undefined));

export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** `20,40`; brackets are tolerated, and an end may be empty. */
const range = () =>
  z.string().transform((raw, context): Range => {
    const [min, max, ...more] = raw.split(',').map(readEnd);
    if (min === undefined || max === undefined || more.length > 0) return reject(context, 'must be a range such as 20,40');
    return min !== null && max !== null && min > max ? reject(context, 'must not end before it begins') : { min, max };
  });

/** One end of a range: null where it is empty, undefined where it is no number. */
function readEnd(given: string): number | null | undefined {
  const end = given.trim().replace(/^\[/, '').replace(/\]$/, '').trim();
  if (end === '') return null;
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(end) ? Number(end) : undefined;
}

const ratings = () =>
  list().transform((items, context) =>
    items.every((item) => /^[1-5]$/.test(item)) ? items.map(Number) : reject(context, 'must be ratings from 1 to 5, such as 3,4,5'),
  );

/** External data sources to include; `false` and `0` are the specification's way to say none. */
const datasources = () =>
  list().transform((items, context) => {
    if (items.length === 1 && (items[0] === 'false' || items[0] === '0')) return [];
    const unknown = items.find((item) => !Object.hasOwn(dataSources, item));
    return unknown === undefined ? items : reject(context, `must be codes from ${Object.keys(dataSources).join(', ')}`);
  });

const businesses = () =>
  text(LONGEST_TEXT).transform((value, context) => {
    let names: unknown;
    try {
      names = JSON.parse(value);
    } catch {
      return reject(context, 'must be a JSON array of site domains');
    }
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return reject(context, 'must be a JSON array of site domains');
    return names.length > MOST_BUSINESSES ? reject(context, `must name at most ${MOST_BUSINESSES}`, 'limitExceeded') : (names as string[]);
  });

export interface GivenAttribute {
  readonly name: string;
  readonly value: string;
}

/** What a shopper says of a custom attribute: `Fit:Snug|Colour:True to the picture`. */
const givenAttributes = () =>
  text(LONGEST_TEXT).transform((value, context): GivenAttribute[] => {
    const entries = value.split('|').map((entry) => entry.trim()).filter(Boolean);
    const read = entries.map((entry) => {
      const colon = entry.indexOf(':');
      const name = entry.slice(0, colon).split(';')[0]!.trim();
      return colon > 0 && name ? { name, value: entry.slice(colon + 1).trim() } : null;
    });
    return read.includes(null) ? reject(context, 'must be entries such as name:option, separated by |') : (read as GivenAttribute[]);
  });

export interface DeclaredAttribute {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: string[];
}

/** What may be asked about a product: `name;type;required:option1,option2`, or the short `name:option1,option2`. */
const declaredAttributes = () =>
  text(LONGEST_TEXT).transform((value, context): DeclaredAttribute[] => {
    const entries = value.split('|').map((entry) => entry.trim()).filter(Boolean);
    const read = entries.map((entry) => {
      const colon = entry.indexOf(':');
      const [name = '', type = '', need = ''] = (colon < 0 ? entry : entry.slice(0, colon)).split(';').map((part) => part.trim());
      const options = colon < 0 ? [] : entry.slice(colon + 1).split(',').map((option) => option.trim()).filter(Boolean);
      return name ? { name, type: type || 'select', required: /^(1|true|yes|required)$/i.test(need), options } : null;
    });
    return read.includes(null)
      ? reject(context, 'must be entries such as name;type;required:option1,option2, separated by |')
      : (read as DeclaredAttribute[]);
  });

// ---- parameters that several operations share ---------------------------------------------------------------------

const page = {
  start: optional(integer(0, Number.MAX_SAFE_INTEGER)).transform((value) => value ?? 0),
  count: optional(integer(1, MAX_COUNT, 'limitExceeded')).transform((value) => value ?? DEFAULT_COUNT),
};
const byCreation = { order: optional(oneOf(['ASC', 'DESC'])).transform((value) => value ?? 'DESC') };
const dates = { date_from: optional(dateFrom()), date_to: optional(dateTo()) };
const off = () => optional(flag()).transform((value) => value ?? false);
const noSources = () => optional(datasources()).transform((value) => value ?? []);
const customer = {
  first_name: optional(text(LONGEST_NAME)),
  last_name: optional(text(LONGEST_NAME)),
  location: optional(text()),
  language: optional(text(35)),
  return_link: off(),
};

// ---- the operations -----------------------------------------------------------------------------------------------

export const parameters = {
  login: z.object({ email: required(), password: required(1_000) }),

  getBusiness: z.object({ datasources: noSources() }),
  getBusinesses: z.object({ businesses: required(LONGEST_TEXT).pipe(businesses()) }),
  listQuestions: z.object({ ...page, ...byCreation }),

  getReview: z.object({ review_no: required().pipe(identifier()) }),
  listReviews: z.object({
    ...page,
    ...byCreation,
    ...dates,
    q: optional(text()),
    labels: optionalList(list()),
    unpublished: off(),
    updated: off(),
    deleted: off(),
    solicited: optional(flag()),
    datasources: noSources(),
  }),
  publishReview: z.object({ review_no: required().pipe(identifier()) }),
  flagReview: z.object({
    review_no: required().pipe(identifier()),
    reason: required().pipe(oneOf(flagReasons)),
    message: required(LONGEST_TEXT),
  }),

  listComments: z.object({
    ...page,
    ...dates,
    review_no: optional(identifier()),
    updated: off(),
    deleted: off(),
    datasources: noSources(),
  }),
  addComment: z.object({ review_no: required().pipe(identifier()), text: required(LONGEST_TEXT) }),

  sendResolution: z.object({ review_no: optional(identifier()), username: optional(text()), body: required(LONGEST_TEXT) }),
  listMessages: z.object({
    ...page,
    ...byCreation,
    username: optional(text()),
    folder: optional(oneOf(['inbox', 'sent'])).transform((value) => value ?? 'inbox'),
  }),
  sendMessage: z.object({
    review_no: optional(identifier()),
    username: optional(text()),
    subject: required().pipe(oneLine()),
    body: required(LONGEST_TEXT),
  }),

  addReviewRequest: z.object({
    ...customer,
    email: optional(email()),
    phone: optional(phone()),
    order_id: required(),
    order_date: required().pipe(day()),
    labels: optionalList(list()),
    product_skus: optionalList(list()),
  }),
  removeReviewRequest: z.object({ email: required().pipe(email()), order_id: optional(text()) }),

  getWriteLink: z.object({}),
  getEditLink: z.object({ email: required().pipe(email()) }),

  listProducts: z.object({
    ...page,
    q: optional(text()),
    sku: optional(text()),
    gtin: optional(text()),
    mpn: optional(text()),
    brand: optional(text()),
    categories: optionalList(list()),
    price_range: optional(range()),
    reviews_range: optional(range()),
    product_id: optional(identifier()),
  }),
  addProduct: z.object({
    sku: required(),
    title: required(),
    item_group: optional(text()),
    gtin: optional(text()),
    mpn: optional(text()),
    description: optional(text(LONGEST_TEXT)),
    brand: optional(text()),
    categories: optionalList(list()),
    currency: optional(text(3)),
    price: optional(price()),
    retail_price: optional(price()),
    product_link: optional(link()),
    image_url: optional(link()),
    attributes: optional(declaredAttributes()),
  }),
  removeProduct: z.object({ product_id: required().pipe(identifier()) }),
  addProductImage: z.object({ sku: optional(text()), product_id: optional(identifier()), image: optional(link()) }),
  removeProductImage: z.object({ product_id: required().pipe(identifier()), image_id: required().pipe(identifier()) }),

  listProductQuestions: z.object({
    ...page,
    ...byCreation,
    sku: optional(text()),
    filter: optional(oneOf(['PENDING', 'PUBLISHED', 'REMOVED'])),
  }),

  listProductReviews: z.object({
    ...page,
    ...dates,
    sku: optional(text()),
    item_group: optional(text()),
    q: optional(text()),
    brand: optional(text()),
    categories: optionalList(list()),
    only_photos: off(),
    price_range: optional(range()),
    reviews_range: optional(range()),
    ratings: optionalList(ratings()),
    deleted: off(),
    order: optional(oneOf(['created', 'relevant'])).transform((value) => value ?? 'created'),
  }),
  /** Photos and their captions travel beside these, as `image{n}` and `caption{n}`. */
  addProductReview: z.object({
    sku: optional(text()),
    product_id: optional(identifier()),
    title: required(),
    content: required(LONGEST_TEXT),
    rating: required().pipe(integer(1, 5)),
    order_id: optional(text()),
    first_name: optional(text(LONGEST_NAME)),
    last_name: optional(text(LONGEST_NAME)),
    user_name: optional(text(200)),
    email: optional(email()),
    user_location: optional(text()),
    location: optional(text()),
    attributes: optional(givenAttributes()),
  }),
  voteOnProductReview: z.object({
    review_id: required().pipe(identifier()),
    vote: required().pipe(oneOf(['positive', 'negative'])),
  }),
  listTopRatedProducts: z.object({ category_name: optional(text()), currency: optional(text(3)) }),
  getProductReviewStats: z.object({
    sku: optional(text()),
    categories: optionalList(list()),
    item_group: optional(text()),
    brand: optional(text()),
  }),

  addProductReviewRequest: z.object({
    ...customer,
    email: required().pipe(email()),
    product_skus: required(LONGEST_TEXT).pipe(list()),
    order_id: required(),
    order_date: required().pipe(day()),
  }),
  removeProductReviewRequest: z.object({
    email: required().pipe(email()),
    product_sku: optional(text()),
    order_id: optional(text()),
  }),

  accessPersonalData: z.object({ email: required().pipe(email()) }),
  erasePersonalData: z.object({ email: required().pipe(email()) }),
} satisfies Record<EndpointName, z.ZodObject>;

/** What an operation takes, parsed. */
export type Parameters<Name extends EndpointName> = z.output<(typeof parameters)[Name]>;

/** Names under which clients of the API also send a parameter, where the specification shows both. */
const aliases: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  addReviewRequest: { product_sku: 'product_skus' },
  addProductReviewRequest: { product_sku: 'product_skus' },
};

export type RawParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The parameters that an operation has, as they were given, under the specification's own names; all others are left
 * out.
 * @throws ApiError `malformed` for one that is given more than once.
 */
export function pickParameters(name: EndpointName, raw: RawParameters): Record<string, string> {
  const given: Record<string, string> = {};
  const take = (target: string, source: string) => {
    const value = Object.hasOwn(raw, source) ? raw[source] : undefined;
    if (value === undefined || given[target] !== undefined) return;
    if (typeof value !== 'string') throw refuseParameter('malformed', source, 'is given more than once');
    given[target] = value;
  };
  for (const parameter of Object.keys((parameters[name] as z.ZodObject).shape)) take(parameter, parameter);
  const otherNames: Readonly<Record<string, string>> = aliases[name] ?? {};
  for (const [alias, parameter] of Object.entries(otherNames)) take(parameter, alias);
  return given;
}

interface Slot {
  readonly parameter: string;
  readonly schema: z.ZodType;
  /** Longest value, in UTF-16 code units. */
  readonly maxLength: number;
  /** What the operation gets where the parameter is not given; null where it has to be given. */
  readonly absent: { readonly value: unknown } | null;
}

const slots = new Map<EndpointName, readonly Slot[]>();

/** The longest value that an operation takes for each of its parameters, in UTF-16 code units. */
export const longestValues = (name: EndpointName): Readonly<Record<string, number>> =>
  Object.fromEntries(slotsOf(name).map(({ parameter, maxLength }) => [parameter, maxLength]));

/** The parameters of an operation. Most are not given, and what stands for those is found out once. */
function slotsOf(name: EndpointName): readonly Slot[] {
  let found = slots.get(name);
  if (!found) {
    found = Object.entries(parameters[name].shape as Record<string, z.ZodType>).map(([parameter, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      const { maxLength = LONGEST_LINE } = wireSchema(schema) as { maxLength?: number };
      return { parameter, schema, maxLength, absent: success ? { value: Object.freeze(data) } : null };
    });
    slots.set(name, found);
  }
  return found;
}

/**
 * Reads the raw strings of a query or a form.
 * @throws ApiError `parameterMissing`, `limitExceeded` or `malformed`, its reason naming the parameter.
 */
export function parseParameters<Name extends EndpointName>(name: Name, raw: RawParameters): Parameters<Name> {
  const given = pickParameters(name, raw);
  const parsed: Record<string, unknown> = {};
  for (const { parameter, schema, maxLength, absent } of slotsOf(name)) {
    const value = given[parameter];
    if (value === undefined) {
      if (!absent) throw refuseParameter('parameterMissing', parameter, 'is missing');
      parsed[parameter] = absent.value;
      continue;
    }
    if (value.length > maxLength) throw refuseParameter('malformed', parameter, `is longer than ${maxLength} characters`);
    const read = schema.safeParse(value);
    if (!read.success) throw toApiError(parameter, read.error.issues[0]!);
    parsed[parameter] = read.data;
  }
  return parsed as Parameters<Name>;
}

function toApiError(parameter: string, issue: z.core.$ZodIssue): ApiError {
  const refusal = issue.code === 'custom' ? (issue.params?.['refusal'] as Wrong | undefined) : undefined;
  return refuseParameter(refusal ?? 'malformed', parameter, issue.message);
}

/**
 * The two strengths in which every entity is read. `strict` is for the service's and the proxy's own answers:
 * numbers are numbers, absent values are null, and no field is missing or unknown. `tolerant` reads what servers of
 * this API really send (numbers as strings, both date shapes, fields that are absent, null or empty) and yields the
 * same clean shape.
 */
import { z } from 'zod';
import { formatDateTime, formatRfc, parseDateTime } from './dates.ts';
import { withoutOpenDirections } from './typed-text.ts';

export interface FieldKit {
  /** Text that is always there; to a tolerant reader, missing text is empty. */
  readonly text: z.ZodType<string>;
  readonly optionalText: z.ZodType<string | null>;
  readonly integer: z.ZodType<number>;
  readonly optionalInteger: z.ZodType<number | null>;
  /** The identifier of an item. Without it the item is malformed, to either reader. */
  readonly id: z.ZodType<number>;
  /** The stars of a product review, 1 to 5. Without them the item is malformed, to either reader. */
  readonly stars: z.ZodType<number>;
  readonly number: z.ZodType<number>;
  readonly optionalNumber: z.ZodType<number | null>;
  /** The rating of an aspect, 1 to 5; null where it was not rated (some servers send 0). */
  readonly rating: z.ZodType<number | null>;
  readonly boolean: z.ZodType<boolean>;
  readonly optionalBoolean: z.ZodType<boolean | null>;
  readonly yesNo: z.ZodType<'Yes' | 'No'>;
  /**
   * An object with exactly these fields. Of a date and its `…RFC` twin a tolerant reader fills either from the other.
   */
  object<Shape extends z.ZodRawShape>(shape: Shape): z.ZodType<z.output<z.ZodObject<Shape>>>;
  /** A list. To a tolerant reader an absent one is empty, and malformed items are dropped. */
  list<Item>(item: z.ZodType<Item>): z.ZodType<Item[]>;
  /** A value that a tolerant reader takes in other shapes as well, which `read` brings to this one. */
  loose<Schema extends z.ZodType>(read: (raw: unknown) => unknown, schema: Schema): Schema;
  /** A nested object that may be absent, or too incomplete to be read. */
  optional<Value>(value: z.ZodType<Value>): z.ZodType<Value | null>;
}

const localDate = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const rfcDate = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

/** How a date and its twin may look once they have been read, by either kit. */
const dateKinds = {
  required: { local: localDate, rfc: rfcDate },
  optional: { local: localDate.nullable(), rfc: rfcDate.nullable() },
  /** `pending` stands in place of the date of what is not published yet. */
  published: { local: z.union([localDate, z.literal('pending')]).nullable(), rfc: rfcDate.nullable() },
} as const;
type DateKinds = typeof dateKinds;

/** The two fields of a date-time: `created` and `createdRFC`. */
export function date<Name extends string, Kind extends keyof DateKinds>(name: Name, kind: Kind) {
  const { local, rfc } = dateKinds[kind];
  return { [name]: local, [`${name}RFC`]: rfc } as { [Field in Name]: DateKinds[Kind]['local'] } & {
    [Field in `${Name}RFC`]: DateKinds[Kind]['rfc'];
  };
}

export const strict: FieldKit = {
  text: z.string(),
  optionalText: z.string().nullable(),
  integer: z.int(),
  optionalInteger: z.int().nullable(),
  id: z.int().positive(),
  stars: z.int().min(1).max(5),
  number: z.number(),
  optionalNumber: z.number().nullable(),
  rating: z.number().min(1).max(5).nullable(),
  boolean: z.boolean(),
  optionalBoolean: z.boolean().nullable(),
  yesNo: z.enum(['Yes', 'No']),
  object: (shape) => z.strictObject(shape) as never,
  list: (item) => z.array(item),
  loose: (_read, schema) => schema,
  optional: (value) => value.nullable(),
};

/** A strict entity with further fields, or with others of the same names. */
export function extended<Entity, More extends z.ZodRawShape>(entity: z.ZodType<Entity>, more: More) {
  if (!(entity instanceof z.ZodObject)) throw new TypeError('Only strict entities have fields to add to');
  const made: z.ZodType = entity.extend(more);
  return made as z.ZodType<Omit<Entity, keyof More> & z.output<z.ZodObject<More>>>;
}

/** Longer text is cut (UTF-16 code units): nobody wrote it, and everybody who reads it would pay for it. */
const LONGEST_TEXT = 65_536;
/** In characters: nobody means a longer number. */
const LONGEST_NUMBER = 100;

/** Without NUL characters and halves of surrogates, which no database can hold, and without signs of direction. */
const toStorable = (value: unknown): unknown =>
  typeof value === 'string'
    ? withoutOpenDirections(value.slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed())
    : value;

function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return toStorable(value ?? '');
}

function toOptionalText(value: unknown): unknown {
  if (value === false || value === undefined || value === null || value === '') return null;
  return toText(value);
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text.length <= LONGEST_NUMBER && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : undefined;
}

/** A number, or null for anything else. */
function toOptionalNumber(value: unknown): unknown {
  const number = toNumber(value);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const round = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value) : value);
const truncate = (value: unknown): unknown => (typeof value === 'number' ? Math.trunc(value) : value);

function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return /^(1|yes|true|y|on)$/i.test(value.trim());
  return value === true || value === 1;
}

export const tolerant: FieldKit = {
  text: z.preprocess(toText, z.string()),
  optionalText: z.preprocess(toOptionalText, z.string().nullable()),
  integer: z.preprocess((value) => truncate(toOptionalNumber(value) ?? 0), z.int()),
  optionalInteger: z.preprocess((value) => truncate(toOptionalNumber(value)), z.int().nullable()),
  id: z.preprocess(toNumber, z.int().positive()),
  stars: z.preprocess((value) => round(toNumber(value)), z.int().min(1).max(5)),
  number: z.preprocess((value) => toOptionalNumber(value) ?? 0, z.number()),
  optionalNumber: z.preprocess(toOptionalNumber, z.number().nullable()),
  rating: z.preprocess((value) => {
    const number = toOptionalNumber(value);
    return typeof number === 'number' && number >= 1 && number <= 5 ? number : null;
  }, z.number().nullable()),
  boolean: z.preprocess(toBoolean, z.boolean()),
  optionalBoolean: z.preprocess(
    (value) => (value === undefined || value === null || value === '' ? null : toBoolean(value)),
    z.boolean().nullable(),
  ),
  yesNo: z.preprocess((value) => (toBoolean(value) ? 'Yes' : 'No'), z.enum(['Yes', 'No'])),
  object: (shape) => {
    const dates = Object.keys(shape).filter((name) => `${name}RFC` in shape);
    return z.preprocess((value) => completeDates(value, dates), z.object(shape)) as never;
  },
  list: (item) =>
    z.preprocess(
      (value) => (Array.isArray(value) ? value : []),
      z.array(z.unknown()).transform((values) =>
        values.flatMap((value) => {
          const read = item.safeParse(value);
          return read.success ? [read.data] : [];
        }),
      ),
    ) as never,
  loose: (read, schema) => z.preprocess(read, schema) as never,
  optional: (value) =>
    z.preprocess((raw) => {
      if (typeof raw !== 'object' || raw === null) return null;
      const read = value.safeParse(raw);
      return read.success ? read.data : null;
    }, z.unknown()) as never,
};

/** Brings these dates and their twins to one shape each, filling either from the other. */
function completeDates(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  const completed: Record<string, unknown> = { ...value };
  for (const name of names) {
    const twin = `${name}RFC`;
    const date = readDate(completed[twin]) ?? readDate(completed[name]);
    if (completed[name] !== 'pending' || date !== null) completed[name] = date === null ? null : formatDateTime(date);
    completed[twin] = date === null ? null : formatRfc(date);
  }
  return completed;
}

function readDate(value: unknown): number | null {
  return typeof value === 'string' ? (parseDateTime(value)?.time ?? null) : null;
}

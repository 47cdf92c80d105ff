/** Kinds of values in the format `plaudit`: as they are stored, as they are in a file, and their JSON schema. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Kind<Stored> {
  readonly schema: JsonSchema;
  /** A field of this kind is left out where it is null. */
  readonly mayLack?: true;
  write(stored: Stored): unknown;
  /** @throws NotOfKind */
  read(value: unknown): Stored;
}

/** A value of a file is not what the format says. The message repeats nothing of it. */
export class NotOfKind extends Error {
  override readonly name = 'NotOfKind';
}

function plain<Value>(schema: JsonSchema, is: (value: unknown) => value is Value): Kind<Value> {
  return {
    schema,
    write: (stored) => stored,
    read(value) {
      if (is(value)) return value;
      throw new NotOfKind(`it must be ${String(schema['type'])}`);
    },
  };
}

/** One cell holds no more, in UTF-16 code units. */
const LONGEST = 1_000_000;

export const text = plain(
  { type: 'string' },
  (value): value is string => typeof value === 'string' && value.length <= LONGEST && !value.includes('\0'),
);
export const real = plain({ type: 'number' }, (value): value is number => Number.isFinite(value));
/** Larger numbers would leave no room for those that come after them. */
export const MOST = 1e12;
export const whole = plain(
  { type: 'integer', minimum: -MOST, maximum: MOST },
  (value): value is number => Number.isInteger(value) && Math.abs(value as number) <= MOST,
);
export const number = plain(
  { type: 'integer', minimum: 1, maximum: MOST },
  (value): value is number => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST,
);
export const flag: Kind<0 | 1> = {
  schema: { type: 'boolean' },
  write: (stored) => stored === 1,
  read(value) {
    if (typeof value === 'boolean') return value ? 1 : 0;
    throw new NotOfKind('it must be boolean');
  },
};

const moments = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Milliseconds since 1970. */
export const moment: Kind<number> = {
  schema: { type: 'string', pattern: moments.source },
  write: (stored) => new Date(stored).toISOString(),
  read(value) {
    const time = typeof value === 'string' && moments.test(value) ? Date.parse(value) : NaN;
    if (Number.isNaN(time)) throw new NotOfKind('it must be a moment such as 2026-11-26T12:00:00.000Z');
    return time;
  },
};

/** Words that stand for the numbers from 0. */
export function word(words: readonly string[]): Kind<number> {
  return {
    schema: { enum: words },
    write: (stored) => words[stored],
    read(value) {
      const found = words.indexOf(value as string);
      if (found < 0) throw new NotOfKind(`it must be one of ${words.join(', ')}`);
      return found;
    },
  };
}

export function oneOf<Value extends string>(values: readonly Value[]): Kind<Value> {
  return {
    schema: { enum: values },
    write: (stored) => stored,
    read(value) {
      const found = values.find((one) => one === value);
      if (found === undefined) throw new NotOfKind(`it must be one of ${values.join(', ')}`);
      return found;
    },
  };
}

export function optional<Stored>(kind: Kind<Stored>): Kind<Stored | null> {
  return {
    schema: { anyOf: [kind.schema, { type: 'null' }] },
    write: (stored) => (stored === null ? null : kind.write(stored)),
    read: (value) => (value === null ? null : kind.read(value)),
  };
}

export function list<Stored>(kind: Kind<Stored>, most = 10_000): Kind<readonly Stored[]> {
  return {
    schema: { type: 'array', items: kind.schema, maxItems: most },
    write: (stored) => stored.map((one) => kind.write(one)),
    read(value) {
      if (!Array.isArray(value) || value.length > most) throw new NotOfKind(`it must be a list of at most ${most}`);
      return value.map((one) => kind.read(one));
    },
  };
}

/** A field that came to the format later: files from before, and lines without it, do not have it. */
export const mayLack = <Stored>(kind: Kind<Stored>): Kind<Stored | null> => ({
  schema: kind.schema,
  mayLack: true,
  write: (stored) => (stored === null ? null : kind.write(stored)),
  read: kind.read,
});

export type Fields = Readonly<Record<string, Kind<unknown>>>;

/** An object of these fields, all of which have to be there unless their kind says otherwise; others are not taken. */
export function record<Stored extends object>(fields: Fields): Kind<Stored> {
  const entries = Object.entries(fields);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      required: entries.filter(([, kind]) => !kind.mayLack).map(([name]) => name),
      additionalProperties: false,
    },
    write: (stored) =>
      Object.fromEntries(
        entries.flatMap(([name, kind]) => {
          const value = (stored as Record<string, unknown>)[name] ?? null;
          return value === null && kind.mayLack ? [] : [[name, kind.write(value)]];
        }),
      ),
    read(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new NotOfKind('it must be an object');
      return Object.fromEntries(
        entries.map(([name, kind]) => {
          if (!Object.hasOwn(value, name) && kind.mayLack) return [name, null];
          if (!Object.hasOwn(value, name)) throw new NotOfKind(`it has no ${name}`);
          try {
            return [name, kind.read((value as Record<string, unknown>)[name])];
          } catch (error) {
            if (error instanceof NotOfKind) throw new NotOfKind(`${name}: ${error.message}`);
            throw error;
          }
        }),
      ) as Stored;
    },
  };
}

/** JSON that is stored as text and judged by whoever takes it. */
export const jsonObject = plain(
  { type: 'object' },
  (value): value is object => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** The same value, stored as JSON text. */
export function json<Stored>(kind: Kind<Stored>): Kind<string> {
  return {
    schema: kind.schema,
    write: (stored) => kind.write(JSON.parse(stored) as Stored),
    read: (value) => JSON.stringify(kind.read(value)),
  };
}

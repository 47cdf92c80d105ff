/** From the raw strings of a query or a form to parameters: there is no other way. */
import type { z } from 'zod';
import type { EndpointName } from './endpoints.ts';
import { refuseParameter, type ApiError } from './errors.ts';
import { LONGEST_LINE } from './limits.ts';
import { aliases, parameters, type Parameters } from './parameters.ts';
import { wireSchema, type Wrong } from './parameter-values.ts';

export type RawParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The one value that a query or a form has under a name.
 * @throws ApiError `malformed` where it has several.
 */
export function valueOf(raw: RawParameters, name: string): string | undefined {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  if (value !== undefined && typeof value !== 'string')
    throw refuseParameter('malformed', name, 'is given more than once');
  return value;
}

/**
 * The parameters that an operation has, as they were given, under the specification's own names; all others are left
 * out.
 * @throws ApiError `malformed` for one that is given more than once.
 */
export const pickParameters = (name: EndpointName, raw: RawParameters): Record<string, string> =>
  pick(name, raw, parameters[name]);

function pick(name: string, raw: RawParameters, taken: z.ZodObject): Record<string, string> {
  const given: Record<string, string> = {};
  const take = (target: string, source: string) => {
    if (given[target] !== undefined) return;
    const value = valueOf(raw, source);
    if (value !== undefined) given[target] = value;
  };
  for (const parameter of Object.keys(taken.shape)) take(parameter, parameter);
  const otherNames = aliases[name] ?? {};
  for (const [alias, parameter] of Object.entries(otherNames)) take(parameter, alias);
  return given;
}

interface Slot {
  readonly parameter: string;
  readonly schema: z.ZodType;
  /** Longest value, in UTF-16 code units. */
  readonly maxLength: number;
  /** The value for the operation where the parameter is absent; null where it is required. */
  readonly absent: { readonly value: unknown } | null;
}

const slots = new WeakMap<z.ZodObject, readonly Slot[]>();

/** The longest value that an operation takes for each of its parameters, in UTF-16 code units. */
export const longestValues = (name: EndpointName): Readonly<Record<string, number>> =>
  Object.fromEntries(slotsOf(parameters[name]).map(({ parameter, maxLength }) => [parameter, maxLength]));

/** The parameters of an operation. Most are absent from most calls, so their defaults are worked out once. */
function slotsOf(taken: z.ZodObject): readonly Slot[] {
  let found = slots.get(taken);
  if (!found) {
    found = Object.entries(taken.shape as Record<string, z.ZodType>).map(([parameter, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      const { maxLength = LONGEST_LINE } = wireSchema(schema) as { maxLength?: number };
      return { parameter, schema, maxLength, absent: success ? { value: Object.freeze(data) } : null };
    });
    slots.set(taken, found);
  }
  return found;
}

/**
 * Reads the raw strings of a query or a form.
 * @throws ApiError `parameterMissing`, `limitExceeded` or `malformed`, its reason naming the parameter.
 */
export const parseParameters = <Name extends EndpointName>(name: Name, raw: RawParameters): Parameters<Name> =>
  readParameters(name, raw, parameters[name]) as Parameters<Name>;

/** The same, where an operation takes something else than at the API. */
export function readParameters(name: string, raw: RawParameters, taken: z.ZodObject): Record<string, unknown> {
  const given = pick(name, raw, taken);
  const parsed: Record<string, unknown> = {};
  for (const { parameter, schema, maxLength, absent } of slotsOf(taken)) {
    const value = given[parameter];
    if (value === undefined) {
      if (!absent) throw refuseParameter('parameterMissing', parameter, 'is missing');
      parsed[parameter] = absent.value;
      continue;
    }
    if (value.length > maxLength)
      throw refuseParameter('malformed', parameter, `is longer than ${maxLength} characters`);
    const read = schema.safeParse(value);
    if (!read.success) throw toApiError(parameter, read.error.issues[0]!);
    parsed[parameter] = read.data;
  }
  return parsed;
}

function toApiError(parameter: string, issue: z.core.$ZodIssue): ApiError {
  const refusal = issue.code === 'custom' ? (issue.params?.['refusal'] as Wrong | undefined) : undefined;
  return refuseParameter(refusal ?? 'malformed', parameter, issue.message);
}

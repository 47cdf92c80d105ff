/** The API's own names, as columns of a table and as fields of JSON. */
import { parameters } from '../../contract/endpoints/parameters.ts';
import type { FoundObject } from '../reading/json-objects.ts';
import { columnName, type Row } from '../reading/separated.ts';
import type { Found } from './found.ts';

export const ownNames = Object.keys(parameters.addProduct.shape);

export function fromOwnRow(row: Row): Found {
  return { line: row.line, fields: Object.fromEntries(ownNames.map((name) => [name, row.get(columnName(name))])) };
}

/** Also takes products as the API lists them. */
export function fromOwnObject({ line, value }: FoundObject): Found {
  if (value === undefined) return { line, refused: 'this is no JSON' };
  if (typeof value !== 'object' || value === null) return { line, refused: 'this is no object' };
  const given = value as Readonly<Record<string, unknown>>;
  const fields: Record<string, string> = {};
  for (const name of ownNames) {
    if (name === 'categories' || name === 'attributes') continue;
    const value = given[name];
    // A number is not ambiguous, whatever stands after its point.
    const text = toText(typeof value === 'number' && name.endsWith('price') ? value.toFixed(4) : value);
    if (text === null) return { line, refused: `${name} must be a text or a number` };
    fields[name] = text;
  }
  const categories = toList(given['categories'], nameOf);
  const images = toList(given['images'], addressOf);
  const attributes = toList(given['attributes'], attributeOf);
  if (categories === null) return { line, refused: 'categories must be names' };
  if (images === null) return { line, refused: 'images must be addresses' };
  if (attributes === null) return { line, refused: 'attributes must be texts such as name;type;required:option' };
  if (typeof categories === 'string') fields['categories'] = categories;
  fields['attributes'] = typeof attributes === 'string' ? attributes : attributes.join('|');
  return {
    line,
    fields,
    ...(Array.isArray(categories) ? { categories } : {}),
    ...(Array.isArray(images) && images.length > 0 ? { imageUrls: images } : {}),
  };
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** @returns a text as it is; null where an entry is not of the kind that is wanted. */
function toList(value: unknown, read: (entry: unknown) => unknown): string | string[] | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const entries = value.map((entry: unknown) => (typeof entry === 'string' ? entry : read(entry)));
  return entries.every((entry) => typeof entry === 'string') ? entries : null;
}

const fieldOf = (name: string) => (entry: unknown) => (entry as Readonly<Record<string, unknown>> | null)?.[name];
const nameOf = fieldOf('category_name');
const addressOf = fieldOf('url');

function attributeOf(entry: unknown): string | undefined {
  const { name, type, required, options } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !Array.isArray(options)) return undefined;
  return `${name};${typeof type === 'string' ? type : ''};${required === true ? 'required' : ''}:${options.join(',')}`;
}

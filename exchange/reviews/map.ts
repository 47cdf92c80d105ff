/** The meanings of a file's columns, as somebody says them: `Stars=rating,Text=content,Size=attribute:Size`. */
import { mapFields, type MapField } from './format.ts';

interface Pair {
  readonly title: string;
  /** Null for an attribute. */
  readonly field: MapField | null;
  /** Its name; empty where the column is a field. */
  readonly attribute: string;
}

export interface ColumnMap {
  readonly pairs: readonly Pair[];
  readonly titles: readonly string[];
}

const ATTRIBUTE = 'attribute:';

export const noMap: ColumnMap = { pairs: [], titles: [] };

/** Titles may hold commas. @returns null for a text that is no map. */
export function readMap(text: string): ColumnMap | null {
  const [first = '', ...others] = text.split('=');
  const pairs: Pair[] = [];
  let title = first.trim();
  for (const other of others) {
    const [meaning = '', ...rest] = other.split(',');
    const pair = readPair(title, meaning.trim());
    if (!pair) return null;
    pairs.push(pair);
    title = rest.join(',').trim();
  }
  return pairs.length === 0 || title !== '' ? null : { pairs, titles: pairs.map((pair) => pair.title) };
}

function readPair(title: string, meaning: string): Pair | null {
  const field = mapFields.find((name) => name === meaning) ?? null;
  const attribute = meaning.startsWith(ATTRIBUTE) ? meaning.slice(ATTRIBUTE.length).trim() : '';
  return title === '' || (field === null && attribute === '') ? null : { title, field, attribute };
}

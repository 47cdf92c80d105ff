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

export const noMap: ColumnMap = { pairs: [], titles: [] };

const onePair = new RegExp(
  String.raw`\s*([^=]*\S)\s*=\s*(?:(${mapFields.join('|')})|attribute:([^,]*[^\s,]))\s*(?:,|$)`,
  'y',
);

/** Titles may hold commas. @returns null for a text that is no map. */
export function readMap(text: string): ColumnMap | null {
  const pairs: Pair[] = [];
  onePair.lastIndex = 0;
  while (onePair.lastIndex < text.length) {
    const match = onePair.exec(text);
    if (!match) return null;
    const [, title, field, attribute = ''] = match;
    pairs.push({ title: title!, field: (field as MapField | undefined) ?? null, attribute });
  }
  return pairs.length === 0 ? null : { pairs, titles: pairs.map(({ title }) => title) };
}

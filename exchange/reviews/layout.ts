/** Which format a file is of, by its header, and what its columns mean. */
import { FileRefused } from '../file-refused.ts';
import { columnName } from '../reading/separated.ts';
import {
  mapFields,
  type Field,
  type FormatName,
  type MapField,
  type MappedFormat,
  type ReviewFormat,
} from './format.ts';
import { reviewFormats } from './formats/index.ts';
import { mappedFormats } from './formats/mapped.ts';
import type { ColumnMap } from './map.ts';

/** The columns of one file. They are called as `plainName` calls them. */
export interface Layout {
  readonly format: ReviewFormat;
  /** Where each field stands: a column that comes first wins. */
  readonly sources: ReadonlyMap<Field, readonly string[]>;
  /** Columns with answers to the shop's own questions, and these questions. */
  readonly attributes: readonly { readonly column: string; readonly name: string }[];
  /** Columns that are not taken, with their titles. */
  readonly untaken: ReadonlyMap<string, string>;
  /** Fields of our reviews that this file does not have. */
  readonly lacking: readonly MapField[];
}

/** A title without what tells editions of one format apart. */
export const plainName = (title: string): string => columnName(title).replace(/[()]/g, '');

/**
 * @param wanted - the format, where somebody named it.
 * @throws FileRefused if the header is of no format or could be of several, or lacks what the format needs.
 */
export function layoutOf(titles: readonly string[], wanted: FormatName | undefined, map: ColumnMap): Layout {
  const names = new Set(titles.map(plainName));
  for (const title of map.titles)
    if (!names.has(plainName(title)))
      throw new FileRefused(1, `--map names the column ${JSON.stringify(title)}, which the file does not have`);
  const format = formatOf(titles, names, wanted ?? (map.titles.length > 0 ? 'csv' : undefined));
  const layout = columnsOf(titles, names, format, map);
  requireFields(layout, names);
  return layout;
}

function formatOf(titles: readonly string[], names: ReadonlySet<string>, wanted: FormatName | undefined): ReviewFormat {
  const weighed = [...mappedFormats, ...Object.values(reviewFormats)].map((format) => ({
    format,
    weight: weightOf(format, names),
  }));
  const most = Math.max(1, ...weighed.map(({ weight }) => weight));
  const best = weighed.filter(({ weight }) => weight === most).map(({ format }) => format);
  const mapped = best.find((format) => 'map' in format);
  // Reviews that one of these hides must not become visible because another format fits as well.
  if (mapped && wanted !== 'csv') throw onlyMapped(mapped, titles);
  if (wanted !== undefined) return reviewFormats[wanted];
  const [found, ...others] = best.filter((format) => 'columns' in format);
  if (!found) throw unrecognised();
  if (others.length > 0) throw severalFit([found, ...others]);
  return found;
}

/** How many columns tell that the file is of this format; 0 if they do not. */
function weightOf({ tells, unless = [] }: ReviewFormat | MappedFormat, names: ReadonlySet<string>): number {
  if (unless.some((name) => names.has(name))) return 0;
  return new Set(tells.filter((columns) => columns.every((name) => names.has(name))).flat()).size;
}

const allNames = Object.keys(reviewFormats).join(', ');

const unrecognised = (): FileRefused =>
  new FileRefused(
    1,
    `The first line fits no format. Say which one it is with --format: ${allNames}. ` +
      'Any other table is csv, with --map to say what its columns mean',
  );

const severalFit = (formats: readonly ReviewFormat[]): FileRefused =>
  new FileRefused(
    1,
    'The first line fits several formats. Say which one it is with --format: ' +
      formats.map(({ name }) => name).join(', '),
  );

function onlyMapped({ vendor, map, flags }: MappedFormat, titles: readonly string[]): FileRefused {
  const there = new Map(titles.map((title) => [plainName(title), title.trim()]));
  const pairs = map.flatMap(([title, field]) => {
    const here = there.get(plainName(title));
    return here === undefined ? [] : [`${here}=${field}`];
  });
  const further = flags === undefined ? '' : ` ${flags}`;
  return new FileRefused(
    1,
    `The file is an export of ${vendor}, which is not taken by itself. Take it with ` +
      `--format csv --map '${pairs.join(',')}'${further}`,
  );
}

function columnsOf(
  titles: readonly string[],
  names: ReadonlySet<string>,
  format: ReviewFormat,
  map: ColumnMap,
): Layout {
  const sources = new Map<Field, string[]>();
  const attributes: { column: string; name: string }[] = [];
  const taken = new Set<string>();
  const take = (column: string, field: Field): void => {
    if (taken.has(column) || !names.has(column)) return;
    taken.add(column);
    sources.set(field, [...(sources.get(field) ?? []), column]);
  };
  for (const { title, field, attribute } of map.pairs) {
    const column = plainName(title);
    if (field !== null) take(column, field);
    else {
      taken.add(column);
      attributes.push({ column, name: attribute });
    }
  }
  for (const [title, field] of format.columns) take(plainName(title), field);
  const untaken = new Map<string, string>();
  for (const title of titles) {
    const column = plainName(title);
    if (taken.has(column) || column === '') continue;
    const name = format.attributes?.test(title.trim()) ? title.trim().replace(format.attributes, '').trim() : '';
    if (name === '') untaken.set(column, title.trim());
    else attributes.push({ column, name });
    taken.add(column);
  }
  const hasReplyRows = sources.has('parent');
  const lacking = mapFields.filter(
    (field) => !sources.has(field) && !(hasReplyRows && (field === 'reply' || field === 'reply_created')),
  );
  return { format, sources, attributes, untaken, lacking };
}

function requireFields({ format, sources }: Layout, names: ReadonlySet<string>): void {
  const { columns, required, requiredWith = [], name } = format;
  const also = requiredWith.filter(([title]) => names.has(plainName(title))).map(([, needs]) => [needs]);
  const missing = [...required, ...also].find((fields) => !fields.some((field) => sources.has(field)));
  if (!missing) return;
  const meant = columns.filter(([, field]) => missing.includes(field)).map(([title]) => title);
  throw new FileRefused(
    1,
    `The file is not of the format ${name}: it has no column ${meant.join(' or ')}. ` +
      `If another column is meant, say so with --map 'COLUMN=${missing[0]}'`,
  );
}

/** Where a review comes from, as filters name it. */
import { sql, type RawBuilder } from 'kysely';
import { dataSources } from '../../../contract/datasources.ts';

export const HERE = 'here';

const isDataSource = (source: string): boolean => Object.hasOwn(dataSources, source);

/**
 * @param source - `here`, the program that collected it, or the code of a data source; an empty text for any.
 * @returns null where no review of this kind can have it.
 */
export function sourceIs(isProduct: boolean, source: string): RawBuilder<unknown>[] | null {
  if (source === '') return [];
  const written = isProduct ? [] : [sql`datasource = ''`];
  if (source === HERE) return [sql`collected_by is null`, ...written];
  if (isDataSource(source)) return isProduct ? null : [sql`datasource = ${source}`];
  return [sql`collected_by = ${source}`];
}

export const sourceOf = (collectedBy: string | null, dataSource: string): string => dataSource || (collectedBy ?? HERE);

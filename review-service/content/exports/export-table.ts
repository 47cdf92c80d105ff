/** The command line's export of reviews as a table that another program takes. */
import { csv } from '../../../exchange/reviews/formats/csv.ts';
import { judgeme } from '../../../exchange/reviews/formats/judgeme.ts';
import { yotpo } from '../../../exchange/reviews/formats/yotpo.ts';
import { ReviewTable, type TableFormat } from '../../../exchange/reviews/writing/review-table.ts';
import { Unsaid } from '../../../exchange/reviews/writing/unsaid.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { noteExport, type ExportedBy } from './note-export.ts';
import { countFromElsewhere, writtenReviews, type ReviewsMeant } from './written-reviews.ts';

const tables = { csv, judgeme, yotpo } as const;
export type TableName = keyof typeof tables;

export interface TableExport {
  readonly reviews: number;
  /** All that the format cannot say, each with the number of reviews that it is true of. */
  readonly unsaid: ReadonlyMap<string, number>;
  /** The file, in pieces of a few hundred reviews. */
  readonly pieces: AsyncIterable<string>;
}

export interface Exporting extends ExportedBy {
  /** Where the service is reached, for photos. */
  readonly publicUrl: string | undefined;
}

/**
 * Looks at all reviews, and writes them once `pieces` is read: that is noted.
 * @param only - some of them.
 * @throws ApiError `businessNotAvailable`.
 */
export async function exportTable(
  db: Database,
  domain: string,
  name: TableName,
  { publicUrl, only, ...by }: Exporting & { readonly only?: ReviewsMeant },
): Promise<TableExport> {
  const business = await requireBusiness(db, domain);
  const which = { business, publicUrl, only };
  const format = tables[name] as TableFormat;
  const unsaid = new Unsaid(format);
  const counts = new Map<string, number>();
  let withoutStars = 0;
  for await (const reviews of writtenReviews(db, which))
    for (const review of reviews)
      if (isRated(review)) unsaid.look(review);
      else withoutStars += 1;
  for (const [noun, count] of unsaid.counts) counts.set(noun, count);
  if (withoutStars > 0) counts.set('anything: they have no stars, and are left out', withoutStars);
  const elsewhere = await countFromElsewhere(db, which);
  if (elsewhere > 0) counts.set('that they belong to another place: they are left out', elsewhere);
  const table = new ReviewTable(format, unsaid.attributes);
  const pieces = async function* (): AsyncGenerator<string> {
    await noteExport(db, business, name, by);
    yield table.header;
    for await (const reviews of writtenReviews(db, which))
      yield reviews
        .filter(isRated)
        .map((review) => table.row(review))
        .join('');
  };
  return { reviews: unsaid.reviews, unsaid: counts, pieces: pieces() };
}

/** No format takes a review without stars. */
const isRated = ({ stars }: { readonly stars: number }): boolean => stars >= 1;

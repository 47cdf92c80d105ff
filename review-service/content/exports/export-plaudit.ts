/** The command line's export in the format `plaudit`, from which everything can be restored. */
import { SeenSkus } from '../../../exchange/products/seen-skus.ts';
import {
  fileNames,
  headerOf,
  lineKinds,
  PLAUDIT,
  type FieldValues,
  type LineKind,
} from '../../../exchange/reviews/plaudit/lines.ts';
import type { ExportSink } from '../../../exchange/reviews/plaudit/sinks.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import type { LineMaking } from './line-making.ts';
import { noteExport, type ExportedBy } from './note-export.ts';
import { pagesOf } from './pages.ts';
import { PictureWriter } from './pictures.ts';
import { questionLines } from './question-lines.ts';
import { productLines, productReviewLines, shopReviewLines } from './review-lines.ts';

export interface ExportCounts {
  readonly reviews: number;
  readonly products: number;
  readonly questions: number;
  readonly photos: number;
  /** Pictures of which nothing is here. */
  readonly missing: number;
}

/** @throws ApiError `businessNotAvailable`. */
export async function exportPlaudit(
  db: Database,
  domain: string,
  sink: ExportSink,
  by: ExportedBy = {},
): Promise<ExportCounts> {
  const business = await requireBusiness(db, domain);
  await noteExport(db, business, PLAUDIT, by);
  const pictures = new PictureWriter(db, sink, new SeenSkus());
  const making = { db, business, pictures };
  const counts = { reviews: 0, products: 0, questions: 0 };
  const write = (name: keyof typeof fileNames, ...parts: readonly AsyncIterable<Lines>[]) => {
    const lines = async function* (): AsyncGenerator<string> {
      yield `${headerOf(name)}\n`;
      for (const part of parts)
        for await (const { kind, lines } of part)
          for await (const line of lines) {
            counts[name] += 1;
            yield `${JSON.stringify(lineKinds[kind].write(line))}\n`;
          }
    };
    return sink.lines(name, lines());
  };
  await write(
    'reviews',
    linesOf(making, 'product_review', 'productReview', productReviewLines),
    linesOf(making, 'review', 'shopReview', shopReviewLines),
  );
  await write(
    'questions',
    linesOf(making, 'product_question', 'productQuestion', questionLines),
    linesOf(making, 'question', 'shopQuestion', questionLines),
  );
  // At the end, so that every product is there that a review or a question names.
  await write('products', linesOf(making, 'product', 'product', productLines));
  await sink.end();
  return { ...counts, photos: pictures.written, missing: pictures.missing };
}

interface Lines {
  readonly kind: LineKind;
  readonly lines: AsyncIterable<FieldValues>;
}

async function* linesOf<Table extends Parameters<typeof pagesOf>[1], Row>(
  making: LineMaking,
  table: Table,
  kind: LineKind,
  toLines: (making: LineMaking, rows: readonly Row[]) => AsyncIterable<FieldValues>,
): AsyncGenerator<Lines> {
  for await (const rows of pagesOf(making.db, table, making.business.id))
    yield { kind, lines: toLines(making, rows as object[] as Row[]) };
}

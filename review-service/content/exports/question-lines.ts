/** Questions as lines of the format `plaudit`, about a product or about the shop. */
import type { Selectable } from 'kysely';
import type { Answer } from '../../../contract/entities/entities.ts';
import { productQuestionColumns, questionColumns, toFields } from '../../../exchange/reviews/plaudit/columns.ts';
import type { FieldValues } from '../../../exchange/reviews/plaudit/lines.ts';
import type { ProductQuestionTable, QuestionTable } from '../../../review-store/tables.ts';
import type { LineMaking } from './line-making.ts';
import { authorsOf, embedded } from './people.ts';
import { skusOf } from './review-lines.ts';

export async function* questionLines(
  making: LineMaking,
  rows: readonly Selectable<QuestionTable | ProductQuestionTable>[],
): AsyncGenerator<FieldValues> {
  const { db, business } = making;
  const author = await authorsOf(db, business, rows);
  const skus = await skusOf(making, rows);
  for (const row of rows)
    yield {
      ...(row.product_id === null ? {} : { sku: skus.get(row.product_id) }),
      ...toFields('held_for' in row ? productQuestionColumns : questionColumns, row),
      author: author(row),
      answers: (JSON.parse(row.answers) as Answer[]).map((answer) => ({
        ...answer,
        author: embedded(business, answer.author),
      })),
    };
}

import type { Selectable } from 'kysely';
import { strictEntities } from '../../../../contract/entities/entities.ts';
import { productQuestionColumns, questionColumns, toColumns } from '../../../../exchange/reviews/plaudit/columns.ts';
import { PLAUDIT, type FieldValues, type WrittenAuthor } from '../../../../exchange/reviews/plaudit/lines.ts';
import type { FoundLine, PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { reserveIds } from '../../../../review-store/content/ids.ts';
import { numbered } from '../../../../review-store/content/numbered.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { restoreProductQuestions } from '../../../../review-store/questions/product-question-changes.ts';
import { restoreQuestions } from '../../../../review-store/questions/questions.ts';
import type { ProductQuestionTable, QuestionTable } from '../../../../review-store/tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { numberKey } from '../fingerprints.ts';
import { noteItems, productIds, readKnown } from '../items/known-items.ts';
import { numbersFor } from './numbers.ts';
import { embeddedIn, restoreAuthors } from './people.ts';

const AT_ONCE = 100;

/** Adds the questions of an export that are neither here nor were brought before. */
export async function restoreQuestionsOf(
  db: Database,
  business: BusinessRow,
  file: PlauditFile,
  importId: number,
): Promise<void> {
  let batch: FoundLine[] = [];
  const flush = async () => {
    const questions = batch;
    batch = [];
    for (const kind of ['product', 'shop'] as const) {
      const some = questions.filter(({ of }) => of === kind);
      if (some.length > 0)
        await inTransaction(db, (db) => restore(db, business, { file, of: kind, questions: some, importId }));
    }
  };
  for await (const found of file.lines('questions')) {
    if ('refused' in found || !hasGoodAnswers(found)) file.note('questions of the export cannot be read');
    else batch.push(found);
    if (batch.length >= AT_ONCE) await flush();
  }
  await flush();
}

/** They are stored as the API shows them. */
function hasGoodAnswers({ of, fields }: FoundLine): boolean {
  const kind = of === 'product' ? strictEntities.ProductAnswer : strictEntities.Answer;
  return (fields['answers'] as readonly FieldValues[]).every(
    (answer) => kind.safeParse(answer['author'] === 'shop' ? { ...answer, author: null } : answer).success,
  );
}

interface RestoredQuestions {
  readonly file: PlauditFile;
  readonly of: 'product' | 'shop';
  readonly questions: readonly FoundLine[];
  readonly importId: number;
}

async function restore(
  db: Database,
  business: BusinessRow,
  { file, of, questions, importId }: RestoredQuestions,
): Promise<void> {
  const table = of === 'product' ? 'product_question' : 'question';
  const numberOf = ({ fields }: FoundLine) => fields['number'] as number;
  const skuOf = ({ fields }: FoundLine) => fields['sku'] as string;
  const here = await numbered(table).lockAll(storeOf(db), business.id, questions.map(numberOf));
  const products = of === 'product' ? await productIds(db, business.id, questions.map(skuOf)) : new Map();
  const keyOf = ({ fields }: FoundLine) =>
    numberKey(db, PLAUDIT, table, `${String(fields['number'])} ${String(fields['created'])}`);
  const brought = await readKnown(db, business.id, questions.map(keyOf));
  const wanted = questions.filter((question) => {
    if (brought.has(keyOf(question))) return false;
    if (here.get(numberOf(question))?.created_at === question.fields['created']) return false;
    const isPlaced = of === 'shop' || products.has(skuOf(question));
    if (!isPlaced) file.note('questions are about products that are not here');
    return isPlaced;
  });
  const authors = await restoreAuthors(
    db,
    business,
    wanted.map(({ fields }) => fields['author'] as WrittenAuthor),
  );
  const numbers = await numbersFor(db, table, business.id, wanted.map(numberOf), () =>
    file.note('questions have another number, since theirs was taken'),
  );
  const answersOf = ({ fields }: FoundLine) => fields['answers'] as readonly FieldValues[];
  const rows = wanted.map((question, at) => ({
    ...toColumns(of === 'product' ? productQuestionColumns : questionColumns, question.fields),
    business_id: business.id,
    id: numbers[at]!,
    product_id: products.get(skuOf(question)) ?? null,
    author_id: authors[at]!,
    answers: JSON.stringify(
      answersOf(question).map((answer) => ({ ...answer, author: embeddedIn(business, answer['author']) })),
    ),
  }));
  if (of === 'product') {
    await restoreProductQuestions(
      storeOf(db),
      rows as object[] as Omit<Selectable<ProductQuestionTable>, 'search_text'>[],
    );
    await reserveIds(
      storeOf(db),
      'product_answer',
      wanted.flatMap(answersOf).map((answer) => ({ id: answer['id'] as number })),
    );
  } else await restoreQuestions(storeOf(db), rows as object[] as Selectable<QuestionTable>[]);
  const noted = wanted.map((question, at) => ({ key: keyOf(question), id: numbers[at]! }));
  await noteItems(db, { businessId: business.id, importId, kind: table }, noted);
}

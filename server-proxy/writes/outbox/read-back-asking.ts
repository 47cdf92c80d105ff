/**
 * Finds out whether the API has a question or an answer whose acknowledgement was lost. An API that takes these honours
 * `Idempotency-Key`, so this is only for one that was away for longer than keys are kept.
 */
import { readListAnswer } from '../../../contract/endpoints/answers.ts';
import type { ProductAnswer, ProductQuestion } from '../../../contract/entities/entities.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { getProductQuestion } from '../../../review-store/questions/questions.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { storeOf } from '../../state/open.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import type { UpstreamClient } from '../../../api-client/client.ts';
import { findOwn } from './outbox-rows.ts';
import { isNew, plain } from './read-back.ts';

const MAX_PAGES = 5;
const TIMEOUT_MS = 30_000;

export interface AskingTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
}

/** @throws ApiError where the API cannot be asked, so that nothing is known. */
export async function findAsked(
  tools: AskingTools,
  row: OutboxTable,
  signal: AbortSignal,
): Promise<ProductQuestion | ProductAnswer | null> {
  const fields = JSON.parse(row.fields) as Record<string, string>;
  const isAnswer = row.operation === 'answerProductQuestion';
  const questionId = Number(fields['question_id']);
  const sku = isAnswer ? await skuOf(tools, row.business, questionId) : fields['sku'];
  if (sku === undefined) return null;
  for (const filter of [{}, { filter: 'REMOVED' }]) {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, sent } = await readPage(
        tools,
        row.business,
        { ...filter, sku, start: String(page * MAX_COUNT) },
        signal,
      );
      const candidates = isAnswer ? (items.find(({ id }) => id === questionId)?.answers ?? []) : items;
      const same = candidates.filter(
        (one) => isNew(one, row, row.created_at) && plain(one.content) === plain(fields['content']),
      );
      const own = await findOwn(tools.db, row, same);
      if (own) return own;
      if (sent < MAX_COUNT) break;
    }
  }
  return null;
}

async function skuOf({ db, mirror }: AskingTools, business: string, questionId: number): Promise<string | undefined> {
  const question = await getProductQuestion(storeOf(db), mirror.business(business).id, questionId);
  return question?.product?.sku;
}

async function readPage(
  { client }: AskingTools,
  business: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ items: ProductQuestion[]; sent: number }> {
  const { body } = await client.call('listProductQuestions', {
    lane: 'write',
    business,
    fields: { ...fields, order: 'DESC', count: String(MAX_COUNT) },
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  const listing = readListAnswer('listProductQuestions', body);
  if (!listing) throw refuse('upstreamFailed', 'The review service answered listProductQuestions without a list');
  return listing;
}

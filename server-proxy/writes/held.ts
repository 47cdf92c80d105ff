/** The outbox's held writes, for notices to the owners of the shop. */
import { isHoldReason, type HoldReason } from '../../server-kit/robots/floods.ts';
import type { OutboxTable, ProxyDb } from '../state/tables.ts';

const kinds = {
  addProductReview: 'review',
  addProductQuestion: 'question',
  answerProductQuestion: 'answer',
} as const satisfies Partial<Record<OutboxTable['operation'], string>>;

const operations = Object.keys(kinds) as (keyof typeof kinds)[];

export const heldWrites = (db: ProxyDb) => ({
  /** Writes after one moment, up to another, that are still held; the oldest first. */
  since: (business: string, after: number, upTo: number): Promise<{ id: string; at: number }[]> =>
    held(db, business)
      .select(['id', 'created_at as at'])
      .where('created_at', '>', after)
      .where('created_at', '<=', upTo)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Those of these that are held still, the oldest first. */
  async read(business: string, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await held(db, business)
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('proxy_outbox_file')
          .whereRef('outbox_id', '=', 'proxy_outbox.id')
          .select(({ fn }) => fn.countAll<number>().as('files'))
          .as('photos'),
      )
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.flatMap((row) => (isHoldReason(row.held_for) ? describe({ ...row, why: row.held_for }) : []));
  },
});

const held = (db: ProxyDb, business: string) =>
  db
    .selectFrom('proxy_outbox')
    .where('state', '=', 'held')
    .where('business', '=', business)
    .where('operation', 'in', operations);

/** As the service describes it in turn, with names and e-mail address as they were typed. */
function describe(row: OutboxTable & { readonly photos: number | null; readonly why: HoldReason }) {
  const fields = JSON.parse(row.fields) as Readonly<Partial<Record<string, string>>>;
  return {
    id: row.id,
    kind: kinds[row.operation as keyof typeof kinds],
    at: row.created_at,
    sku: fields['sku'] ?? null,
    question: fields['question_id'] === undefined ? null : Number(fields['question_id']),
    signed: fields,
    title: fields['title'] ?? '',
    content: fields['content'] ?? '',
    photos: Number(row.photos),
    why: row.why,
  };
}

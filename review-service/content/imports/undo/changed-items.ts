/** Comments, questions and answers that an import changed get earlier words back, and answers that it added go. */
import type { Selectable } from 'kysely';
import { numbered } from '../../../../review-store/content/numbered.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { putRows } from '../../../../review-store/questions/product-question-changes.ts';
import { State, type ProductQuestionTable } from '../../../../review-store/tables.ts';
import type { ImportItemCopyTable } from '../../../data/import-tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { Undone } from '../audit.ts';
import { answersOf, aspects, pick, printOf, type Answer, type Aspect, type Text } from '../items/copies.ts';
import type { Said } from '../items/follow.ts';
import type { OfImport } from '../products/counted.ts';

type Copy = Selectable<ImportItemCopyTable>;
type Restored = Pick<Undone, 'restored' | 'kept'>;

/** @param done - the outcome so far, which it goes into. */
export async function restoreItems(db: Database, of: OfImport, done: Restored): Promise<Restored> {
  const copies = db.selectFrom('import_item_copy').where('business_id', '=', of.businessId);
  const next = copies.select('key_hash').where('import_id', '=', of.importId).limit(1);
  let { restored, kept } = done;
  for (let found; (found = await next.executeTakeFirst());) {
    const { key_hash: key } = found;
    const item = await inTransaction(db, (transaction) => restoreItem(transaction, of, key));
    restored += item.restored;
    kept = [...kept, ...item.kept];
  }
  return { restored, kept };
}

async function restoreItem(db: Database, { businessId, importId }: OfImport, key: string): Promise<Restored> {
  const copies = await db
    .deleteFrom('import_item_copy')
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('key_hash', '=', key)
    .returningAll()
    .execute();
  const { kind, item_id: number } = copies[0]!;
  const before: Text | undefined = await numbered(kind as 'question').lock(storeOf(db), businessId, number);
  if (!before) return { restored: 0, kept: [] };
  const answers = new Map(answersOf(before));
  const kept: Undone['kept'][number][] = [];
  let row = before;
  for (const copy of copies) {
    const { answer_id: id } = copy;
    const { text, stays } = restoreText(db, copy, id === 0 ? before : answers.get(id));
    if (stays.length > 0) kept.push({ of: kind, number, ...(id === 0 ? {} : { answer: id }), what: stays });
    if (id === 0) row = text!;
    else if (text) answers.set(id, text as Answer);
    else answers.delete(id);
  }
  const left = [...answers.values()];
  const answered = { answers: JSON.stringify(left), num_answers: left.filter(isShown).length };
  const after = kind === 'comment' ? row : { ...row, ...answered };
  const change = { before, after } as Record<'before' | 'after', Selectable<ProductQuestionTable>>;
  if (kind === 'product_question') await putRows(storeOf(db), [change]);
  else await numbered(kind as 'question').put(storeOf(db), [change]);
  const noted = await db
    .selectFrom('imported_item')
    .select('said')
    .where('business_id', '=', businessId)
    .where('key_hash', '=', key)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('imported_item')
    .set({ said: saidBefore(noted.said, copies) })
    .where('business_id', '=', businessId)
    .where('key_hash', '=', key)
    .execute();
  return { restored: JSON.stringify(after) === JSON.stringify(before) ? 0 : 1, kept };
}

/** @returns the text, null where it goes or is not here, and the parts of it that stay as they are. */
function restoreText(db: Database, copy: Copy, current?: Text): { text: Text | null; stays: readonly Aspect[] } {
  if (copy.before === null) return { text: null, stays: [] };
  // Taken away by this import or a later one. It would be visible again.
  if (!current) return { text: null, stays: ['state'] };
  const before = JSON.parse(copy.before) as Text;
  const after = JSON.parse(copy.after!) as ReturnType<typeof printOf>;
  const [was, is] = [printOf(db, before), printOf(db, current)];
  const wouldShow = isShown(before) && !isShown(current);
  const changed = aspects.filter((aspect) => after[aspect] !== was[aspect]);
  const stays = changed.filter((aspect) => is[aspect] !== after[aspect] || (aspect === 'state' && wouldShow));
  const back = changed.filter((aspect) => !stays.includes(aspect));
  return { text: { ...current, ...pick(before, back) }, stays };
}

const isShown = ({ state, activated, published, published_at: at, removed_at: removed }: Text): boolean =>
  (state ?? State.published) === State.published &&
  (activated ?? 1) === 1 &&
  published !== 'pending' &&
  at !== null &&
  (removed ?? null) === null;

/** The next import compares with what was said before this one, and brings the same change again. */
function saidBefore(now: string, copies: readonly Copy[]): string {
  const { kind, said } = copies[0]!;
  if (kind === 'comment' || said === '') return said;
  const ids = new Set(copies.map((copy) => copy.answer_id));
  const [before, after] = [JSON.parse(said) as Said, JSON.parse(now) as Said];
  const answers = [
    ...Object.entries(after.answers).filter(([, [id]]) => !ids.has(id)),
    ...Object.entries(before.answers).filter(([, [id]]) => ids.has(id)),
  ];
  return JSON.stringify({ of: (ids.has(0) ? before : after).of, answers: Object.fromEntries(answers) });
}

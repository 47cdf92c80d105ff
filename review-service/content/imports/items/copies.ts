/** Comments, questions and answers as they were before an import changed them: each text is a copy of its own. */
import { sql, type Selectable } from 'kysely';
import { numbered } from '../../../../review-store/content/numbered.ts';
import { slices } from '../../../../review-store/databases/slices.ts';
import type { CommentTable, ProductQuestionTable } from '../../../../review-store/tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { hashOfItem } from '../fingerprints.ts';
import type { ItemKind, KnownItem } from './known-items.ts';

type Columns<Table> = Partial<Selectable<Table>>;
/** A comment, a question, or an answer in one. */
export type Text = Columns<ProductQuestionTable> &
  Columns<CommentTable> & { readonly published?: string; readonly author?: { readonly username: string } | null };
export type Answer = Text & { readonly id: number };

/** An undo puts these back: no name, and in a question no answer of somebody else. */
const columns = {
  words: ['content', 'created_at', 'modified_at', 'created', 'createdRFC'],
  state: ['state', 'published_at', 'removed_at', 'activated', 'published', 'publishedRFC'],
} as const;
export type Aspect = keyof typeof columns;
export const aspects = ['words', 'state'] as const;

export function pick(text: Text, some: readonly Aspect[]): Text {
  const names = some.flatMap((aspect): readonly string[] => columns[aspect]).filter((name) => name in text);
  return Object.fromEntries(names.map((name) => [name, text[name as 'content']]));
}

/** Hashes, by which later changes are found. */
export const printOf = (db: Database, text: Text): Readonly<Record<Aspect, string>> => ({
  words: hashOfItem(db, JSON.stringify(pick(text, ['words']))),
  state: hashOfItem(db, JSON.stringify(pick(text, ['state']))),
});

export const answersOf = ({ answers = '[]' }: Text): ReadonlyMap<number, Answer> =>
  new Map((JSON.parse(answers) as Answer[]).map((answer) => [answer.id, answer]));

/**
 * Copies what `change` changes. Of a text that one import changes twice, the first copy stays.
 * @param each - those that may change.
 */
export async function keepingCopies(
  db: Database,
  { business, importId, now }: { business: { id: number }; importId: number; now: number },
  kind: ItemKind,
  each: readonly { readonly key: string; readonly known: KnownItem | undefined }[],
  change: () => Promise<void>,
): Promise<void> {
  const known = each.flatMap(({ key, known: one }) => (one ? { key, ...one } : []));
  const ids = known.map(({ id }) => id);
  const read = () => numbered(kind as 'question').lockAll(storeOf(db), business.id, ids);
  const before = await read();
  await change();
  const after = await read();
  const of = { business_id: business.id, import_id: importId, kind, made_at: now };
  const copies = known.flatMap(({ id, key, said }) => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is) return [];
    return copiesOf(db, was, is).map((copy) => ({ ...of, item_id: id, key_hash: key, said, ...copy }));
  });
  for (const some of slices(copies))
    await db
      .insertInto('import_item_copy')
      .values([...some])
      .onConflict((conflict) =>
        conflict
          .columns(['business_id', 'import_id', 'key_hash', 'answer_id'])
          .doUpdateSet((eb) => ({ after: eb.ref('excluded.after') })),
      )
      .execute();
}

function copiesOf(db: Database, was: Text, is: Text) {
  const [before, after] = [answersOf(was), answersOf(is)];
  const answers = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = answers.map((id) => [id, before.get(id), after.get(id)] as const);
  return [[0, was, is] as const, ...pairs].flatMap(([answerId, one, other]) => {
    const print = other ? JSON.stringify(printOf(db, other)) : null;
    if (one && print === JSON.stringify(printOf(db, one))) return [];
    const person = (one ?? other)?.author?.username ?? null;
    // An answer that went stays gone, so nobody needs its words.
    const words = one ? JSON.stringify(other ? pick(one, aspects) : {}) : null;
    return { answer_id: answerId, person_name: person, before: words, after: print };
  });
}

/**
 * Drops the copies of what is not here any more.
 * @param usernames - of people who are erased: their answers to others' questions have gone, too.
 */
export async function forgetItemCopies(db: Database, businessId: number, usernames: readonly string[]): Promise<void> {
  const copies = db.deleteFrom('import_item_copy').where('business_id', '=', businessId);
  for (const kind of ['comment', 'question', 'product_question'] as const) {
    const here = sql`select 1 from ${sql.table(kind)} as item
      where item.business_id = import_item_copy.business_id and item.id = import_item_copy.item_id`;
    await copies
      .where('kind', '=', kind)
      .where(sql<boolean>`not exists (${here})`)
      .execute();
  }
  for (const some of slices(usernames)) await copies.where('person_name', 'in', some).execute();
}

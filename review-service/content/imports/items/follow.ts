/**
 * Compares the words of another server with those it gave before and with those here: a change by somebody here stays.
 */
import type { User } from '../../../../contract/entities/entities.ts';
import { stateOf, toTime } from '../../../../review-store/content/moments.ts';
import type { Database } from '../../../data/tables.ts';
import { hashOfItem } from '../fingerprints.ts';

/** Hashes of words and state, as they were there; of answers by their numbers there, with their numbers here. */
export interface Said {
  readonly of: string;
  readonly answers: Readonly<Record<string, readonly [id: number, hash: string]>>;
}

interface Words {
  readonly content: string;
  readonly published?: string | null;
  readonly removed?: boolean;
  readonly activated?: boolean;
}

interface OneAnswer extends Words {
  readonly id: number;
  readonly createdRFC: string | null;
  readonly author: User | null;
}

interface Answered extends Words {
  readonly num_answers: number;
  readonly answers: readonly OneAnswer[];
}

export const hashOf = (db: Database, { content, published, removed, activated }: Words): string =>
  hashOfItem(
    db,
    content,
    published === undefined ? '' : String(stateOf({ published, ...(removed === undefined ? {} : { removed }) })),
    String(activated),
  );

/** Whether what is here is to become what is there. */
export const isChangedThere = (said: string, there: string, here: string): boolean => there !== said && here === said;

/**
 * @param said - or when it came, where that was not kept (milliseconds since 1970).
 * @param newId - gives a new answer its number.
 */
export function follow<Item extends Answered>(
  db: Database,
  said: Said | number,
  there: Item,
  here: Item,
  newId: (wanted: number) => number,
): { readonly item: Item; readonly said: Said } {
  const hash = (words: Words) => hashOf(db, words);
  const known = typeof said === 'number' ? asTheyAre(hash, said, there, here) : said;
  const answers = new Map(here.answers.map((answer) => [answer.id, answer]));
  const isAsSaid = ([id, words]: readonly [number, string]) => answers.has(id) && hash(answers.get(id)!) === words;
  const saidNow = there.answers.map((answer) => {
    const [before, words] = [known.answers[answer.id], hash(answer)];
    const id = before?.[0] ?? newId(answer.id);
    const author = before && answers.get(id)?.author;
    if (!before || (words !== before[1] && isAsSaid(before)))
      answers.set(id, { ...answer, id, ...(author === undefined ? {} : { author }) });
    return [answer.id, [id, words]] as const;
  });
  const left = new Set(saidNow.map(([number]) => String(number)));
  for (const [number, before] of Object.entries(known.answers))
    if (!left.has(number) && isAsSaid(before)) answers.delete(before[0]);
  const of = hash(there);
  const isTaken = isChangedThere(known.of, of, hash(here));
  const shown = (all: readonly Words[]) => all.filter(({ published }) => published !== 'pending').length;
  const now = [...answers.values()];
  const item = {
    ...(isTaken ? there : here),
    answers: now,
    num_answers: here.num_answers + shown(now) - shown(here.answers),
  };
  return { item, said: { of, answers: Object.fromEntries(saidNow) } };
}

/** An answer that came and is not here any more was changed here, or removed. */
function asTheyAre(hash: (words: Words) => string, since: number, there: Answered, here: Answered): Said {
  const answers = there.answers.flatMap((answer) => {
    const words = hash(answer);
    const same = here.answers.find((one) => hash(one) === words);
    return same || (toTime(answer.createdRFC) ?? 0) < since ? [[answer.id, [same?.id ?? 0, words]] as const] : [];
  });
  return { of: hash(there), answers: Object.fromEntries(answers) };
}

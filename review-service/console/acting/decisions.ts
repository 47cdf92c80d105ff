/** All that somebody may do to reviews and questions, by the functions that commands call, too. */
import { removalReasons, type RemovalReason } from '../../../contract/removal-reasons.ts';
import { moveReviewDecided } from '../../catalogue/moves.ts';
import { answerDecided, showDecided, type AskedAbout, type Showing } from '../../content/asking/questions.ts';
import { hideDecided, publishDecided } from '../../content/moderation/by-command.ts';
import { messageDecided } from '../../content/moderation/message.ts';
import { hidePhotoDecided } from '../../content/moderation/photos.ts';
import { replyDecided } from '../../content/moderation/reply.ts';
import { closeDecided } from '../../content/reports/reports.ts';
import { noteEvent, type EventKind, type Subject, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import type { PageCall } from '../frame/page.ts';
import { textIn, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { MAILS_WAIT_MS, type Left, type Work } from './act.ts';
import { readRevision } from './revision.ts';
import { reviewNameOf } from './standing.ts';

/** The actions, by the last part of their address. */
export const actions: Readonly<Record<string, EventKind>> = {
  publish: 'published',
  hide: 'hidden',
  reply: 'replied',
  message: 'mailed',
  answer: 'answered',
  move: 'moved',
  'hide-photo': 'photo hidden',
  'publish-photo': 'photo published',
  'hide-answer': 'answer hidden',
  'publish-answer': 'answer published',
  'close-reports': 'report closed',
  later: 'put off',
};

const hiding: readonly EventKind[] = ['hidden', 'photo hidden', 'answer hidden'];

/** Why nothing is done with what a form says, in words. */
export function mistakeIn({ form }: PageCall, kind: EventKind): string | false {
  const { item } = words;
  const isReason = (removalReasons as readonly string[]).includes(valueIn(form, 'reason'));
  const isEmpty = textIn(form).trim() === '';
  return (
    (hiding.includes(kind) && !isReason && item.unknownReason) ||
    (kind === 'moved' && valueIn(form, 'sku') === '' && item.noSku) ||
    (kind === 'mailed' && isEmpty && item.emptyMessage) ||
    (kind === 'answered' && isEmpty && item.emptyAnswer)
  );
}

/** All that a form says, and the thing that it is about. */
function givenIn(db: Database, { session: { business, account }, form }: PageCall, about: Subject, now: number) {
  return {
    db,
    business,
    about,
    name: reviewNameOf(about),
    form,
    text: textIn(form),
    reason: valueIn(form, 'reason') as RemovalReason,
    by: { actor: account.id, now, mailsWaitMs: MAILS_WAIT_MS },
  };
}
type Given = ReturnType<typeof givenIn>;
type Works = Readonly<Partial<Record<EventKind, (given: Given) => Promise<Left | void>>>>;

const ofReviews: Works = {
  published: ({ db, business, name, by }) => publishDecided(db, business, name, by),
  hidden: async (given) => {
    const { db, business, name, reason, by } = given;
    const { mails } = await hideDecided(db, business, name, reason, by);
    return { mails, reports: await closeReports(given, reason) };
  },
  replied: async ({ db, business, name, text, by }) => void (await replyDecided(db, business, name, text, by)),
  mailed: ({ db, business, name, text, by }) => messageDecided(db, business, name, text, by),
  'photo hidden': (given) => showPhoto(given, given.reason),
  'photo published': (given) => showPhoto(given, null),
  'report closed': async (given) => ({ reports: await closeReports(given, 'stays') }),
  'put off': putOff,
};

const ofQuestions: Works = {
  answered: async ({ db, business, about, text, by }) => ({
    added: (await answerDecided(db, business, about as AskedAbout, text, by)).id,
  }),
  published: ({ db, business, about, by }) => showDecided(db, business, about as AskedAbout, { isShown: true }, by),
  hidden: ({ db, business, about, reason, by }) =>
    showDecided(db, business, about as AskedAbout, { isShown: false, reason }, by),
  'put off': putOff,
};

/** Of each kind of thing; those of products are beside their page. */
export const works: Readonly<Record<Exclude<SubjectKind, 'product'>, Works>> = {
  review: ofReviews,
  'product review': {
    ...ofReviews,
    moved: ({ db, business, about: { number }, form, by }) =>
      moveReviewDecided(db, business, { number, sku: valueIn(form, 'sku') }, by),
  },
  question: ofQuestions,
  'product question': {
    ...ofQuestions,
    'answer published': (given) => showAnswer(given, { isShown: true }),
    'answer hidden': (given) => showAnswer(given, { isShown: false, reason: given.reason }),
  },
};

/** Does this to a thing, as a form says. */
export const workOf =
  (call: PageCall, kind: EventKind, now: number): Work =>
  (db, about) =>
    works[about.subject as 'review'][kind]!(givenIn(db, call, about, now));

async function showPhoto({ db, business, name, form, by }: Given, reason: RemovalReason | null): Promise<Left> {
  const { mails } = await hidePhotoDecided(db, business, name, { at: Number(valueIn(form, 'photo')), reason }, by);
  return { mails };
}

async function showAnswer({ db, business, about, form, by }: Given, showing: Showing): Promise<Left> {
  const id = Number(valueIn(form, 'answer'));
  await showDecided(db, business, about as AskedAbout, { ...showing, answerId: id }, by);
  return { answer: { id, shown: !showing.isShown } };
}

/** @returns those that were open. */
async function closeReports({ db, business, about, by }: Given, outcome: string): Promise<string[]> {
  const open = await db
    .selectFrom('review_flag')
    .select('id')
    .where('business_id', '=', business.id)
    .where('review_id', '=', about.number)
    .where('of_product', '=', about.subject === 'product review' ? 1 : 0)
    .where('closed_at', 'is', null)
    .execute();
  for (const { id } of open) await closeDecided(db, id, outcome, by);
  return open.map(({ id }) => id);
}

const DAY_MS = 86_400_000;

/** Tomorrow or next week (`week`), when the day begins (UTC). */
export const laterOf = (when: string, now: number): number =>
  (Math.floor(now / DAY_MS) + (when === 'week' ? 7 : 1)) * DAY_MS;

/** Keeps something out of the inbox until the day begins, or until anything of it changes. */
async function putOff({ db, business, about, form, by: { actor, now } }: Given): Promise<void> {
  const until = laterOf(valueIn(form, 'until'), now);
  const revision = (await readRevision(db, business, about)) ?? '';
  await db
    .insertInto('put_off')
    .values({ business_id: business.id, subject: about.subject, subject_id: about.number, until, revision })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'subject', 'subject_id']).doUpdateSet({ until, revision }),
    )
    .execute();
  await noteEvent(db, { businessId: business.id, about, kind: 'put off', actor, now });
}

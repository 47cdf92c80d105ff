/** All that somebody may do to reviews and questions, by the functions that commands call, too. */
import { removalReasons, type RemovalReason } from '../../../contract/removal-reasons.ts';
import { moveReviewDecided } from '../../catalogue/moves.ts';
import { answerDecided, showDecided, type AskedAbout } from '../../content/asking/questions.ts';
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

interface Given {
  readonly db: Database;
  readonly about: Subject;
  readonly call: PageCall;
  readonly business: PageCall['session']['business'];
  readonly by: { readonly actor: string; readonly now: number; readonly mailsWaitMs: number };
}
type Works = Readonly<Partial<Record<EventKind, (given: Given) => Promise<Left | void>>>>;

const nameIn = ({ about }: Given) => reviewNameOf(about);
const reasonIn = ({ call }: Given) => valueIn(call.form, 'reason') as RemovalReason;

const ofReviews: Works = {
  published: (given) => publishDecided(given.db, given.business, nameIn(given), given.by),
  hidden: async (given) => {
    const { mails } = await hideDecided(given.db, given.business, nameIn(given), reasonIn(given), given.by);
    return { mails, reports: await closeReports(given, reasonIn(given)) };
  },
  replied: async (given) =>
    void (await replyDecided(given.db, given.business, nameIn(given), textIn(given.call.form), given.by)),
  mailed: (given) => messageDecided(given.db, given.business, nameIn(given), textIn(given.call.form), given.by),
  'photo hidden': (given) => showPhoto(given, reasonIn(given)),
  'photo published': (given) => showPhoto(given, null),
  'report closed': async (given) => ({ reports: await closeReports(given, 'stays') }),
  'put off': putOff,
};

const ofQuestions: Works = {
  answered: async ({ db, business, about, call, by }) => ({
    added: (await answerDecided(db, business, about as AskedAbout, textIn(call.form), by)).id,
  }),
  published: (given) => showAsked(given, true),
  hidden: (given) => showAsked(given, false),
  'put off': putOff,
};

/** Of each kind of thing; those of products are beside their page. */
export const works: Readonly<Record<Exclude<SubjectKind, 'product'>, Works>> = {
  review: ofReviews,
  'product review': {
    ...ofReviews,
    moved: ({ db, business, about: { number }, call, by }) =>
      moveReviewDecided(db, business, { number, sku: valueIn(call.form, 'sku') }, by),
  },
  question: ofQuestions,
  'product question': {
    ...ofQuestions,
    'answer published': (given) => showAnswer(given, true),
    'answer hidden': (given) => showAnswer(given, false),
  },
};

/** Does this to a thing, as a form says. */
export const workOf =
  (call: PageCall, kind: EventKind, now: number): Work =>
  (db, about) => {
    const { business, account } = call.session;
    const by = { actor: account.id, now, mailsWaitMs: MAILS_WAIT_MS };
    return works[about.subject as 'review'][kind]!({ db, about, call, business, by });
  };

async function showPhoto(given: Given, reason: RemovalReason | null): Promise<Left> {
  const photo = { at: Number(valueIn(given.call.form, 'photo')), reason };
  const { mails } = await hidePhotoDecided(given.db, given.business, nameIn(given), photo, given.by);
  return { mails };
}

function showAsked(given: Given, isShown: boolean, answerId?: number): Promise<void> {
  const { db, business, about, by } = given;
  const reason = isShown ? {} : { reason: reasonIn(given) };
  return showDecided(db, business, about as AskedAbout, { isShown, answerId, ...reason }, by);
}

async function showAnswer(given: Given, isShown: boolean): Promise<Left> {
  const id = Number(valueIn(given.call.form, 'answer'));
  await showAsked(given, isShown, id);
  return { answer: { id, shown: !isShown } };
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
async function putOff({ db, business, about, call, by: { actor, now } }: Given): Promise<void> {
  const until = laterOf(valueIn(call.form, 'until'), now);
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

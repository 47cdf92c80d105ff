/** Decisions about reviews, by the functions that commands call, too. */
import { removalReasons, type RemovalReason } from '../../../contract/removal-reasons.ts';
import { moveReviewDecided } from '../../catalogue/moves.ts';
import { hideDecided, publishDecided } from '../../content/moderation/by-command.ts';
import { messageDecided } from '../../content/moderation/message.ts';
import { hidePhotoDecided } from '../../content/moderation/photos.ts';
import { replyDecided } from '../../content/moderation/reply.ts';
import { closeDecided } from '../../content/reports/reports.ts';
import { noteEvent, type EventKind, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import type { PageCall, Session } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { MAILS_WAIT_MS, type Left } from './act.ts';
import { readRevisions } from './revision.ts';
import { reviewNameOf } from './standing.ts';

export const isReason = (reason: string): reason is RemovalReason =>
  (removalReasons as readonly string[]).includes(reason);

interface Decided {
  readonly kind: EventKind;
  readonly text: string;
  readonly now: number;
}

/** The same functions that commands call. */
export async function decide(
  transaction: Database,
  { session, form }: PageCall,
  about: Subject,
  { kind, text, now }: Decided,
): Promise<Left | void> {
  const { business, account } = session;
  const decision = { actor: account.id, now, mailsWaitMs: MAILS_WAIT_MS };
  const name = reviewNameOf(about);
  switch (kind) {
    case 'published':
      return publishDecided(transaction, business, name, decision);
    case 'hidden': {
      const reason = valueIn(form, 'reason') as RemovalReason;
      const { mails } = await hideDecided(transaction, business, name, reason, decision);
      return { mails, reports: await closeReports(transaction, business.id, about, { ...decision, outcome: reason }) };
    }
    case 'replied':
      return void (await replyDecided(transaction, business, name, text, decision));
    case 'moved':
      return moveReviewDecided(transaction, business, { number: about.number, sku: valueIn(form, 'sku') }, decision);
    case 'mailed':
      return messageDecided(transaction, business, name, text, decision);
    case 'photo hidden':
    case 'photo published': {
      const reason = kind === 'photo hidden' ? (valueIn(form, 'reason') as RemovalReason) : null;
      const photo = { at: Number(valueIn(form, 'photo')), reason };
      return { mails: (await hidePhotoDecided(transaction, business, name, photo, decision)).mails };
    }
    case 'report closed':
      return { reports: await closeReports(transaction, business.id, about, { ...decision, outcome: 'stays' }) };
    default:
      await putOff(transaction, session, about, valueIn(form, 'until'), now);
      return noteEvent(transaction, { businessId: business.id, about, kind: 'put off', actor: account.id, now });
  }
}

/** @returns those that were open. */
async function closeReports(
  transaction: Database,
  businessId: number,
  { subject, number }: Subject,
  { outcome, ...decision }: { readonly actor: string; readonly now: number; readonly outcome: string },
): Promise<string[]> {
  const open = await transaction
    .selectFrom('review_flag')
    .select('id')
    .where('business_id', '=', businessId)
    .where('review_id', '=', number)
    .where('of_product', '=', subject === 'product review' ? 1 : 0)
    .where('closed_at', 'is', null)
    .execute();
  for (const { id } of open) await closeDecided(transaction, id, outcome, decision);
  return open.map(({ id }) => id);
}

const DAY_MS = 86_400_000;

/** Tomorrow or next week (`week`), when the day begins (UTC). */
export const laterOf = (when: string, now: number): number =>
  (Math.floor(now / DAY_MS) + (when === 'week' ? 7 : 1)) * DAY_MS;

/** Keeps something out of the inbox until the day begins (UTC), or until anything of it changes. */
export async function putOff(
  transaction: Database,
  { business }: Session,
  { subject, number }: Subject,
  when: string,
  now: number,
): Promise<void> {
  const until = laterOf(when, now);
  const revision = (await readRevisions(transaction, business, subject, [number])).get(number) ?? '';
  await transaction
    .insertInto('put_off')
    .values({ business_id: business.id, subject, subject_id: number, until, revision })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'subject', 'subject_id']).doUpdateSet({ until, revision }),
    )
    .execute();
}

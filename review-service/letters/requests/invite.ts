/** The mail that asks somebody for a review. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readLook } from '../look/look.ts';
import { plainName } from '../mail/plain.ts';
import { queueMail } from '../mail/queue.ts';
import { OWN_ADDRESS } from '../mail/sending/message.ts';
import type { Database } from '../../data/tables.ts';
import { chooseWording } from '../wording/index.ts';
import { invitationMail, type InvitedProduct } from './invitation.ts';
import { linkPath, makeLink } from './links.ts';
import { noteMail, type RequestRow } from './requests.ts';
import { wantsNoRequests } from './stops.ts';

export interface Invitation {
  readonly business: BusinessRow;
  readonly request: RequestRow;
  readonly products: readonly InvitedProduct[];
  readonly now: number;
  /** When the mail leaves; by default at once. */
  readonly mailAt?: number | undefined;
}

/** Asks by mail, once per request, and never somebody who wants no requests. */
export async function invite(db: Database, invitation: Invitation): Promise<void> {
  const { business, request } = invitation;
  if (request.email === null || request.mail_id !== null || request.review_no !== null) return;
  if (await wantsNoRequests(db, business.id, request.email))
    return noteMail(db, request.id, { mail_outcome: 'unsubscribed' });
  await noteMail(db, request.id, {
    mail_id: await mailInvitation(db, invitation, request.email, false),
    mail_outcome: null,
  });
}

/** Reminds by mail; whether that may be is for the caller to know. */
export async function inviteAgain(db: Database, invitation: Invitation, email: string): Promise<void> {
  const reminder_id = await mailInvitation(db, invitation, email, true);
  await noteMail(db, invitation.request.id, { reminder_id, reminded_at: invitation.now });
}

async function mailInvitation(
  db: Database,
  { business, request, products, now, mailAt }: Invitation,
  email: string,
  isReminder: boolean,
): Promise<string> {
  const link = async (purpose: 'request' | 'stop', target: { requestId: string } | { email: string }) =>
    OWN_ADDRESS +
    linkPath(purpose, business.domain, await makeLink(db, { businessId: business.id, purpose, target, now }));

  const { locale } = await readLook(db, business.id);
  const wording = chooseWording(request.language, undefined, locale);
  const stopUrl = await link('stop', { email });
  return queueMail(db, {
    business,
    to: { name: `${request.first_name} ${request.last_name}`.trim(), address: email },
    ...invitationMail(
      {
        shop: plainName(business.name) || business.domain,
        request,
        products,
        url: await link('request', { requestId: request.id }),
        stopUrl,
        isReminder,
      },
      wording,
    ),
    language: wording.language,
    stopUrl,
    now,
    ...(mailAt === undefined ? {} : { dueAt: mailAt }),
  });
}

/** The mail that asks somebody for a review. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readLook } from '../look/look.ts';
import { plainName } from '../mail/plain.ts';
import { queueMail } from '../mail/queue.ts';
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
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: number;
}

/** Asks by mail, once per request, and never somebody who wants no requests. */
export async function invite(db: Database, { business, request, products, publicUrl, now }: Invitation): Promise<void> {
  const { email } = request;
  if (
    email === null ||
    request.mail_id !== null ||
    request.review_no !== null ||
    (await wantsNoRequests(db, business.id, email))
  )
    return;
  const link = async (purpose: 'request' | 'stop', target: { requestId: string } | { email: string }) =>
    publicUrl +
    linkPath(purpose, business.domain, await makeLink(db, { businessId: business.id, purpose, target, now }));

  const { locale } = await readLook(db, business.id);
  const wording = chooseWording(request.language, undefined, locale);
  const stopUrl = await link('stop', { email });
  const mailId = await queueMail(db, {
    business,
    to: { name: `${request.first_name} ${request.last_name}`.trim(), address: email },
    ...invitationMail(
      {
        shop: plainName(business.name) || business.domain,
        request,
        products,
        url: await link('request', { requestId: request.id }),
        stopUrl,
      },
      wording,
    ),
    language: wording.language,
    stopUrl,
    now,
  });
  await noteMail(db, request.id, mailId);
}

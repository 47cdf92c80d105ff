/** The mail that asks somebody for a review. */
import type { BusinessRow } from '../../review-store/businesses.ts';
import type { MailPart } from '../mail/message.ts';
import { plainLine, plainName } from '../mail/plain.ts';
import { queueMail } from '../mail/queue.ts';
import type { Database } from '../tables.ts';
import { chooseWording, formatDay } from '../wording/index.ts';
import { lifetimeDays, linkPath, makeLink } from './links.ts';
import { noteMail, type RequestRow } from './requests.ts';
import { wantsNoRequests } from './stops.ts';

export interface Invitation {
  readonly business: BusinessRow;
  readonly request: RequestRow;
  /** What was bought, for a request to review products. */
  readonly titles: readonly string[];
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: number;
}

/** Asks by mail, once per request, and never somebody who wants no requests. */
export async function invite(db: Database, { business, request, titles, publicUrl, now }: Invitation): Promise<void> {
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

  const wording = chooseWording(request.language);
  const words = wording.mail;
  const shop = plainName(business.name) || business.domain;
  const name = plainName(request.first_name);
  const order = plainLine(request.order_id, 80);
  const day = formatDay(wording, request.order_date);
  const stopUrl = await link('stop', { email });
  const asked: MailPart[] =
    request.kind === 'business'
      ? [words.business(shop, order, day)]
      : [
          words.products(shop, order, day),
          { quote: titles.map((title) => plainLine(title)).join('\n') },
          words.productsAsk,
        ];
  const mailId = await queueMail(db, {
    business,
    to: { name: `${request.first_name} ${request.last_name}`.trim(), address: email },
    subject: request.kind === 'business' ? words.businessSubject(shop) : words.productsSubject(shop),
    parts: [
      words.hello(name),
      ...asked,
      {
        link: await link('request', { requestId: request.id }),
        label: request.kind === 'business' ? words.businessLink : words.productsLink,
      },
      words.takes(lifetimeDays.request),
      words.stop(shop),
      { aside: stopUrl, label: words.stopLink },
    ],
    language: wording.language,
    stopUrl,
    now,
  });
  await noteMail(db, request.id, mailId);
}

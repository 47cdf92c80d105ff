/** The text of the mail that asks for a review. */
import { fill } from '../../../contract/texts/texts.ts';
import type { MailBlock, MailProduct } from '../mail/blocks.ts';
import { plainLine, plainName } from '../mail/plain.ts';
import { formatDay, greet, type Wording } from '../wording/index.ts';
import { lifetimeDays } from './links.ts';
import { starLinks } from './rating-links.ts';
import type { RequestRow } from './requests.ts';

export interface InvitedProduct {
  readonly sku: string;
  readonly title: string;
  /** Path of its picture below the public address of the service; null if it has none. */
  readonly picture: string | null;
}

export interface InvitationWords {
  readonly shop: string;
  readonly request: Pick<RequestRow, 'kind' | 'first_name' | 'order_id' | 'order_date'>;
  readonly products: readonly InvitedProduct[];
  /** Of the page that answers the request. */
  readonly url: string;
  /** Of the page that stops further ones. */
  readonly stopUrl: string;
  /** Whether they were asked before. */
  readonly isReminder?: boolean;
}

export function invitationMail(
  { shop, request, products, url, stopUrl, isReminder = false }: InvitationWords,
  wording: Wording,
): { subject: string; blocks: readonly MailBlock[] } {
  const words = wording.mail;
  const order = plainLine(request.order_id, 80);
  const about = { business: shop, order, date: formatDay(wording, request.order_date) };
  const ofBusiness = request.kind === 'business';
  const page = inLanguage(url, wording);
  const question = fill(ofBusiness ? words.businessSubject : words.productsSubject, { business: shop });
  const subject = isReminder ? fill(words.reminder, { subject: question }) : question;
  const asked: MailBlock[] = ofBusiness
    ? [fill(words.business, about), { stars: starLinks(page, wording), label: words.tap }]
    : [
        fill(words.products, about),
        { products: products.map((one) => toShown(one, page, wording)) },
        words.productsAsk,
      ];
  return {
    subject,
    blocks: [
      { heading: subject },
      greet(wording, plainName(request.first_name)),
      ...asked,
      { link: page, label: ofBusiness ? words.businessLink : words.productsLink },
      fill(words.takes, { days: lifetimeDays.request }),
      { aside: inLanguage(stopUrl, wording), label: words.stopLink, why: fill(words.stop, { business: shop }) },
    ],
  };
}

function toShown({ sku, title, picture }: InvitedProduct, url: string, wording: Wording): MailProduct {
  const own = new URL(url);
  own.searchParams.set('sku', sku);
  return { title, picture, url: own.href, stars: starLinks(own.href, wording) };
}

/** So that a page speaks like the mail that leads to it. */
export function inLanguage(url: string, { language }: Wording): string {
  const told = new URL(url);
  told.searchParams.set('lang', language);
  return told.href;
}

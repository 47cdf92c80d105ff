/** Every mail of the service with sample words, made by the functions that make the real ones. */
import type { InvitedProduct } from '../requests/invitation.ts';
import type { MailPart } from '../mail/parts.ts';
import { wordMail } from '../operations/mail-to-author.ts';
import { codeMail } from '../pages/edit-codes.ts';
import { questionsMail } from '../asking/notices.ts';
import { reportsMail } from '../reports/notices.ts';
import { invitationMail, type InvitationWords } from '../requests/invitation.ts';
import type { Wording } from '../wording/index.ts';

export interface SampleShop {
  readonly name: string;
  readonly domain: string;
  readonly products: readonly InvitedProduct[];
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

export interface SampleMail {
  readonly title: string;
  /** Whether it says how to stop further ones. */
  readonly isAskedFor: boolean;
  make(shop: SampleShop, wording: Wording): { readonly subject: string; readonly parts: readonly MailPart[] };
}

const day = (date: number): number => Date.UTC(2026, 10, date);
const author = 'Rosa';
const offer =
  'Hello Rosa,\n\nI am sorry that the lid came cracked. A new one is on its way; keep the old one for small things.' +
  '\n\nAda, Marlow & Fern';

function invitation(kind: 'business' | 'products', shop: SampleShop): InvitationWords {
  const { name, domain, products, publicUrl } = shop;
  return {
    shop: name,
    request: { kind, first_name: author, order_id: 'MF-20418', order_date: day(3) },
    products: kind === 'business' ? [] : products,
    url: `${publicUrl}/request/${domain}/sample`,
    stopUrl: `${publicUrl}/stop/${domain}/sample`,
  };
}

/** By the name in their addresses. */
export const sampleMails: Readonly<Record<string, SampleMail>> = {
  'invitation-products': {
    title: 'Asks for reviews of what was bought',
    isAskedFor: false,
    make: (shop, wording) => invitationMail(invitation('products', shop), wording),
  },
  'invitation-business': {
    title: 'Asks for a review of the business',
    isAskedFor: false,
    make: (shop, wording) => invitationMail(invitation('business', shop), wording),
  },
  'edit-code': {
    title: 'A code to edit a review with',
    isAskedFor: true,
    make: ({ name }, wording) => codeMail({ shop: name, name: author, code: '408216' }, wording),
  },
  message: {
    title: 'A message from the business to an author',
    isAskedFor: true,
    make: ({ name }, wording) => wordMail({ shop: name, subject: 'About your teapot', body: offer }, wording),
  },
  resolution: {
    title: 'What the business offers to put things right',
    isAskedFor: true,
    make: ({ name }, wording) =>
      wordMail({ shop: name, subject: (words, shop) => words.resolutionSubject(shop), body: offer }, wording),
  },
  questions: {
    title: 'What shoppers asked and answered, for the business',
    isAskedFor: true,
    make: (shop, wording) =>
      questionsMail(
        shop,
        {
          named: [
            { question_id: 41, answer_id: null, created_at: day(18), waits: false },
            { question_id: 38, answer_id: 7, created_at: day(19), waits: true },
          ],
          count: 2,
        },
        wording,
      ),
  },
  reports: {
    title: 'What shoppers reported, for the business',
    isAskedFor: true,
    make: (shop, wording) =>
      reportsMail(
        shop,
        [
          { review_id: 1042, of_product: 1, reason: 'personal_info', created_at: day(18) },
          { review_id: 877, of_product: 0, reason: 'another_biz', created_at: day(19) },
        ],
        wording,
      ),
  },
};

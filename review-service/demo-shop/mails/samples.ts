/** Every mail of the service with sample words, made by the functions that make the real ones. */
import type { InvitedProduct } from '../../letters/requests/invitation.ts';
import type { MailBlock } from '../../letters/mail/blocks.ts';
import { wordMail } from '../../content/mail-to-author.ts';
import { codeMail } from '../../pages/edit/edit-codes.ts';
import { noticeMail } from '../../care/notices/mail.ts';
import { invitationMail, type InvitationWords } from '../../letters/requests/invitation.ts';
import type { Wording } from '../../letters/wording/index.ts';

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
  make(shop: SampleShop, wording: Wording): { readonly subject: string; readonly blocks: readonly MailBlock[] };
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

const word = ({ name, domain, publicUrl }: SampleShop) => ({
  shop: name,
  body: offer,
  review: {
    text: 'Lid came cracked\nThe pot itself pours well.',
    at: day(18),
    product: null,
    editUrl: `${publicUrl}/edit/${domain}/sample`,
  },
});

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
    make: (shop, wording) => wordMail({ ...word(shop), subject: 'About your teapot' }, wording),
  },
  resolution: {
    title: 'What the business offers to put things right',
    isAskedFor: true,
    make: (shop, wording) => wordMail({ ...word(shop), subject: null }, wording),
  },
  notice: {
    title: 'Reviews that wait, questions and reports, for the owners',
    isAskedFor: true,
    make: ({ name, domain, publicUrl, products: [product] }, wording) => {
      const about = { product: { sku: 'TEAPOT', title: product?.title ?? null }, photos: 0 };
      const lid = { ...about, name: 'Rosa K', at: day(18), text: 'Lid came cracked\nThe pot itself pours well.' };
      const mug = {
        ...about,
        product: null,
        name: 'Ole',
        at: day(17),
        text: 'I never got my parcel. Call me: 555 0100',
      };
      return noticeMail(
        { name, domain, isOnly: true, data: null, hasCommands: true, linkTo: () => `${publicUrl}/console/open/TOKEN` },
        {
          held: [
            { ...lid, photos: 2, review: { kind: 'product', number: 1042 }, why: 'new' },
            { ...mug, review: { kind: 'business', number: 877 }, why: 'text' },
          ],
          questions: [
            { ...lid, number: 41, answer: null, text: 'Is it dishwasher safe?', why: null },
            { ...lid, number: 38, answer: 7, text: 'Mine is.', why: 'new' },
          ],
          reports: [
            {
              id: '7d1f3a52-6b0e-4f7e-9c58-2f1f0f6f4b11',
              reason: 'personal_info',
              message: 'There is a telephone number in it.',
              at: day(19),
              review: { kind: 'business', number: 802 },
              said: mug,
            },
          ],
          low: [{ ...mug, review: { kind: 'business', number: 878 } }],
          more: { held: 12, questions: 0, reports: 0 },
        },
        wording,
      );
    },
  },
};

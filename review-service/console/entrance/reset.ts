/** A new password for somebody who has forgotten theirs: by mail, or by a link of `plaudit account recover`. */
import { fill } from '../../../contract/texts/texts.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { html } from '../../letters/html.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { readField } from '../../pages/frame/review-form.ts';
import {
  linkTo,
  makeResetLink,
  openPasswordLink,
  usePasswordLink,
  type OpenPasswordLink,
} from '../../people/accounts/password-links.ts';
import { fine } from '../frame/forms.ts';
import { problem } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';
import { mailLink } from './link-mail.ts';
import { endPage, type DeclareOpenPage, type OpenCall } from './open-pages.ts';
import { emailField, newPasswordField, secretIn, weakness } from './proof.ts';

const { reset } = words;
const PATH = '/password';
const LINK = `${PATH}/:token`;
/** In ten minutes, from one network. */
const MOST_ASKED = 10;

export function registerReset(page: DeclareOpenPage, service: Service): void {
  const { db, now } = service;
  const asked = new AddressLimit(MOST_ASKED);
  const wrongLinks = new AddressLimit(MOST_ASKED);
  const dead = ({ request, at }: OpenCall) => {
    wrongLinks.count(request, service.elapsed());
    return endPage(404, reset.deadTitle, reset.dead, at(PATH), reset.again);
  };

  page('GET', PATH, askPage);

  page('POST', PATH, async ({ request, form, at }) => {
    asked.count(request, service.elapsed());
    await atomically(db, (transaction) => sendLink(transaction, readField(form, 'email'), service));
    // The page does not tell whether the address has an account.
    return endPage(200, reset.sentTitle, reset.sent, at('/sign-in'), reset.back);
  });

  page('GET', LINK, async (call) => {
    const link = await openPasswordLink(db, call.params['token']!, now());
    return link ? newPage(link) : dead(call);
  });

  page('POST', LINK, async (call) => {
    const token = call.params['token']!;
    const link = await openPasswordLink(db, token, now());
    if (!link) return dead(call);
    try {
      const isSet = await usePasswordLink(db, token, secretIn(call.form, 'new'), now());
      return isSet ? { to: '/sign-in?done=password' } : dead(call);
    } catch (error) {
      return newPage(link, weakness(error));
    }
  });
}

async function sendLink(db: Database, email: string, service: Service): Promise<void> {
  const now = service.now();
  const made = await makeResetLink(db, email, now);
  const business =
    made &&
    (await db
      .selectFrom('business')
      .selectAll()
      .where('id', 'in', (eb) =>
        eb.selectFrom('account_business').select('business_id').where('account_id', '=', made.accountId),
      )
      .orderBy('id')
      .executeTakeFirst());
  if (!made || !business) return;
  const link = linkTo(service.addresses.publicUrl, made.token);
  await mailLink(db, reset, { business, address: made.email, link, email: made.email, now });
}

const askPage = ({ at }: OpenCall): Shown => ({
  title: reset.title,
  body: html`<p class="soft">${reset.text}</p>
<form class="fields" method="post">
${emailField()}
<button>${reset.button}</button></form>
<p class="after"><a href="${at('/sign-in')}">${reset.back}</a></p>`,
});

const newPage = ({ email, purpose }: OpenPasswordLink, { status, mistakes } = fine): Shown => ({
  status,
  title: reset.newTitle,
  body: html`${problem(mistakes['new'])}<p class="soft">${fill(reset.newFor, { email })}
${purpose === 'recover' && reset.newCodesOff}</p>
<form class="fields" method="post">${newPasswordField(mistakes)}<button>${reset.newButton}</button></form>`,
});

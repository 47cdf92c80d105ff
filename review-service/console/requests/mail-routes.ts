/** The mail that asks, in each language, as a test to oneself, and a code to print that leads to a product. */
import { fill } from '../../../contract/texts/texts.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { findProductBySku, toProduct, walkProducts } from '../../../review-store/products/products.ts';
import type { Service } from '../../context.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { pictureOf } from '../../images/product-pictures.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { html, type Markup } from '../../letters/html.ts';
import { readLook } from '../../letters/look/look.ts';
import { plainName } from '../../letters/mail/plain.ts';
import { queueMail, toMessage } from '../../letters/mail/queue.ts';
import { showMail } from '../../letters/mail/shown.ts';
import { OWN_ADDRESS, withPublicAddress } from '../../letters/mail/sending/message.ts';
import { invitationMail, type InvitedProduct } from '../../letters/requests/invitation.ts';
import { chooseWording, languages, type Wording } from '../../letters/wording/index.ts';
import { MOST_A_DAY } from '../../letters/requests/ask.ts';
import { readReminding, remindingDays, setReminding } from '../../letters/requests/reminding.ts';
import { qrCode } from '../frame/qr-code.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { doneOf, hidden, nameOfLanguage, selectOf, valueIn } from '../frame/pieces.ts';
import { noteSetting } from '../settings/declare.ts';
import { words } from '../words/index.ts';
import { PATH, requestTabs } from './pieces.ts';

const { requests: said } = words;
const MAIL = `${PATH}/mail`;
const QR = `${PATH}/qr`;
const MOST_PRODUCTS = 2;

export function registerRequestMail(page: DeclarePage, service: Service): void {
  const { db, now, addresses } = service;

  page('GET', MAIL, 'owner', async (call) => {
    const { query, session, at } = call;
    const { language } = await wordingOf(db, session.business, valueIn(query, 'language'));
    const links = languages.map((one) => {
      const here = one === language && html`aria-current="page"`;
      return html`<li><a href="${at(`${MAIL}?language=${one}`)}" ${here}>${nameOfLanguage(one)}</a></li>`;
    });
    const { email } = session.account;
    return {
      title: said.mailTitle,
      ...doneOf(call, { test: fill(said.testSent, { email }), reminders: words.shop.saved }),
      body: html`${requestTabs(call, MAIL)}
<section class="card"><p class="soft">${said.mailText}</p>
<nav aria-label="${said.language}"><ul class="tabs">${links}</ul></nav>
<form class="below" method="post" action="${at(`${MAIL}/test`)}">${hidden('language', language)}
<button class="second">${fill(said.test, { email })}</button></form></section>
${await remindersCard(db, call)}
<iframe class="mail" title="${said.mailTitle}" src="${at(`${MAIL}/shown?language=${language}`)}"></iframe>`,
    };
  });

  page('POST', `${MAIL}/reminders`, 'owner', async (call) => {
    const afterDays = remindingDays.find((days) => String(days) === valueIn(call.form, 'days')) ?? null;
    await atomically(db, async (transaction) => {
      await setReminding(transaction, call.session.business.id, { afterDays, since: now() });
      await noteSetting(transaction, call, 'requests', now());
    });
    return { to: `${MAIL}?done=reminders` };
  });

  page('GET', `${MAIL}/shown`, 'owner', async ({ query, session: { business } }) => {
    const mail = await sample(db, business, valueIn(query, 'language'));
    const message = toMessage({ ...mail, to: { name: '', address: '' } }, await readLook(db, business.id));
    return showMail(withPublicAddress(message, addresses.publicUrl).html, addresses.publicUrl);
  });

  page('POST', `${MAIL}/test`, 'owner', async ({ session: { business, account }, form }) => {
    const mail = await sample(db, business, valueIn(form, 'language'));
    const to = { name: '', address: account.email };
    await atomically(db, (transaction) => queueMail(transaction, { ...mail, to, now: now() }));
    return { to: `${MAIL}?language=${mail.language}&done=test` };
  });

  page('GET', QR, 'owner', (call) => qrPage(service, call));
}

async function remindersCard(db: Database, { session, at }: PageCall): Promise<Markup> {
  const { reminders } = said;
  const chosen = String((await readReminding(db, session.business.id))?.afterDays ?? '');
  const options = remindingDays.map((days) => [String(days), reminders.after(days)] as const);
  const choice = {
    name: 'days',
    label: reminders.label,
    chosen,
    options: [['', reminders.never], ...options],
  } as const;
  return html`<section class="card" aria-labelledby="reminders"><h2 id="reminders">${reminders.title}</h2>
<p class="soft">${reminders.text} ${fill(reminders.cap, { most: MOST_A_DAY })}</p>
<form class="find" method="post" action="${at(`${MAIL}/reminders`)}">${selectOf(choice)}
<button class="second">${words.shop.save}</button></form></section>`;
}

async function wordingOf(db: Database, { id }: BusinessRow, language: string): Promise<Wording> {
  const { locale } = await readLook(db, id);
  return chooseWording(language || null, undefined, locale);
}

/** The mail about the first products of the shop, or about the shop, whose links lead to nobody's page. */
async function sample(db: Database, business: BusinessRow, language: string) {
  const wording = await wordingOf(db, business, language);
  const products: InvitedProduct[] = [];
  for await (const { sku } of walkProducts(storeOf(db), business.id)) {
    const row = await findProductBySku(storeOf(db), business.id, sku);
    if (row) products.push({ sku, title: row.title ?? sku, picture: pictureOf(business.domain, toProduct(row)) });
    if (products.length === MOST_PRODUCTS) break;
  }
  const kind = products.length > 0 ? 'products' : 'business';
  const request = { kind, first_name: said.sampleName, order_id: '1001', order_date: Date.UTC(2026, 10, 3) } as const;
  const url = `${OWN_ADDRESS}/console${MAIL}`;
  const shop = plainName(business.name) || business.domain;
  const { subject, blocks } = invitationMail({ shop, request, products, url, stopUrl: url }, wording);
  return { business, subject, blocks, language: wording.language };
}

async function qrPage({ db, addresses }: Service, call: PageCall): Promise<Shown> {
  const { query, session, at } = call;
  const given = valueIn(query, 'sku');
  const found = given === '' ? undefined : await findProductBySku(storeOf(db), session.business.id, given);
  if (given !== '' && !found) throw unknown();
  const product = found && new AddressBook(addresses).product(toProduct(found));
  const link = product?.product_link ?? '';
  const code = isOnTheWeb(link)
    ? html`<p><bdi>${product!.title ?? product!.sku}</bdi></p>${qrCode(link, said.qrLabel)}
<p class="soft">${said.leads} <a href="${link}" rel="noopener">${link}</a></p>`
    : html`<p class="note">${said.noLink}</p>`;
  return {
    title: said.qrTitle,
    body: html`${requestTabs(call, QR)}
<section class="card"><p class="soft">${said.qrText}</p>
<form class="find" action="${at(QR)}"><div><label class="label" for="sku">${said.sku}</label>
<input type="text" id="sku" name="sku" value="${given}" maxlength="256" required></div>
<button>${said.make}</button></form></section>
${product && html`<section class="card">${code}</section>`}`,
  };
}

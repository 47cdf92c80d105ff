/** Switching codes on, by a QR code for an app, and off. Both want the password once more. */
import { fill } from '../../../contract/texts/texts.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { readField } from '../../pages/frame/review-form.ts';
import {
  newCodeSecret,
  newRecoveryCodes,
  otpauthOf,
  switchCodesOff,
  switchCodesOn,
  usesCodes,
} from '../../people/accounts/codes.ts';
import { fine, wrong } from '../frame/forms.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { hidden } from '../frame/pieces.ts';
import { qrCode } from '../frame/qr-code.ts';
import { words } from '../words/index.ts';
import { codeField, confirmPassword, passwordField } from './proof.ts';
import { CODES, programsOf, SIGN_IN } from './settings.ts';

const { codes } = words;
/** As `newCodeSecret` makes it. */
const secretShape = /^[A-Z2-7]{32}$/;

export function registerCodes(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', CODES, 'moderator', async (call) =>
    (await usesCodes(db, call.session.account.id)) ? changePage(call) : onPage(service, call),
  );

  page('POST', `${CODES}/on`, 'moderator', async (call) => {
    const { session, form } = call;
    const secret = readField(form, 'secret');
    if (!secretShape.test(secret)) return { to: CODES };
    const refusal = await confirmPassword(service, call);
    if (refusal) return onPage(service, call, refusal, secret);
    const given = { accountId: session.account.id, secret, given: readField(form, 'code') };
    const recovery = await atomically(db, (transaction) => switchCodesOn(transaction, given, now()));
    if (recovery === null) return onPage(service, call, wrong({ code: codes.wrong }), secret);
    return keepPage(call, codes.doneTitle, recovery);
  });

  page('POST', `${CODES}/renew`, 'moderator', async (call) => {
    const { id } = call.session.account;
    if (!(await usesCodes(db, id))) return { to: CODES };
    const refusal = await confirmPassword(service, call);
    if (refusal) return changePage(call, refusal);
    const recovery = await atomically(db, (transaction) => newRecoveryCodes(transaction, id));
    return keepPage(call, codes.renewedTitle, recovery);
  });

  page('POST', `${CODES}/off`, 'moderator', async (call) => {
    const refusal = await confirmPassword(service, call);
    if (refusal) return changePage(call, refusal);
    await atomically(db, (transaction) => switchCodesOff(transaction, call.session.account.id));
    return { to: `${SIGN_IN}?done=codes-off` };
  });
}

/** @param secret - one that the app has already, or a new one. */
async function onPage(
  { db, now }: Service,
  { session: { account }, at }: PageCall,
  { status, mistakes } = fine,
  secret = newCodeSecret(),
): Promise<Shown> {
  const programs = await programsOf(db, account.id, now());
  return {
    status,
    title: codes.title,
    body: html`<section class="card">
<p>${codes.scan}</p>
${qrCode(otpauthOf(secret, account.email), codes.qr)}
<p>${codes.key}: <code>${secret.match(/.{4}/g)!.join(' ')}</code></p>
<p class="note">${codes.programs} ${programs !== null && fill(codes.stops, { programs })}</p>
<form class="fields" method="post" action="${at(`${CODES}/on`)}">${hidden('secret', secret)}
${codeField(codes.code, { mistake: mistakes['code'] })}
${passwordField(words.confirm.password, mistakes)}
<button>${codes.title}</button></form></section>`,
  };
}

const keepPage = ({ at }: PageCall, title: string, recovery: readonly string[]): Shown => ({
  title,
  body: html`<section class="card"><p>${codes.keep}</p>
<ol class="codes">${recovery.map((code) => html`<li>${code}</li>`)}</ol>
<p><a class="button" href="${at(SIGN_IN)}">${codes.done}</a></p></section>`,
});

const changePage = ({ at }: PageCall, { status, mistakes } = fine): Shown => ({
  status,
  title: codes.changeTitle,
  body: html`<section class="card"><p>${codes.renewText}</p><p>${codes.offText}</p>
<form class="fields" method="post" action="${at(`${CODES}/renew`)}">
${passwordField(words.confirm.password, mistakes)}
<div class="below"><button>${codes.renew}</button>
<button class="danger" formaction="${at(`${CODES}/off`)}">${codes.offTitle}</button></div></form></section>`,
});

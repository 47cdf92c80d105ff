/** Switching codes on, by a QR code for an app, and off. Both want the password once more. */
import { fill } from '../../../contract/texts/texts.ts';
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { textField } from '../../pages/frame/fields.ts';
import { readField } from '../../pages/frame/review-form.ts';
import {
  newCodeSecret,
  newRecoveryCodes,
  otpauthOf,
  switchCodesOff,
  switchCodesOn,
  usesCodes,
} from '../../people/accounts/codes.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { qrCode } from '../frame/qr-code.ts';
import { words } from '../words/index.ts';
import { confirmPassword } from './confirm.ts';
import { CODES, programsOf, SIGN_IN } from './settings.ts';
import { passwordField } from './sign-in.ts';

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
    const password = await confirmPassword(service, call);
    if (password !== undefined) return onPage(service, call, { status: 401, password, secret });
    const given = { accountId: session.account.id, secret, given: readField(form, 'code') };
    const recovery = await atomically(db, (transaction) => switchCodesOn(transaction, given, now()));
    if (recovery === null) return onPage(service, call, { status: 400, code: codes.wrong, secret });
    return keepPage(call, codes.doneTitle, recovery);
  });

  page('POST', `${CODES}/renew`, 'moderator', async (call) => {
    const { id } = call.session.account;
    if (!(await usesCodes(db, id))) return { to: CODES };
    const wrong = await confirmPassword(service, call);
    if (wrong !== undefined) return changePage(call, wrong);
    const recovery = await atomically(db, (transaction) => newRecoveryCodes(transaction, id));
    return keepPage(call, codes.renewedTitle, recovery);
  });

  page('POST', `${CODES}/off`, 'moderator', async (call) => {
    const wrong = await confirmPassword(service, call);
    if (wrong !== undefined) return changePage(call, wrong);
    await atomically(db, (transaction) => switchCodesOff(transaction, call.session.account.id));
    return { to: `${SIGN_IN}?done=codes-off` };
  });
}

interface Again {
  readonly status?: number;
  /** The one that the app has already. */
  readonly secret?: string;
  readonly password?: string;
  readonly code?: string;
}

async function onPage({ db, now }: Service, { session, at }: PageCall, again: Again = {}): Promise<Shown> {
  const { account } = session;
  const { status = 200, secret = newCodeSecret(), password, code } = again;
  const programs = await programsOf(db, account.id, now());
  const field = {
    name: 'code',
    label: codes.code,
    value: '',
    max: LONGEST_LINE,
    required: true,
    type: 'code',
  } as const;
  return {
    status,
    title: codes.title,
    body: html`<section class="card">
<p>${codes.scan}</p>
${qrCode(otpauthOf(secret, account.email), codes.qr)}
<p>${codes.key}: <code>${secret.match(/.{4}/g)!.join(' ')}</code></p>
<p class="note">${codes.programs} ${programs !== null && fill(codes.stops, { programs })}</p>
<form class="fields" method="post" action="${at(`${CODES}/on`)}">
<input type="hidden" name="secret" value="${secret}">
${textField({ ...field, mistake: code, autocomplete: 'one-time-code' })}
${passwordField(words.confirm.password, { mistake: password })}
<button>${codes.title}</button></form></section>`,
  };
}

const keepPage = ({ at }: PageCall, title: string, recovery: readonly string[]): Shown => ({
  title,
  body: html`<section class="card"><p>${codes.keep}</p>
<ol class="codes">${recovery.map((code) => html`<li>${code}</li>`)}</ol>
<p><a class="button" href="${at(SIGN_IN)}">${codes.done}</a></p></section>`,
});

const changePage = ({ at }: PageCall, mistake?: string): Shown => ({
  status: mistake === undefined ? 200 : 401,
  title: codes.changeTitle,
  body: html`<section class="card"><p>${codes.renewText}</p><p>${codes.offText}</p>
<form class="fields" method="post" action="${at(`${CODES}/renew`)}">
${passwordField(words.confirm.password, { mistake })}
<div class="below"><button>${codes.renew}</button>
<button class="danger" formaction="${at(`${CODES}/off`)}">${codes.offTitle}</button></div></form></section>`,
});

/** Settings → Sign-in: where somebody is signed in, their password, and their codes by an app. */
import { fill } from '../../../contract/texts/texts.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { readField } from '../../pages/frame/review-form.ts';
import {
  countRecoveryCodes,
  newCodeSecret,
  newRecoveryCodes,
  otpauthOf,
  switchCodesOff,
  switchCodesOn,
  usesCodes,
} from '../../people/accounts/codes.ts';
import { setPassword } from '../../people/accounts/manage.ts';
import { hashPassword, refuseWeakPassword } from '../../people/accounts/passwords.ts';
import { endSessions, listSessions, type ListedSession } from '../../people/accounts/sessions.ts';
import { endTokens, listPrograms } from '../../people/accounts/user-tokens.ts';
import { fine, wrong } from '../frame/forms.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { doneOf, hidden, selectOf } from '../frame/pieces.ts';
import { qrCode } from '../frame/qr-code.ts';
import { words } from '../words/index.ts';
import { codeField, confirmPassword, newPasswordField, passwordField, secretIn, weakness } from './proof.ts';

const { settings } = words;
const SIGN_IN = '/settings/sign-in';
const CODES = `${SIGN_IN}/codes`;

const done = {
  ended: settings.ended,
  password: settings.changed,
  'codes-off': settings.switchedOff,
  keys: settings.kept,
};

export function registerSignInSettings(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', SIGN_IN, 'moderator', (call) => signInSettings(service, call));

  page('POST', `${SIGN_IN}/end`, 'moderator', async ({ session, form }) => {
    await endSessions(db, session.account.id, now(), { id: String(form['id']) });
    return { to: `${SIGN_IN}?done=ended` };
  });

  page('POST', `${SIGN_IN}/end-all`, 'moderator', async ({ session: { account } }) => {
    await atomically(db, async (transaction) => {
      await endSessions(transaction, account.id, now());
      await endTokens(transaction, account.id, now());
    });
    return { to: '/sign-in?done=out' };
  });

  page('POST', `${SIGN_IN}/keys`, 'moderator', async ({ session: { account }, form }) => {
    const chosen = { keys_off: form['keys'] === '1' ? 0 : 1, stays: form['after'] === 'stay' ? 1 : 0 } as const;
    await db.updateTable('account').set(chosen).where('id', '=', account.id).execute();
    return { to: `${SIGN_IN}?done=keys` };
  });

  page('POST', `${SIGN_IN}/password`, 'moderator', async (call) => {
    const { session, form } = call;
    const refusal = await confirmPassword(service, call);
    if (refusal) return signInSettings(service, call, refusal);
    const chosen = secretIn(form, 'new');
    try {
      await refuseWeakPassword(chosen);
    } catch (error) {
      return signInSettings(service, call, weakness(error));
    }
    const change = { passwordHash: await hashPassword(chosen), now: now(), keep: session.tokenHash };
    await atomically(db, (transaction) => setPassword(transaction, session.account, change));
    return { to: `${SIGN_IN}?done=password` };
  });
}

async function signInSettings({ db, now }: Service, call: PageCall, outcome = fine): Promise<Shown> {
  const { session, at } = call;
  const { id } = session.account;
  const programs = await programsOf(db, id, now());
  const sessions = await listSessions(db, session, now());
  const left = (await usesCodes(db, id)) ? await countRecoveryCodes(db, id) : null;
  return {
    status: outcome.status,
    title: words.navigation.signIn,
    ...doneOf(call, done),
    body: html`${sessionCard(sessions, programs, at)}${keysCard(session.account, at)}
${passwordCard(programs, outcome, at)}${codesCard(left, at)}`,
  };
}

/** The programs that sign in with an account, in words; null if there are none. */
async function programsOf(db: Service['db'], accountId: string, now: number): Promise<string | null> {
  const programs = await listPrograms(db, accountId, now);
  const names = programs.map((one) => (one ? fill(settings.program, { ...one }) : settings.unknownProgram));
  return names.length === 0 ? null : names.join(', ');
}

const minute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function sessionCard(sessions: readonly ListedSession[], programs: string | null, at: PageCall['at']): Markup {
  const rows = sessions.map(({ id, agent, createdAt, seenAt, isThis }) => {
    const name = agent || settings.unknownBrowser;
    const dates = { date: minute(createdAt), seen: minute(seenAt) };
    const label = fill(settings.endOf, { agent: name, date: dates.date });
    return html`<li><span><strong>${name}</strong>${isThis && html` <span class="tag">${settings.this}</span>`}
<span class="hint">${fill(settings.since, dates)}</span></span>
<form method="post" action="${at(`${SIGN_IN}/end`)}">${hidden('id', id)}
<button class="second" aria-label="${label}">${settings.end}</button></form></li>`;
  });
  return html`<section class="card" aria-labelledby="sessions"><h2 id="sessions">${settings.sessions}</h2>
<ul class="plain rows">${rows}</ul>
<form class="below" method="post" action="${at(`${SIGN_IN}/end-all`)}">
<button class="danger" aria-describedby="end-all">${settings.endAll}</button>
<span class="hint" id="end-all">${settings.endAllHint}
${programs !== null && fill(settings.endAllPrograms, { programs })}</span></form></section>`;
}

const passwordCard = (programs: string | null, { mistakes }: typeof fine, at: PageCall['at']): Markup =>
  html`<section class="card" aria-labelledby="change"><h2 id="change">${settings.passwordTitle}</h2>
<p class="soft">${settings.changeHint}</p>
${programs !== null && html`<p class="note">${fill(settings.programs, { programs })}</p>`}
<form class="fields" method="post" action="${at(`${SIGN_IN}/password`)}">
${passwordField(settings.current, mistakes)}
${newPasswordField(mistakes)}
<button>${settings.change}</button></form></section>`;

function keysCard({ hasKeys, stays }: PageCall['session']['account'], at: PageCall['at']): Markup {
  const after = selectOf({
    name: 'after',
    label: settings.after,
    chosen: stays ? 'stay' : 'next',
    options: [
      ['next', settings.afterNext],
      ['stay', settings.afterStay],
    ],
  });
  return html`<section class="card" aria-labelledby="keys-card"><h2 id="keys-card">${settings.keysTitle}</h2>
<form class="fields" method="post" action="${at(`${SIGN_IN}/keys`)}">
<div><label class="tick"><input type="checkbox" name="keys" value="1" ${hasKeys && html`checked`}
aria-describedby="keys-hint"><span>${settings.keys}</span></label>
<span class="hint" id="keys-hint">${settings.keysHint}</span></div>
${after}<button>${settings.keep}</button></form></section>`;
}

/** @param left - the recovery codes that are left; null where codes are off. */
function codesCard(left: number | null, at: PageCall['at']): Markup {
  return html`<section class="card" aria-labelledby="codes"><h2 id="codes">${settings.codesTitle}</h2>
<p class="soft">${left === null ? settings.codesOff : settings.codesOn(left)}</p>
<p><a class="button second" href="${at(CODES)}">${left === null ? settings.on : settings.renew}</a></p></section>`;
}

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

/** Settings → Team: who works at the shop, in which role, and who is asked to. Changes want the password once more. */
import { fill } from '../../../contract/texts/texts.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { textField } from '../../pages/frame/fields.ts';
import { normalizeEmail } from '../../people/accounts/accounts.ts';
import { proxyEmail } from '../../people/accounts/proxy-account.ts';
import { INVITATION_MS, invite, readInvitations, withdraw, type Invitation } from '../../people/team/invitations.ts';
import { changeTeam, isLastOwner, readTeam, type Member } from '../../people/team/team.ts';
import { invitationLink } from '../entrance/invitation.ts';
import { mailLink } from '../entrance/link-mail.ts';
import { confirmPassword, passwordField } from '../entrance/proof.ts';
import { fine, wrong } from '../frame/forms.ts';
import { unknown } from '../frame/guard.ts';
import { agoOf, dayOf, doneOf, hidden, momentOf, selectOf, valueIn } from '../frame/pieces.ts';
import type { Answer, DeclarePage, PageCall, Role, Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';

const { team: said } = words;
const TEAM = '/settings/team';
const roles = ['owner', 'moderator'] as const;
/** In ten minutes, from one network. */
const MOST_INVITED = 20;

export function registerTeam(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  const invited = new AddressLimit(MOST_INVITED);
  page('GET', TEAM, 'owner', (call) => teamPage(service, call));

  page('POST', `${TEAM}/invite`, 'owner', async (call) => {
    invited.count(call.request, service.elapsed());
    return inviteTyped(service, call);
  });

  page('POST', `${TEAM}/withdraw`, 'owner', async ({ session, form }) => {
    const which = { businessId: session.business.id, id: valueIn(form, 'id'), actor: session.account.id, now: now() };
    if (!(await inTransaction(db, (transaction) => withdraw(transaction, which)))) throw unknown();
    return { to: `${TEAM}?done=withdrawn` };
  });

  page('GET', `${TEAM}/:id`, 'owner', (call) => memberPage(service, call));
  page('POST', `${TEAM}/:id/role`, 'owner', (call) => change(service, call, roleIn(call)));
  page('POST', `${TEAM}/:id/remove`, 'owner', (call) => change(service, call, null));
}

/** The one with fewer rights, unless the other is named. */
const roleIn = ({ form }: PageCall): Role => (valueIn(form, 'role') === 'owner' ? 'owner' : 'moderator');

async function inviteTyped(service: Service, call: PageCall): Promise<Answer> {
  const { business, account } = call.session;
  const email = normalizeEmail(valueIn(call.form, 'email'));
  if (!isMailAddress(email) || email === proxyEmail) return teamPage(service, call, wrong({ email: said.noAddress }));
  const refusal = await confirmPassword(service, call);
  if (refusal) return teamPage(service, call, refusal);
  const link = await inTransaction(service.db, async (transaction) => {
    const now = service.now();
    const made = { businessId: business.id, email, role: roleIn(call), actor: account.id, now };
    const token = await invite(transaction, made);
    if (token === null) return null;
    const url = invitationLink(service, token);
    await mailLink(transaction, said, { business, address: email, link: url, email: account.email, now });
    return url;
  });
  if (link === null) return teamPage(service, call, wrong({ email: said.isMember }, 409));
  return {
    title: said.invitedTitle,
    body: html`<section class="card"><p>${fill(said.invited, { email })}</p>
<p><code>${link}</code></p>
<p><a class="button" href="${call.at(TEAM)}">${said.back}</a></p></section>`,
  };
}

async function change(service: Service, call: PageCall, role: Role | null): Promise<Answer> {
  const { business, account } = call.session;
  const id = call.params['id']!;
  const refusal = await confirmPassword(service, call);
  if (refusal) return memberPage(service, call, refusal);
  const wanted = { businessId: business.id, id, role, actor: account.id, now: service.now() };
  const outcome = await inTransaction(service.db, (transaction) => changeTeam(transaction, wanted));
  if (outcome === 'unknown') throw unknown();
  if (outcome === 'last owner') return memberPage(service, call, wrong({}, 409));
  if (id === account.id) return { to: role === null ? '/sign-in?done=out' : '' };
  return { to: `${TEAM}?done=${role === null ? 'removed' : 'changed'}` };
}

async function teamPage({ db, now }: Service, call: PageCall, { status, mistakes } = fine): Promise<Shown> {
  const { session, at } = call;
  const members = await readTeam(db, session.business.id);
  const invitations = await readInvitations(db, session.business.id, now());
  const email = {
    name: 'email',
    label: words.signIn.email,
    value: normalizeEmail(valueIn(call.form, 'email')),
    required: true,
    mistake: mistakes['email'],
  };
  return {
    status,
    title: words.navigation.team,
    ...doneOf(call, { withdrawn: said.withdrawn, removed: said.removed, changed: said.changed }),
    body: html`<section class="card" aria-labelledby="members"><h2 id="members">${said.members}</h2>
<ul class="plain rows">${members.map((member) => memberRow(member, session.account.id, now(), at))}
${invitations.map((invitation) => invitationRow(invitation, at))}</ul></section>
<section class="card" aria-labelledby="invite"><h2 id="invite">${said.invite}</h2>
<p class="soft">${said.inviteHint}</p>
<form class="fields" method="post" action="${at(`${TEAM}/invite`)}">
${textField({ ...email, type: 'email' })}
${roleChoice(roleIn(call))}
${passwordField(words.confirm.password, mistakes)}
<button>${said.invite}</button></form></section>`,
  };
}

const roleChoice = (chosen: Role): Markup => html`<div>${selectOf({
  name: 'role',
  label: said.role,
  chosen,
  options: roles.map((role) => [role, said.roles[role]] as const),
})}
<span class="hint">${said.rolesHint}</span></div>`;

function memberRow({ id, email, role, isDisabled, lastSeenAt }: Member, self: string, now: number, at: PageCall['at']) {
  const seen = lastSeenAt === null ? said.notSeen : html`${said.seen} ${agoOf(lastSeenAt, now)}`;
  return html`<li><span class="what"><strong><bdi>${email}</bdi></strong>
${id === self && html` <span class="tag">${said.self}</span>`}
<span class="hint">${seen}${isDisabled && html` · ${said.disabled}`}</span></span>
<span class="fate"><span class="tag">${said.roles[role]}</span>
<a class="button second" href="${at(`${TEAM}/${id}`)}" aria-label="${fill(said.changeOf, { email })}">${said.change}</a>
</span></li>`;
}

const invitationRow = ({ id, email, role, at: moment }: Invitation, at: PageCall['at']): Markup =>
  html`<li><span class="what"><strong><bdi>${email}</bdi></strong>
<span class="hint">${said.invitedOn} ${dayOf(moment)}, ${said.until} ${momentOf(moment + INVITATION_MS)}</span></span>
<span class="fate"><span class="tag is-waiting">${said.isInvited}</span> <span class="tag">${said.roles[role]}</span>
<form method="post" action="${at(`${TEAM}/withdraw`)}">${hidden('id', id)}
<button class="second" aria-label="${fill(said.withdrawOf, { email })}">${said.withdraw}</button></form></span></li>`;

async function memberPage(
  { db }: Service,
  { session, params, at }: PageCall,
  { status, mistakes } = fine,
): Promise<Shown> {
  const team = await readTeam(db, session.business.id);
  const member = team.find(({ id }) => id === params['id']);
  if (!member) throw unknown();
  const { id, email, role } = member;
  const only = isLastOwner(team, id) && html`<p class="note">${said.lastOwner}</p>`;
  const form = html`<form class="fields" method="post" action="${at(`${TEAM}/${id}/role`)}">
${roleChoice(role)}
${passwordField(words.confirm.password, mistakes)}
<div class="below"><button>${said.changeRole}</button>
<button class="danger" formaction="${at(`${TEAM}/${id}/remove`)}" aria-describedby="removing">${said.remove}</button>
<span class="hint" id="removing">${said.removeHint}</span></div></form>`;
  return {
    status,
    title: email,
    body: html`<section class="card">${only || form}
<p class="after"><a href="${at(TEAM)}">${said.back}</a></p></section>`,
  };
}

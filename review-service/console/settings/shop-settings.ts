/** Settings of the shop: its profile, which new reviews wait, who is told of them when, and its policy. */
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { addressOf } from '../../../review-store/content/businesses.ts';
import { newsKinds, noticeTimes, readNoticeTimes, setNoticeTimes, type NoticeTimes } from '../../care/notices/times.ts';
import { LONGEST_PARAGRAPH, readParagraph, writeParagraph } from '../../content/figures/policy-facts.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { changeLook } from '../../letters/look/by-command.ts';
import { readLook } from '../../letters/look/look.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import { chooseWording, languages } from '../../letters/wording/index.ts';
import { textField } from '../../pages/frame/fields.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { holdReviews, setPostalAddress } from '../../people/accounts/manage.ts';
import { holdingOf, holdings, type Holding } from '../../people/holding.ts';
import { choicesOf, languageChoice } from '../frame/forms.ts';
import { problem, unknown } from '../frame/guard.ts';
import type { DeclarePage } from '../frame/page.ts';
import { selectOf, valueIn } from '../frame/pieces.ts';
import { copied } from '../setup/screens/snippet.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';
import { TOOLS } from './storefront-settings.ts';

const { shop, holding, mails, policy } = words;
const fields = ['name', 'url', 'email', 'phone', 'address'] as const;
type Profile = Readonly<Record<(typeof fields)[number] | 'language', string>>;

export const registerShop = (page: DeclarePage, service: Service): void =>
  declareSetting<Profile>(page, service, 'shop', {
    async read({ session }) {
      const { id, name, url_address: url, email, phone, ...row } = session.business;
      const { locale } = await readLook(service.db, id);
      const address = addressOf(row)?.completeAddress ?? '';
      return { name, url, email: email ?? '', phone: phone ?? '', address, language: locale ?? '' };
    },
    typed({ form }) {
      const text = (name: keyof Profile) => [name, valueIn(form, name).replaceAll(/\s+/g, ' ')] as const;
      const language = languages.find((one) => one === valueIn(form, 'language')) ?? '';
      return { ...(Object.fromEntries(fields.map(text)) as Profile), language };
    },
    mistakes: mistakesIn,
    async save(transaction, { session }, { name, url, email, phone, address, language }) {
      const { id, domain } = session.business;
      const change = { name, url_address: url, email: email || null, phone: phone || null };
      await transaction.updateTable('business').set(change).where('id', '=', id).execute();
      await setPostalAddress(transaction, domain, address || null);
      await changeLook(transaction, domain, { locale: language || null });
    },
    show({ at }, typed, mistakes) {
      const inputs = fields.map((name) => {
        const required = name === 'name' || name === 'url';
        return textField({ name, ...shop.fields[name], value: typed[name], mistake: mistakes[name], required });
      });
      return html`<section class="card"><p class="soft">${shop.text}</p>
<form class="fields pairs" method="post" action="${at('/settings/shop')}" novalidate>${inputs}
${languageChoice(shop.language, typed.language, shop.anyLanguage)}
<button>${shop.save}</button></form></section>`;
    },
  });

function mistakesIn(typed: Profile): Mistakes {
  const mistakes: Record<string, string> = {};
  for (const name of fields)
    if (/\p{Cc}/u.test(typed[name]) || typed[name].length > LONGEST_LINE) mistakes[name] = shop.tooLong;
  if (typed.name === '') mistakes['name'] = shop.noName;
  if (!isOnTheWeb(typed.url)) mistakes['url'] = shop.noUrl;
  if (typed.email !== '' && !isMailAddress(typed.email)) mistakes['email'] = shop.noEmail;
  return mistakes;
}

export function registerHolding(page: DeclarePage, service: Service): void {
  declareSetting<Holding>(page, service, 'holding', {
    read: ({ session }) => holdingOf(session.business),
    typed: ({ form }) => oneIn(holdings, valueIn(form, 'hold')),
    save: (transaction, { session }, chosen) => holdReviews(transaction, session.business.domain, chosen),
    show: ({ at }, chosen) =>
      choiceForm(
        at('/settings/holding'),
        holding,
        selectOf({ name: 'hold', label: holding.label, chosen, options: choicesOf(holdings, holding.options) }),
      ),
  });
  declareSetting<NoticeTimes>(page, service, 'mails', {
    read: ({ session }) => readNoticeTimes(service.db, session.business.id),
    typed: ({ form }) =>
      Object.fromEntries(newsKinds.map((kind) => [kind, oneIn(noticeTimes, valueIn(form, kind))])) as NoticeTimes,
    save: (transaction, { session }, chosen) => setNoticeTimes(transaction, session.business.id, chosen),
    show({ at }, times) {
      const options = choicesOf(noticeTimes, mails.times);
      const fields = newsKinds.map((kind) =>
        selectOf({ name: kind, label: mails.kinds[kind], chosen: times[kind], options }),
      );
      return choiceForm(at('/settings/mails'), mails, fields);
    },
  });
}

/** @throws Refused for a value that the form does not have. */
function oneIn<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw unknown();
  return found;
}

const choiceForm = (
  action: string,
  { text, hint }: { readonly text: string; readonly hint: string },
  fields: Markup | readonly Markup[],
): Markup => html`<section class="card"><p class="soft">${text}</p>
<form class="fields" method="post" action="${action}">${fields}
<p class="hint">${hint}</p>
<button>${shop.save}</button></form></section>`;

export const registerPolicySettings = (page: DeclarePage, service: Service): void =>
  declareSetting<string>(page, service, 'policy', {
    saved: policy.saved,
    script: TOOLS,
    read: ({ session }) => readParagraph(service.db, session.business.id),
    typed: ({ form }) => valueIn(form, 'paragraph').replaceAll('\r\n', '\n'),
    mistakes: ({ length }): Mistakes =>
      length > LONGEST_PARAGRAPH ? { paragraph: fill(policy.tooLong, { most: LONGEST_PARAGRAPH }) } : {},
    save: (transaction, { session }, text) => writeParagraph(transaction, session.business.id, text),
    async show({ session: { business }, at }, paragraph, { paragraph: wrong }) {
      const url = `${service.addresses.publicUrl}/policy/${business.domain}`;
      const { policy: wording } = chooseWording(undefined, undefined, (await readLook(service.db, business.id)).locale);
      const link = html`<a href="${url}">${fill(wording.title, { business: business.name || business.domain })}</a>`;
      return html`<section class="card"><p>${policy.text}</p>
<p><a href="${url}">${url}</a></p>
${copied('paste', policy.paste, link.text)}</section>
<section class="card"><h2>${policy.own}</h2>${problem(wrong)}
<form class="fields wide" method="post" action="${at('/settings/policy')}"><div>
<label class="label" for="paragraph">${policy.paragraph}</label>
<span class="hint" id="hint">${fill(policy.hint, { most: LONGEST_PARAGRAPH })}</span>
<textarea id="paragraph" name="paragraph" rows="6" dir="auto" maxlength="${LONGEST_PARAGRAPH}" aria-describedby="hint"
${wrong !== undefined && html`aria-invalid="true"`}>
${paragraph}</textarea></div>
<button>${shop.save}</button></form></section>
<iframe class="mail" title="${policy.preview}" src="../../policy/${business.domain}?shown=${service.now()}"></iframe>`;
    },
  });

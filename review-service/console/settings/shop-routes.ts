/** Settings → Shop: its profile at the API, as its owner may change it, and the language it speaks. */
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { addressOf } from '../../../review-store/content/businesses.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { changeLook } from '../../letters/look/by-command.ts';
import { readLook } from '../../letters/look/look.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import { languages } from '../../letters/wording/index.ts';
import { textField } from '../../pages/frame/fields.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { setPostalAddress } from '../../people/accounts/manage.ts';
import { languageChoice } from '../frame/forms.ts';
import type { DeclarePage } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';

const { shop: said } = words;
const fields = ['name', 'url', 'email', 'phone', 'address'] as const;
type Typed = Readonly<Record<(typeof fields)[number] | 'language', string>>;

export const registerShop = (page: DeclarePage, service: Service): void =>
  declareSetting<Typed>(page, service, 'shop', {
    async read({ session }) {
      const { id, name, url_address: url, email, phone, ...row } = session.business;
      const { locale } = await readLook(service.db, id);
      const address = addressOf(row)?.completeAddress ?? '';
      return { name, url, email: email ?? '', phone: phone ?? '', address, language: locale ?? '' };
    },
    typed({ form }) {
      const text = (name: keyof Typed) => [name, valueIn(form, name).replaceAll(/\s+/g, ' ')] as const;
      const language = languages.find((one) => one === valueIn(form, 'language')) ?? '';
      return { ...(Object.fromEntries(fields.map(text)) as Typed), language };
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
        return textField({ name, ...said.fields[name], value: typed[name], mistake: mistakes[name], required });
      });
      return html`<section class="card"><p class="soft">${said.text}</p>
<form class="fields pairs" method="post" action="${at('/settings/shop')}" novalidate>${inputs}
${languageChoice(said.language, typed.language, said.anyLanguage)}
<button>${said.save}</button></form></section>`;
    },
  });

function mistakesIn(typed: Typed): Mistakes {
  const mistakes: Record<string, string> = {};
  for (const name of fields)
    if (/\p{Cc}/u.test(typed[name]) || typed[name].length > LONGEST_LINE) mistakes[name] = said.tooLong;
  if (typed.name === '') mistakes['name'] = said.noName;
  if (!isOnTheWeb(typed.url)) mistakes['url'] = said.noUrl;
  if (typed.email !== '' && !isMailAddress(typed.email)) mistakes['email'] = said.noEmail;
  return mistakes;
}

/** Settings → Shop: its profile at the API, as its owner may change it, and the language it speaks. */
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { addressOf } from '../../../review-store/content/businesses.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { changeLook } from '../../letters/look/by-command.ts';
import { readLook } from '../../letters/look/look.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import { languages } from '../../letters/wording/index.ts';
import { textField } from '../../pages/frame/fields.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { setPostalAddress } from '../../people/accounts/manage.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { doneOf, nameOfLanguage, selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './note-setting.ts';

const { shop: said } = words;
export const PATH = '/settings/shop';
const fields = ['name', 'url', 'email', 'phone', 'address'] as const;
type Typed = Readonly<Record<(typeof fields)[number] | 'language', string>>;

export function registerShop(page: DeclarePage, { db, now }: Service): void {
  page('GET', PATH, 'owner', async (call) => {
    const { id, name, url_address: url, email, phone, ...row } = call.session.business;
    const { locale } = await readLook(db, id);
    const address = addressOf(row)?.completeAddress ?? '';
    return shopPage(call, { name, url, email: email ?? '', phone: phone ?? '', address, language: locale ?? '' });
  });

  page('POST', PATH, 'owner', async (call) => {
    const { session, form } = call;
    const { id, domain } = session.business;
    const text = (name: string) => valueIn(form, name).replaceAll(/\s+/g, ' ');
    const [name, url, email, phone, address] = fields.map(text) as [string, string, string, string, string];
    const typed = {
      name,
      url,
      email,
      phone,
      address,
      language: languages.find((one) => one === text('language')) ?? '',
    };
    const mistakes = mistakesIn(typed);
    if (Object.keys(mistakes).length > 0) return shopPage(call, typed, mistakes);
    await atomically(db, async (transaction) => {
      const change = { name, url_address: url, email: email || null, phone: phone || null };
      await transaction.updateTable('business').set(change).where('id', '=', id).execute();
      await setPostalAddress(transaction, domain, address || null);
      await changeLook(transaction, domain, { locale: typed.language || null });
      await noteSetting(transaction, call, 'shop', now());
    });
    return { to: `${PATH}?done=saved` };
  });
}

function mistakesIn(typed: Typed): Mistakes {
  const mistakes: Record<string, string> = {};
  for (const name of fields)
    if (/\p{Cc}/u.test(typed[name]) || typed[name].length > LONGEST_LINE) mistakes[name] = said.tooLong;
  if (typed.name === '') mistakes['name'] = said.noName;
  if (!isOnTheWeb(typed.url)) mistakes['url'] = said.noUrl;
  if (typed.email !== '' && !isMailAddress(typed.email)) mistakes['email'] = said.noEmail;
  return mistakes;
}

function shopPage(call: PageCall, typed: Typed, mistakes: Mistakes = {}): Shown {
  const isWrong = Object.keys(mistakes).length > 0;
  const inputs = fields.map((name) =>
    textField({
      name,
      ...said.fields[name],
      value: typed[name],
      max: LONGEST_LINE,
      mistake: mistakes[name],
      required: name === 'name' || name === 'url',
    }),
  );
  const options = [['', said.anyLanguage], ...languages.map((one) => [one, nameOfLanguage(one)] as const)] as const;
  return {
    status: isWrong ? 400 : 200,
    title: words.navigation.shop,
    ...(isWrong ? {} : doneOf(call, { saved: said.saved })),
    body: html`<section class="card"><p class="soft">${said.text}</p>
<form class="fields pairs" method="post" action="${call.at(PATH)}" novalidate>${inputs}
${selectOf({ name: 'language', label: said.language, chosen: typed.language, options })}
<button>${said.save}</button></form></section>`,
  };
}

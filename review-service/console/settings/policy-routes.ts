/** The shop's policy: a look at the public page, its link, and a paragraph in the shop's own words. */
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { LONGEST_PARAGRAPH, readParagraph, writeParagraph } from '../../content/figures/policy-facts.ts';
import { html } from '../../letters/html.ts';
import { readLook } from '../../letters/look/look.ts';
import { chooseWording } from '../../letters/wording/index.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { problem } from '../frame/guard.ts';
import type { DeclarePage } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { copied } from '../setup/screens/snippet.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';
import { COPY } from './websites-routes.ts';

const { policy: said } = words;

export const registerPolicySettings = (page: DeclarePage, service: Service): void =>
  declareSetting<string>(page, service, 'policy', {
    saved: said.saved,
    script: COPY,
    read: ({ session }) => readParagraph(service.db, session.business.id),
    typed: ({ form }) => valueIn(form, 'paragraph').replaceAll('\r\n', '\n'),
    mistakes: ({ length }): Mistakes =>
      length > LONGEST_PARAGRAPH ? { paragraph: fill(said.tooLong, { most: LONGEST_PARAGRAPH }) } : {},
    save: (transaction, { session }, text) => writeParagraph(transaction, session.business.id, text),
    async show({ session: { business }, at }, paragraph, { paragraph: wrong }) {
      const url = `${service.addresses.publicUrl}/policy/${business.domain}`;
      const { policy } = chooseWording(undefined, undefined, (await readLook(service.db, business.id)).locale);
      const link = html`<a href="${url}">${fill(policy.title, { business: business.name || business.domain })}</a>`;
      return html`<section class="card"><p>${said.text}</p>
<p><a href="${url}">${url}</a></p>
${copied('paste', said.paste, link.text)}</section>
<section class="card"><h2>${said.own}</h2>${problem(wrong)}
<form class="fields wide" method="post" action="${at('/settings/policy')}"><div>
<label class="label" for="paragraph">${said.paragraph}</label>
<span class="hint" id="hint">${fill(said.hint, { most: LONGEST_PARAGRAPH })}</span>
<textarea id="paragraph" name="paragraph" rows="6" dir="auto" maxlength="${LONGEST_PARAGRAPH}" aria-describedby="hint"
${wrong !== undefined && html`aria-invalid="true"`}>
${paragraph}</textarea></div>
<button>${words.shop.save}</button></form></section>
<iframe class="mail" title="${said.preview}" src="../../policy/${business.domain}?shown=${service.now()}"></iframe>`;
    },
  });

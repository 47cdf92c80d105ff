/** The shop's policy: a look at the public page, its link, and a paragraph in the shop's own words. */
import { fill } from '../../../contract/texts/texts.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { LONGEST_PARAGRAPH, readParagraph, writeParagraph } from '../../content/figures/policy-facts.ts';
import { html } from '../../letters/html.ts';
import { readLook } from '../../letters/look/look.ts';
import { chooseWording } from '../../letters/wording/index.ts';
import { problem } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { doneOf, valueIn } from '../frame/pieces.ts';
import { copied } from '../setup/screens/snippet.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './note-setting.ts';
import { COPY } from './websites-routes.ts';

const { policy: said } = words;
const PATH = '/settings/policy';

export function registerPolicySettings(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', PATH, 'owner', async (call) => show(service, call, await readParagraph(db, call.session.business.id)));

  page('POST', PATH, 'owner', async (call) => {
    const { business } = call.session;
    const text = valueIn(call.form, 'paragraph').replaceAll('\r\n', '\n');
    if (text.length > LONGEST_PARAGRAPH)
      return { ...(await show(service, call, text, fill(said.tooLong, { most: LONGEST_PARAGRAPH }))), status: 400 };
    await inTransaction(db, async (transaction) => {
      await writeParagraph(transaction, business.id, text);
      await noteSetting(transaction, call, 'policy', now());
    });
    return { to: `${PATH}?done=saved` };
  });
}

async function show(
  { db, addresses, now }: Service,
  call: PageCall,
  paragraph: string,
  wrong?: string,
): Promise<Shown> {
  const { session, at } = call;
  const { business } = session;
  const url = `${addresses.publicUrl}/policy/${business.domain}`;
  const { policy } = chooseWording(undefined, undefined, (await readLook(db, business.id)).locale);
  const link = html`<a href="${url}">${fill(policy.title, { business: business.name || business.domain })}</a>`;
  return {
    title: words.navigation.policy,
    script: at(COPY),
    ...doneOf(call, { saved: said.saved }),
    body: html`<section class="card"><p>${said.text}</p>
<p><a href="${url}">${url}</a></p>
${copied('paste', said.paste, link.text)}</section>
<section class="card"><h2>${said.own}</h2>${problem(wrong)}
<form class="fields wide" method="post" action="${at(PATH)}"><div>
<label class="label" for="paragraph">${said.paragraph}</label>
<span class="hint" id="hint">${fill(said.hint, { most: LONGEST_PARAGRAPH })}</span>
<textarea id="paragraph" name="paragraph" rows="6" dir="auto" maxlength="${LONGEST_PARAGRAPH}" aria-describedby="hint"
${wrong !== undefined && html`aria-invalid="true"`}>
${paragraph}</textarea></div>
<button>${words.shop.save}</button></form></section>
<iframe class="mail" title="${said.preview}" src="../../policy/${business.domain}?shown=${now()}"></iframe>`,
  };
}

/** The pages of the set-up: steps, each of which is a form, and ends. */
import { fill } from '../../../../contract/texts/texts.ts';
import { html, type Markup } from '../../../letters/html.ts';
import { english } from '../../../letters/wording/index.ts';
import { mistakeList, textField } from '../../../pages/frame/fields.ts';
import { titleOf, type Page } from '../../../pages/frame/layout.ts';
import type { Mistakes } from '../../../pages/frame/review-form.ts';
import { words } from '../../words/index.ts';
import { shopFields, type TypedShop } from './forms.ts';
import { setUpStyles } from './styles.ts';

const { setUp: said } = words;
const steps = ['shop', 'websites', 'products', 'look'] as const;

export interface StepPage extends Pick<Page, 'business' | 'content' | 'scripts'> {
  readonly step: (typeof steps)[number];
  readonly mistakes?: Mistakes;
}

export function stepPage({ step, content, mistakes = {}, ...page }: StepPage): Page {
  const at = steps.indexOf(step);
  const { title } = said[step];
  const items = steps.map((name, index) => {
    const state = index === at ? html`aria-current="step"` : index < at && html`class="past"`;
    return html`<li ${state}>${said.steps[name]}</li>`;
  });
  return {
    ...page,
    wording: english,
    title: titleOf(fill(said.step, { title, n: at + 1, most: steps.length }), mistakes, english),
    moreStyles: setUpStyles,
    content: html`<ol class="steps" aria-label="${said.stepsLabel}">${items}</ol>
<h1>${title}</h1>
${content}`,
  };
}

/** A form below what it is for, and what is wrong in it. */
const formOf = (
  { text, send }: { readonly text: string; readonly send: string },
  mistakes: Mistakes,
  fields: Markup | readonly Markup[],
): Markup => html`<p class="soft">${text}</p>
${mistakeList(mistakes, english)}
<form method="post" novalidate>
${fields}
<div class="send"><button>${send}</button></div>
</form>`;

export function shopPage(typed: TypedShop, mistakes: Mistakes): Page {
  const fields = shopFields.map(({ name, ...field }) => {
    const { label, hint } = said.shop.fields[name];
    return textField({ name, label, hint, value: typed[name], mistake: mistakes[name], required: true, ...field });
  });
  return stepPage({ step: 'shop', business: null, mistakes, content: formOf(said.shop, mistakes, fields) });
}

/** @param typed - one website on each line. */
export const originsPage = (business: string, typed: string, mistakes: Mistakes = {}): Page =>
  stepPage({
    step: 'websites',
    business,
    mistakes,
    content: formOf(said.websites, mistakes, originsField(typed, mistakes)),
  });

export function originsField(typed: string, { origins: wrong }: Mistakes): Markup {
  const invalid = wrong !== undefined && html`aria-invalid="true"`;
  return html`<div><label class="label" for="origins">${said.websites.label}</label>
<span class="hint" id="origins-hint">${said.websites.hint}</span>
${wrong !== undefined && html`<span class="wrong" id="origins-wrong">${wrong}</span>`}
<textarea class="short" id="origins" name="origins" maxlength="4096" required spellcheck="false" autocomplete="off"
 aria-describedby="${wrong !== undefined && 'origins-wrong '}origins-hint" ${invalid}>
${typed}</textarea></div>`;
}

/** A text in which `**` stands around what is strong. */
export const strongIn = (text: string): Markup =>
  html`${text.split('**').map((part, at) => (at % 2 === 0 ? part : html`<strong>${part}</strong>`))}`;

export const textPage = (business: string | null, title: string, content: Markup): Page => ({
  wording: english,
  business,
  title,
  moreStyles: setUpStyles,
  content: html`<h1>${title}</h1>
${content}`,
});

/** For a link or a form that does not work. */
export const endPage = (end: keyof typeof said.ends): Page =>
  textPage(null, said.ends[end].title, html`<p>${strongIn(said.ends[end].text)}</p>`);

/** A shop that is there is set up further by its owner. */
export function passwordPage(business: string, mistakes: Mistakes = {}): Page {
  const { title, password } = said.again;
  const field = { label: password, mistake: mistakes['password'], autocomplete: 'current-password' };
  const fields = textField({ name: 'password', type: 'password', required: true, ...field });
  const page = textPage(business, title, formOf(said.again, mistakes, fields));
  return { ...page, title: titleOf(title, mistakes, english) };
}

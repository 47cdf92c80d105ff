/** The pages of the set-up, in the order in which they come. They speak English, as the commands do. */
import { LONGEST_LINE } from '../../../../contract/endpoints/limits.ts';
import { html, type Markup } from '../../../letters/html.ts';
import { mistakeList, textField } from '../../../pages/frame/fields.ts';
import { titleOf, type Page } from '../../../pages/frame/layout.ts';
import type { Mistakes } from '../../../pages/frame/review-form.ts';
import { english } from '../../../letters/wording/index.ts';
import type { TypedShop } from './forms.ts';
import { setUpStyles } from './styles.ts';

const steps = ['Shop', 'Websites', 'Products', 'Look'] as const;
export type Step = (typeof steps)[number];

export interface StepPage {
  readonly step: Step;
  /** The name of the shop; null until it has one. */
  readonly business: string | null;
  readonly title: string;
  readonly mistakes?: Mistakes;
  readonly content: Markup;
  readonly scripts?: Page['scripts'];
  readonly moreStyles?: string;
}

export function stepPage({ step, business, title, mistakes = {}, content, scripts, moreStyles = '' }: StepPage): Page {
  const at = steps.indexOf(step);
  const items = steps.map((name, index) => {
    const state = index === at ? html`aria-current="step"` : index < at && html`class="past"`;
    return html`<li ${state}>${name}</li>`;
  });
  return {
    wording: english,
    business,
    title: titleOf(`${title} – step ${at + 1} of ${steps.length}`, mistakes, english),
    moreStyles: setUpStyles + moreStyles,
    ...(scripts ? { scripts } : {}),
    content: html`<ol class="steps" aria-label="Steps">${items}</ol>
<h1>${title}</h1>
${content}`,
  };
}

/** The fields of step one, in order. */
const shopFields = [
  {
    name: 'domain',
    label: 'Address of your shop',
    hint: 'Its domain, such as your-shop.example',
    autocomplete: 'url',
  },
  { name: 'name', label: 'Name of your shop', hint: 'As your customers know it', autocomplete: 'organization' },
  {
    name: 'email',
    label: 'Your e-mail address',
    hint: 'You sign in with it, and reports from shoppers go there',
    type: 'email',
    autocomplete: 'username',
  },
  {
    name: 'password',
    label: 'A password',
    hint: 'At least 10 characters, and not one that others use',
    type: 'password',
    autocomplete: 'new-password',
  },
] as const;

export function shopPage(typed: TypedShop, mistakes: Mistakes): Page {
  const fields = shopFields.map((field) =>
    textField({ value: typed[field.name], max: LONGEST_LINE, mistake: mistakes[field.name], required: true, ...field }),
  );
  return stepPage({
    step: 'Shop',
    business: null,
    title: 'Set up your shop',
    mistakes,
    content: html`<p class="soft">
Four short steps, and your shop shows its own reviews. Everything stays on this machine.</p>
${mistakeList(mistakes, english)}
<form method="post" novalidate>
${fields}
<div class="send"><button>Create the shop</button></div>
</form>`,
  });
}

export interface OriginsPage {
  readonly business: string;
  /** One on each line. */
  readonly typed: string;
  readonly mistakes: Mistakes;
}

export function originsPage({ business, typed, mistakes }: OriginsPage): Page {
  return stepPage({
    step: 'Websites',
    business,
    title: 'Where will reviews be shown?',
    mistakes,
    content: html`<p class="soft">Only pages of these websites may ask for your reviews and take new ones.</p>
${mistakeList(mistakes, english)}
<form method="post" novalidate>
${originsField(typed, mistakes['origins'])}
<div class="send"><button>Save and go on</button></div>
</form>`,
  });
}

export function originsField(typed: string, wrong: string | undefined): Markup {
  const invalid = wrong !== undefined && html`aria-invalid="true"`;
  return html`<div><label class="label" for="origins">Websites, one on each line</label>
<span class="hint" id="origins-hint">With https:// and without a path.
Add the address of your test shop too, if you have one.</span>
${wrong !== undefined && html`<span class="wrong" id="origins-wrong">${wrong}</span>`}
<textarea class="short" id="origins" name="origins" maxlength="4096" required spellcheck="false" autocomplete="off"
 aria-describedby="${wrong !== undefined && 'origins-wrong '}origins-hint" ${invalid}>
${typed}</textarea></div>`;
}

/** A page of plain text, for a link that does not work and for the end. */
export function textPage(business: string | null, title: string, content: Markup): Page {
  return {
    wording: english,
    business,
    title,
    moreStyles: setUpStyles,
    content: html`<h1>${title}</h1>
${content}`,
  };
}

export const deadLinkPage = (): Page =>
  textPage(
    null,
    'This link does not work',
    html`<p>A set-up link works once, and for an hour after it was first opened.
<strong>plaudit start --setup-link</strong>, with the same --data as the program, prints a new one.</p>`,
  );

export const endedPage = (): Page =>
  textPage(
    null,
    'The set-up has ended',
    html`<p>It is open for an hour, in the browser that began it. Your shop and what you saved are kept.
<strong>plaudit start --setup-link</strong>, with the same --data as the program, prints a link that goes on with it;
commands change everything else: <strong>plaudit help</strong> lists them.</p>`,
  );

export const nothingUndonePage = (): Page =>
  textPage(
    null,
    'Nothing of the set-up is undone',
    html`<p>Commands change what was set: <strong>plaudit help</strong> lists them.</p>`,
  );

/** A shop that is there is set up further by its owner. */
export function passwordPage(business: string, mistakes: Mistakes): Page {
  const mistake = mistakes['password'];
  return {
    ...textPage(
      business,
      'Go on with the set-up',
      html`<p class="soft">This shop has an owner: give their password.</p>
${mistakeList(mistakes, english)}
<form method="post" novalidate>
${textField({
  name: 'password',
  label: 'Password',
  type: 'password',
  value: '',
  max: LONGEST_LINE,
  mistake,
  required: true,
  autocomplete: 'current-password',
})}
<div class="send"><button>Go on</button></div>
</form>`,
    ),
    title: titleOf('Go on with the set-up', mistakes, english),
  };
}

export const foreignPage = (): Page =>
  textPage(
    null,
    'This form came from elsewhere',
    html`<p>Only the set-up’s own pages may change anything. Open the link again, and send its form.</p>`,
  );

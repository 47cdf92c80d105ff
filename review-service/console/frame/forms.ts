/** Forms that may be shown again with what is wrong in them, their choices, and files that are handed over. */
import { html, type Markup } from '../../letters/html.ts';
import { languages } from '../../letters/wording/index.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import type { Sent } from './page.ts';
import { nameOfLanguage, selectOf, type Choice } from './pieces.ts';

/** A form as it is shown. */
export interface Outcome {
  readonly status: number;
  /** By field. */
  readonly mistakes: Mistakes;
}

export const fine: Outcome = { status: 200, mistakes: {} };

export const wrong = (mistakes: Mistakes, status = 400): Outcome => ({ status, mistakes });

/**
 * Values as options, each with its text.
 * @param none - of no choice, where there is that.
 */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
  none?: string,
): Choice['options'] => [
  ...(none === undefined ? [] : [['', none] as const]),
  ...values.map((value) => [value, texts[value]] as const),
];

/** @param usual - of no language. */
export const languageChoice = (label: string, chosen: string, usual: string): Markup => {
  const options = languages.map((language) => [language, nameOfLanguage(language)] as const);
  return selectOf({ name: 'language', label, chosen, options: [['', usual], ...options] });
};

/** A form that takes one file. */
export const fileForm = (
  action: string,
  { file, check }: { readonly file: string; readonly check: string },
  hint?: string,
): Markup =>
  html`<form class="fields" method="post" action="${action}" enctype="multipart/form-data">
<div><label class="label" for="file">${file}</label><input type="file" id="file" name="file" required
${hint !== undefined && html`aria-describedby="kept"`}>
${hint !== undefined && html`<span class="hint" id="kept">${hint}</span>`}</div>
<button>${check}</button></form>`;

/**
 * Rows below a heading, of which there may be more.
 * @param more - says how many are not shown.
 */
export const rowsBelow = (
  title: string,
  rows: readonly Markup[],
  count: number,
  more: (n: number) => string,
): Markup | false =>
  rows.length > 0 &&
  html`<section class="card"><h2>${title}</h2><ul class="plain rows">${rows}</ul>
${count > rows.length && html`<p class="soft">${more(count - rows.length)}</p>`}</section>`;

/** @param name - with which it is kept; of nothing that a shopper chose. */
export const fileOf = (name: string, type: string, content: Sent['content']): Sent => ({
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  content,
});

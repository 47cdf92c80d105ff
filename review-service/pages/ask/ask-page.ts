import { fill } from '../../../contract/texts/texts.ts';
import { html } from '../../letters/html.ts';
import type { Wording } from '../../letters/wording/index.ts';
import { mistakeList, sendWith, textField, writerFields } from '../frame/fields.ts';
import { titleOf, type Page } from '../frame/layout.ts';
import { formFields, type Mistakes, type TypedWriter } from '../frame/review-form.ts';

export interface AskPage {
  readonly business: string;
  /** True if new questions are pending until somebody publishes them. */
  readonly held: boolean;
  readonly product: {
    readonly title: string;
    /** Address of its picture, if it has one. */
    readonly image: string | null;
  };
  readonly formId: string;
  /** As typed. */
  readonly question: string;
  readonly writer: TypedWriter;
  readonly mistakes: Mistakes;
}

export function askPage(
  { business, held, product, formId, question, writer, mistakes }: AskPage,
  wording: Wording,
): Page {
  const { ask: words } = wording;
  const { title, image } = product;
  const picture = image !== null && html`<img src="${image}" alt="" width="72" height="72">`;
  return {
    wording,
    business,
    title: titleOf(fill(words.title, { product: title }), mistakes, wording),
    images: image === null ? [] : [image],
    content: html`
<h1>${words.heading}</h1>
<p class="soft">${words.intro}</p>
<div class="what">${picture}<h2><bdi>${title}</bdi></h2></div>
${mistakeList(mistakes, wording)}
<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="form" value="${formId}">
${textField({
  ...formFields.question,
  name: 'question',
  label: words.question,
  hint: words.questionHint,
  value: question,
  mistake: mistakes['question'],
})}
${writerFields({ typed: writer, mistakes, email: 'optional' }, wording)}
${sendWith(words.send, held ? words.fineHeld : words.fine)}
</form>`,
  };
}

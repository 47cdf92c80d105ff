import { fill } from '../../../contract/texts/texts.ts';
import { html } from '../../letters/html.ts';
import type { Wording } from '../../letters/wording/index.ts';
import { businessReviewFields, mistakeList, sendButton, writerFields } from '../frame/fields.ts';
import { titleOf, type Page } from '../frame/layout.ts';
import type { Mistakes, TypedReview, TypedWriter } from '../frame/review-form.ts';

export interface WritePage {
  readonly business: string;
  /** True if new reviews are pending until somebody publishes them. */
  readonly held: boolean;
  readonly formId: string;
  readonly review: TypedReview;
  readonly writer: TypedWriter;
  readonly mistakes: Mistakes;
  readonly photosSent: boolean;
}

export function writePage(
  { business, held, formId, review, writer, mistakes, photosSent }: WritePage,
  wording: Wording,
): Page {
  return {
    wording,
    business,
    previews: true,
    title: titleOf(fill(wording.write.title, { business }), mistakes, wording),
    content: html`
<h1>${fill(wording.write.heading, { business })}</h1>
<p class="soft">${wording.write.intro}</p>
${mistakeList(mistakes, wording)}
<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="form" value="${formId}">
${businessReviewFields({ prefix: '', typed: review, mistakes, photosSent }, wording)}
${writerFields({ typed: writer, mistakes, email: 'required' }, wording)}
${sendButton({ label: held ? wording.form.sendHeld : wording.form.send, held }, wording)}
</form>`,
  };
}

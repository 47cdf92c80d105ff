import type { Image, Review } from '../../../contract/entities/entities.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { toTime } from '../../../review-store/content/moments.ts';
import { html, type Markup } from '../../letters/html.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';
import { CODE_MINUTES } from './edit-codes.ts';
import { businessReviewFields, mistakeList, sendButton, textField } from '../frame/fields.ts';
import { titleOf, type Page } from '../frame/layout.ts';
import type { Mistakes, TypedReview } from '../frame/review-form.ts';

interface About {
  readonly business: string;
  /** The author's address, as far as it may be shown. */
  readonly address: string;
}

const CODE_LENGTH = 20;

/** Asks before it sends a code, so that a mail scanner that opens the link sends nobody anything. */
export function provePage({ business, address }: About, wording: Wording): Page {
  const words = wording.edit;
  return {
    wording,
    business,
    title: words.title,
    content: html`<h1>${words.heading}</h1>
<p>${fill(words.prove, { address })}</p>
<form method="post">
<input type="hidden" name="step" value="send">
<div><button>${words.sendCode}</button></div>
</form>`,
  };
}

export function codePage({ business, address, mistakes }: About & { mistakes: Mistakes }, wording: Wording): Page {
  const words = wording.edit;
  const code = textField({
    name: 'code',
    label: words.code,
    hint: words.codeHint,
    value: '',
    max: CODE_LENGTH,
    mistake: mistakes['code'],
    required: true,
    type: 'code',
    autocomplete: 'one-time-code',
  });
  return {
    wording,
    business,
    title: titleOf(words.title, mistakes, wording),
    content: html`<h1>${words.heading}</h1>
<p>${fill(words.sent, { address, minutes: CODE_MINUTES })}</p>
${mistakeList(mistakes, wording)}
<form method="post" novalidate>
<input type="hidden" name="step" value="enter">
${code}
<div><button>${words.enter}</button></div>
</form>
<form method="post" class="again">
<input type="hidden" name="step" value="send">
<div><button class="second">${words.again}</button></div>
</form>`,
  };
}

interface ChoosePage {
  readonly business: string;
  readonly code: string;
  /** Newest first. */
  readonly reviews: readonly Review[];
}

/** Somebody may have reviewed the business more than once. */
export function choosePage({ business, code, reviews }: ChoosePage, wording: Wording): Page {
  const words = wording.edit;
  return {
    wording,
    business,
    title: words.title,
    content: html`<h1>${words.heading}</h1>
<form method="post">
<input type="hidden" name="step" value="enter">
<input type="hidden" name="code" value="${code}">
<fieldset class="choices">
<legend>${words.which}</legend>
${reviews.map((review, index) => choice(review, index === 0, wording))}
</fieldset>
<div><button>${words.enter}</button></div>
</form>`,
  };
}

function choice({ reviewNo, title, rating, createdRFC }: Review, isChosen: boolean, wording: Wording): Markup {
  const stars = rating.find(({ type }) => type === 'overall')?.rating;
  const hint = [stars && wording.form.stars(stars), formatDay(wording, toTime(createdRFC)!)]
    .filter(Boolean)
    .join(' · ');
  const input = html`<input type="radio" name="review" value="${reviewNo}" ${isChosen && html`checked`}>`;
  return html`<label>${input}<span>${title}<span class="hint">${hint}</span></span></label>`;
}

export interface EditPage {
  readonly business: string;
  /** True if changes are pending until somebody publishes them. */
  readonly held: boolean;
  readonly code: string;
  readonly reviewNo: number;
  readonly review: TypedReview;
  readonly photos: readonly (Image & { readonly kept: boolean })[];
  readonly mistakes: Mistakes;
  readonly photosSent: boolean;
}

export function editPage(
  { business, held, code, reviewNo, review, photos, mistakes, photosSent }: EditPage,
  wording: Wording,
): Page {
  const words = wording.edit;
  const sent = photos.map((photo, index) => keptPhoto(photo, index + 1, wording));
  return {
    wording,
    business,
    title: titleOf(words.title, mistakes, wording),
    previews: true,
    images: photos.map(({ large }) => large),
    content: html`<h1>${words.heading}</h1>
<p class="soft">${words.keeps}</p>
${mistakeList(mistakes, wording)}
<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="step" value="save">
<input type="hidden" name="code" value="${code}">
<input type="hidden" name="review" value="${reviewNo}">
${businessReviewFields({ prefix: '', typed: review, mistakes, photosSent }, wording)}
${sent.length > 0 && html`<div class="kept">${sent}</div>`}
${sendButton({ label: words.save, held }, wording)}
</form>`,
  };
}

function keptPhoto(
  { id, large, caption, kept }: EditPage['photos'][number],
  number: number,
  { form: words }: Wording,
): Markup {
  const image = html`<img src="${large}" alt="${caption}" width="96" height="96">`;
  const input = html`<input type="checkbox" name="keep-${id}" value="1" ${kept && html`checked`}>`;
  return html`<label>${image}<span>${input} ${fill(words.keepPhoto, { number })}</span></label>`;
}

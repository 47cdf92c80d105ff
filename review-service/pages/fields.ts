/** The fields of the forms, as HTML. Plain controls, for keyboard, touch and screen readers. */
import { MOST_IMAGES } from '../../contract/limits.ts';
import { html, type Markup } from '../html.ts';
import type { Wording } from '../wording/index.ts';
import {
  detailAspects,
  isEmpty,
  maxLength,
  type Mistakes,
  type Question,
  type TypedReview,
  type TypedWriter,
} from './review-form.ts';

interface StarField {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly mistake?: string | undefined;
  /** True if it may be left out. */
  readonly optional?: boolean;
  readonly small?: boolean;
}

/** Native radios in a fieldset. */
export function starField(
  { name, label, chosen, mistake, optional = false, small = false }: StarField,
  { form: words }: Wording,
): Markup {
  const stars = words.ratingWords.map((word, index) => ({
    value: String(index + 1),
    text: `${words.stars(index + 1)}: ${word}`,
  }));
  return html`<fieldset ${small && html`class="small"`} ${mistake !== undefined && html`aria-describedby="${name}-wrong"`}>
<legend>${label}</legend>
${mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`}
<div class="stars">${optional && html`<label class="none"><input type="radio" name="${name}" value="" ${chosen === '' && html`checked`}>${words.notRated}</label>`}${stars.map(
    ({ value, text }) =>
      html`<label><input type="radio" id="${name}-${value}" name="${name}" value="${value}" ${chosen === value && html`checked`} ${!optional && html`required`}><span aria-hidden="true">★</span><span class="word">${text}</span></label>`,
  )}</div>
</fieldset>`;
}

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly max: number;
  readonly mistake?: string | undefined;
  readonly optional?: string | false;
  readonly required?: boolean;
  readonly type?: 'text' | 'email' | 'lines' | 'code';
  readonly autocomplete?: string;
}

export function textField({
  name,
  label,
  hint,
  value,
  max,
  mistake,
  optional = false,
  required = false,
  type = 'text',
  autocomplete = 'off',
}: TextField): Markup {
  const described = [mistake !== undefined && `${name}-wrong`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}" ${required && html`required`} maxlength="${max}" ${described !== '' && html`aria-describedby="${described}"`} autocomplete="${autocomplete}" ${mistake !== undefined && html`aria-invalid="true"`}`;
  const input = {
    text: () => html`<input type="text" ${attributes} value="${value}">`,
    email: () => html`<input type="email" ${attributes} value="${value}">`,
    code: () => html`<input type="text" inputmode="numeric" class="code" ${attributes} value="${value}">`,
    lines: () => html`<textarea ${attributes}>
${value}</textarea>`,
  }[type];
  return html`<div>
<label class="label" for="${name}">${label}${optional !== false && html` <span class="soft">(${optional})</span>`}</label>
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`}
${input()}
</div>`;
}

function questionField(
  { name, label, options, required, answer }: Question,
  mistake: string | undefined,
  { form: words, errors }: Wording,
): Markup {
  const optional = !required && words.optional;
  if (options.length === 0) return textField({ name, label, value: answer, max: maxLength.title, mistake, optional });
  return html`<div>
<label class="label" for="${name}">${label}${optional && html` <span class="soft">(${optional})</span>`}</label>
${mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`}
<select id="${name}" name="${name}" ${mistake !== undefined && html`aria-invalid="true" aria-describedby="${name}-wrong"`}>
<option value="">${errors.choose}</option>
${options.map((option) => html`<option ${option === answer && html`selected`}>${option}</option>`)}
</select>
</div>`;
}

interface PhotoField {
  readonly name: string;
  readonly mistake?: string | undefined;
  /** True if photos came with a form that has mistakes: a browser cannot be given them back. */
  readonly again?: boolean;
}

function photoField({ name, mistake, again = false }: PhotoField, { form: words }: Wording): Markup {
  const wrong = mistake ?? (again ? words.photosAgain : undefined);
  return html`<div>
<label class="label" for="${name}">${words.photos} <span class="soft">(${words.optional})</span></label>
<span class="hint" id="${name}-hint">${words.photosHint(MOST_IMAGES)}</span>
${wrong !== undefined && html`<span class="wrong" id="${name}-wrong">${wrong}</span>`}
<input type="file" id="${name}" name="${name}" accept="image/jpeg,image/png,image/webp,image/gif,image/avif" multiple aria-describedby="${wrong !== undefined && `${name}-wrong `}${name}-hint" ${mistake !== undefined && html`aria-invalid="true"`}>
</div>`;
}

export interface ReviewFields {
  /** How the names of its fields begin. */
  readonly prefix: string;
  readonly typed: TypedReview;
  readonly mistakes: Mistakes;
  readonly photosSent: boolean;
}

/** A review of the business: stars for the whole and for details, title, text, tip, photos. */
export function businessReviewFields({ prefix, typed, mistakes, photosSent }: ReviewFields, wording: Wording): Markup {
  const words = wording.form;
  return html`${starField({ name: `${prefix}rating`, label: words.rating, chosen: typed.rating, mistake: mistakes[`${prefix}rating`] }, wording)}
<details ${detailAspects.some((aspect) => typed.details[aspect] !== '') && html`open`}>
<summary>${words.details} <span class="soft">(${words.optional})</span></summary>
<div class="aspects">
${detailAspects.map((aspect) => starField({ name: prefix + aspect, label: words.aspects[aspect], chosen: typed.details[aspect], optional: true, small: true }, wording))}
</div>
</details>
${textFields({ prefix, typed, mistakes, hint: words.contentHint, required: true }, wording)}
${textField({ name: `${prefix}tip`, label: words.tip, hint: words.tipHint, value: typed.tip, max: maxLength.tip, mistake: mistakes[`${prefix}tip`], optional: words.optional })}
${photoField({ name: `${prefix}photos`, mistake: mistakes[`${prefix}photos`], again: photosSent }, wording)}`;
}

/** A review of a product, which may be left out: the rest unfolds once stars are chosen. */
export function productReviewFields(
  { prefix, typed, questions, mistakes, photosSent }: ReviewFields & { readonly questions: readonly Question[] },
  wording: Wording,
): Markup {
  const words = wording.form;
  return html`${starField({ name: `${prefix}rating`, label: words.rating, chosen: typed.rating, mistake: mistakes[`${prefix}rating`], optional: true }, wording)}
<div class="more ${!isEmpty(typed) && 'open'}">
${textFields({ prefix, typed, mistakes, hint: words.productContentHint, required: false }, wording)}
${questions.map((question) => questionField(question, mistakes[question.name], wording))}
${photoField({ name: `${prefix}photos`, mistake: mistakes[`${prefix}photos`], again: photosSent }, wording)}
</div>`;
}

function textFields(
  { prefix, typed, mistakes, hint, required }: Omit<ReviewFields, 'photosSent'> & { hint: string; required: boolean },
  { form: words }: Wording,
): Markup {
  return html`${textField({ name: `${prefix}title`, label: words.reviewTitle, hint: words.reviewTitleHint, value: typed.title, max: maxLength.title, mistake: mistakes[`${prefix}title`], required })}
${textField({ name: `${prefix}content`, label: words.content, hint, value: typed.content, max: maxLength.content, mistake: mistakes[`${prefix}content`], required, type: 'lines' })}`;
}

export interface WriterFields {
  readonly typed: TypedWriter;
  readonly mistakes: Mistakes;
  /** False if the address is known already. */
  readonly withEmail: boolean;
}

/** Who writes, with a field that only robots fill in. */
export function writerFields({ typed, mistakes, withEmail }: WriterFields, { form: words }: Wording): Markup {
  return html`${textField({ name: 'name', label: words.name, hint: words.nameHint, value: typed.name, max: maxLength.name, mistake: mistakes['name'], required: true, autocomplete: 'name' })}
${withEmail && textField({ name: 'email', label: words.email, hint: words.emailHint, value: typed.email, max: maxLength.email, mistake: mistakes['email'], required: true, type: 'email', autocomplete: 'email' })}
<div class="${mistakes['trap'] ? '' : 'trap'}"><label class="label" for="trap">${words.trap}</label>
<input type="text" id="trap" name="website" value="${typed.trap}" tabindex="-1" autocomplete="off"></div>`;
}

/** The mistakes, at the top, each with a link to its field. */
export function mistakeSummary(mistakes: Mistakes, { errors }: Wording): Markup | false {
  const wrong = Object.entries(mistakes);
  return (
    wrong.length > 0 &&
    html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${errors.heading}</h2>
<ul>${wrong.map(([name, text]) => html`<li><a href="#${name.endsWith('rating') ? `${name}-1` : name}">${text}</a></li>`)}</ul>
</div>`
  );
}

/** Says what becomes of a review, beside the button that sends it. */
export function sendButton({ label, held }: { label: string; held: boolean }, { form: words }: Wording): Markup {
  return html`<div class="send"><button>${label}</button>
<p class="hint">${held ? words.fineHeld : words.fine}</p></div>`;
}

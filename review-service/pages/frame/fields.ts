/** The fields of the forms, as HTML. Plain controls, for keyboard, touch and screen readers. */
import { LONGEST_LINE, MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, trusted, type Markup } from '../../letters/html.ts';
import type { Wording } from '../../letters/wording/index.ts';
import {
  detailAspects,
  formFields,
  isEmpty,
  type EmailField,
  type Mistakes,
  type Question,
  type TypedReview,
  type TypedWriter,
} from './review-form.ts';

const mistakeOf = (name: string, mistake: string | undefined): Markup | false =>
  mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`;

function labelOf(name: string, label: string, optional: string | false): Markup {
  const note = optional && html` <span class="soft">(${optional})</span>`;
  return html`<label class="label" for="${name}">${label}${note}</label>`;
}

interface StarField {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly mistake?: string | undefined;
  /** True if it may be left out. */
  readonly optional?: boolean;
  readonly small?: boolean;
}

/** An outline, which the styles fill. */
const star = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m12 2.8 2.84 5.76 6.36.92-4.6 4.48 1.09 6.34L12 17.3' +
    'l-5.69 3 1.09-6.34-4.6-4.48 6.36-.92z"/></svg>',
);

/** Native radios in a fieldset, the word for the chosen one, and a way back; all of it without a script. */
export function starField(
  { name, label, chosen, mistake, optional = false, small = false }: StarField,
  { form: words }: Wording,
): Markup {
  const checked = (value: string) => chosen === value && html`checked`;
  const noInput = html`<input type="radio" name="${name}" value="" ${optional && checked('')}>`;
  const nothing = html`<span>${words.clear} <span class="word">(${words.notRated})</span></span>`;
  const none = html`<label class="none">${noInput}${nothing}</label>`;
  const ratingWords = Object.values(words.ratingWords);
  const said = ratingWords.map((word, index) => html`<span class="said-${index + 1}">${word}</span>`);
  const stars = ratingWords.map((word, index) => {
    const value = String(index + 1);
    const state = html`${checked(value)} ${!optional && html`required`}`;
    const input = html`<input type="radio" id="${name}-${value}" name="${name}" value="${value}" ${state}>`;
    const text = html`<span class="word">${words.stars(index + 1)}: ${word}</span>`;
    return html`<label>${input}${star}${text}</label>`;
  });
  const described = mistake !== undefined && html`aria-describedby="${name}-wrong"`;
  return html`<fieldset ${small && html`class="small"`} ${described}>
<legend>${label}</legend>
${mistakeOf(name, mistake)}
<div class="stars">${stars}<span class="said" aria-hidden="true">${said}</span>${none}</div>
</fieldset>`;
}

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string;
  /** By default that of a line. */
  readonly max?: number;
  readonly mistake?: string | undefined;
  readonly optional?: string | false;
  readonly required?: boolean;
  readonly type?: 'text' | 'email' | 'lines' | 'code' | 'password';
  readonly autocomplete?: string;
}

export function textField({
  name,
  label,
  hint,
  value = '',
  max = LONGEST_LINE,
  mistake,
  optional = false,
  required = false,
  type = 'text',
  autocomplete = 'off',
}: TextField): Markup {
  const described = [mistake !== undefined && `${name}-wrong`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}" ${required && html`required`} maxlength="${max}"
 ${described !== '' && html`aria-describedby="${described}"`} autocomplete="${autocomplete}"
 ${mistake !== undefined && html`aria-invalid="true"`}`;
  const input = {
    text: () => html`<input type="text" dir="auto" ${attributes} value="${value}">`,
    email: () => html`<input type="email" ${attributes} value="${value}">`,
    // A typed password is not sent back.
    password: () => html`<input type="password" ${attributes}>`,
    code: () => html`<input type="text" inputmode="numeric" class="code" ${attributes} value="${value}">`,
    lines: () => html`<textarea dir="auto" ${attributes}>
${value}</textarea>`,
  }[type];
  return html`<div>
${labelOf(name, label, optional)}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${mistakeOf(name, mistake)}
${input()}
</div>`;
}

function questionField(
  { name, label, options, required, answer }: Question,
  mistake: string | undefined,
  { form: words, errors }: Wording,
): Markup {
  const optional = !required && words.optional;
  const { max } = formFields.title;
  if (options.length === 0) return textField({ name, label, value: answer, max, mistake, optional });
  const wrong = mistake !== undefined && html`aria-invalid="true" aria-describedby="${name}-wrong"`;
  return html`<div>
${labelOf(name, label, optional)}
${mistakeOf(name, mistake)}
<select id="${name}" name="${name}" ${wrong}>
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
${labelOf(name, words.photos, words.optional)}
<span class="hint" id="${name}-hint">${fill(words.photosHint, { max: MOST_IMAGES })}</span>
${mistakeOf(name, wrong)}
<input type="file" id="${name}" name="${name}" accept="image/jpeg,image/png,image/webp,image/gif,image/avif" multiple
 aria-describedby="${wrong !== undefined && `${name}-wrong `}${name}-hint"
 ${mistake !== undefined && html`aria-invalid="true"`}>
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
  const details = detailAspects.map((aspect) =>
    starField(
      {
        name: prefix + aspect,
        label: words.aspects[aspect],
        chosen: typed.details[aspect],
        optional: true,
        small: true,
      },
      wording,
    ),
  );
  const tip = { label: words.tip, hint: words.tipHint, optional: words.optional };
  return html`${ratingField({ prefix, typed, mistakes }, wording)}
<details ${detailAspects.some((aspect) => typed.details[aspect] !== '') && html`open`}>
<summary>${words.details} <span class="soft">(${words.optional})</span></summary>
<div class="aspects">
${details}
</div>
</details>
${textFields({ prefix, typed, mistakes, hint: words.contentHint, required: true }, wording)}
${textField({ ...typedField('tip', { prefix, typed, mistakes }), ...tip })}
${photoField({ name: `${prefix}photos`, mistake: mistakes[`${prefix}photos`], again: photosSent }, wording)}`;
}

/** A review of a product, which may be left out: the rest unfolds once stars are chosen. */
export function productReviewFields(
  { prefix, typed, questions, mistakes, photosSent }: ReviewFields & { readonly questions: readonly Question[] },
  wording: Wording,
): Markup {
  const words = wording.form;
  return html`${ratingField({ prefix, typed, mistakes, optional: true }, wording)}
<div class="more ${!isEmpty(typed) && 'open'}">
${textFields({ prefix, typed, mistakes, hint: words.productContentHint, required: false }, wording)}
${questions.map((question) => questionField(question, mistakes[question.name], wording))}
${photoField({ name: `${prefix}photos`, mistake: mistakes[`${prefix}photos`], again: photosSent }, wording)}
</div>`;
}

type TextFields = Omit<ReviewFields, 'photosSent'>;

function ratingField(
  { prefix, typed, mistakes, optional = false }: TextFields & { optional?: boolean },
  wording: Wording,
): Markup {
  const name = `${prefix}rating`;
  const rating = { name, label: wording.form.rating, chosen: typed.rating, mistake: mistakes[name], optional };
  return starField(rating, wording);
}

function typedField(name: 'title' | 'content' | 'tip', { prefix, typed, mistakes }: TextFields) {
  return { ...formFields[name], name: prefix + name, value: typed[name], mistake: mistakes[prefix + name] };
}

function textFields(
  { hint, required, ...fields }: TextFields & { hint: string; required: boolean },
  { form: words }: Wording,
): Markup {
  const title = { label: words.reviewTitle, hint: words.reviewTitleHint, required };
  const content = { label: words.content, hint, required };
  return html`${textField({ ...typedField('title', fields), ...title })}
${textField({ ...typedField('content', fields), ...content })}`;
}

export interface WriterFields {
  readonly typed: TypedWriter;
  readonly mistakes: Mistakes;
  readonly email: EmailField;
}

/** The writer's name and address, with a field that only robots fill in. */
export function writerFields({ typed, mistakes, email }: WriterFields, { form: words }: Wording): Markup {
  const field = (name: 'name' | 'email') =>
    textField({
      ...formFields[name],
      name,
      label: words[name],
      hint: words[`${name}Hint`],
      value: typed[name],
      mistake: mistakes[name],
      required: name === 'name' || email === 'required',
      optional: name === 'email' && email === 'optional' && words.optional,
    });
  return html`${field('name')}
${email !== 'known' && field('email')}
<div class="${mistakes['trap'] ? '' : 'trap'}"><label class="label" for="trap">${words.trap}</label>
<input type="text" id="trap" name="website" value="${typed.trap}" tabindex="-1" autocomplete="off"></div>`;
}

/** The mistakes, at the top, each with a link to its field. */
export function mistakeList(mistakes: Mistakes, { errors }: Wording): Markup | false {
  const links = Object.entries(mistakes).map(([name, text]) => {
    const id = name.endsWith('rating') ? `${name}-1` : name;
    return html`<li><a href="#${id}">${text}</a></li>`;
  });
  return (
    links.length > 0 &&
    html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${errors.heading}</h2>
<ul>${links}</ul>
</div>`
  );
}

/** Says what becomes of a review, beside the button that sends it. */
export const sendButton = ({ label, held }: { label: string; held: boolean }, { form: words }: Wording): Markup =>
  sendWith(label, held ? words.fineHeld : words.fine);

/** @param fine - says what happens next. */
export const sendWith = (label: string, fine: string): Markup =>
  html`<div class="send"><button>${label}</button>
<p class="hint">${fine}</p></div>`;

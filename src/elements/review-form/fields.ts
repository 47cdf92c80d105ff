import { html, type TemplateResult } from 'lit';
import type { Product } from '../../../contract/entities.ts';
import { LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT } from '../../../contract/limits.ts';
import type { QueryOf } from '../../../contract/shopper.ts';
import type { PlauditElement } from '../../element/element.ts';
import type { Key } from '../../locales/catalogue.ts';
import { chevron } from '../../templates/icons.ts';
import { star } from '../../templates/star.ts';

/** The part of the form that its fields use. */
export interface Fields extends PlauditElement {
  /** Error messages, by field name. */
  readonly wrong: ReadonlyMap<string, Key>;
}

/** A custom attribute that the shop asks about. */
export type Attribute = Product['attributes'][number];

/** Text fields: maximum length and `autocomplete` value. */
const fields = {
  title: [LONGEST_LINE, 'off'],
  content: [LONGEST_TEXT, 'off'],
  first_name: [LONGEST_NAME, 'given-name'],
  last_name: [LONGEST_NAME, 'family-name'],
  user_location: [LONGEST_LINE, 'address-level2'],
} satisfies { [Field in keyof QueryOf<'addProductReview'>]?: readonly [number, AutoFill] };
type Field = keyof typeof fields;

/** Whether the form shows the error of a field beside it. */
export const isShown = (field: string | undefined): field is string => field === 'rating' || field! in fields;

const isOptional = (field: Field): boolean => /^(last_name|user_location)$/.test(field);

/** @param id the field's id, from which the id of its error message derives */
const wrongWith = (form: Fields, name: string, id = name): TemplateResult =>
  html`<span class="wrong" id="wrong-${id}">${form.wrong.has(name) ? form.t(form.wrong.get(name)!) : null}</span>`;

export const optional = (form: Fields): TemplateResult => html`<span class="muted">(${form.t('optional')})</span>`;

export const renderRating = (form: Fields): TemplateResult => html`<fieldset aria-describedby="wrong-rating">
  <legend>${form.t('rating')}</legend>
  <div class="rate">${[1, 2, 3, 4, 5].map(
    (value) => html`<label class="over"><input type="radio" name="rating"
      value=${value} aria-label=${form.t('stars', { n: value })} />${star()}</label>`,
  )}</div>
  ${wrongWith(form, 'rating')}
</fieldset>`;

export function renderField(form: Fields, name: Field): TemplateResult {
  const [longest, autocomplete] = fields[name] as readonly [number, AutoFill];
  const need = isOptional(name) ? 'false' : 'true';
  const invalid = form.wrong.has(name) ? 'true' : 'false';
  return html`<div class="field">
    <label for=${name}>${form.t(name)} ${isOptional(name) ? optional(form) : null}</label>
    ${
      name === 'content'
        ? html`<textarea class="text" id=${name} name=${name} maxlength=${longest} rows="6" dir="auto"
            aria-required=${need} aria-invalid=${invalid} aria-describedby="wrong-${name}"></textarea>`
        : html`<input class="text" id=${name} name=${name} maxlength=${longest} dir="auto"
            autocomplete=${autocomplete} aria-required=${need} aria-invalid=${invalid}
            aria-describedby="wrong-${name} hint-${name}" />`
    }
    ${name === 'last_name' ? html`<span class="muted" id="hint-${name}">${form.t('lastNameHint')}</span>` : null}
    ${wrongWith(form, name)}
  </div>`;
}

/** A custom attribute: a choice of options or a short text. */
export function renderAttribute(
  form: Fields,
  { name: label, options, required }: Attribute,
  index: number,
): TemplateResult {
  const id = `attribute-${index}`;
  // This prefix marks custom attributes; submission.ts depends on it.
  const name = `attribute ${label}`;
  const need = required ? 'true' : 'false';
  const invalid = form.wrong.has(name) ? 'true' : 'false';
  return html`<div class="field">
    <label for=${id}><bdi>${label}</bdi> ${required ? null : optional(form)}</label>
    ${
      options?.[0]
        ? html`<span class="choice"><select class="text" id=${id} name=${name} aria-required=${need}
            aria-invalid=${invalid} aria-describedby="wrong-${id}">
          <option value="">${form.t('choose')}</option>${options.map(
            (option) => html`<option value=${option}>${option}</option>`,
          )}
        </select>${chevron()}</span>`
        : html`<input class="text" id=${id} name=${name} maxlength=${LONGEST_LINE} dir="auto" aria-required=${need}
            aria-invalid=${invalid} aria-describedby="wrong-${id}" />`
    }
    ${wrongWith(form, name, id)}
  </div>`;
}

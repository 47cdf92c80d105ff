/** The fields of the review form. */
import { html, type TemplateResult } from 'lit';
import type { Product } from '../../../contract/entities/entities.ts';
import { LONGEST_LINE, MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import { reviewFields, shopperFields } from '../../../contract/review-form.ts';
import type { PlauditElement } from '../../element/element.ts';
import type { Key } from '../../locales/catalogue.ts';
import type { Failure } from '../../source/failure.ts';
import { camera, chevron } from '../../styles/icons.ts';
import { star } from '../../templates/star.ts';

/** A custom attribute that the shop asks about. */
type Attribute = Product['attributes'][number];

/** The part of the form that its fields use. */
export interface Fields extends PlauditElement {
  /** Error messages, by field name. */
  readonly wrong: ReadonlyMap<string, Key>;
  /** Shows errors beside their fields, and focuses the first of those. */
  show(wrong: ReadonlyMap<string, Key>): Promise<void>;
}

/** The form, as what is in it uses it. */
interface Form extends Fields {
  readonly isSending: boolean;
  readonly isDraft: boolean;
  readonly startOver: () => void;
  readonly sending: { readonly problem: string | null | undefined } | undefined;
  readonly photos: { render(): unknown } | undefined;
  /** Why files could not be taken. */
  readonly failure: Failure | undefined;
  add(files: readonly File[]): Promise<void>;
  choose(event: Event): void;
  typed(event: Event): void;
  submit(event: Event): void;
}

const fields = { ...reviewFields, ...shopperFields };
type Field = keyof typeof fields;
const namesOf = <Name extends Field>(some: Readonly<Record<Name, unknown>>) => Object.keys(some) as Name[];

/** @param id the field's id, from which the id of its error message derives */
const wrongWith = (form: Fields, name: string, id = name): TemplateResult =>
  html`<span class="wrong" id="wrong-${id}">${form.wrong.has(name) ? form.t(form.wrong.get(name)!) : null}</span>`;

/** The space is part of it: at the end of a line that goes on when more arrives, it would count as moved. */
const optional = (form: Fields): TemplateResult => html`<span class="muted"> (${form.t('optional')})</span>`;

function renderRating(form: Fields): TemplateResult {
  return html`<fieldset class="field now" aria-describedby="wrong-rating">
  <legend>${form.t('rating')}</legend>
  <div class="rate">${[1, 2, 3, 4, 5].map(
    (value) => html`<label class="over"><input type="radio" name="rating"
      value=${value} aria-label=${form.t('stars', { n: value })} />${star()}</label>`,
  )}<span class="word" aria-hidden="true"></span></div>
  ${wrongWith(form, 'rating')}
</fieldset>`;
}

function renderField(form: Fields, name: Field): TemplateResult {
  const { type, max, required, autocomplete } = fields[name];
  const need = required ? 'true' : 'false';
  const invalid = form.wrong.has(name) ? 'true' : 'false';
  return html`<div class="field">
    <label for=${name}>${form.t(name)}${required ? null : optional(form)}</label>
    ${
      type === 'lines'
        ? html`<textarea class="text" id=${name} name=${name} maxlength=${max} rows="6" dir="auto"
            aria-required=${need} aria-invalid=${invalid} aria-describedby="wrong-${name}"></textarea>`
        : html`<input class="text" id=${name} name=${name} maxlength=${max} dir="auto"
            autocomplete=${autocomplete} aria-required=${need} aria-invalid=${invalid}
            aria-describedby="wrong-${name} hint-${name}" />`
    }
    ${name === 'last_name' ? html`<span class="muted" id="hint-${name}">${form.t('lastNameHint')}</span>` : null}
    ${wrongWith(form, name)}
  </div>`;
}

/** A choice of options or a short text. */
function renderAttribute(form: Fields, { name: label, options, required }: Attribute, index: number): TemplateResult {
  const id = `attribute-${index}`;
  // This prefix marks custom attributes; submission.ts depends on it.
  const name = `attribute ${label}`;
  const need = required ? 'true' : 'false';
  const invalid = form.wrong.has(name) ? 'true' : 'false';
  return html`<div class="field">
    <label for=${id}><bdi>${label}</bdi>${required ? null : optional(form)}</label>
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

function renderStatus({ t, isSending, sending }: Form): TemplateResult {
  return html`<span class="wrong" role="alert">${sending?.problem}</span>
    <button class="button primary" part="button submit"
        aria-disabled=${isSending ? 'true' : 'false'}>${t('submit')}</button>
    <span class="row muted" role="status">${
      isSending ? html`<progress aria-label=${t('sending')}></progress>${t('sending')}` : null
    }</span>`;
}

function renderPhotoField(form: Form): TemplateResult {
  const { t, photos } = form;
  return html`<fieldset class="field">
    <legend>${t('images')}${optional(form)}</legend>
    ${photos?.render()}
    <label class="button over">${camera()}${t('addPhotos')}<input type="file" id="photos"
        accept="image/jpeg,image/png,image/webp" multiple
        aria-describedby="hint-photos wrong-photos" @change=${form.choose} /></label>
    <span class="muted" id="hint-photos">${t('photosHint', { n: MOST_IMAGES })} </span>
    ${wrongWith(form, 'photos')}${form.renderFailure(form.failure, () => void form.add([]))}
  </fieldset>`;
}

/** The whole form, for a product that may be unknown. */
export function renderForm(form: Form, product: Product | null): TemplateResult {
  const { title, attributes = [] } = product ?? {};
  return html`<form part="form" class="guided" novalidate @submit=${form.submit} @input=${form.typed}>
    <div><h2>${form.t('write')}</h2>${title && html`<p class="muted"><bdi>${title}</bdi></p>`}${
      form.isDraft
        ? html`<p class="row muted" part="draft">${form.t('draft')} <button class="link" type="button"
          @click=${form.startOver}>${form.t('startOver')}</button></p>`
        : ''
    }</div>
    ${[
      renderRating(form),
      ...namesOf(reviewFields).map((name) => renderField(form, name)),
      attributes[0] && html`<div class="pair">${attributes.map((one, at) => renderAttribute(form, one, at))}</div>`,
      renderPhotoField(form),
    ]}
    <div class="field last">
      <div class="pair">${[renderField(form, 'first_name'), renderField(form, 'last_name')]}</div>
      ${renderField(form, 'user_location')}
      <input class="sr" name="homepage" tabindex="-1" autocomplete="off" aria-hidden="true" />
      ${renderStatus(form)}
    </div>
  </form>`;
}

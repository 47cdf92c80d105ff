import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { define } from '../define.ts';
import { PlauditElement } from '../element.ts';
import { emit } from '../events.ts';
import { toFailure } from '../failure.ts';
import { addEnglish } from '../i18n.ts';
import type { Key } from '../locales/catalogue.ts';
import { common } from '../locales/en/common.ts';
import { form } from '../locales/en/form.ts';
import { content } from '../styles/content.ts';
import { form as styles } from '../styles/form.ts';
import { camera, cross } from '../templates/icons.ts';
import { star } from '../templates/star.ts';
import { stars } from '../templates/stars.ts';
import { randomId, write } from '../writes.ts';

addEnglish({ ...common, ...form });

interface Photo {
  readonly file: File;
  /** A blob: address. */
  readonly preview: string;
  caption: string;
}

/** The proxy takes this many photos with a review. */
const MOST_PHOTOS = 10;
/** An upload of photos over a slow line takes its time. */
const DEADLINE_MS = 300_000;

/** Fields of text, with the longest that the API takes, in UTF-16 code units. */
const longest = { title: 255, content: 10_000, first_name: 100, last_name: 100, user_location: 255 };
type Field = keyof typeof longest;
/** Fields that must be filled in, in the order of the form. */
const needed: readonly string[] = ['rating', 'title', 'content', 'first_name'];

/**
 * Write a review of a product, with photos.
 *
 * @element plaudit-review-form
 * @slot - Shown until the form is ready and where there is no JavaScript.
 * @fires {CustomEvent} plaudit-ready - The form is on show; `detail.total` is null.
 * @fires {CustomEvent} plaudit-submit - The review was accepted; `detail` holds `sku`, `rating`, `queued`.
 * @csspart base - The whole.
 * @csspart form - The form.
 * @csspart button - Buttons.
 * @csspart submit - The button that sends.
 * @csspart thanks - What is shown once the review was accepted.
 * @cssprop [--plaudit-star-color=#c2660a] - Chosen stars.
 * @cssprop [--plaudit-accent=#23201d] - The button that sends, and focus rings.
 * @cssprop [--plaudit-on-accent=#fff] - Text on the accent.
 * @cssprop [--plaudit-radius=0.5em] - Rounding of corners.
 */
export class ReviewForm extends PlauditElement {
  static override styles = [...PlauditElement.styles, content, styles];

  static override properties: PropertyDeclarations = { sku: {} };

  /** Which product. */
  declare sku: string | null;

  /** Fields that were found empty. */
  #missing: readonly string[] = [];
  #photos: readonly Photo[] = [];
  /** More photos were chosen than can be taken, or others. */
  #refused = false;
  #sending = false;
  #problem: Key | number | undefined;
  /** What is said once the review was accepted. */
  #done: 'sent' | 'queued' | undefined;
  /** The body that was sent last, and its key: the same again is the same review. */
  #sent: readonly [body: string, key: string] = ['', ''];

  readonly #load = this.loading(
    () => (this.sku ? [this.sku] : null),
    async () => {
      // Another product is another review.
      this.#done = this.#problem = undefined;
      this.#missing = [];
      return true;
    },
    () => null,
  );

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => this.isConnected || this.#keep([]));
  }

  /** Focuses the first field. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('input')?.focus(options);
  }

  // ---- photos -------------------------------------------------------------------------------------------------------

  #keep(photos: readonly Photo[]): void {
    for (const photo of this.#photos) if (!photos.includes(photo)) URL.revokeObjectURL(photo.preview);
    this.#photos = photos;
    this.requestUpdate();
  }

  #add({ currentTarget }: Event): void {
    const input = currentTarget as HTMLInputElement;
    const files = [...input.files!];
    const taken = files.filter(({ type }) => /^image\/(jpeg|png|webp)$/.test(type)).slice(0, MOST_PHOTOS - this.#photos.length);
    this.#refused = taken.length < files.length;
    this.#keep([...this.#photos, ...taken.map((file) => ({ file, preview: URL.createObjectURL(file), caption: '' }))]);
    input.value = '';
  }

  async #remove(photo: Photo): Promise<void> {
    this.#refused = false;
    this.#keep(this.#photos.filter((other) => other !== photo));
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[type=file]')!.focus();
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  #check(form: HTMLFormElement): void {
    const values = new FormData(form);
    this.#missing = needed.filter((name) => !(values.get(name) as string | null)?.trim());
    this.requestUpdate();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const sku = this.sku!;
    if (this.#sending) return;
    this.#check(form);
    if (this.#missing[0]) {
      await this.updateComplete;
      form.querySelector<HTMLElement>(`[name=${this.#missing[0]}]`)!.focus();
      return;
    }
    const body = new FormData(form);
    body.append('sku', sku);
    this.#photos.forEach(({ file }, index) => body.append(`image${index + 1}`, file));
    const same = JSON.stringify([...body].map(([name, value]) => [name, value, (value as File).size, (value as File).name]));
    if (this.#sent[0] !== same) this.#sent = [same, randomId()];
    this.#sending = true;
    this.#problem = undefined;
    this.requestUpdate();
    try {
      const queued = await write(this.source, '/businesses/{business}/product/reviews/add', body, this.#sent[1], DEADLINE_MS);
      this.#done = queued ? 'queued' : 'sent';
      this.#keep([]);
      emit(this, 'plaudit-submit', { sku, rating: Number(body.get('rating')), queued });
    } catch (error) {
      const { code, status, retryAfter } = toFailure(error);
      this.#problem = retryAfter ?? (code === 311 || status === 413 || status === 415 ? 'photoRefused' : 'sendFailed');
    }
    this.#sending = false;
    this.requestUpdate();
    await this.updateComplete;
    if (this.#done) this.renderRoot.querySelector('h2')!.focus();
  }

  // ---- what is shown ------------------------------------------------------------------------------------------------

  /** What is wrong with a field, and its name for `aria-describedby`. */
  #wrong(name: string): TemplateResult {
    return html`<span class="wrong" id="wrong-${name}">${this.#missing.includes(name) ? this.t(name === 'rating' ? 'needRating' : 'needText') : null}</span>`;
  }

  #text(name: Field, autocomplete: AutoFill = 'off'): TemplateResult {
    const need = needed.includes(name);
    const invalid = this.#missing.includes(name) ? 'true' : 'false';
    return html`<div class="field">
      <label for=${name}>${this.t(name)} ${need ? null : this.#optional()}</label>
      ${name === 'content'
        ? html`<textarea class="text" id=${name} name=${name} maxlength=${longest[name]} rows="6" dir="auto" aria-required="true" aria-invalid=${invalid} aria-describedby="wrong-${name}"></textarea>`
        : html`<input class="text" id=${name} name=${name} maxlength=${longest[name]} dir="auto" autocomplete=${autocomplete} aria-required=${need ? 'true' : 'false'} aria-invalid=${invalid} aria-describedby="wrong-${name} hint-${name}" />`}
      ${name === 'last_name' ? html`<span class="muted" id="hint-${name}">${this.t('lastNameHint')}</span>` : null}
      ${this.#wrong(name)}
    </div>`;
  }

  #optional(): TemplateResult {
    return html`<span class="muted">(${this.t('optional')})</span>`;
  }

  #photo(photo: Photo, index: number): TemplateResult {
    const n = index + 1;
    const label = this.t('caption', { n });
    return html`<li class="row upload">
      <img class="photo" src=${photo.preview} alt=${photo.file.name} />
      <input class="text" name="caption${n}" aria-label=${label} placeholder=${label} maxlength="255" dir="auto" .value=${photo.caption} @input=${({ currentTarget }: Event) => ((photo.caption = (currentTarget as HTMLInputElement).value), this.requestUpdate())} />
      <button class="button" type="button" aria-label=${this.t('remove', { n })} @click=${() => this.#remove(photo)}>${cross()}</button>
    </li>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, () => {
      const { t } = this;
      const problem = this.#problem;
      if (this.#done)
        return html`<div class="panel" part="thanks">
          ${stars(5, '')}
          <h2 tabindex="-1">${t('thanks')}</h2>
          <p class="muted">${t(this.#done)}</p>
        </div>`;
      return html`<form part="form" novalidate @submit=${this.#submit} @input=${({ currentTarget }: Event) => this.#missing[0] && this.#check(currentTarget as HTMLFormElement)}>
        <h2>${t('write')}</h2>
        <fieldset aria-describedby="wrong-rating">
          <legend>${t('rating')}</legend>
          <div class="rate">${[1, 2, 3, 4, 5].map((value) => html`<label class="over"><input type="radio" name="rating" value=${value} aria-label=${t('stars', { n: value })} />${star()}</label>`)}</div>
          ${this.#wrong('rating')}
        </fieldset>
        ${this.#text('title')}${this.#text('content')}
        <fieldset class="field">
          <legend>${t('images')} ${this.#optional()}</legend>
          <ul>${this.#photos.map((photo, index) => this.#photo(photo, index))}</ul>
          <label class="button over">${camera()}${t('addPhotos')}<input type="file" accept="image/jpeg,image/png,image/webp" multiple aria-describedby="hint-photos" @change=${this.#add} /></label>
          <span class=${this.#refused ? 'wrong' : 'muted'} id="hint-photos" role="status">${t('photosHint', { n: MOST_PHOTOS })}</span>
        </fieldset>
        <div class="pair">${this.#text('first_name', 'given-name')}${this.#text('last_name', 'family-name')}</div>
        ${this.#text('user_location', 'address-level2')}
        <div class="field">
          <span class="wrong" role="alert">${typeof problem === 'number' ? t('again', { n: Math.ceil(problem) }) : problem && t(problem)}</span>
          <div class="row">
            <button class="button primary" part="button submit" aria-disabled=${this.#sending ? 'true' : 'false'}>${t('submit')}</button>
            <span class="row muted" role="status">${this.#sending ? html`<progress aria-label=${t('sending')}></progress>${t('sending')}` : null}</span>
          </div>
        </div>
      </form>`;
    });
  }
}

define('plaudit-review-form', ReviewForm);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-form': ReviewForm;
  }
}

import { Task, TaskStatus, initialState } from '@lit/task';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Product } from '../../../contract/entities.ts';
import { LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT, MOST_IMAGES } from '../../../contract/limits.ts';
import type { QueryOf } from '../../../contract/shopper.ts';
import { UploadController, type Upload } from './upload.ts';
import { define } from '../../define.ts';
import { keepDraft, readDraft } from './draft.ts';
import { PlauditElement } from '../../element.ts';
import { emit } from '../../events.ts';
import { toFailure, type Failure } from '../../failure.ts';
import { addEnglish } from '../../i18n.ts';
import { later } from '../../later.ts';
import type { Key } from '../../locales/catalogue.ts';
import { common } from '../../locales/en/common.ts';
import { form } from '../../locales/en/form.ts';
import { randomId } from '../../random-id.ts';
import { content } from '../../styles/content.ts';
import { form as styles } from './styles.ts';
import { camera, chevron, cross } from '../../templates/icons.ts';
import { star } from '../../templates/star.ts';
import { stars } from '../../templates/stars.ts';

addEnglish({ ...common, ...form });

type Review = QueryOf<'addProductReview'>;

interface Submission {
  readonly body: Review;
  /** The same review again has the same key. */
  readonly key: string;
}

interface Accepted {
  readonly said: 'sent' | 'queued' | 'held';
  readonly rating: number;
}

type Attribute = Product['attributes'][number];

/** The proxy takes a form that was on show for less, in milliseconds, for a robot's. A quick shopper waits that long. */
const SHORTEST_MS = 2_100;

/** Fields of text, with the longest that is taken. */
const longest = {
  title: LONGEST_LINE,
  content: LONGEST_TEXT,
  first_name: LONGEST_NAME,
  last_name: LONGEST_NAME,
  user_location: LONGEST_LINE,
} satisfies { [Field in keyof Review]?: number };
type Field = keyof typeof longest;
/** Fields that must be filled in, in the order of the form. */
const needed: readonly string[] = ['rating', 'title', 'content', 'first_name'];
/** Names of the fields of custom attributes begin so. */
const ATTRIBUTE = 'attribute ';

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

  /** What is wrong with a field, by its name. */
  #wrong: ReadonlyMap<string, Key> = new Map();
  readonly #photos = new UploadController(this);
  /** What becomes of the review. Another product is another review: of that one nothing is sent yet. */
  readonly #sending = new Task<readonly [Submission?], Accepted>(this, {
    autoRun: false,
    task: ([review]) => (review ? this.#send(review) : initialState),
  });
  /** The body that was sent last, and its key: the same again is the same review. */
  #sent: readonly [body: string, key: string] = ['', ''];
  /** The form that the draft was put into, and when, in milliseconds since the page began. */
  #filled: HTMLFormElement | null = null;
  #shownAt = 0;

  readonly #load = this.loading<Product | null>(
    () => (this.sku ? [this.sku] : null),
    async (signal) => {
      void this.#sending.run([]);
      this.#wrong = new Map();
      this.#photos.keep([]);
      // What was written must not be lost where the way to send it does not load at the end.
      later.send().catch(() => {});
      // Without an address of a proxy there is no form.
      const { source } = this;
      try {
        return (await source.ask('listProducts', { sku: this.sku, count: 1 }, signal)).products[0] ?? null;
      } catch {
        // The proxy knows a review by its sku: a form without custom attributes is a form.
        return null;
      }
    },
    () => null,
  );

  get #form(): HTMLFormElement | null {
    return this.renderRoot.querySelector('form');
  }

  /** Focuses the first field. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('input')?.focus(options);
  }

  // ---- the draft ----------------------------------------------------------------------------------------------------

  get #draft(): string {
    const { proxy, business } = this.source;
    return [proxy, business, this.sku].join(' ');
  }

  protected override updated(): void {
    const form = this.#form;
    if (form && form !== this.#filled) {
      this.#shownAt = performance.now();
      for (const [name, value] of Object.entries(readDraft(this.#draft))) {
        const field = form.elements.namedItem(name);
        if (field) (field as HTMLInputElement | RadioNodeList).value = value;
      }
    }
    this.#filled = form;
    // A thank-you needs less room than a form.
    this.mark('sent', this.#sending.status === TaskStatus.COMPLETE);
  }

  #typed({ currentTarget, target }: Event): void {
    const values = [...new FormData(currentTarget as HTMLFormElement)].filter(
      ([name, value]) => typeof value === 'string' && value && !/^(caption|homepage)/.test(name),
    );
    keepDraft(this.#draft, Object.fromEntries(values) as Record<string, string>);
    const { name, value } = target as HTMLInputElement;
    if (this.#wrong.has(name) && value.trim()) {
      this.#wrong = new Map([...this.#wrong].filter(([other]) => other !== name));
      this.requestUpdate();
    }
  }

  // ---- photos -------------------------------------------------------------------------------------------------------

  #add({ currentTarget }: Event): void {
    const input = currentTarget as HTMLInputElement;
    void this.#photos.add([...input.files!]);
    input.value = '';
  }

  async #remove(photo: Upload): Promise<void> {
    this.#photos.remove(photo);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[type=file]')!.focus();
  }

  async #move(photo: Upload, by: 1 | -1): Promise<void> {
    const to = this.#photos.all.indexOf(photo) + by;
    if (!this.#photos.all[to]) return;
    this.#photos.move(photo, by);
    await this.updateComplete;
    // The focus goes with the photo.
    this.renderRoot
      .querySelectorAll('.upload')
      [to]!.querySelector<HTMLElement>(by < 0 ? '.earlier' : '.later')!
      .focus();
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  async #show(wrong: ReadonlyMap<string, Key>): Promise<void> {
    this.#wrong = wrong;
    this.requestUpdate();
    await this.updateComplete;
    const first = this.#form!.elements.namedItem([...wrong.keys()][0]!);
    (first instanceof RadioNodeList ? (first[0] as HTMLElement) : (first as HTMLElement)).focus();
  }

  /** What the proxy takes: custom attributes travel as one text, photos beside their captions. */
  #body(values: FormData): Review {
    const body: Record<string, string> = {};
    const attributes: string[] = [];
    for (const [name, value] of values as unknown as Iterable<[string, string]>) {
      if (!name.startsWith(ATTRIBUTE)) body[name] = value;
      else if (value.trim()) attributes.push(`${name.slice(ATTRIBUTE.length)}:${value.replaceAll('|', '/').trim()}`);
    }
    if (attributes[0]) body['attributes'] = attributes.join('|');
    const images = this.#photos.all.map(({ file }, index) => [`image${index + 1}`, file]);
    return { ...body, sku: this.sku!, ...Object.fromEntries(images) };
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#sending.status === TaskStatus.PENDING) return;
    const values = new FormData(this.#form!);
    const required = [
      ...needed.slice(0, 3),
      ...this.#attributes.filter((attribute) => attribute.required).map(({ name }) => ATTRIBUTE + name),
      ...needed.slice(3),
    ];
    const missing = required.filter((name) => !(values.get(name) as string | null)?.trim());
    if (missing[0])
      return this.#show(new Map(missing.map((name) => [name, name === 'rating' ? 'needRating' : 'needText'])));
    const body = this.#body(values);
    const same = JSON.stringify(body, (_, value: unknown) =>
      value instanceof File ? [value.size, value.name] : value,
    );
    if (this.#sent[0] !== same) this.#sent = [same, randomId()];
    await this.#sending.run([{ body, key: this.#sent[1] }]);
    await this.updateComplete;
    const { status, error } = this.#sending;
    if (status === TaskStatus.COMPLETE) this.renderRoot.querySelector('h2')!.focus();
    if (status === TaskStatus.ERROR) this.#explain(toFailure(error));
  }

  /** Goes on where the form turns to another product meanwhile: what was sent is sent. */
  async #send({ body, key }: Submission): Promise<Accepted> {
    const { source } = this;
    const draft = this.#draft;
    const shownAt = this.#shownAt;
    const elapsed = () => Math.round(performance.now() - shownAt);
    await new Promise((resolve) => setTimeout(resolve, SHORTEST_MS - elapsed()));
    const { queued, product_review: review } = await source.send(
      'addProductReview',
      { ...body, elapsed: `${elapsed()}` },
      key,
    );
    keepDraft(draft, null);
    if (draft === this.#draft) this.#photos.keep([]);
    const rating = Number(body.rating);
    emit(this, 'plaudit-submit', { sku: body.sku!, rating, queued: !!queued });
    return { said: queued ? 'queued' : review?.published === 'pending' ? 'held' : 'sent', rating };
  }

  /** Says by the field what was refused; the rest stands above the button. */
  #explain(failure: Failure): void {
    const { field } = failure;
    // A browser filled in what nobody sees.
    if (field === 'homepage') this.#form!.querySelector<HTMLInputElement>('[name=homepage]')!.value = '';
    if (isShown(field)) void this.#show(new Map([[field, 'refused']]));
  }

  // ---- what is shown ------------------------------------------------------------------------------------------------

  get #attributes(): readonly Attribute[] {
    return this.#load.data?.attributes ?? [];
  }

  #said(name: string): TemplateResult {
    const wrong = this.#wrong.get(name);
    return html`<span class="wrong" id="wrong-${name}">${wrong && this.t(wrong)}</span>`;
  }

  #optional(): TemplateResult {
    return html`<span class="muted">(${this.t('optional')})</span>`;
  }

  #text(name: Field, autocomplete: AutoFill = 'off'): TemplateResult {
    const need = needed.includes(name);
    const invalid = this.#wrong.has(name) ? 'true' : 'false';
    return html`<div class="field">
      <label for=${name}>${this.t(name)} ${need ? null : this.#optional()}</label>
      ${
        name === 'content'
          ? html`<textarea class="text" id=${name} name=${name} maxlength=${longest[name]} rows="6" dir="auto" aria-required="true" aria-invalid=${invalid} aria-describedby="wrong-${name}"></textarea>`
          : html`<input class="text" id=${name} name=${name} maxlength=${longest[name]} dir="auto" autocomplete=${autocomplete} aria-required=${need ? 'true' : 'false'} aria-invalid=${invalid} aria-describedby="wrong-${name} hint-${name}" />`
      }
      ${name === 'last_name' ? html`<span class="muted" id="hint-${name}">${this.t('lastNameHint')}</span>` : null}
      ${this.#said(name)}
    </div>`;
  }

  /** What the shop asks about this product: one of its options, or a few words. */
  #attribute({ name, options, required }: Attribute, index: number): TemplateResult {
    const id = `attribute-${index}`;
    const field = ATTRIBUTE + name;
    const need = required ? 'true' : 'false';
    const invalid = this.#wrong.has(field) ? 'true' : 'false';
    const wrong = this.#wrong.get(field);
    return html`<div class="field">
      <label for=${id}><bdi>${name}</bdi> ${required ? null : this.#optional()}</label>
      ${
        options?.[0]
          ? html`<span class="choice"><select class="text" id=${id} name=${field} aria-required=${need} aria-invalid=${invalid} aria-describedby="wrong-${id}">
            <option value="">${this.t('choose')}</option>${options.map((option) => html`<option value=${option}>${option}</option>`)}
          </select>${chevron()}</span>`
          : html`<input class="text" id=${id} name=${field} maxlength=${LONGEST_LINE} dir="auto" aria-required=${need} aria-invalid=${invalid} aria-describedby="wrong-${id}" />`
      }
      <span class="wrong" id="wrong-${id}">${wrong && this.t(wrong)}</span>
    </div>`;
  }

  #photo(photo: Upload, index: number): TemplateResult {
    const n = index + 1;
    const label = this.t('caption', { n });
    const move = (by: 1 | -1, name: 'earlier' | 'later') =>
      html`<button class="button ${name}" type="button" aria-label=${this.t(name, { n })} aria-disabled=${this.#photos.all[index + by] ? 'false' : 'true'} @click=${() => this.#move(photo, by)}>${chevron(by < 0)}</button>`;
    return html`<li class="upload">
      <img class="photo" src=${photo.preview} alt=${photo.file.name} />
      <input class="text" name="caption${n}" aria-label=${label} placeholder=${label} maxlength=${LONGEST_LINE} dir="auto" .value=${photo.caption} @input=${({ currentTarget }: Event) => ((photo.caption = (currentTarget as HTMLInputElement).value), this.requestUpdate())} />
      <div class="row">
        ${this.#photos.all[1] ? [move(-1, 'earlier'), move(1, 'later')] : null}
        <button class="button" type="button" aria-label=${this.t('remove', { n })} @click=${() => this.#remove(photo)}>${cross()}</button>
      </div>
    </li>`;
  }

  #problem(failure: Failure): string | null {
    const { t } = this;
    const { code, status, retryAfter, field } = failure;
    if (isShown(field)) return null;
    if (retryAfter !== undefined) return t('again', { n: Math.ceil(retryAfter) });
    return t(code === 311 || status === 413 || status === 415 ? 'photoRefused' : 'sendFailed');
  }

  #thanks({ said, rating }: Accepted): TemplateResult {
    return html`<div class="panel" part="thanks">
      ${stars(rating, '')}
      <h2 tabindex="-1">${this.t('thanks')}</h2>
      <p class="muted">${this.t(said)}</p>
    </div>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (product) => {
      const { t } = this;
      const attributes = this.#attributes;
      const { status, value: accepted, error } = this.#sending;
      if (status === TaskStatus.COMPLETE) return this.#thanks(accepted!);
      const sending = status === TaskStatus.PENDING;
      return html`<form part="form" novalidate @submit=${this.#submit} @input=${this.#typed}>
        <div><h2>${t('write')}</h2>${product?.title ? html`<p class="muted"><bdi>${product.title}</bdi></p>` : null}</div>
        <fieldset aria-describedby="wrong-rating">
          <legend>${t('rating')}</legend>
          <div class="rate">${[1, 2, 3, 4, 5].map((value) => html`<label class="over"><input type="radio" name="rating" value=${value} aria-label=${t('stars', { n: value })} />${star()}</label>`)}</div>
          ${this.#said('rating')}
        </fieldset>
        ${this.#text('title')}${this.#text('content')}
        ${attributes[0] ? html`<div class="pair">${attributes.map((attribute, index) => this.#attribute(attribute, index))}</div>` : null}
        <fieldset class="field">
          <legend>${t('images')} ${this.#optional()}</legend>
          <ul>${this.#photos.all.map((photo, index) => this.#photo(photo, index))}</ul>
          <label class="button over">${camera()}${t('addPhotos')}<input type="file" accept="image/jpeg,image/png,image/webp" multiple aria-describedby="hint-photos" @change=${this.#add} /></label>
          <span class=${this.#photos.refused ? 'wrong' : 'muted'} id="hint-photos" role="status">${t('photosHint', { n: MOST_IMAGES })}</span>
        </fieldset>
        <div class="pair">${this.#text('first_name', 'given-name')}${this.#text('last_name', 'family-name')}</div>
        ${this.#text('user_location', 'address-level2')}
        <input class="sr" name="homepage" tabindex="-1" autocomplete="off" aria-hidden="true" />
        <div class="field">
          <span class="wrong" role="alert">${status === TaskStatus.ERROR ? this.#problem(toFailure(error)) : null}</span>
          <div class="row">
            <button class="button primary" part="button submit" aria-disabled=${sending ? 'true' : 'false'}>${t('submit')}</button>
            <span class="row muted" role="status">${sending ? html`<progress aria-label=${t('sending')}></progress>${t('sending')}` : null}</span>
          </div>
        </div>
      </form>`;
    });
  }
}

/** Whether what is wrong with a field is said beside it. */
const isShown = (field: string | undefined): field is string => field === 'rating' || field! in longest;

define('plaudit-review-form', ReviewForm);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-form': ReviewForm;
  }
}

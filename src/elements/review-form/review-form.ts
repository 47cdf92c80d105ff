import { Task, TaskStatus, initialState } from '@lit/task';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Product } from '../../../contract/entities.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Key } from '../../locales/catalogue.ts';
import { common } from '../../locales/en/common.ts';
import { form } from '../../locales/en/form.ts';
import { addEnglish } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { toFailure, type Failure } from '../../source/failure.ts';
import { randomId } from '../../source/random-id.ts';
import { content } from '../../styles/content.ts';
import { stars } from '../../templates/stars.ts';
import { keepDraft, readDraft } from './draft.ts';
import { isShown, optional, renderAttribute, renderField, renderRating } from './fields.ts';
import { ChosenPhotos } from './photos.ts';
import { form as styles } from './styles.ts';
import type { Accepted, Submission } from './submission.ts';

addEnglish({ ...common, ...form });

/**
 * A form for reviewing a product, with photos.
 *
 * @element plaudit-review-form
 * @slot - Shown until the form is ready and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The form is displayed; `detail.total` is null.
 * @fires {CustomEvent} plaudit-submit - The review was accepted; `detail` holds `sku`, `rating`, `queued`.
 * @csspart base - The whole element.
 * @csspart form - The form.
 * @csspart button - Buttons.
 * @csspart submit - The submit button.
 * @csspart thanks - The message once the review is accepted.
 * @cssprop [--plaudit-star-color=#c2660a] - Selected stars.
 * @cssprop [--plaudit-accent=#23201d] - The submit button and focus rings.
 * @cssprop [--plaudit-on-accent=#fff] - Text on the accent colour.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class ReviewForm extends PlauditElement {
  static override styles = [...PlauditElement.styles, content, styles];

  static override properties: PropertyDeclarations = { sku: {} };

  /** SKU of the product. */
  declare sku: string | null;

  /** Error messages, by field name. @internal */
  wrong: ReadonlyMap<string, Key> = new Map();
  readonly #photos = new ChosenPhotos(this);
  /** Progress of the submission. It restarts when the product changes, because that is another review. */
  readonly #sending = new Task<readonly [(Submission | Failure)?], Accepted>(this, {
    autoRun: false,
    task: ([review]) => {
      if (review instanceof Error) throw review;
      return review ? this.#send(review) : initialState;
    },
  });
  /** The last submission. */
  #sent: Submission | undefined;
  /** The form that the draft was restored into, and when, in milliseconds since the page loaded. */
  #filled: HTMLFormElement | null = null;
  #shownAt = 0;

  readonly #load = this.loading<Product | null>(
    () => (this.sku ? [this.sku] : null),
    async (signal) => {
      void this.#sending.run([]);
      this.wrong = new Map();
      this.#photos.clear();
      // Load the submission code now: if it failed to load later, the review would be lost.
      Promise.all([import('./submission.ts'), import('../../source/send.ts')]).catch(() => {});
      // Outside the `try`, because an invalid proxy URL must fail the load.
      const { source } = this;
      try {
        return (await source.ask('listProducts', { sku: this.sku, count: 1 }, signal)).products[0] ?? null;
      } catch {
        // A SKU is enough for the proxy, so the form works without custom attributes.
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

  // ---- draft --------------------------------------------------------------------------------------------------------

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
    // The thank-you message needs less room than the form.
    this.mark('sent', this.#sending.status === TaskStatus.COMPLETE);
  }

  #typed({ currentTarget, target }: Event): void {
    const values = [...new FormData(currentTarget as HTMLFormElement)].filter(
      ([name, value]) => typeof value === 'string' && value && !/^(caption|homepage)/.test(name),
    );
    keepDraft(this.#draft, Object.fromEntries(values) as Record<string, string>);
    const { name, value } = target as HTMLInputElement;
    if (this.wrong.has(name) && value.trim()) {
      this.wrong = new Map([...this.wrong].filter(([other]) => other !== name));
      this.requestUpdate();
    }
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  async #show(wrong: ReadonlyMap<string, Key>): Promise<void> {
    this.wrong = wrong;
    this.requestUpdate();
    await this.updateComplete;
    const first = this.#form!.elements.namedItem([...wrong.keys()][0]!);
    (first instanceof RadioNodeList ? (first[0] as HTMLElement) : (first as HTMLElement)).focus();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const review = await this.#read().catch(toFailure);
    if (this.#sending.status === TaskStatus.PENDING) return;
    if (review instanceof Map) return this.#show(review);
    await this.#sending.run([review as Submission | Failure]);
    await this.updateComplete;
    const { status, error } = this.#sending;
    if (status === TaskStatus.COMPLETE) this.renderRoot.querySelector('h2')!.focus();
    if (status === TaskStatus.ERROR) this.#explain(toFailure(error));
  }

  /** The review, or the errors of its incomplete fields. */
  async #read(): Promise<Submission | ReadonlyMap<string, Key>> {
    const { english, missingIn, readForm } = await import('./submission.ts');
    addEnglish(english);
    const form = this.#form!;
    const missing = missingIn(form);
    return missing.size ? missing : (this.#sent = readForm(form, this.sku!, this.#photos.files, this.#sent, randomId));
  }

  /** Continues even if the form switches to another product in the meantime. */
  async #send(review: Submission): Promise<Accepted> {
    const { source } = this;
    const draft = this.#draft;
    const shownAt = this.#shownAt;
    const accepted = await (await import('./submission.ts')).submit(source, review, shownAt);
    keepDraft(draft, null);
    if (draft === this.#draft) this.#photos.clear();
    const { rating, said } = accepted;
    emit(this, 'plaudit-submit', { sku: review.body.sku!, rating, queued: said === 'queued' });
    return accepted;
  }

  /** Shows a refusal beside its field; other failures appear above the button. */
  #explain(failure: Failure): void {
    const { field } = failure;
    // The browser filled in the honeypot field.
    if (field === 'homepage') this.#form!.querySelector<HTMLInputElement>('[name=homepage]')!.value = '';
    if (isShown(field)) void this.#show(new Map([[field, 'refused']]));
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  #problem(failure: Failure): string | null {
    const { t } = this;
    const { code, status, retryAfter, field } = failure;
    if (isShown(field)) return null;
    if (retryAfter !== undefined) return t('again', { n: Math.ceil(retryAfter) });
    if (code === 401) return t('unknownProduct');
    return t(code === 311 || status === 413 || status === 415 ? 'photoRefused' : 'sendFailed');
  }

  #thanks({ said, rating }: Accepted): TemplateResult {
    return html`<div class="panel" part="thanks">
      ${stars(rating, '')}
      <h2 tabindex="-1">${this.t('thanks')}</h2>
      <p class="muted">${this.t(said)}</p>
    </div>`;
  }

  #status(): TemplateResult {
    const { t } = this;
    const { status, error } = this.#sending;
    const sending = status === TaskStatus.PENDING;
    return html`<div class="field">
      <span class="wrong" role="alert">${status === TaskStatus.ERROR ? this.#problem(toFailure(error)) : null}</span>
      <div class="row">
        <button class="button primary" part="button submit"
            aria-disabled=${sending ? 'true' : 'false'}>${t('submit')}</button>
        <span class="row muted" role="status">${
          sending ? html`<progress aria-label=${t('sending')}></progress>${t('sending')}` : null
        }</span>
      </div>
    </div>`;
  }

  #fields(product: Product | null): TemplateResult {
    const { title, attributes = [] } = product ?? {};
    return html`<form part="form" novalidate @submit=${this.#submit} @input=${this.#typed}>
      <div><h2>${this.t('write')}</h2>${title && html`<p class="muted"><bdi>${title}</bdi></p>`}</div>
      ${[
        renderRating(this),
        renderField(this, 'title'),
        renderField(this, 'content'),
        attributes[0] && html`<div class="pair">${attributes.map((one, at) => renderAttribute(this, one, at))}</div>`,
        this.#photos.render(optional(this)),
      ]}
      <div class="pair">${[renderField(this, 'first_name'), renderField(this, 'last_name')]}</div>
      ${renderField(this, 'user_location')}
      <input class="sr" name="homepage" tabindex="-1" autocomplete="off" aria-hidden="true" />
      ${this.#status()}
    </form>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (product) =>
      this.#sending.status === TaskStatus.COMPLETE ? this.#thanks(this.#sending.value!) : this.#fields(product),
    );
  }
}

define('plaudit-review-form', ReviewForm);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-form': ReviewForm;
  }
}

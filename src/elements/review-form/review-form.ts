import { Task } from '@lit/task';
import { html, type PropertyDeclarations } from 'lit';
import type { Product } from '../../../contract/entities.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Key } from '../../locales/catalogue.ts';
import { common } from '../../locales/en/common.ts';
import { form } from '../../locales/en/form.ts';
import { addEnglish } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { findBeside } from '../../page/hub.ts';
import { everywhere } from '../../page/roots.ts';
import { toFailure, type Failure } from '../../source/failure.ts';
import { randomId } from '../../source/random-id.ts';
import { content } from '../../styles/content.ts';
import { camera, chevron, cross } from '../../templates/icons.ts';
import { star } from '../../templates/star.ts';
import { stars } from '../../templates/stars.ts';
import { keepDraft, readDraft } from './draft.ts';
import type { renderForm } from './fields.ts';
import type { Guide } from './guide.ts';
import { patiently } from './patiently.ts';
import type { ChosenPhotos } from './photos.ts';
import type { Sending } from './sending.ts';
import { form as styles } from './styles.ts';

addEnglish({ ...common, ...form });

const loadFields = patiently(() => import('./fields.ts'));
const loadPhotos = patiently(() => import('./photos.ts'));
const loadSending = patiently(() => import('./sending.ts'));

/**
 * A form for reviewing a product, with photos. Where it is narrow, it asks for one thing at a time.
 *
 * @element plaudit-review-form
 * @slot - Shown until the form is ready and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The form is displayed; `detail.total` is null.
 * @fires {CustomEvent} plaudit-submit - The review was accepted; `detail` holds `sku`, `rating`, `queued`.
 * @csspart base - The whole element.
 * @csspart form - The form.
 * @csspart button - Buttons.
 * @csspart submit - The submit button.
 * @csspart draft - The line that says that the form holds what was written before.
 * @csspart thanks - The message once the review is accepted.
 * @cssprop [--plaudit-star-color=#c2660a] - Selected stars.
 * @cssprop [--plaudit-accent=#23201d] - The submit button and focus rings.
 * @cssprop [--plaudit-on-accent=white or black] - Text on the accent colour; by itself the one that can be read.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class ReviewForm extends PlauditElement {
  static override styles = [...PlauditElement.styles, content, styles];

  static override properties: PropertyDeclarations = { sku: {}, customer: {} };

  /** SKU of the product. */
  declare sku: string | null;
  /** Token by which the shop vouches for who writes and for the order; its names win over typed ones. */
  declare customer: string | null;

  /** Error messages, by field name. @internal */
  wrong: ReadonlyMap<string, Key> = new Map();
  /** Replaced when the product changes, because that is another review. @internal */
  sending: Sending | undefined;
  /** Whether the form began with what the shopper had written before. @internal */
  isDraft = false;
  /** The form that the draft was restored into. */
  #filled: HTMLFormElement | null = null;
  #renderForm: typeof renderForm | undefined;
  /** When that form appeared, in milliseconds since the page loaded. @internal */
  shownAt = 0;
  /** The locale of the prompts in the form. */
  #guidedIn = '';
  #guide: Guide | undefined;
  /** @internal */
  photos: ChosenPhotos | undefined;
  /** Files that wait for the code that takes them, and why it did not load. */
  readonly #waiting: File[] = [];
  /** @internal */
  failure: Failure | undefined;

  readonly #load = this.loading<Product | null>(
    () => (this.sku ? [this.sku] : null),
    async (signal) => {
      this.sending = undefined;
      this.wrong = new Map();
      this.photos?.clear();
      this.isDraft = !!Object.keys(readDraft(this.draft))[0];
      // Load it now: if it failed to load later, the review would be lost.
      import('../../source/send.ts').catch(() => {});
      // Outside the `try`, because an invalid proxy URL must fail the load.
      const { source } = this;
      const fields = loadFields();
      try {
        return (await source.ask('listProducts', { sku: this.sku, count: 1 }, signal)).products[0] ?? null;
      } catch {
        // A SKU is enough for the proxy, so the form works without custom attributes.
        return null;
      } finally {
        this.#renderForm = (await fields).renderForm;
      }
    },
    () => null,
  );

  get #form(): HTMLFormElement | null {
    return this.renderRoot.querySelector('form');
  }

  /** Whether the review is on its way. @internal */
  get isSending(): boolean {
    return this.sending?.phase === 'sending';
  }

  /** Focuses the first field, or the one that the form asks for. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.now :is(input, select, textarea)')?.focus(options);
  }

  /** Chooses stars that were pressed elsewhere on the page. @internal */
  rate(rating: number): void {
    this.closest('details')?.setAttribute('open', '');
    this.scrollIntoView({ block: 'nearest' });
    const star = this.renderRoot.querySelector<HTMLInputElement>(`[name=rating][value="${rating}"]`);
    if (!star) return this.addEventListener('plaudit-ready', () => this.rate(rating), { once: true });
    star.checked = true;
    star.dispatchEvent(new Event('input', { bubbles: true }));
    star.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A link in a mail leads here; a closed disclosure would keep the form from coming near.
    if (location.hash.startsWith('#plaudit-rate=')) void this.reveal(this);
  }

  // ---- draft --------------------------------------------------------------------------------------------------------

  /** Identifies the draft. @internal */
  get draft(): string {
    const { proxy, business } = this.source;
    return [proxy, business, this.sku].join(' ');
  }

  protected override updated(): void {
    const form = this.#form;
    if (form !== this.#filled) {
      this.#guide?.end();
      this.#guide = undefined;
    }
    if (form && form !== this.#filled) {
      this.shownAt = performance.now();
      this.#guidedIn = '';
      for (const [name, value] of Object.entries(readDraft(this.draft))) {
        const field = form.elements.namedItem(name);
        if (field) (field as HTMLInputElement | RadioNodeList).value = value;
      }
    }
    this.#filled = form;
    if (form && this.#guidedIn !== this.usedLocale) void this.#startGuide(form, (this.#guidedIn = this.usedLocale));
    // The thank-you message needs less room than the form.
    this.mark('sent', this.sending?.phase === 'sent');
  }

  /** Adds what helps to fill in the form. Without it, the form shows everything at once. */
  async #startGuide(form: HTMLFormElement, locale: string): Promise<void> {
    void this.add([]);
    try {
      const [{ guideWith }] = await Promise.all([import('./guide.ts'), this.#begin()]);
      const begin = await guideWith(locale);
      if (form !== this.#form || locale !== this.#guidedIn) return;
      this.#guide?.end();
      this.#guide = begin(this, form, everywhere);
    } catch {
      form.classList.remove('guided');
    }
  }

  /** Gives the draft up. @internal */
  readonly startOver = (): void => {
    const form = this.#form!;
    form.reset();
    this.photos?.forget(this.draft);
    this.wrong = new Map();
    this.isDraft = false;
    // What stands beside the stars says the chosen one.
    const [star] = form.querySelectorAll<HTMLElement>('[name=rating]');
    star!.dispatchEvent(new Event('input', { bubbles: true }));
    keepDraft(this.draft, null);
    this.#guide?.reveal(star!);
    this.requestUpdate();
    this.focus();
  };

  /** @internal */
  typed({ currentTarget, target }: Event): void {
    const values = [...new FormData(currentTarget as HTMLFormElement)].filter(
      ([name, value]) => typeof value === 'string' && value && !/^(caption|homepage)/.test(name),
    );
    keepDraft(this.draft, Object.fromEntries(values) as Record<string, string>);
    const { name, value } = target as HTMLInputElement;
    if (this.wrong.has(name) && value.trim()) {
      this.wrong = new Map([...this.wrong].filter(([other]) => other !== name));
      this.requestUpdate();
    }
  }

  // ---- photos -------------------------------------------------------------------------------------------------------

  /** Hands files to the code that takes them. @param files none, to load that code @internal */
  async add(files: readonly File[]): Promise<void> {
    this.#waiting.push(...files);
    this.failure = undefined;
    try {
      const { choosePhotos } = await loadPhotos();
      this.photos ??= choosePhotos(this, { html, chevron, cross, patiently });
      await this.photos.speak(this.usedLocale);
      this.isDraft = (await this.photos.restore()) || this.isDraft;
      this.photos.add(this.#waiting.splice(0));
    } catch (error) {
      if (this.#waiting[0]) this.failure = toFailure(error);
    }
    this.requestUpdate();
  }

  /** @internal */
  choose({ currentTarget }: Event): void {
    const input = currentTarget as HTMLInputElement;
    void this.add([...input.files!]);
    input.value = '';
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  /** Shows errors beside their fields, and focuses the first of those. @internal */
  async show(wrong: ReadonlyMap<string, Key>): Promise<void> {
    this.wrong = wrong;
    this.requestUpdate();
    await this.updateComplete;
    const first = this.#form!.elements.namedItem([...wrong.keys()][0]!);
    const field = (first instanceof RadioNodeList ? first[0] : first) as HTMLElement;
    this.#guide?.reveal(field);
    field.focus();
  }

  /** Brings the code that sends, together with its texts. */
  async #begin(): Promise<Sending> {
    const { Sending: Review } = await loadSending();
    const parts = { html, stars, addEnglish, emit, findBeside, everywhere, keepDraft, toFailure, randomId };
    return (this.sending ??= new Review(this, parts));
  }

  /** Brings a review to the code that sends; what becomes of it there, that code says. @internal */
  readonly handOver = new Task(this, {
    autoRun: false,
    args: () => [],
    task: async () => (await this.#begin()).submit(this.#form!),
  });

  /** @internal */
  submit(event: Event): void {
    event.preventDefault();
    if (!this.#guide?.next()) void this.handOver.run();
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (product) =>
      this.sending?.phase === 'sent'
        ? this.sending.thanks()
        : this.#renderForm!(this, product, { html, camera, chevron, star }),
    );
  }
}

define('plaudit-review-form', ReviewForm);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-form': ReviewForm;
  }
}

import type { PropertyDeclarations } from 'lit';
import type { Product } from '../../../contract/entities/entities.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Key } from '../../locales/catalogue.ts';
import filling from '../../locales/en/filling.json' with { type: 'json' };
import form from '../../locales/en/form.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { patiently } from '../../page/patiently.ts';
import { toFailure, type Failure } from '../../source/failure.ts';
import { content } from '../../styles/content.ts';
import { dropPhotosKey, keepDraft, mayHavePhotos, readDraft } from './draft.ts';
import { renderForm } from './fields.ts';
import { takeFiles } from './files.ts';
import { Guide } from './guide.ts';
import type { ChosenPhotos } from './photos.ts';
import { Sending } from './sending.ts';
import { form as styles } from './styles.ts';

addEnglish({ ...form, ...filling });

const loadPhotos = patiently(() => import('./photos.ts'));

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
  /** Pending while the code of photos loads. @internal */
  adding = Promise.resolve();

  readonly #load = this.loading<Product | null>(
    () => (this.sku ? [this.sku] : null),
    async (signal) => {
      if (this.sending) this.removeController(this.sending.task);
      this.sending = undefined;
      this.wrong = new Map();
      this.photos?.clear();
      this.isDraft = !!Object.keys(readDraft(this.draft))[0];
      const product = this.source.ask('listProducts', { sku: this.sku, count: 1 }, signal).then(
        ({ products }) => products[0] ?? null,
        // A SKU is enough for the proxy, so the form works without custom attributes.
        () => null,
      );
      this.sending ??= new Sending(this);
      return product;
    },
    () => null,
  );

  get #form(): HTMLFormElement | null {
    return this.renderRoot.querySelector('form');
  }

  /** Whether the review is on its way. @internal */
  get isSending(): boolean {
    return !!this.sending?.isPending;
  }

  /** Focuses the first field, or the one that the form asks for. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.now :is(input, select, textarea)')?.focus(options);
  }

  /** Chooses stars that were pressed elsewhere on the page. @internal */
  rate(rating: number): void {
    this.closest('details')?.setAttribute('open', '');
    void this.reveal(this, 'nearest');
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

  protected override firstUpdated(): void {
    takeFiles(this);
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
    // A form that a server has rendered may be there before this one is.
    if (form && this.sending && this.#guidedIn !== this.usedLocale) {
      this.#guidedIn = this.usedLocale;
      void this.#startGuide(form);
    }
    // The thank-you message needs less room than the form.
    this.mark('sent', !!this.sending?.task.value);
  }

  /** Adds what helps to fill in the form, and the photos of a draft. */
  async #startGuide(form: HTMLFormElement): Promise<void> {
    this.#guide?.end();
    this.#guide = new Guide(this, form);
    if (this.photos || (await mayHavePhotos(this.draft).catch(() => false))) void this.add([]);
  }

  /** Gives the draft up. @internal */
  readonly startOver = (): void => {
    const form = this.#form!;
    const { draft } = this;
    form.reset();
    const key = dropPhotosKey(draft);
    // Their code may still be on its way.
    void this.adding.then(() => this.photos?.forget(draft, key));
    this.wrong = new Map();
    this.isDraft = false;
    // The word beside the stars is that of the chosen one.
    const [star] = form.querySelectorAll<HTMLElement>('[name=rating]');
    star!.dispatchEvent(new Event('input', { bubbles: true }));
    keepDraft(draft, null);
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
  add(files: readonly File[]): Promise<void> {
    this.#waiting.push(...files);
    // One after the other.
    return (this.adding = this.adding.then(() => this.#take()));
  }

  async #take(): Promise<void> {
    this.failure = undefined;
    try {
      const { ChosenPhotos: Photos } = await loadPhotos();
      const photos = this.photos ?? new Photos(this);
      this.photos = photos;
      this.isDraft = (await photos.restore()) || this.isDraft;
      photos.add(this.#waiting.splice(0));
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
    void this.reveal(field.closest('.field')!, 'nearest');
  }

  /** @internal */
  submit(event: Event): void {
    event.preventDefault();
    if (!this.#guide?.next()) void this.sending!.submit(this.#form!);
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (product) => this.sending?.thanks() ?? renderForm(this, product));
  }
}

define('plaudit-review-form', ReviewForm);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-form': ReviewForm;
  }
}

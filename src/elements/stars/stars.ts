import { define } from '../../element/define.ts';
import { translate } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { reportFailure } from '../../page/failing.ts';
import { whenNear } from '../../page/near.ts';
import { callsOf, loadWordsOf, localeWithWords, themeOf, type Settings } from '../../page/settings.ts';
import type { Answer } from '../../page/take-over.ts';
import type { ProxyCalls } from '../../source/calls.ts';
import { toFailure, type Failure } from '../../source/failure.ts';
import { baseAttributes, starLine, type LineStatistics, type Make } from '../../templates/star-line.ts';
import { lineStyles } from './styles.ts';

/** Whether any line has come near the viewport. The first one loads all lines, so the page needs one request. */
let begun = false;

let sheet: CSSStyleSheet | undefined;

const makeElement: Make<HTMLElement> = (name, attributes, ...children) => {
  const element = document.createElementNS(
    `http://www.w3.org/${/svg|path/.test(name) ? '2000/svg' : '1999/xhtml'}`,
    name,
  ) as HTMLElement;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};

const settings = ['sku', 'proxy', 'business', 'locale', 'theme'] as const;

/** `HTMLElement` is undefined when a server imports a bundle. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * A line of stars and the number of reviews, for product cards. All lines of a page share one request. A category page
 * has sixty lines and often no other element of ours, so this one does not use Lit.
 *
 * @element plaudit-stars
 * @attr {string} sku - SKU of the product.
 * @attr {string} proxy - URL of the proxy; by default, the one that served the script.
 * @attr {string} business - Domain of the business; by default, the first that the proxy serves.
 * @attr {string} locale - Language tag; by default, the nearest `lang`.
 * @attr {string} theme - `auto` (the shop's own colours), `light` or `dark`.
 * @slot - Shown until the stars are ready, when they fail to load, and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The stars are displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The line.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 */
export class Stars extends Base implements Settings {
  static readonly observedAttributes: readonly string[] = settings;

  /** SKU of the product. */
  declare sku: string | null;
  /** URL of the proxy; by default, the one that served the script. */
  declare proxy: string | null;
  /** Domain of the business; by default, the first that the proxy serves. */
  declare business: string | null;
  /** Language tag; by default, the nearest `lang`. */
  declare locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  declare theme: string | null;

  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  /** Data of the fragment, which stays until our own content is ready or the attributes change. */
  #rendered: HTMLScriptElement | null | undefined;
  #states: CustomStateSet | undefined;
  #locale = 'en';
  #calls: ProxyCalls | undefined;
  #wanted = '';
  /** The latest request; answers to earlier ones are dropped. */
  #asked: Promise<LineStatistics | Failure> | undefined;
  /** The current content. */
  #drawn = '';
  #outcome: LineStatistics | Failure | undefined;
  /** Consecutive failures that led to an automatic retry. */
  #tries = 0;
  #updated: Promise<void> | undefined;

  static {
    for (const name of settings)
      Object.defineProperty(this.prototype, name, {
        get(this: Stars) {
          return this.getAttribute(name);
        },
        set(this: Stars, value: string | null | undefined) {
          if (value === null || value === undefined) this.removeAttribute(name);
          else this.setAttribute(name, value);
        },
      });
  }

  constructor() {
    super();
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(lineStyles);
    }
    this.#root.adoptedStyleSheets = [sheet];
    // Properties that a framework set before the upgrade take precedence over attributes.
    for (const name of settings) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Partial<Stars>)[name];
      this[name] = value;
    }
  }

  connectedCallback(): void {
    if (this.#rendered === undefined) this.#rendered = this.#root.querySelector('script');
    void this.#update();
    whenNear(this, () => {
      if (!begun) document.querySelectorAll('plaudit-stars').forEach((line) => #asked in line && void line.#update());
      begun = true;
      void this.#update();
    });
  }

  disconnectedCallback(): void {
    // A move disconnects and reconnects within one task. A line removed during its load restarts when reinserted.
    queueMicrotask(() => {
      if (this.isConnected || (this.#outcome as Partial<LineStatistics> | undefined)?.total) return;
      this.#calls?.kept.delete(this.sku!);
      this.#wanted = '';
    });
  }

  attributeChangedCallback(): void {
    this.#rendered &&= null;
    this.#tries = 0;
    void this.#update();
  }

  #update(): Promise<void> {
    return (this.#updated ??= Promise.resolve().then(() => {
      this.#updated = undefined;
      if (this.isConnected) this.#draw();
    }));
  }

  #draw(): void {
    const { sku } = this;
    const wanted = begun && sku ? `${this.proxy} ${this.business} ${sku}` : '';
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      this.#outcome = this.#asked = undefined;
      if (wanted) void this.#ask(sku!);
    }
    this.#locale = localeWithWords(this, this.#locale, () => void this.#update());
    const outcome = this.#outcome;
    const failed = outcome instanceof Error;
    this.ariaBusy = wanted && !outcome ? 'true' : null;
    if (failed) this.#states ??= this.attachInternals().states;
    this.#states?.[failed ? 'add' : 'delete']('failed');
    const base = baseAttributes(this.#locale, themeOf(this));
    const drawn = JSON.stringify([base, outcome]);
    if ((this.#rendered && !outcome) || drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#rendered = null;
    const content = failed
      ? [makeElement('slot', {}), this.#retry()]
      : outcome
        ? starLine(makeElement, this.#locale, outcome)
        : [makeElement('slot', {}, makeElement('div', { class: 'bone' }))];
    this.#root.replaceChildren(makeElement('div', base, ...content));
  }

  #loadAgain(): void {
    this.#wanted = '';
    void this.#update();
  }

  async #ask(sku: string): Promise<void> {
    const asked = (this.#asked = this.#fetch(sku).catch(toFailure));
    const outcome = await asked;
    if (asked !== this.#asked) return;
    this.#outcome = outcome;
    await this.#update();
    if (outcome instanceof Error)
      reportFailure(this, outcome, this.#tries++, () => asked === this.#asked && this.#loadAgain());
    else emit(this, 'plaudit-ready', { total: outcome.total });
  }

  async #fetch(sku: string): Promise<LineStatistics> {
    const calls = (this.#calls = callsOf(this));
    if (this.#rendered) {
      // Use the data that server/render.ts embeds instead of requesting it.
      const [[, , answer]] = JSON.parse(this.#rendered.text) as [Answer<'getProductReviewStats'>];
      void calls.keep(sku, Promise.resolve(answer.product_reviews_stats));
    }
    // An answer without statistics fails here.
    const { total, average_rating } = await calls.statistics(sku);
    await loadWordsOf(this);
    return { total, average_rating };
  }

  #retry(): HTMLElement {
    const button = makeElement('button', { part: 'button' }, translate(this.#locale, 'retry'));
    button.onclick = () => this.#loadAgain();
    return makeElement('div', { part: 'failure', role: 'alert' }, button);
  }
}

define('plaudit-stars', Stars);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-stars': Stars;
  }
}

import { againLater } from '../../again.ts';
import type { ProxyCalls } from '../../calls.ts';
import { define } from '../../define.ts';
import type { Statistics } from '../../../contract/shopper.ts';
import { emit, emitFailure } from '../../events.ts';
import { toFailure, type Failure } from '../../failure.ts';
import { hasWords, loadWords, translate } from '../../i18n.ts';
import { whenNear } from '../../near.ts';
import { callsOf, localeOf, themeOf, type Settings } from '../../settings.ts';
import { baseAttributes, starLine, type LineStatistics, type Make } from '../../templates/star-line.ts';
import type { Answer } from '../../take-over.ts';
import { lineStyles } from './styles.ts';

/** Whether a line has come near the viewport. The first brings all along: one request, not one a screenful. */
let begun = false;

let sheet: CSSStyleSheet | undefined;

const makeElement: Make<Element> = (name, attributes, ...children) => {
  const element = document.createElementNS(
    `http://www.w3.org/${/svg|path/.test(name) ? '2000/svg' : '1999/xhtml'}`,
    name,
  );
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(attribute, `${value}`);
  element.append(...children);
  return element;
};

const settings = ['sku', 'proxy', 'business', 'locale', 'theme'] as const;

/** There is none where a bundle is imported on a server. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * One line of stars and the number of reviews, for product cards. All the lines of a page share one request. A category
 * page has sixty of them and often nothing else of ours, so they do without Lit.
 *
 * @element plaudit-stars
 * @attr {string} sku - Which product.
 * @attr {string} proxy - Address of the proxy; by default the one that the script came from.
 * @attr {string} business - Site domain of the business; by default the first that the proxy serves.
 * @attr {string} locale - Language tag; by default the nearest `lang`.
 * @attr {string} theme - `auto` (the shop's own colours), `light` or `dark`.
 * @slot - Shown until the stars are ready, when they cannot load, and where there is no JavaScript.
 * @fires {CustomEvent} plaudit-ready - The stars are on show; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail` holds `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The line.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 */
export class Stars extends Base implements Settings {
  static readonly observedAttributes: readonly string[] = settings;

  /** Which product. */
  declare sku: string | null;
  /** Address of the proxy; by default the one that the script came from. */
  declare proxy: string | null;
  /** Site domain of the business; by default the first that the proxy serves. */
  declare business: string | null;
  /** Language tag; by default the nearest `lang`. */
  declare locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  declare theme: string | null;

  /** What a framework set before there were setters: it counts for more than attributes. */
  #early: Partial<Pick<Stars, (typeof settings)[number]>> = {};
  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  /** The data of what a server rendered, which stays on show until ours is there or the page means something else. */
  #rendered: HTMLScriptElement | null | undefined;
  #states: CustomStateSet | undefined;
  #locale = 'en';
  #calls: ProxyCalls | undefined;
  #wanted = '';
  /** What was asked for last: an answer to anything else comes too late. */
  #attempt = {};
  #statistics: LineStatistics | undefined;
  #failure: Failure | undefined;
  /** Failures in a row that ended in asking again by itself. */
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
    for (const name of settings) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early[name] = this[name];
      delete (this as Partial<Stars>)[name];
    }
  }

  /** Settles once what was told last is on show. */
  get updateComplete(): Promise<void> {
    return this.#updated ?? Promise.resolve();
  }

  connectedCallback(): void {
    Object.assign(this, this.#early);
    this.#early = {};
    if (this.#rendered === undefined) this.#rendered = this.#root.querySelector('script');
    void this.#update();
    whenNear(this, () => {
      if (!begun) document.querySelectorAll('plaudit-stars').forEach((line) => #attempt in line && void line.#update());
      begun = true;
      void this.#update();
    });
  }

  disconnectedCallback(): void {
    // A move disconnects and connects within one task; what stays away while it loads begins anew when it comes back.
    queueMicrotask(() => {
      if (this.isConnected || this.#statistics) return;
      this.#calls?.drop(this.sku!);
      this.#wanted = '';
      this.#attempt = {};
    });
  }

  attributeChangedCallback(): void {
    this.#rendered &&= null;
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
      this.#tries = 0;
      this.#load();
    }
    const locale = localeOf(this);
    if (hasWords(locale)) this.#locale = locale;
    else void loadWords(locale).then(() => this.#update());
    const statistics = this.#statistics;
    const failure = this.#failure;
    const isBusy = wanted && !statistics && !failure;
    this.ariaBusy = isBusy ? 'true' : null;
    if (failure) this.#states ??= this.attachInternals().states;
    this.#states?.[failure ? 'add' : 'delete']('failed');
    if (this.#rendered && (!wanted || isBusy)) return;
    this.#rendered = null;
    this.#root.replaceChildren(
      makeElement(
        'div',
        baseAttributes(this.#locale, themeOf(this)),
        ...(statistics
          ? [starLine(makeElement, this.#locale, statistics)]
          : failure
            ? [makeElement('slot', {}), this.#retry()]
            : [makeElement('slot', {}, makeElement('div', { class: 'bone' }))]),
      ),
    );
  }

  #load(): void {
    this.#statistics = this.#failure = undefined;
    this.#attempt = {};
    void this.#update();
    if (this.#wanted) void this.#ask(this.sku!, this.#attempt);
  }

  async #ask(sku: string, attempt: object): Promise<void> {
    try {
      const calls = (this.#calls = callsOf(this));
      // What it was rendered from is as good as asked for.
      if (this.#rendered) void calls.keep(sku, Promise.resolve(readStatistics(this.#rendered)));
      const [statistics] = await Promise.all([calls.statistics(sku), loadWords(localeOf(this))]);
      if (attempt !== this.#attempt) return;
      this.#statistics = statistics;
      await this.#update();
      emit(this, 'plaudit-ready', { total: statistics.total });
    } catch (error) {
      if (attempt !== this.#attempt) return;
      const failure = (this.#failure = toFailure(error));
      againLater(this, failure, this.#tries++, () => attempt === this.#attempt && this.#load());
      await this.#update();
      emitFailure(this, failure);
    }
  }

  #retry(): Element {
    const button = makeElement('button', { part: 'button', type: 'button' }, translate(this.#locale, 'retry'));
    button.addEventListener('click', () => this.#load());
    return makeElement('div', { part: 'failure', role: 'alert' }, button);
  }
}

/** As the server writes it: see server/render.ts. */
function readStatistics({ text }: HTMLScriptElement): Statistics {
  const [[, , answer]] = JSON.parse(text) as [Answer<'getProductReviewStats'>];
  return answer.product_reviews_stats;
}

define('plaudit-stars', Stars);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-stars': Stars;
  }
}

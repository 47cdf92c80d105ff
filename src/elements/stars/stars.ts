import { define } from '../../element/define.ts';
import { GROUP } from '../../source/calls.ts';
import { emit } from '../../page/events.ts';
import { advise, reportFailure } from '../../page/failing.ts';
import { whenNear } from '../../page/near.ts';
import { everywhere, noteRoot } from '../../page/roots.ts';
import { shared } from '../../page/shared.ts';
import { callsOf, loadWordsOf, localeOf, themeOf, type Settings } from '../../page/settings.ts';
import type { Answer } from '../../page/take-over.ts';
import { toFailure, type Failure } from '../../source/failure.ts';
import { baseAttributes, lineValues, starLine, type LineStatistics, type Make } from '../../templates/star-line.ts';
import { lineStyles } from './styles.ts';

/**
 * Whether a line has come near the viewport, which is when the loader loads this code: all lines of the page load then,
 * in one request that leaves at once.
 */
let hasBegun = !!shared.watched;
/** Whether lines are drawn: later requests wait for each other. */
let hasDrawn = false;

let sheet: CSSStyleSheet | undefined;

const makeElement: Make<HTMLElement> = (name, attributes, ...children) => {
  const element = document.createElementNS(
    /svg|path/.test(name) ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml',
    name,
  ) as HTMLElement;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};

const patterns: Record<string, HTMLElement> = {};

/** Copies the first line of its kind: browsers copy faster than they create. */
function copyLine(locale: string, theme: string, statistics: LineStatistics): HTMLElement {
  const values = lineValues(locale, statistics);
  const pattern = (patterns[`${locale} ${theme}`] ??= makeElement(
    'div',
    baseAttributes(locale, theme),
    ...starLine(makeElement, values),
  ));
  const line = pattern.cloneNode(true) as HTMLElement;
  const [svg, span] = line.children;
  [svg!.ariaLabel, , span!.ariaLabel, span!.textContent] = values;
  svg!.lastElementChild!.setAttribute('width', values[1]);
  return line;
}

/** Delay before a retry where the proxy does not ask for one. */
const RETRY_SECONDS = 30;

/** `HTMLElement` is undefined when a server imports a bundle. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * A line of stars and the number of reviews, for product cards. All lines of a page share one request. A category page
 * has sixty lines and often no other element of ours, so this one does not use Lit.
 *
 * @element plaudit-stars
 * @attr {string} sku - SKU of the product.
 * @attr {string} item-group - Identifier of the product group; takes precedence over `sku`.
 * @attr {string} proxy - URL of the proxy; by default, the one that served the script.
 * @attr {string} business - Domain of the business; by default, the first that the proxy serves.
 * @attr {string} locale - Language tag; by default, the nearest `lang`.
 * @attr {string} theme - `auto` (the shop's own colours), `light` or `dark`.
 * @slot - Shown until the stars are ready, when they fail to load (the line retries), and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The stars are displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The line.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 */
export class Stars extends Base implements Settings {
  static readonly observedAttributes = ['sku', 'item-group', 'proxy', 'business', 'locale', 'theme'] as const;

  /** SKU of the product. */
  declare sku: string | null;
  /** Identifier of the product group; takes precedence over `sku`. */
  declare itemGroup: string | null;
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
  /** The latest request; answers to earlier ones are dropped. */
  #asked: Promise<LineStatistics | Failure> | undefined;
  #outcome: LineStatistics | Failure | undefined;
  /** Whether there are changes to draw. */
  #isStale = false;

  static {
    for (const name of this.observedAttributes)
      Object.defineProperty(this.prototype, name === 'item-group' ? 'itemGroup' : name, {
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
    // Properties that a framework set before the upgrade take precedence over attributes.
    for (const [name, value] of Object.entries(this)) {
      delete (this as Record<string, unknown>)[name];
      (this as Record<string, unknown>)[name] = value;
    }
  }

  connectedCallback(): void {
    noteRoot(this);
    this.#rendered ??= this.#root.querySelector('script');
    this.#want();
    void this.#update();
    if (!hasBegun)
      whenNear(this, () => {
        if (!hasBegun) {
          hasBegun = true;
          for (const line of everywhere('plaudit-stars')) if (#asked in line) line.#want();
        }
        this.#want();
      });
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    this.#rendered &&= null;
    if (before !== value && 'sku item-group proxy business'.includes(name)) this.#forget();
    void this.#update();
  }

  /** Draws once, after all changes of a task and with the words of the language. */
  async #update(): Promise<void> {
    if (this.#isStale) return;
    this.#isStale = true;
    await (this.#outcome && loadWordsOf(this));
    this.#isStale = false;
    if (this.isConnected) this.#draw();
  }

  get #key(): string | null {
    const { sku, itemGroup } = this;
    return itemGroup ? GROUP + itemGroup : sku;
  }

  /** Requests the statistics that the attributes name. */
  #want(): void {
    const key = this.#key;
    if (!hasBegun || !key || this.#asked) return;
    this.ariaBusy = 'true';
    void this.#ask(key);
  }

  async #ask(key: string): Promise<void> {
    const asked = (this.#asked = this.#fetch(key).catch(toFailure));
    const outcome = await asked;
    if (asked !== this.#asked) return;
    this.#outcome = outcome;
    this.ariaBusy = null;
    this.#draw();
    if (!(outcome instanceof Error)) return emit(this, 'plaudit-ready', { total: outcome.total });
    // Sixty buttons to retry would say of the shop's page that it is broken, so a line tries again by itself.
    outcome.retryAfter ??= RETRY_SECONDS;
    reportFailure(this, outcome, () => {
      if (asked !== this.#asked) return;
      this.#forget();
      void this.#update();
    });
  }

  async #fetch(key: string): Promise<LineStatistics> {
    // server/render.ts embeds its data, which saves the request. An answer without statistics fails here.
    const { total, average_rating } = this.#rendered
      ? (JSON.parse(this.#rendered.text) as [Answer<'getProductReviewStats'>])[0][2].product_reviews_stats
      : await callsOf(this).statistics(key, !hasDrawn);
    await loadWordsOf(this);
    return { total, average_rating };
  }

  #draw(): void {
    this.#want();
    hasDrawn = hasBegun;
    const outcome = this.#outcome;
    // A rendered fragment stays until there is something to replace it.
    if (this.#rendered && !outcome) return;
    this.#rendered = null;
    const key = this.#key;
    if (!key) advise(this);
    // Without a product, and after a failure, the children look as they would without us.
    const isBare = !key || outcome instanceof Error;
    const root = this.#root;
    // Only where it changes, because every assignment has the browser work out all styles of the line again.
    if (isBare === !!root.adoptedStyleSheets[0]) root.adoptedStyleSheets = isBare ? [] : [sheet!];
    root.replaceChildren(
      isBare || !outcome ? makeElement('slot', { class: 'bone' }) : copyLine(localeOf(this), themeOf(this), outcome),
    );
  }

  /** Drops the request and its outcome. */
  #forget(): void {
    this.#asked = this.#outcome = undefined;
    this.ariaBusy = null;
  }
}

define('plaudit-stars', Stars);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-stars': Stars;
  }
}

import { LitElement, html, noChange, nothing, unsafeCSS, type PropertyDeclarations, type PropertyValues } from 'lit';
import { LoadController, type LoadHost, type LoadKey } from '../controllers/load.ts';
import type { Key } from '../locales/catalogue.ts';
import common from '../locales/en/common.json' with { type: 'json' };
import {
  addEnglish,
  formatNumber,
  hasWords,
  isRightToLeft,
  loadWords,
  translate,
  type Values,
} from '../locales/i18n.ts';
import { hub } from '../page/hub.ts';
import { whenNear } from '../page/near.ts';
import { noteRoot } from '../page/roots.ts';
import { callsOf, localeOf, themeOf } from '../page/settings.ts';
import { shared } from '../page/shared.ts';
import type { Failure } from '../source/failure.ts';
import { HttpSource } from '../source/http-source.ts';
import type { Source } from '../source/source.ts';
import { base } from '../styles/base.ts';
import { essentials } from '../styles/essentials.ts';

addEnglish(common);

/**
 * Keeps what is typed in our fields from the page's shortcuts: outside of the shadow root it seems to come from the
 * element, which is no field. Keys that type nothing go on to the page: Escape closes what it has opened around us.
 */
function keepTyping(event: Event): void {
  const { key, ctrlKey, altKey, metaKey, target } = event as KeyboardEvent;
  // With Ctrl and Alt together, Windows types what is on the third level of a key.
  const types = !/^(Escape|Tab|F\d+)$/.test(key) && !metaKey && (!ctrlKey || altKey);
  if (types && (target as Element).matches('input,textarea,select')) event.stopPropagation();
}

const failing = (shared.failing ??= new Set());

/** Re-exported so that importing the type of an element also types its events. @public */
export type { EventDetails } from '../page/events.ts';

/** Base class of all elements except `plaudit-stars`: source, language, theme and load states. */
export abstract class PlauditElement extends LitElement implements LoadHost {
  static override styles = [unsafeCSS(essentials), base];

  static override properties: PropertyDeclarations = {
    proxy: {},
    business: {},
    locale: {},
    theme: {},
  };

  /** URL of the proxy; by default, the one that served the script. */
  declare proxy: string | null;
  /** Domain of the business; by default, the first that the proxy serves. */
  declare business: string | null;
  /** Language tag; by default, the nearest `lang`. */
  declare locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  declare theme: string | null;
  /** Whether the element has come near the viewport. @internal */
  near = false;
  /** The loads of this element. @internal */
  readonly loads: LoadController<unknown>[] = [];
  /** Whether the element started as a fragment. @internal */
  isFromServer = false;
  /** The nodes of the fragment, which stay until our own content replaces them. */
  #rendered: ChildNode[] | null = null;
  /** The parent of a button that had the focus, tried again, and disappeared. */
  #left: HTMLElement | undefined;
  #takeOver: ((root: ParentNode) => void) | undefined;
  /** Undefined in browsers without custom states. */
  readonly #states: CustomStateSet | undefined = this.attachInternals().states;
  /** The locale in use. @internal */
  usedLocale = 'en';

  /** Translates a text into the locale in use. @internal */
  readonly t = (key: Key, values?: Values): string => translate(this.usedLocale, key, values);

  readonly #refresh = () => this.requestUpdate();
  readonly #come = (): void => void this.#begin();
  /** A failed load is repeated as soon as the line is back. */
  readonly #online = () => this.resume();

  async #begin(): Promise<void> {
    try {
      if (this.#rendered)
        this.#takeOver ??= (await import('../page/take-over.ts')).takeOver(this.#rendered, this.source);
    } catch {
      // The element then requests the data that the page contains.
    }
    this.near = true;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    noteRoot(this);
    for (const type of ['keydown', 'keypress', 'keyup']) this.renderRoot.addEventListener(type, keepTyping);
    hub.addEventListener('change', this.#refresh);
    hub.addEventListener('print', this.#come);
    addEventListener('online', this.#online);
    if (shared.whole) this.#come();
    else whenNear(this, this.#come);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    hub.removeEventListener('change', this.#refresh);
    hub.removeEventListener('print', this.#come);
    removeEventListener('online', this.#online);
    queueMicrotask(() => this.isConnected || this.mark('failed', false));
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // By default, Lit renders before the existing nodes. We render after them, because they are removed later.
    this.renderOptions.renderBefore = null;
    if (root.firstChild) {
      this.isFromServer = true;
      this.#rendered = [...root.childNodes];
    }
    return root;
  }

  /** The source of the data. @throws TypeError if the URL of the proxy is invalid @internal */
  get source(): Source {
    const calls = callsOf(this);
    return (calls.source ??= new HttpSource(calls));
  }

  protected override willUpdate(): void {
    const locale = localeOf(this);
    // Until its words are loaded, it keeps those that it has.
    if (hasWords(locale)) this.usedLocale = locale;
    else void loadWords(locale).then(this.#refresh);
  }

  /** @internal */
  number(value: number): string {
    return formatNumber(this.usedLocale, value);
  }

  /**
   * Adds a load, identified by `key`, that starts near the viewport and fires the load events.
   * @param total returns the number of reviews, questions or products in the data, for the ready event
   */
  protected loading<Data>(
    key: () => LoadKey,
    load: (signal: AbortSignal) => Promise<Data>,
    total: (data: Data) => number | null,
  ): LoadController<Data> {
    const controller = new LoadController<Data>(this, key, load, total);
    this.loads.push(controller as LoadController<unknown>);
    this.addController(controller);
    return controller;
  }

  /** @internal */
  mark(state: 'failed' | 'sent', on: boolean): void {
    const { size } = failing;
    if (state === 'failed') failing[on && this.loads.some(({ failure }) => failure) ? 'add' : 'delete'](this);
    if (size !== failing.size) failing.forEach((element) => element.requestUpdate());
    this.#states?.[on ? 'add' : 'delete'](state);
  }

  protected resume(): void {
    if (this.loads.some(({ failure }) => failure)) this.retry();
  }

  /** Repeats the loads that failed. @internal */
  retry(): void {
    // The answer may be what could not be rendered.
    this.source.forget?.();
    for (const load of this.loads) if (load.failure) load.reload();
  }

  /**
   * Renders the content once it is loaded, and before that the children. After a failure, one element of the page has a
   * button that retries all: four of them would say that the shop's page is broken.
   */
  protected renderLoad<Data>(load: LoadController<Data>, content: (data: Data) => unknown): unknown {
    return load.data !== undefined
      ? content(load.data)
      : html`<slot>${
          load.failure
            ? null
            : html`<div
          class="bone"></div>`
        }</slot>${
          [...failing][0] === this
            ? this.renderFailure(load.failure, () => failing.forEach((element) => element.retry()))
            : null
        }`;
  }

  /** Moves the focus to where the shopper goes on, unless it is somewhere already. */
  #goOn(): void {
    const place = this.#left;
    this.#left = undefined;
    if (!place || document.activeElement !== document.body) return;
    const find = (selector: string) => place.querySelector<HTMLElement>(selector);
    const next = find('.failure button') ?? find('.bar h2') ?? find('h2, a, button, input') ?? place;
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  /** @internal */
  renderFailure(failure: Failure | undefined, retry: () => void): unknown {
    return (
      failure &&
      html`<div class="failure" part="failure" role="alert">
      <span>${this.t(navigator.onLine === false ? 'offline' : 'failed')} ${
        failure.retryAfter ? this.t('again', { n: Math.ceil(failure.retryAfter) }) : null
      }</span>
      <button class="button" part="button" type="button" @click=${retry}>${this.t('retry')}</button>
    </div>`
    );
  }

  /** Scrolls to something, and opens what it is folded in. @internal */
  async reveal(target: Element, block: ScrollLogicalPosition = 'start'): Promise<void> {
    try {
      await (await import('../page/reveal.ts')).reveal(target, block);
    } catch {
      target.scrollIntoView({ block });
    }
  }

  protected abstract renderContent(): unknown;

  protected override update(changed: PropertyValues): void {
    const rendered = this.#rendered;
    // The fragment stays valid until the attributes change or our own content is complete.
    const stays =
      rendered &&
      !(this.hasUpdated && changed.size) &&
      (!this.near || this.loads.some(({ data, phase }) => data === undefined && phase !== 'idle'));
    if (!stays) this.#rendered = null;
    const focused = (this.renderRoot as ShadowRoot).activeElement;
    const place = focused?.closest('.failure, .foot > button')?.parentElement;
    super.update(changed);
    if (place && !focused!.isConnected) this.#left = place;
    if (this.#left && !this.loads.some(({ phase }) => phase === 'loading'))
      // A failure is announced by an update that follows.
      void this.updateComplete.then((isLast) => isLast && this.#goOn());
    if (!rendered || stays) return;
    if (this.#takeOver) this.#takeOver(this.renderRoot);
    else rendered.forEach((node) => node.remove());
  }

  /** @internal */
  override render(): unknown {
    if (this.#rendered) return noChange;
    let content: unknown;
    try {
      content = this.renderContent();
    } catch (error) {
      for (const load of this.loads) load.drop(error);
      content = this.renderContent();
    }
    // The space ends what is rendered: dialogs that are appended after it stay when the content becomes another.
    return html`<div part="base" class=${themeOf(this)} lang=${this.usedLocale}
        dir=${(isRightToLeft(this.usedLocale) ? 'rtl' : nothing) as 'rtl'}>${content} </div>`;
  }
}

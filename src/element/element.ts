import { LitElement, html, noChange, nothing, unsafeCSS, type PropertyDeclarations, type PropertyValues } from 'lit';
import { LoadController, type LoadHost, type LoadKey } from '../controllers/load.ts';
import type { Failure } from '../source/failure.ts';
import { HttpSource } from '../source/http-source.ts';
import { addEnglish, formatNumber, isRightToLeft, translate, type Values } from '../locales/i18n.ts';
import type { Key } from '../locales/catalogue.ts';
import { whenNear } from '../page/near.ts';
import { callsOf, localeWithWords, themeOf } from '../page/settings.ts';
import { states } from '../locales/en/states.ts';
import type { Source } from '../source/source.ts';
import { base } from '../styles/base.ts';
import { essentials } from '../styles/essentials.ts';

addEnglish(states);

/** Whoever imports the type of an element learns of its events. @public */
export type { EventDetails } from '../page/events.ts';

/** What all elements have in common: where their data comes from, language and theme, and the states of a load. */
export abstract class PlauditElement extends LitElement implements LoadHost {
  static override styles = [unsafeCSS(essentials), base];

  static override properties: PropertyDeclarations = {
    proxy: {},
    business: {},
    locale: {},
    theme: {},
  };

  /** Address of the proxy; by default the one that the script came from. */
  declare proxy: string | null;
  /** Site domain of the business; by default the first that the proxy serves. */
  declare business: string | null;
  /** Language tag; by default the nearest `lang`. */
  declare locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  declare theme: string | null;
  /** Whether the element has come near the viewport. @internal */
  near = false;
  /** All that is loaded for this element. @internal */
  readonly loads: LoadController<unknown>[] = [];
  /** Whether a server rendered it first. @internal */
  isFromServer = false;
  /** What a server rendered: it stays on show until our own content takes its place. */
  #rendered: ChildNode[] | null = null;
  #takeOver: ((root: ParentNode) => void) | undefined;
  /** Once there is something to say in it. */
  #states: CustomStateSet | undefined;
  /** The locale in use. @internal */
  usedLocale = 'en';

  /** Words of the locale in use. @internal */
  readonly t = (key: Key, values?: Values): string => translate(this.usedLocale, key, values);

  override connectedCallback(): void {
    super.connectedCallback();
    whenNear(this, () => void this.#begin());
  }

  async #begin(): Promise<void> {
    try {
      if (this.#rendered) this.#takeOver = (await import('../page/take-over.ts')).takeOver(this.#rendered, this.source);
    } catch {
      // It then asks for what it could have had from the page.
    }
    this.near = true;
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Lit would render before what is there; it goes, and our content after it stays.
    this.renderOptions.renderBefore = null;
    this.isFromServer = !!root.firstChild;
    if (this.isFromServer) this.#rendered = [...root.childNodes];
    return root;
  }

  /** Where the data come from. @throws TypeError where the address of the proxy is none @internal */
  get source(): Source {
    const calls = callsOf(this);
    return (calls.source ??= new HttpSource(calls));
  }

  protected override willUpdate(): void {
    this.usedLocale = localeWithWords(this, this.usedLocale, () => this.requestUpdate());
  }

  /** @internal */
  number(value: number): string {
    return formatNumber(this.usedLocale, value);
  }

  /**
   * A load that `key` names and that begins near the viewport, with its events.
   * @param total number of reviews, questions or products in the data, for the ready event
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
    if (on) this.#states ??= this.attachInternals().states;
    this.#states?.[on ? 'add' : 'delete'](state);
  }

  /** The children while there is nothing to show, a way out once loading failed, then the content. */
  protected renderLoad<Data>(load: LoadController<Data>, content: (data: Data) => unknown): unknown {
    return load.data !== undefined
      ? content(load.data)
      : html`<slot>${
          load.failure
            ? null
            : html`<div
          class="bone"></div>`
        }</slot>${this.renderFailure(load.failure, () => load.reload())}`;
  }

  protected renderFailure(failure: Failure | undefined, retry: () => void): unknown {
    const again = failure?.retryAfter ? this.t('again', { n: Math.ceil(failure.retryAfter) }) : null;
    return (
      failure &&
      html`<div class="failure" part="failure" role="alert">
      <span>${this.t(navigator.onLine === false ? 'offline' : 'failed')} ${again}</span>
      <button class="button" part="button" @click=${retry}>${this.t('retry')}</button>
    </div>`
    );
  }

  protected abstract renderContent(): unknown;

  protected override update(changed: PropertyValues): void {
    const rendered = this.#rendered;
    // What the server rendered is true until the page means something else, or there is as much of our own.
    const stays =
      rendered &&
      !(this.hasUpdated && changed.size) &&
      (!this.near || this.loads.some(({ data, phase }) => data === undefined && phase !== 'idle'));
    if (!stays) this.#rendered = null;
    super.update(changed);
    if (!rendered || stays) return;
    if (this.#takeOver) this.#takeOver(this.renderRoot);
    else rendered.forEach((node) => node.remove());
  }

  /** @internal */
  override render(): unknown {
    if (this.#rendered) return noChange;
    return html`<div part="base" class=${themeOf(this)} lang=${this.usedLocale}
        dir=${(isRightToLeft(this.usedLocale) ? 'rtl' : nothing) as 'rtl'}>${this.renderContent()}</div>`;
  }
}

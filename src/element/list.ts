import { html, type TemplateResult } from 'lit';
import { DEFAULT_COUNT, MAX_COUNT } from '../../contract/limits.ts';
import type { LoadController, LoadKey } from '../controllers/load.ts';
import { PlauditElement } from './element.ts';
import { toFailure, type Failure } from '../source/failure.ts';
import type { Key } from '../locales/catalogue.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items that match; null from a server that does not say. */
  readonly total: number | null;
}

/** All pages that are on show. */
export interface Shown<Item> extends Page<Item> {
  /** Where the next page starts: how many the proxy has given, repetitions included. */
  readonly next: number;
  readonly complete: boolean;
}

/** What an element that shows a list, page by page, has in common with the others. */
export abstract class ListElement<Item> extends PlauditElement {
  /** Whose long texts are shown in full. @internal */
  readonly unfolded = new WeakSet<object>();
  /** Loading the next page: not, under way, or why it failed. */
  #adding: boolean | Failure = false;

  protected readonly load: LoadController<Shown<Item>> = this.loading<Shown<Item>>(
    () => this.key(),
    (signal) => {
      this.#adding = false;
      return this.#shown([], 0, signal);
    },
    ({ total }) => total,
  );

  protected abstract key(): LoadKey;
  protected abstract page(start: number, signal: AbortSignal): Promise<Page<Item>>;
  protected abstract idOf(item: Item): number;

  /** How many items are shown at first and added at a time. */
  protected get count(): number {
    return DEFAULT_COUNT;
  }

  async #shown(before: readonly Item[], start: number, signal: AbortSignal): Promise<Shown<Item>> {
    const { count } = this;
    const { items, total } = await this.page(start, signal);
    const next = start + items.length;
    // An item that came in since pushes others onto the next page: they are shown once.
    const known = new Set(before.map(this.idOf));
    return {
      items: [...before, ...items.filter((item) => !known.has(this.idOf(item)))],
      total,
      next,
      complete: total === null ? items.length < count : next >= total || !items.length,
    };
  }

  async #more(): Promise<void> {
    const { data, signal } = this.load;
    if (this.#adding === true || !data) return;
    this.#adding = true;
    this.requestUpdate();
    try {
      const shown = await this.#shown(data.items, data.next, signal!);
      if (signal!.aborted) return;
      this.#adding = false;
      this.load.data = shown;
      this.requestUpdate();
      await this.updateComplete;
      // The button is gone: go on with the first item that it brought.
      if (shown.complete)
        this.renderRoot.querySelectorAll<HTMLElement>('.list > *')[data.items.length]?.focus({ preventScroll: true });
    } catch (error) {
      if (signal!.aborted) return;
      this.#adding = toFailure(error);
      this.requestUpdate();
    }
  }

  /** The items, with what went wrong when others were to take their place. */
  protected renderItems(items: unknown): TemplateResult {
    const { phase, failure } = this.load;
    return html`${this.renderFailure(failure, () => this.load.reload())}<div
        class=${this.isFromServer ? 'list' : 'list far'}
        aria-busy=${phase === 'loading' ? 'true' : 'false'}>${items}</div>`;
  }

  /** How many of them are on show, where that says something, and the way to more. */
  protected renderFoot({ items, total, complete }: Shown<Item>, shown: Key, more: Key, note?: unknown): TemplateResult {
    const adding = this.#adding;
    return html`<div class="foot">
      <p class="muted"
          aria-live="polite">${total! > this.count ? this.t(shown, { n: items.length, total: total! }) : null}</p>
      ${
        typeof adding === 'object'
          ? this.renderFailure(adding, () => void this.#more())
          : complete
            ? null
            : html`<button class="button" part="button" aria-disabled=${adding ? 'true' : 'false'}
                @click=${this.#more}>${this.t(adding ? 'loading' : more)}</button>`
      }
      ${note}
    </div>`;
  }
}

/** What `page-size` asks for, within what the API gives. */
export const pageSize = (asked: number | null): number =>
  Math.min(MAX_COUNT, Math.max(1, Math.trunc(asked!) || DEFAULT_COUNT));

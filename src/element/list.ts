import { html, type TemplateResult } from 'lit';
import { DEFAULT_COUNT } from '../../contract/endpoints/limits.ts';
import type { LoadController, LoadKey } from '../controllers/load.ts';
import type { Key } from '../locales/catalogue.ts';
import list from '../locales/en/list.json' with { type: 'json' };
import { addEnglish } from '../locales/i18n.ts';
import { toFailure, type Failure } from '../source/failure.ts';
import { PlauditElement } from './element.ts';
import { fresh } from './fresh.ts';

addEnglish(list);

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of matching items; null if the server omits it. */
  readonly total: number | null;
  /** How many places of the list the items take; by default, as many as there are items. */
  readonly taken?: number;
}

interface Returned<Item> extends Page<Item> {
  readonly start: number;
}

/** The displayed pages. */
export interface Shown<Item> extends Page<Item> {
  readonly pages: readonly Returned<Item>[];
  /** Start of the next page: how many places of the list the pages so far have taken. */
  readonly next: number;
  readonly complete: boolean;
}

/** Base class of the elements that show a list page by page. */
export abstract class ListElement<Item> extends PlauditElement {
  /** The entities whose long texts are unfolded. @internal */
  readonly unfolded = new WeakSet<object>();
  /** How many there are, whatever the list is narrowed by; null as long as that is unknown. @internal */
  all: number | null = null;
  /** Whether the next page is loading, or why it failed. */
  #adding: boolean | Failure = false;

  protected readonly load: LoadController<Shown<Item>> = this.loading<Shown<Item>>(
    () => this.key(),
    (signal) => {
      this.#adding = false;
      return this.#shown([], 0, signal);
    },
    ({ total }) => this.all ?? total,
  );

  protected abstract key(): LoadKey;
  protected abstract page(start: number, signal: AbortSignal): Promise<Page<Item>>;
  protected abstract idOf(item: Item): number;

  /** Number of items to show at first and to add each time. */
  protected get count(): number {
    return DEFAULT_COUNT;
  }

  async #shown(before: readonly Returned<Item>[], start: number, signal: AbortSignal): Promise<Shown<Item>> {
    const { items, total, taken = items.length } = await this.page(start, signal);
    const next = start + taken;
    const complete = total === null ? items.length < this.count : next >= total || !items.length;
    const page = { items, total, start };
    let pages = [...before, page];
    // Where the list has shrunk, or ends without some that came meanwhile, it is no longer what it was.
    if (total! < (before.at(-1)?.total ?? 0) || (complete && this.#once(pages).length < total!)) {
      // Earlier answers are what has changed.
      this.source.forget?.();
      pages = [...(await this.#asTheyAre(before, total, signal)), page];
    }
    return { items: this.#once(pages), pages, total, next, complete };
  }

  /** A new item shifts earlier ones onto the next page; they must not appear twice. */
  #once(pages: readonly Returned<Item>[]): readonly Item[] {
    const known = new Set<number>();
    return pages
      .flatMap(({ items }) => items)
      .filter((item) => !known.has(this.idOf(item)) && known.add(this.idOf(item)));
  }

  /** Asks again for pages from when there were more or fewer, back to where nothing has changed. */
  async #asTheyAre(
    before: readonly Returned<Item>[],
    total: number | null,
    signal: AbortSignal,
  ): Promise<readonly Returned<Item>[]> {
    const last = before.at(-1);
    if (!last) return before;
    const earlier = before.slice(0, -1);
    if (last.total === total) return [...(await this.#asTheyAre(earlier, total, signal)), last];
    const { start } = last;
    const again = { ...(await this.page(start, signal)), start };
    const isSame = String(again.items.map(this.idOf)) === String(last.items.map(this.idOf));
    return [...(isSame ? earlier : await this.#asTheyAre(earlier, total, signal)), again];
  }

  async #more(): Promise<void> {
    const { data, signal } = this.load;
    if (this.#adding === true || !data) return;
    this.#adding = true;
    this.requestUpdate();
    try {
      const shown = await this.#shown(data.pages, data.next, signal!);
      if (signal!.aborted) return;
      const known = new Set(data.items.map(this.idOf));
      const old = shown.items.map((item) => known.has(this.idOf(item)));
      this.#adding = false;
      this.load.data = shown;
      this.requestUpdate();
      await this.updateComplete;
      // The button moves away or disappears, so focus the first item that it added. Some may stand before the list.
      const places = this.renderRoot.querySelectorAll<HTMLElement>('.list > *');
      const before = shown.items.length - places.length;
      places[old.lastIndexOf(true) + 1 - before]?.focus({ preventScroll: true });
    } catch (error) {
      if (signal!.aborted) return;
      this.#adding = toFailure(error);
      this.requestUpdate();
    }
  }

  protected override resume(): void {
    super.resume();
    if (typeof this.#adding === 'object') void this.#more();
  }

  /**
   * The items, below the failure of a reload, if any.
   * @param none what is said where nothing matches
   */
  protected renderItems(items: readonly unknown[], none: unknown = this.t('noMatch')): TemplateResult {
    const { failure } = this.load;
    return html`${this.renderFailure(failure, () => this.retry())}<div
        part="list" class="list ${this.isFromServer ? '' : 'far'}">${
          items[0] ? items : html`<p class="foot">${none}</p>`
        }</div>`;
  }

  /**
   * The number of displayed items, if the list has more than one page, and the button for more.
   * @param note what is said below them
   */
  protected renderFoot(
    { items, total, complete }: Shown<Item>,
    note?: string,
    shown: Key = 'shown',
    more: Key = 'more',
  ): TemplateResult {
    const adding = this.#adding;
    return html`<div part="foot" class="foot">
      <p class="muted"
          aria-live="polite">${fresh(
            total! > this.count ? this.t(shown, { n: items.length, total: total! }) : null,
          )}</p>
      ${
        typeof adding === 'object'
          ? this.renderFailure(adding, () => void this.#more())
          : complete
            ? null
            : html`<button class="button" part="button" aria-disabled=${adding ? 'true' : 'false'}
                @click=${this.#more}>${fresh(this.t(adding ? 'loading' : more))}</button>`
      }
      ${note && html`<p class="muted">${note}</p>`}
    </div>`;
  }
}

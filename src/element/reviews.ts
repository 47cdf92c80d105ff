import type { PropertyDeclarations } from 'lit';
import type { ProductReview, Review } from '../../contract/entities/entities.ts';
import { DEFAULT_COUNT, MAX_COUNT } from '../../contract/endpoints/limits.ts';
import type * as Filters from '../dialogs/filters.ts';
import type { Photo } from '../dialogs/lightbox.ts';
import type { Key } from '../locales/catalogue.ts';
import { setStarFilter, starFilter, type OfProduct } from '../page/hub.ts';
import { patiently } from '../page/patiently.ts';
import { loadWordsOf, localeOf } from '../page/settings.ts';
import { safeUrl } from '../source/url.ts';
import { ListElement, type Shown } from './list.ts';
import { keepOneStop } from './roving.ts';

export type Vote = 'positive' | 'negative';

export type Chosen = Filters.Chosen;

/** The label of each sort order, the default first. */
export type Orders = Readonly<Record<string, Key>>;

const loadFilters = patiently(() => import('../dialogs/filters.ts'));
const loadLightbox = patiently(() => import('../dialogs/lightbox.ts'));

/** Pause in typing, in milliseconds, after which a search starts. */
const TYPING_MS = 350;

/** A shopper's actions on a review. */
export interface Reading {
  /** Undefined once it is refused or taken back. */
  readonly vote?: Vote | undefined;
  readonly isSending?: boolean;
  /** The votes to show instead of those in this answer, which lack the shopper's own. */
  readonly of?: object;
  readonly counts?: Readonly<Record<Vote, number>>;
  /** Says what came of a vote or a report, in the language that the element uses at the time. */
  readonly note?: (() => string) | undefined;
}

interface Choice {
  readonly chosen: Chosen;
  readonly ratings: readonly number[];
  readonly order: string | null;
}

/** Base class of the review lists: filters, photos, and the shopper's actions on each review. */
export abstract class ReviewsElement<Item> extends ListElement<Item> {
  static override properties: PropertyDeclarations = {
    pageSize: { type: Number, attribute: 'page-size' },
  };

  /** Number of reviews to show at first and to add each time, from 1 to 100; defaults to 10. */
  declare pageSize: number | null;

  readonly #readings = new Map<number, Reading>();
  /** URLs of photos that failed to load. @internal */
  readonly broken = new Set<string>();

  /** The API's maximum limits it. A server that renders React writes the property as an attribute, in lower case. */
  protected override get count(): number {
    const asked = this.pageSize ?? this.getAttribute('pagesize');
    return Math.min(MAX_COUNT, Math.max(1, Math.trunc(asked as number) || DEFAULT_COUNT));
  }

  /** The pages on display. @internal */
  get shown(): Shown<Item> | undefined {
    return this.load.data;
  }

  /** The shopper's choice, besides the stars, which the summary shares. @internal */
  chosen: Chosen = {};
  abstract order: string | null;
  /** @internal */
  abstract readonly orders: Orders;
  /** Undefined as long as no filter was on. @internal */
  filters: typeof Filters | undefined;
  /** A choice that could not be shown, for another try. */
  #missed: Choice | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;

  /** The language of the shopper, whose words may be on their way. */
  protected language = '';

  constructor() {
    super();
    this.load.choice = {
      read: () => {
        this.#missed = undefined;
        return this.#choice;
      },
      takeBack: (shown) => {
        const missed = this.#choice;
        if (JSON.stringify(missed) === JSON.stringify(shown)) return;
        const { order, ...others } = shown as Choice;
        // An order that the page asks for is not the shopper's.
        this.#choose({ ...others, order: this.order === this.getAttribute('order') ? this.order : order });
        this.#missed = missed;
      },
    };
  }

  get #choice(): Choice {
    return { chosen: this.chosen, ratings: starFilter(this as OfProduct), order: this.order };
  }

  #choose({ chosen, ratings, order }: Choice): void {
    this.chosen = {};
    this.order = order;
    this.choose(chosen, ratings);
  }

  /** @internal */
  override retry(): void {
    const missed = this.#missed;
    if (!missed) return super.retry();
    this.source.forget?.();
    this.#choose(missed);
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const language = localeOf(this).slice(0, 2);
    // A filter by the language of the shopper follows it.
    if (this.chosen.languages === this.language) this.chosen = { ...this.chosen, languages: language };
    this.language = language;
    if (this.filtered && !this.filters && this.isConnected) void this.loadFilters().catch(() => {});
  }

  protected override updated(): void {
    this.renderRoot.querySelectorAll('.one-stop').forEach(keepOneStop);
  }

  /** Loads what shows the filters that are on, and all of them where a toolbar has no room. @internal */
  async loadFilters(): Promise<typeof Filters> {
    this.filters ??= await loadFilters();
    this.requestUpdate();
    return this.filters;
  }

  /** Waits for the words of the wanted locale, which is in use from then on. @internal */
  async useWords(): Promise<void> {
    await loadWordsOf(this);
    this.willUpdate();
  }

  /** Announces what the shopper has chosen. @internal */
  abstract tell(): void;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  /** Whether the shopper sees a part of the reviews. @internal */
  get filtered(): boolean {
    return this.choices > 0;
  }

  /** How many filters are on. @internal */
  get choices(): number {
    return starFilter(this as OfProduct).length + Object.values(this.chosen).filter(Boolean).length;
  }

  /** A shopper's name for a language or a mention that is sent. @internal */
  nameOf(sent: string): string {
    return sent.slice(sent.indexOf('.') + 1);
  }

  /** @internal */
  abstract renderFilters(): unknown;

  /** Narrows the list. @internal */
  choose(change: Chosen, ratings: readonly number[] = starFilter(this as OfProduct)): void {
    this.chosen = { ...this.chosen, ...change };
    for (const box of this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=search]'))
      // A text that is being typed may end with a space.
      if ('q' in change && box.value.trim() !== (change.q ?? '')) box.value = change.q ?? '';
    setStarFilter(this as OfProduct, ratings);
    // The page below does not jump with each letter.
    const { style } = this.renderRoot.querySelector<HTMLElement>('.base')!;
    style.minHeight = this.filtered ? `${this.offsetHeight}px` : '';
    this.requestUpdate();
    this.tell();
    void this.updateComplete.then(() => {
      // A field keeps what a shopper has picked, whatever its options say.
      for (const field of this.renderRoot.querySelectorAll('select'))
        field.selectedIndex = Math.max(
          0,
          [...field.options].findIndex((option) => option.defaultSelected),
        );
    });
  }

  /** Searches once the shopper pauses. @internal */
  search({ currentTarget }: Event): void {
    const box = currentTarget as HTMLInputElement;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.choose({ q: box.value.trim() || null }), TYPING_MS);
  }

  /** @internal */
  reading(id: number): Reading {
    return this.#readings.get(id) ?? {};
  }

  /** Records what the shopper did with a review. @internal */
  note(id: number, reading: Reading): void {
    this.#readings.set(id, { ...this.reading(id), ...reading });
    this.requestUpdate();
  }

  protected abstract photosOf(item: Item): Photo[];

  /** Photos for the dialog besides those of the displayed reviews. @internal */
  async otherPhotos(): Promise<readonly Photo[]> {
    return [];
  }

  /** The photos of a review that can be shown. */
  protected toPhotos(review: ProductReview | Review, author: string): Photo[] {
    const { proxy } = this.source;
    return (review.images ?? []).flatMap(({ large: thumbnail, normal, original, caption }) => {
      const large = safeUrl(normal || original, proxy);
      const small = safeUrl(thumbnail, proxy) ?? large;
      return small && large && !this.broken.has(small) ? [{ small, large, caption, author, review }] : [];
    });
  }

  /** Hides a photo that failed to load. @internal */
  drop({ small }: Photo): void {
    this.broken.add(small);
    this.requestUpdate();
  }

  /** @param gallery photos that come first in the dialog; by default, those of the displayed reviews. @internal */
  async enlarge(
    photo: Photo,
    opener: HTMLElement,
    gallery: readonly Photo[] = this.load.data!.items.flatMap((item) => this.photosOf(item)),
  ): Promise<void> {
    const { openLightbox } = await loadLightbox();
    if (this.isConnected) openLightbox(this, photo, opener, gallery);
  }
}

import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Image } from '../../contract/entities.ts';
import { DEFAULT_COUNT, MAX_COUNT } from '../../contract/limits.ts';
import type { Photo } from '../dialogs/lightbox.ts';
import { ListElement, type Shown } from './list.ts';
import type { Key } from '../locales/catalogue.ts';
import { addEnglish } from '../locales/i18n.ts';
import { safeUrl } from '../source/url.ts';

export type Vote = 'positive' | 'negative';

/** A shopper's actions on a review. */
export interface Reading {
  /** Undefined once the vote is refused. */
  readonly vote?: Vote | undefined;
  /** Number of such votes before the shopper's own, because a later answer may include it. */
  readonly before?: number;
  /** Message about the outcome of a vote or a report. */
  readonly note?: Key | undefined;
}

/** Base class of the review lists: photos, and the shopper's actions on each review. */
export abstract class ReviewsElement<Item> extends ListElement<Item> {
  static override properties: PropertyDeclarations = {
    pageSize: { type: Number, attribute: 'page-size' },
  };

  /** Number of reviews to show at first and to add each time, from 1 to 100; defaults to 10. */
  declare pageSize: number | null;

  readonly #readings = new Map<number, Reading>();
  /** URLs of photos that failed to load. */
  readonly #broken = new Set<string>();

  /** What the API returns limits it. A server that renders React writes the property as an attribute, in lower case. */
  protected override get count(): number {
    const asked = Math.trunc((this.pageSize ?? this.getAttribute('pagesize')) as number);
    return Math.min(MAX_COUNT, Math.max(1, asked || DEFAULT_COUNT));
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

  /** Photos for the dialog besides those of the displayed reviews. */
  protected async otherPhotos(): Promise<readonly Photo[]> {
    return [];
  }

  /** The button for more reviews, and the note on verification. */
  protected renderEnd(shown: Shown<Item>): TemplateResult {
    return this.renderFoot(shown, 'shown', 'more', html`<p class="muted">${this.t('verifiedNote')}</p>`);
  }

  /** The photos of a review that can be shown. */
  protected toPhotos(images: readonly Image[], author: string): Photo[] {
    const { proxy } = this.source;
    return images.flatMap(({ large: thumbnail, normal, original, caption }) => {
      const large = safeUrl(normal || original, proxy);
      const small = safeUrl(thumbnail, proxy) ?? large;
      return small && large && !this.#broken.has(small) ? [{ small, large, caption, author }] : [];
    });
  }

  /** Hides a photo that failed to load. @internal */
  drop({ small }: Photo): void {
    this.#broken.add(small);
    this.requestUpdate();
  }

  /** @param gallery photos that come first in the dialog; by default, those of the displayed reviews. @internal */
  async enlarge(
    photo: Photo,
    opener: HTMLElement,
    gallery: readonly Photo[] = this.load.data!.items.flatMap((item) => this.photosOf(item)),
  ): Promise<void> {
    // If the others fail to load, the dialog still has those of the gallery.
    const others = this.otherPhotos().catch(() => []);
    const { openLightbox, english } = await import('../dialogs/lightbox.ts');
    addEnglish(english);
    const start = gallery.findIndex(({ small }) => small === photo.small);
    if (this.isConnected) openLightbox(this.shadowRoot!, gallery, start, others, this.t, opener);
  }
}

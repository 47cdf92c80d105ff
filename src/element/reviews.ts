import { html, type TemplateResult } from 'lit';
import type { Image } from '../../contract/entities.ts';
import type { Photo } from '../dialogs/lightbox.ts';
import { ListElement, type Shown } from './list.ts';
import type { Key } from '../locales/catalogue.ts';
import { addEnglish } from '../locales/i18n.ts';
import { safeUrl } from '../source/url.ts';

export type Vote = 'positive' | 'negative';

/** What a shopper did with a review. */
export interface Reading {
  /** None once it was refused. */
  readonly vote?: Vote | undefined;
  /** Votes of this kind before; an answer that came since may count the shopper's own. */
  readonly before?: number;
  /** What came of a vote or a report. */
  readonly note?: Key | undefined;
}

/** What lists of reviews have in common: what a shopper did with each, and photos. */
export abstract class ReviewsElement<Item> extends ListElement<Item> {
  readonly #readings = new Map<number, Reading>();
  /** Photos that did not load, by their address. */
  readonly #broken = new Set<string>();

  /** @internal */
  reading(id: number): Reading {
    return this.#readings.get(id) ?? {};
  }

  /** Notes what the shopper did with a review. @internal */
  note(id: number, reading: Reading): void {
    this.#readings.set(id, { ...this.reading(id), ...reading });
    this.requestUpdate();
  }

  protected abstract photosOf(item: Item): Photo[];

  /** Photos beyond those on show, for the dialog. */
  protected async otherPhotos(): Promise<readonly Photo[]> {
    return [];
  }

  /** The way to more reviews, and what is said of them all. */
  protected renderEnd(shown: Shown<Item>): TemplateResult {
    return this.renderFoot(shown, 'shown', 'more', html`<p class="muted">${this.t('verifiedNote')}</p>`);
  }

  /** Those of a review's photos that can be shown. */
  protected toPhotos(images: readonly Image[], author: string): Photo[] {
    const { proxy } = this.source;
    return images.flatMap(({ large: thumbnail, normal, original, caption }) => {
      const large = safeUrl(normal || original, proxy);
      const small = safeUrl(thumbnail, proxy) ?? large;
      return small && large && !this.#broken.has(small) ? [{ small, large, caption, author }] : [];
    });
  }

  /** A photo that does not load is not shown. @internal */
  drop({ small }: Photo): void {
    this.#broken.add(small);
    this.requestUpdate();
  }

  /** @param gallery what the dialog turns over first; by default the photos of the reviews on show. @internal */
  async enlarge(
    photo: Photo,
    opener: HTMLElement,
    gallery: readonly Photo[] = this.load.data!.items.flatMap((item) => this.photosOf(item)),
  ): Promise<void> {
    // Those on show are enough where the others do not come.
    const others = this.otherPhotos().catch(() => []);
    const { openLightbox, english } = await import('../dialogs/lightbox.ts');
    addEnglish(english);
    const start = gallery.findIndex(({ small }) => small === photo.small);
    if (this.isConnected) openLightbox(this.shadowRoot!, gallery, start, others, this.t, opener);
  }
}

import { PhotosController } from './controllers/photos.ts';
import type { Photo } from './lightbox.ts';
import { ListElement } from './list.ts';
import type { Key } from './locales/catalogue.ts';

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
  /** @internal */
  readonly photos = new PhotosController(this);

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

  /** @param gallery what the dialog turns over first; by default the photos of the reviews on show. @internal */
  enlarge(
    photo: Photo,
    opener: HTMLElement,
    gallery: readonly Photo[] = this.load.data!.items.flatMap((item) => this.photosOf(item)),
  ): void {
    // Those on show are enough where the others do not come.
    void this.photos.enlarge(
      gallery,
      photo,
      this.otherPhotos().catch(() => []),
      opener,
    );
  }
}

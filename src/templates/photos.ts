import { html } from 'lit';
import type { Photo } from '../dialogs/lightbox.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import { rove } from '../element/roving.ts';

/**
 * A row of thumbnails that open the dialog.
 * @param gallery photos that come first in the dialog; by default, those of the displayed reviews
 */
export const renderPhotos = <Item>(
  host: ReviewsElement<Item>,
  photos: readonly Photo[],
  gallery?: readonly Photo[],
): unknown =>
  photos[0] &&
  html`<ul class="row ${gallery ? 'one-stop' : ''}" part="photos" aria-label=${host.t('gallery')}
      @keydown=${gallery && rove}>${photos.map(
        (photo) => html`<li>
    <button class="frame"
        @click=${({ currentTarget }: Event) => host.enlarge(photo, currentTarget as HTMLElement, gallery)}>
      <img class="photo" src=${photo.small} alt=${photo.caption || host.t('photoBy', { name: photo.author })}
          loading="lazy" @error=${() => host.drop(photo)} />
    </button>
  </li>`,
      )}</ul>`;

import { html } from 'lit';
import type { Photo } from '../lightbox.ts';
import type { ReviewsElement } from '../reviews.ts';

/** A row of thumbnails; each opens the dialog. */
export const renderPhotos = <Item>(host: ReviewsElement<Item>, photos: readonly Photo[], kind = ''): unknown =>
  photos[0] &&
  html`<ul class="row ${kind}" part="photos">${photos.map((photo) => html`<li>
    <button type="button" class="frame" @click=${({ currentTarget }: Event) => host.enlarge(photo, currentTarget as HTMLElement)}>
      <img class="photo" src=${photo.small} alt=${photo.caption || host.t('photoBy', { name: photo.author })} loading="lazy" @error=${() => host.photos.drop(photo)} />
    </button>
  </li>`)}</ul>`;

import { html } from 'lit';
import type { Photo } from '../../../dialogs/photo.ts';
import type { Context } from './context.ts';

/** The dialog opens with all photos at a glance for one that is not among them. */
const none: Photo = { small: '', large: '', caption: '', author: '' };

/** At the end of the row of photos: all of them, of all reviews. */
export function renderAll({ digest: { pictures }, host }: Context, photos: readonly Photo[], isAll: boolean): unknown {
  // The number of photos in the dialog, as far as that is known.
  const n = isAll ? photos.length : pictures - host.broken.size;
  const open = ({ currentTarget }: Event) => host.enlarge(none, currentTarget as HTMLElement, photos);
  return html`<button class="button all" part="all" aria-haspopup="dialog" @click=${open}>${
    n ? host.t('seeAll', { n }) : host.t('seeAllPhotos')
  }</button>`;
}

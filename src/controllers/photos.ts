import type { Image } from '../../contract/entities.ts';
import type { PlauditElement } from '../element.ts';
import { later } from '../later.ts';
import type { Photo } from '../lightbox.ts';
import { safeUrl } from '../url.ts';

/** The photos of a list that can be shown, and the dialog that shows them at full size. */
export class PhotosController {
  readonly #host: PlauditElement;
  readonly #broken = new Set<string>();

  constructor(host: PlauditElement) {
    this.#host = host;
  }

  /** @param proxy the address that relative ones are below */
  of(images: readonly Image[], author: string, proxy: string): Photo[] {
    return images.flatMap(({ large: thumbnail, normal, original, caption }) => {
      const large = safeUrl(normal || original, proxy);
      const small = safeUrl(thumbnail, proxy) ?? large;
      return small && large && !this.#broken.has(small) ? [{ small, large, caption, author }] : [];
    });
  }

  /** A photo that does not load is not shown. */
  drop({ small }: Photo): void {
    this.#broken.add(small);
    this.#host.requestUpdate();
  }

  /** @param others photos that the dialog goes on with after these */
  async enlarge(
    all: readonly Photo[],
    photo: Photo,
    others: Promise<readonly Photo[]>,
    opener: HTMLElement,
  ): Promise<void> {
    const { openLightbox } = await later.lightbox();
    const host = this.#host;
    if (host.isConnected)
      openLightbox(
        host.shadowRoot!,
        all,
        all.findIndex(({ small }) => small === photo.small),
        others,
        host.t,
        opener,
      );
  }
}

import type { ReactiveController } from 'lit';
import { MOST_IMAGES } from '../../../contract/limits.ts';
import type { PlauditElement } from '../../element.ts';
import { later } from '../../later.ts';

export interface Upload {
  readonly file: File;
  /** A blob: address. */
  readonly preview: string;
  caption: string;
}

/** The photos that a shopper has chosen, in the order in which they will be shown. */
export class UploadController implements ReactiveController {
  all: readonly Upload[] = [];
  /** More photos were chosen than can be taken, or files that are none. */
  refused = false;
  readonly #host: PlauditElement;

  constructor(host: PlauditElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    queueMicrotask(() => this.#host.isConnected || this.keep([]));
  }

  /** Gives up every photo that is not among these. */
  keep(photos: readonly Upload[]): void {
    for (const photo of this.all) if (!photos.includes(photo)) URL.revokeObjectURL(photo.preview);
    this.all = photos;
    this.#host.requestUpdate();
  }

  async add(files: readonly File[]): Promise<void> {
    const { shrink } = await later.shrink();
    this.refused = false;
    for (const file of files) {
      // One after the other: a photo at full size takes 50 MB and more.
      const photo =
        this.all.length < MOST_IMAGES && /^image\/(jpeg|png|webp)$/.test(file.type) ? await shrink(file) : null;
      if (!this.#host.isConnected) return;
      if (photo) this.keep([...this.all, { file: photo, preview: URL.createObjectURL(photo), caption: '' }]);
      else this.refused = true;
    }
    this.#host.requestUpdate();
  }

  remove(photo: Upload): void {
    this.refused = false;
    this.keep(this.all.filter((other) => other !== photo));
  }

  /** @param by places: 1 is later, -1 earlier */
  move(photo: Upload, by: 1 | -1): void {
    const photos = this.all.filter((other) => other !== photo);
    photos.splice(this.all.indexOf(photo) + by, 0, photo);
    this.keep(photos);
  }
}

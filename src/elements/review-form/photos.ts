import { html, type ReactiveController, type TemplateResult } from 'lit';
import { LONGEST_LINE, MOST_IMAGES } from '../../../contract/limits.ts';
import type { PlauditElement } from '../../element/element.ts';
import { camera, chevron, cross } from '../../templates/icons.ts';

interface Chosen {
  readonly file: File;
  /** A `blob:` URL. */
  readonly preview: string;
  caption: string;
}

/** The photos that a shopper has chosen, in display order, and the fields for choosing them. */
export class ChosenPhotos implements ReactiveController {
  #all: readonly Chosen[] = [];
  /** The shopper chose too many photos, or files that are not photos. */
  #refused = false;
  readonly #host: PlauditElement;

  constructor(host: PlauditElement) {
    this.#host = host;
    host.addController(this);
  }

  get files(): readonly File[] {
    return this.#all.map(({ file }) => file);
  }

  hostDisconnected(): void {
    queueMicrotask(() => this.#host.isConnected || this.clear());
  }

  clear(): void {
    this.#keep([]);
  }

  /** Replaces the photos and releases the previews of those that are dropped. */
  #keep(photos: readonly Chosen[]): void {
    for (const photo of this.#all) if (!photos.includes(photo)) URL.revokeObjectURL(photo.preview);
    this.#all = photos;
    this.#host.requestUpdate();
  }

  readonly #add = async ({ currentTarget }: Event): Promise<void> => {
    const input = currentTarget as HTMLInputElement;
    const files = [...input.files!];
    input.value = '';
    const { shrink } = await import('./shrink.ts');
    this.#refused = false;
    for (const file of files) {
      // One at a time, because a full-size photo takes 50 MB or more of memory.
      const photo =
        this.#all.length < MOST_IMAGES && /^image\/(jpeg|png|webp)$/.test(file.type) ? await shrink(file) : null;
      if (!this.#host.isConnected) return;
      if (photo) this.#keep([...this.#all, { file: photo, preview: URL.createObjectURL(photo), caption: '' }]);
      else this.#refused = true;
    }
    this.#host.requestUpdate();
  };

  async #remove(photo: Chosen): Promise<void> {
    this.#refused = false;
    this.#keep(this.#all.filter((other) => other !== photo));
    await this.#focus('[type=file]');
  }

  /** @param by number of places: 1 moves the photo later, -1 earlier */
  async #move(photo: Chosen, by: 1 | -1): Promise<void> {
    const to = this.#all.indexOf(photo) + by;
    if (!this.#all[to]) return;
    const photos = this.#all.filter((other) => other !== photo);
    photos.splice(to, 0, photo);
    this.#keep(photos);
    // The focus follows the photo.
    await this.#focus(`li:nth-child(${to + 1}) .${by < 0 ? 'earlier' : 'later'}`);
  }

  async #focus(selector: string): Promise<void> {
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(selector)!.focus();
  }

  #item(photo: Chosen, index: number): TemplateResult {
    const { t } = this.#host;
    const n = index + 1;
    const label = t('caption', { n });
    const move = (by: 1 | -1, name: 'earlier' | 'later') =>
      html`<button class="button ${name}" type="button" aria-label=${t(name, { n })}
          aria-disabled=${this.#all[index + by] ? 'false' : 'true'}
          @click=${() => this.#move(photo, by)}>${chevron(by < 0)}</button>`;
    const describe = ({ currentTarget }: Event) => {
      photo.caption = (currentTarget as HTMLInputElement).value;
      this.#host.requestUpdate();
    };
    return html`<li class="upload">
      <img class="photo" src=${photo.preview} alt=${photo.file.name} />
      <input class="text" name="caption${n}" aria-label=${label} placeholder=${label} maxlength=${LONGEST_LINE}
          dir="auto" .value=${photo.caption} @input=${describe} />
      <div class="row">
        ${this.#all[1] ? [move(-1, 'earlier'), move(1, 'later')] : null}
        <button class="button" type="button" aria-label=${t('remove', { n })}
            @click=${() => this.#remove(photo)}>${cross()}</button>
      </div>
    </li>`;
  }

  /** @param optional label that marks the field as optional */
  render(optional: TemplateResult): TemplateResult {
    const { t } = this.#host;
    return html`<fieldset class="field">
      <legend>${t('images')} ${optional}</legend>
      <ul>${this.#all.map((photo, index) => this.#item(photo, index))}</ul>
      <label class="button over">${camera()}${t('addPhotos')}<input type="file"
          accept="image/jpeg,image/png,image/webp" multiple
          aria-describedby="hint-photos" @change=${this.#add} /></label>
      <span class=${this.#refused ? 'wrong' : 'muted'} id="hint-photos"
          role="status">${t('photosHint', { n: MOST_IMAGES })}</span>
    </fieldset>`;
  }
}

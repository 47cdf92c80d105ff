/**
 * The photos that a shopper has chosen. Loaded with the first of them, or where a draft may have some.
 */
import { html, type ReactiveController, type TemplateResult } from 'lit';
import { LONGEST_LINE, MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import type { PlauditElement } from '../../element/element.ts';
import english from '../../locales/en/photos.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { patiently } from '../../page/patiently.ts';
import { adopt } from '../../styles/adopt.ts';
import { chevron, cross } from '../../styles/icons.ts';
import { dropPhotosKey } from './draft.ts';
import { keepPhotos, readPhotos, removePhotos } from './kept-photos.ts';
import { photoStyles } from './photo-styles.ts';

/** The form, as its photos use it. */
interface Form extends PlauditElement {
  readonly isSending: boolean;
  /** Identifies the draft. */
  readonly draft: string;
}

interface Chosen {
  readonly name: string;
  /** As chosen, then as it travels. */
  file: File;
  /** waiting: for its turn; failed: the code that prepares photos did not load. */
  phase: 'waiting' | 'failed' | 'ready';
  /** A `blob:` URL, once it is ready. */
  preview?: string;
  caption: string;
}

addEnglish(english);

/** Shared by all forms of the page. */
const loadShrink = patiently(() => import('./shrink.ts'));

/** Refusals beyond this number say nothing new. */
const MOST_REFUSALS = 5;

const isAccepted = ({ type }: File): boolean => /^image\/(jpeg|png|webp)$/.test(type);
/** The type of a file, as people call it. */
const typeOf = ({ name }: File): string | undefined => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase();

/** The photos that a shopper has chosen, in display order. */
export class ChosenPhotos implements ReactiveController {
  #all: readonly Chosen[] = [];
  /** Why files were not taken, one sentence each. */
  #refusals: readonly string[] = [];
  /** The draft whose photos these are. */
  #draft: string | undefined;
  #isAway = false;
  /** Pending while photos are prepared. */
  #preparing = Promise.resolve();
  readonly #host: Form;

  constructor(host: Form) {
    this.#host = host;
    adopt(host.shadowRoot!, photoStyles);
    host.addController(this);
  }

  get files(): readonly File[] {
    return this.#all.map(({ file }) => file);
  }

  hostConnected(): void {
    if (this.#isAway) void this.restore();
    this.#isAway = false;
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#isAway = true;
      this.clear();
    });
  }

  /** Takes the photos from view; those of a draft are still kept. */
  clear(): void {
    this.#draft = undefined;
    this.#refusals = [];
    this.#keep([]);
  }

  // ---- the draft ----------------------------------------------------------------------------------------------------

  /** Brings back the photos of the draft. @returns whether there are any */
  async restore(): Promise<boolean> {
    const { draft } = this.#host;
    if (this.#draft === draft) return false;
    this.#draft = draft;
    const kept = await readPhotos(draft);
    // Another draft, or photos that were chosen meanwhile.
    if (!kept[0] || this.#draft !== draft) return false;
    const photos = kept.map((photo) => ({
      ...photo,
      phase: 'ready' as const,
      preview: URL.createObjectURL(photo.file),
    }));
    this.#keep([...photos, ...this.#all].slice(0, MOST_IMAGES));
    return true;
  }

  /** Keeps with the draft what is ready. */
  #save(): void {
    const draft = this.#draft;
    if (draft === undefined) return;
    const photos = this.#all.filter(({ phase }) => phase === 'ready');
    const kept = photos.map(({ name, caption, file }) => ({ name, caption, file }));
    keepPhotos(draft, kept);
  }

  /** Once the review is sent, or the draft is given up. @param key of its photos, where it was dropped before */
  forget(draft: string, key = dropPhotosKey(draft)): void {
    if (draft === this.#draft) {
      this.#refusals = [];
      this.#keep([]);
    }
    removePhotos(key);
  }

  /** Replaces the photos and releases the previews of those that are dropped. */
  #keep(photos: readonly Chosen[]): void {
    for (const photo of this.#all) if (photo.preview && !photos.includes(photo)) URL.revokeObjectURL(photo.preview);
    this.#all = photos;
    this.#host.requestUpdate();
  }

  // ---- ways in ------------------------------------------------------------------------------------------------------

  add(files: readonly File[]): void {
    if (!files[0]) return;
    this.#refusals = [];
    const taken: Chosen[] = [];
    for (const file of files) {
      const { name } = file;
      const type = typeOf(file);
      if (this.#all.length + taken.length >= MOST_IMAGES)
        this.#refuse(this.#host.t('tooMany', { name, n: MOST_IMAGES }));
      else if (isAccepted(file)) taken.push({ name, file, phase: 'waiting', caption: '' });
      else this.#refuse(type ? this.#host.t('wrongType', { name, type }) : this.#host.t('unreadable', { name }));
    }
    this.#keep([...this.#all, ...taken]);
    this.#prepareAll();
  }

  #refuse(why: string): void {
    this.#refusals = [...this.#refusals, why].slice(0, MOST_REFUSALS);
    this.#host.requestUpdate();
  }

  // ---- preparing ----------------------------------------------------------------------------------------------------

  #prepareAll(): void {
    this.#preparing = this.#preparing.then(() => this.#prepareEach());
  }

  /** One at a time, because a full-size photo takes 50 MB or more of memory. */
  async #prepareEach(): Promise<void> {
    for (let photo; (photo = this.#all.find(({ phase }) => phase === 'waiting'));) await this.#prepare(photo);
  }

  async #prepare(photo: Chosen): Promise<void> {
    const { name } = photo;
    try {
      const { shrink } = await loadShrink();
      const file = await shrink(photo.file);
      if (!this.#all.includes(photo)) return;
      if (file) {
        Object.assign(photo, { file, preview: URL.createObjectURL(file), phase: 'ready' });
        this.#save();
        this.#host.requestUpdate();
        return;
      }
      this.#keep(this.#all.filter((other) => other !== photo));
      this.#refuse(this.#host.t('unreadable', { name }));
    } catch {
      photo.phase = 'failed';
      this.#host.requestUpdate();
    }
  }

  /** Waits for the photos. If one of them failed, says so and goes there. */
  async areReady(): Promise<boolean> {
    await this.#preparing;
    if (this.#all.every(({ phase }) => phase === 'ready')) return true;
    await this.#focus('.again');
    // The focus would talk over what is said before it.
    this.#refusals = [this.#host.t('notReady')];
    this.#host.requestUpdate();
    return false;
  }

  #retry(photo: Chosen): void {
    photo.phase = 'waiting';
    this.#host.requestUpdate();
    this.#prepareAll();
    void this.#focus('[type=file]');
  }

  // ---- changing -----------------------------------------------------------------------------------------------------

  async #remove(photo: Chosen): Promise<void> {
    this.#refusals = [];
    this.#keep(this.#all.filter((other) => other !== photo));
    this.#save();
    await this.#focus('[type=file]');
  }

  /** @param by number of places: 1 moves the photo later, -1 earlier */
  async #move(photo: Chosen, by: 1 | -1): Promise<void> {
    const to = this.#all.indexOf(photo) + by;
    if (!this.#all[to]) return;
    const photos = this.#all.filter((other) => other !== photo);
    photos.splice(to, 0, photo);
    this.#keep(photos);
    this.#save();
    // The focus follows the photo.
    await this.#focus(`li:nth-child(${to + 1}) .${by < 0 ? 'earlier' : 'later'}`);
  }

  async #focus(selector: string): Promise<void> {
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  #item(photo: Chosen, index: number): TemplateResult {
    const { t, isSending } = this.#host;
    const n = index + 1;
    const { name, phase, preview } = photo;
    const sending = t('sending');
    const remove = html`<button class="button" type="button" aria-label=${this.#host.t('remove', { n })}
        @click=${() => this.#remove(photo)}>${cross()}</button>`;
    return phase === 'ready'
      ? html`<li class="upload">
          <img class="photo" src=${preview!} alt=${name} />
          ${this.#caption(photo, n)}
          <div class="row">
            ${this.#all[1] ? [this.#mover(photo, -1, n), this.#mover(photo, 1, n)] : null}${remove}
            ${isSending ? html`<progress aria-label=${sending}></progress>` : null}
          </div>
        </li>`
      : html`<li class="upload">
          <span class="photo"></span>
          ${
            phase === 'failed'
              ? html`<span class="wrong" role="alert">${this.#host.t('unprepared', { name })}</span>`
              : html`<label class="muted">${this.#host.t('preparing', { name })}<progress></progress></label>`
          }
          <div class="row">
            ${
              phase === 'failed'
                ? html`<button class="button again" type="button"
                    @click=${() => this.#retry(photo)}>${t('retry')}</button>`
                : null
            }${remove}
          </div>
        </li>`;
  }

  #mover(photo: Chosen, by: 1 | -1, n: number): TemplateResult {
    const name = by < 0 ? 'earlier' : 'later';
    return html`<button class="button ${name}" type="button" aria-label=${this.#host.t(name, { n })}
        aria-disabled=${this.#all[n - 1 + by] ? 'false' : 'true'}
        @click=${() => this.#move(photo, by)}>${chevron(by < 0)}</button>`;
  }

  #caption(photo: Chosen, n: number): TemplateResult {
    const label = this.#host.t('caption', { n });
    const describe = ({ currentTarget }: Event) => {
      photo.caption = (currentTarget as HTMLInputElement).value;
      this.#save();
      this.#host.requestUpdate();
    };
    return html`<input class="text" name="caption${n}" aria-label=${label} placeholder=${label}
        maxlength=${LONGEST_LINE} dir="auto" .value=${photo.caption} @input=${describe} />`;
  }

  render(): TemplateResult {
    return html`<ul>${this.#all.map((photo, index) => this.#item(photo, index))}</ul>
      <div class="wrong" role="status">${this.#refusals.map((why) => html`<p>${why}</p>`)}</div>`;
  }
}

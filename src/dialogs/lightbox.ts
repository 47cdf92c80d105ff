/**
 * Shows full-size photos in a modal dialog, each with its review, and all of them at a glance. Arrow keys browse,
 * Escape closes, and focus returns to the opener. Loaded when the first photo is opened.
 */
import english from '../locales/en/viewer.json' with { type: 'json' };
import { addEnglish } from '../locales/i18n.ts';
import { adopt } from '../styles/adopt.ts';
import { create, icon } from './create.ts';
import { holdPage, openFrom } from './opening.ts';
import type { Photo, Translate } from './photo.ts';
import { ReviewPanel } from './review-panel.ts';
import { viewerStyles } from './viewer-styles.ts';
import { Zoom } from './zoom.ts';

export type { Photo } from './photo.ts';

addEnglish(english);

/** The element whose photos are shown. */
interface Host extends HTMLElement {
  readonly t: Translate;
  /** Photos that the dialog appends once they are known. */
  otherPhotos(): Promise<readonly Photo[]>;
  /** Is called for a photo that turns out to be missing. */
  drop(photo: Photo): void;
}

/**
 * @param photo the photo to show; one that is not in the gallery shows all at a glance
 * @param gallery photos that come first
 */
export function openLightbox(host: Host, photo: Photo, opener: HTMLElement, gallery: readonly Photo[]): void {
  const root = host.shadowRoot!;
  adopt(root, viewerStyles);
  const viewer = new Viewer(root, host.t, opener, (missing) => host.drop(missing));
  const once = [...new Map(gallery.map((one) => [one.small, one])).values()];
  viewer.open(
    once,
    once.findIndex(({ small }) => small === photo.small),
  );
  void host.otherPhotos().then(
    (more) => viewer.add(more),
    // The dialog still has those of the gallery.
    () => {},
  );
}

class Viewer {
  readonly #t: Translate;
  readonly #opener: HTMLElement;
  readonly #drop: (photo: Photo) => void;
  readonly #host: Element;
  readonly #root: ShadowRoot;
  #photos: readonly Photo[] = [];
  #index = 0;
  #giveBack: (() => void) | undefined;
  #then: (() => void) | undefined;

  readonly #image = create('img', { draggable: false });
  readonly #caption = create('span', { dir: 'auto' });
  readonly #place = create('small', {});
  readonly #list = create('ul', {});
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #all: HTMLButtonElement;
  readonly #larger: HTMLButtonElement;
  readonly #dialog: HTMLDialogElement;
  readonly #review: ReviewPanel;
  readonly #zoom: Zoom;

  constructor(root: ShadowRoot, t: Translate, opener: HTMLElement, drop: (photo: Photo) => void) {
    this.#t = t;
    this.#opener = opener;
    this.#drop = drop;
    this.#root = root;
    this.#host = root.host;
    const { lang, dir } = root.querySelector<HTMLElement>('.base')!;
    const button = (className: string, label: string, path: string, onclick: () => void) =>
      create('button', { type: 'button', className, ariaLabel: label, onclick }, icon(path));
    const close = button('close', t('close'), 'M6 6l12 12m0-12L6 18', () => this.#dialog.close());
    this.#all = create('button', {
      type: 'button',
      className: 'words',
      hidden: true,
      onclick: () => this.#look(!this.#isAtAGlance),
    });
    this.#larger = button(
      'zoom',
      t('zoom'),
      'M21 21l-5-5m2-5.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0m-7.5-3v6m-3-3h6',
      () => this.#zoom.toggle(),
    );
    this.#previous = button('previous', t('previous'), 'M15 5l-7 7 7 7', () => this.#go(this.#index - 1));
    this.#next = button('next', t('next'), 'M9 5l7 7-7 7', () => this.#go(this.#index + 1));
    const caption = create('figcaption', { ariaLive: 'polite' }, this.#caption, this.#place);
    const figure = create('figure', {}, this.#image, caption);
    const stage = create('div', { className: 'stage' }, figure, this.#previous, this.#next);
    this.#review = new ReviewPanel(root, t, lang, (then) => {
      this.#then = then;
      this.#dialog.close();
    });
    this.#dialog = create(
      'dialog',
      { className: 'viewer', ariaLabel: t('gallery'), lang, dir },
      create('header', {}, this.#all, this.#larger, close),
      stage,
      this.#review.element,
      this.#list,
    );
    this.#dialog.setAttribute('part', 'lightbox');
    this.#dialog.onclose = () => this.#end();
    this.#dialog.onkeydown = (event) => this.#press(event);
    this.#zoom = new Zoom(
      figure,
      this.#image,
      (right) => this.#turn(right),
      (isLarge) => (this.#larger.ariaPressed = String(isLarge)),
    );
    this.#list.ariaLabel = t('allPhotos');
  }

  open(photos: readonly Photo[], start: number): void {
    this.#append(photos);
    const thumbnail = this.#opener.querySelector('img') ?? this.#opener.closest('img');
    openFrom(start < 0 ? null : thumbnail, this.#image, () => {
      this.#root.append(this.#dialog);
      this.#giveBack = holdPage(this.#host, () => this.#end());
      this.#dialog.showModal();
      this.#look(start < 0);
      this.#go(Math.max(0, start));
    });
  }

  /** Appends photos that are not there yet. */
  add(more: readonly Photo[]): void {
    this.#append(more);
    this.#count();
    if (this.#dialog.open) this.#go(this.#index);
  }

  /** Each photo once, however many reviews it is in. */
  #append(more: readonly Photo[]): void {
    const known = new Set(this.#photos.map(({ small }) => small));
    const added = more.filter(({ small }) => !known.has(small) && known.add(small));
    this.#photos = [...this.#photos, ...added];
    this.#thumbnails(added);
  }

  /** A missing photo does not count. */
  #remove(photo: Photo): void {
    const at = this.#photos.indexOf(photo);
    if (at < 0) return;
    this.#photos = this.#photos.filter((other) => other !== photo);
    this.#list.children[at]!.remove();
    this.#drop(photo);
    if (!this.#photos[0]) return this.#dialog.close();
    this.#count();
    this.#go(Math.min(at < this.#index ? this.#index - 1 : this.#index, this.#photos.length - 1));
  }

  #end(): void {
    this.#dialog.remove();
    this.#giveBack?.();
    this.#giveBack = undefined;
    this.#opener.focus({ preventScroll: true });
    this.#then?.();
  }

  // ---- one photo ----------------------------------------------------------------------------------------------------

  #go(to: number): void {
    const photo = this.#photos[to];
    if (!photo) return;
    const [image, t] = [this.#image, this.#t];
    this.#index = to;
    // The thumbnail is there already; the photo takes its place once it is, too.
    if (image.dataset['of'] !== photo.large) {
      image.dataset['of'] = photo.large;
      image.src = photo.small;
      const large = create('img', { src: photo.large });
      large.decode().then(
        () => image.dataset['of'] === photo.large && (image.src = photo.large),
        () => {},
      );
      this.#zoom.reset();
    }
    image.alt = photo.caption || t('photoBy', { name: photo.author });
    this.#caption.textContent = photo.caption;
    this.#place.replaceChildren(
      create('bdi', { textContent: photo.author }),
      ` · ${t('photoOf', { n: to + 1, total: this.#photos.length })}`,
    );
    this.#previous.ariaDisabled = String(!this.#photos[to - 1]);
    this.#next.ariaDisabled = String(!this.#photos[to + 1]);
    this.#review.show(photo);
    this.#dialog.classList.toggle('with-review', !this.#review.element.hidden);
    this.#mark();
    // Preload the next photo.
    if (this.#photos[to + 1]) new Image().src = this.#photos[to + 1]!.large;
  }

  /** Forward is the reading direction: left on right-to-left pages. */
  #forward(right: boolean): 1 | -1 {
    return right === (getComputedStyle(this.#dialog).direction === 'rtl') ? -1 : 1;
  }

  #turn(right: boolean): void {
    this.#go(this.#index + this.#forward(right));
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    if (key.startsWith('Arrow')) {
      if (this.#isAtAGlance) this.#walk(event);
      else if (this.#zoom.isLarge) this.#zoom.pan(key);
      else if (key === 'ArrowRight' || key === 'ArrowLeft') this.#turn(key === 'ArrowRight');
    } else if (key === 'Home') this.#jump(0);
    else if (key === 'End') this.#jump(this.#photos.length - 1);
    else if (key === (this.#zoom.isLarge ? '-' : '+')) this.#zoom.toggle();
  }

  #jump(to: number): void {
    if (this.#isAtAGlance) this.#thumbs[to]?.focus();
    else this.#go(to);
  }

  // ---- all at a glance ----------------------------------------------------------------------------------------------

  get #isAtAGlance(): boolean {
    return this.#dialog.classList.contains('at-a-glance');
  }

  get #thumbs(): readonly HTMLButtonElement[] {
    return [...this.#list.querySelectorAll('button')];
  }

  #thumbnails(photos: readonly Photo[]): void {
    for (const photo of photos) {
      const { small, caption, author } = photo;
      const alt = caption || this.#t('photoBy', { name: author });
      const onclick = () => {
        this.#go(this.#photos.indexOf(photo));
        this.#look(false);
      };
      const image = create('img', { loading: 'lazy', src: small, alt, onerror: () => this.#remove(photo) });
      this.#list.append(create('li', {}, create('button', { type: 'button', onclick }, image)));
    }
  }

  #count(): void {
    const total = this.#photos.length;
    this.#all.textContent = this.#isAtAGlance ? this.#t('toPhoto') : this.#t('seeAll', { n: total });
    this.#all.hidden = this.#list.hidden = total < 2;
    this.#mark();
  }

  /** Shows all photos at a glance, or the one that was chosen. */
  #look(atAll: boolean): void {
    const changes = this.#isAtAGlance !== atAll;
    this.#dialog.classList.toggle('at-a-glance', atAll);
    this.#count();
    if (changes) (atAll ? this.#thumbs[this.#index] : this.#next)?.focus();
  }

  /** The strip is one stop of the Tab key: arrow keys browse anyway. */
  #mark(): void {
    this.#thumbs.forEach((thumb, index) => {
      const isCurrent = index === this.#index;
      thumb.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) thumb.setAttribute('aria-current', 'true');
      else thumb.removeAttribute('aria-current');
    });
    this.#thumbs[this.#index]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  /** Moves the focus among the photos at a glance. */
  #walk(event: KeyboardEvent): void {
    const thumbs = this.#thumbs;
    const at = thumbs.indexOf(this.#root.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const columns = getComputedStyle(this.#list).gridTemplateColumns.split(' ').length;
    const { key } = event;
    const by = key === 'ArrowUp' ? -columns : key === 'ArrowDown' ? columns : this.#forward(key === 'ArrowRight');
    event.preventDefault();
    thumbs[at + by]?.focus();
  }
}

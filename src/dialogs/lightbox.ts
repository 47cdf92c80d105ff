/**
 * Shows full-size photos in a modal dialog: arrow keys browse, Escape closes, and focus returns to the opener. Loaded
 * when the first photo is opened, and free of imports, so that no bundle contains a second copy of anything.
 */
import type { Key } from '../locales/catalogue.ts';
import type { Values } from '../locales/i18n.ts';

export { lightbox as english } from '../locales/en/lightbox.ts';

export interface Photo {
  readonly small: string;
  readonly large: string;
  readonly caption: string;
  readonly author: string;
}

const css = String.raw;
const styles = css`
  dialog {
    width: 100vw;
    height: 100dvh;
    max-width: none;
    max-height: none;
    padding: 0;
    border: 0;
    background: #131211;
    color: #f4f1ec;
  }
  figure {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto;
    gap: 1em;
    height: 100%;
    margin: 0;
    padding: 4em clamp(0.75em, 6vw, 5em) 1.5em;
    text-align: center;
    overflow-wrap: anywhere;
    touch-action: pan-y pinch-zoom;
  }
  figure img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  figcaption {
    min-height: 3em;
  }
  small {
    display: block;
    font-size: 0.8125em;
    color: #d6d1ca;
  }
  dialog button {
    position: absolute;
    inset: calc(50% - 1.5em) auto auto;
    width: 3em;
    height: 3em;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: #35322f;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  dialog button:hover {
    background: #57534e;
  }
  dialog button:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: 2px;
  }
  dialog button[aria-disabled=true] {
    opacity: 0.4;
    cursor: default;
  }
  dialog .previous {
    inset-inline-start: 0.5em;
  }
  dialog .next,
  dialog .close {
    inset-inline-end: 0.5em;
  }
  dialog .close {
    inset-block-start: 0.5em;
  }
  dialog svg {
    display: block;
    width: 1.4em;
    margin: auto;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  dialog svg:dir(rtl) {
    transform: scaleX(-1);
  }
`;

const SVG = 'http://www.w3.org/2000/svg';
/** Minimum length of a swipe in CSS pixels; anything shorter is a tap. */
const SWIPE = 40;

let sheet: CSSStyleSheet | undefined;

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.append(document.createElementNS(SVG, 'path'));
  svg.firstElementChild!.setAttribute('d', path);
  return svg;
}

/** @param others photos that the dialog appends once they are known */
export function openLightbox(
  root: ShadowRoot,
  first: readonly Photo[],
  start: number,
  others: Promise<readonly Photo[]>,
  t: (key: Key, values?: Values) => string,
  opener: HTMLElement,
): void {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(styles);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);

  let photos = first;
  let index = start;
  const image = create('img', {});
  const caption = create('span', { dir: 'auto' });
  const place = create('small', {});
  const button = (name: 'previous' | 'next' | 'close', path: string, onclick: () => void) =>
    create('button', { type: 'button', className: name, ariaLabel: t(name), onclick }, icon(path));
  const previous = button('previous', 'M15 5l-7 7 7 7', () => go(index - 1));
  const next = button('next', 'M9 5l7 7-7 7', () => go(index + 1));
  const close = button('close', 'M6 6l12 12m0-12L6 18', () => dialog.close());
  const figure = create('figure', {}, image, create('figcaption', { ariaLive: 'polite' }, caption, place));
  const { lang, dir } = root.querySelector<HTMLElement>('.base')!;
  const dialog = create('dialog', { ariaLabel: t('gallery'), lang, dir }, close, figure, previous, next);
  dialog.setAttribute('part', 'lightbox');

  function go(to: number): void {
    const photo = photos[to];
    if (!photo) return;
    index = to;
    if (image.src !== photo.large) image.src = photo.large;
    image.alt = photo.caption || t('photoBy', { name: photo.author });
    caption.textContent = photo.caption;
    place.replaceChildren(
      create('bdi', { textContent: photo.author }),
      ` · ${t('photoOf', { n: to + 1, total: photos.length })}`,
    );
    previous.ariaDisabled = String(!photos[to - 1]);
    next.ariaDisabled = String(!photos[to + 1]);
    // Preload the next photo.
    if (photos[to + 1]) new Image().src = photos[to + 1]!.large;
  }

  turnBy(dialog, figure, {
    by: (places) => go(index + places),
    first: () => go(0),
    last: () => go(photos.length - 1),
  });
  dialog.onclose = () => {
    dialog.remove();
    opener.focus();
  };

  go(start);
  root.append(dialog);
  dialog.showModal();
  void others.then((more) => ((photos = together(photos, more)), go(index)));
}

/** Joins two lists of photos without duplicates. */
function together(photos: readonly Photo[], more: readonly Photo[]): readonly Photo[] {
  const known = new Set(photos.map(({ small }) => small));
  return [...photos, ...more.filter(({ small }) => !known.has(small))];
}

/** Browses the photos by keys and swipes, in addition to the buttons. */
function turnBy(
  dialog: HTMLDialogElement,
  figure: HTMLElement,
  to: { readonly by: (places: 1 | -1) => void; readonly first: () => void; readonly last: () => void },
): void {
  // Forward is the reading direction: left on right-to-left pages.
  const turn = (right: boolean) => to.by(right === (getComputedStyle(dialog).direction === 'rtl') ? -1 : 1);
  let downAt = 0;
  dialog.onkeydown = ({ key }) => {
    if (key === 'ArrowRight' || key === 'ArrowLeft') turn(key === 'ArrowRight');
    else if (key === 'Home') to.first();
    else if (key === 'End') to.last();
  };
  figure.onpointerdown = ({ clientX }) => (downAt = clientX);
  figure.onpointerup = ({ clientX, pointerType }) => {
    if (pointerType !== 'mouse' && Math.abs(clientX - downAt) > SWIPE) turn(clientX < downAt);
  };
  figure.onclick = ({ target, detail }) => {
    if (target === figure && detail) dialog.close();
  };
}

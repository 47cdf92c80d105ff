import { cssText as css } from '../styles/css-text.ts';
import type { ReactiveControllerHost } from 'lit';

/** The part that the two pictures are while one becomes the other. */
const PART = 'plaudit-opening';

/** Names reach a view transition from the document's style sheets alone. */
const styles = css`
  ::part(plaudit-opening) {
    view-transition-name: plaudit-photo;
  }
  ::view-transition-group(*),
  ::view-transition-old(*),
  ::view-transition-new(*) {
    animation-duration: 180ms;
  }
`;

/** Opens the dialog so that the thumbnail becomes the photo, or at once for those who do without motion. */
export function openFrom(thumbnail: Element | null, photo: Element, open: () => void): void {
  if (!thumbnail || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return open();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  thumbnail.part.add(PART);
  const transition = document.startViewTransition(() => {
    thumbnail.part.remove(PART);
    photo.part.add(PART);
    open();
  });
  const end = () => {
    photo.part.remove(PART);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
  // A hidden page, or one that changes its size meanwhile, skips it.
  transition.ready.catch(() => {});
  transition.finished.then(end, end);
}

/**
 * Keeps the page behind the dialog where it is.
 * @param gone called when the element leaves the page, and the dialog with it
 * @returns a function that gives the page back
 */
export function holdPage(host: Element & Partial<ReactiveControllerHost>, gone: () => void): () => void {
  const { style } = document.documentElement;
  const before = [style.overflow, style.scrollbarGutter] as const;
  const [x, y] = [scrollX, scrollY];
  // The page keeps its width, so that no line breaks elsewhere.
  if (innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  const controller = { hostDisconnected: gone };
  host.addController?.(controller);
  return () => {
    host.removeController?.(controller);
    [style.overflow, style.scrollbarGutter] = before;
    scrollTo({ left: x, top: y, behavior: 'instant' });
  };
}

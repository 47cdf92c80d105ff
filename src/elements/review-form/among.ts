/**
 * Finds the review that was just written in the list beside the form. Loaded once it is accepted.
 */
import type { PlauditElement } from '../../element/element.ts';

/** The way to the review. */
export interface Found {
  show(): void;
}

/** How long the list may take to show it, in milliseconds. */
const LATEST_MS = 60_000;
/** Characters of the text by which it is recognised: the rest may be folded or masked. */
const RECOGNISED = 40;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Waits until the list shows the review. @returns null if it does not */
export async function findAmong(
  list: Element,
  host: PlauditElement,
  { title, content }: { readonly title?: string | null; readonly content?: string | null },
): Promise<Found | null> {
  const root = list.shadowRoot;
  // The list may have other breaks: servers that are not ours write them in their own way.
  const [name, start] = [plain(title!), plain(content!).slice(0, RECOGNISED)];
  const find = () =>
    [...(root?.querySelectorAll<HTMLElement>('[part=review]') ?? [])].find(
      ({ ariaLabel, textContent }) => plain(ariaLabel!) === name && plain(textContent).includes(start),
    );
  if (!root || !(await appears(root, () => !!find()))) return null;
  return {
    show() {
      const article = find();
      if (!article) return;
      void host.reveal(article, 'center');
      article.focus({ preventScroll: true });
    },
  };
}

function appears(root: ShadowRoot, is: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => is() && end());
    const late = setTimeout(() => end(), LATEST_MS);
    const end = () => {
      observer.disconnect();
      clearTimeout(late);
      resolve(is());
    };
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    if (is()) end();
  });
}

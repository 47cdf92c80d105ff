/**
 * The loader: finds the elements of a page, those that are added later too, and loads the code of those that come
 * near the viewport. It is built by itself, so that it is one small file.
 */
import { chunks } from './chunks.ts';
import { readDefaults } from './page/defaults.ts';
import { emit } from './page/events.ts';
import { NEAR } from './page/near.ts';
import { shared } from './page/shared.ts';

/** Kinds of elements whose code has not been asked for. */
const waiting = new Set(Object.keys(chunks));

/** A proxy that hangs is told from one that is slow after this many milliseconds; what comes later is still taken. */
const LATEST_MS = 25_000;

async function load(tag: string): Promise<void> {
  if (!waiting.delete(tag) || customElements.get(tag)) return;
  try {
    await Promise.race([chunks[tag]!(), new Promise((_, reject) => setTimeout(reject, LATEST_MS, 'timeout'))]);
  } catch (error) {
    // The children stay, without a gap. A page that does not allow the policy `lit-html` ends here too.
    sheet.insertRule(`${tag}:not(:defined){min-height:0!important}`);
    for (const element of document.querySelectorAll(tag))
      emit(element, 'plaudit-error', { code: 0, status: 0, reason: String(error) });
    addEventListener('online', () => {
      waiting.add(tag);
      scan();
    });
  }
}

function scan(): void {
  const selector = [...waiting].join();
  if (selector) document.querySelectorAll(selector).forEach((element) => observer.observe(element));
}

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    void load(target.localName);
  }
}, NEAR);

/** The space that each takes before it is defined, so that nothing moves when it is; what the page says counts. */
const sheet = new CSSStyleSheet();
const heights: Readonly<Record<string, string>> = {
  'plaudit-star-summary': '9.5em',
  'plaudit-review-list': '20em',
  'plaudit-product-reviews': '20em',
  'plaudit-questions': '20em',
  'plaudit-review-form': '40em',
  'plaudit-top-rated': 'clamp(20em,42vw + 11em,24em)',
};

if (!shared.watched) {
  shared.watched = true;
  shared.defaults ??= readDefaults(import.meta.url);
  sheet.replaceSync(
    [...waiting]
      .map((tag) => `:where(${tag}:not(:defined,[hidden])){display:block;min-height:${heights[tag] ?? '1.5em'}}`)
      .join(''),
  );
  document.adoptedStyleSheets.push(sheet);
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}

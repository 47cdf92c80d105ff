/**
 * The loader: finds the elements of a page, including those added later, and loads the code of those near the viewport.
 * A separate build keeps it one small file.
 */
import { chunks } from './chunks.ts';
import { readDefaults } from './page/defaults.ts';
import { emit } from './page/events.ts';
import { NEAR } from './page/near.ts';
import { shared } from './page/shared.ts';

/** Tags of the elements whose code has not been requested. */
const waiting = new Set(Object.keys(chunks));

/** Milliseconds after which a load counts as failed; code that arrives later still runs. */
const LATEST_MS = 25_000;

async function load(tag: string): Promise<void> {
  if (!waiting.delete(tag) || customElements.get(tag)) return;
  try {
    await Promise.race([chunks[tag]!(), new Promise((_, reject) => setTimeout(reject, LATEST_MS, 'timeout'))]);
  } catch (error) {
    // The children stay, without a gap. Pages that do not allow the `lit-html` policy also end up here.
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

/** Keeps room for elements that are not defined yet, so that nothing moves; the styles of the page take precedence. */
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

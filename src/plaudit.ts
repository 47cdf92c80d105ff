/**
 * The loader: finds the elements of a page, those that are added later too, and loads the code of those that come
 * near the viewport. It is built by itself, so that it is one small file.
 */
import { chunks } from './chunks.ts';
import { readDefaults } from './defaults.ts';
import { emit } from './events.ts';
import { whenNear } from './near.ts';
import { shared } from './shared.ts';

/** Kinds of elements whose code has not been asked for. */
const waiting = new Set(Object.keys(chunks));

async function load(tag: string): Promise<void> {
  if (!waiting.delete(tag) || customElements.get(tag)) return;
  try {
    await chunks[tag]!();
  } catch (error) {
    // The children stay. A page that does not allow the policy `lit-html` ends here too.
    document.querySelectorAll(tag).forEach((element) => emit(element, 'plaudit-error', { code: 0, status: 0, reason: String(error) }));
    addEventListener('online', () => {
      waiting.add(tag);
      scan();
    });
  }
}

function scan(): void {
  const selector = [...waiting].join();
  if (selector) document.querySelectorAll(selector).forEach((element) => whenNear(element, () => void load(element.localName)));
}

if (!shared.watched) {
  shared.watched = true;
  shared.defaults ??= readDefaults(import.meta.url);
  // The space that each takes before it is defined, so that nothing moves when it is.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:is(${[...waiting].join()}):not(:defined,[hidden]){display:block;min-height:1.5em}
plaudit-star-summary:not(:defined){min-height:9.5em}
plaudit-top-rated:not(:defined){min-height:calc(clamp(9em,42vw,13em) + 11em)}
:is(plaudit-product-reviews,plaudit-review-list,plaudit-questions):not(:defined){min-height:24em}
plaudit-review-form:not(:defined){min-height:40em}`);
  document.adoptedStyleSheets.push(sheet);
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}

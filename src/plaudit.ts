/**
 * The loader: finds the elements of a page, those that are added later too, and loads the code of those that come
 * near the viewport. It is built by itself, so that it is one small file.
 */
import { chunks } from './chunks.ts';
import { readDefaults } from './defaults.ts';
import { emit } from './events.ts';
import { NEAR } from './near.ts';
import { shared } from './shared.ts';
import { cssText } from './styles/css-text.ts';

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
    document
      .querySelectorAll(tag)
      .forEach((element) => emit(element, 'plaudit-error', { code: 0, status: 0, reason: String(error) }));
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

/** The space that each takes before it is defined, so that nothing moves when it is; what the page says of it counts. */
const sheet = new CSSStyleSheet();

if (!shared.watched) {
  shared.watched = true;
  shared.defaults ??= readDefaults(import.meta.url);
  sheet.replaceSync(
    `:where(:is(${[...waiting].join()}):not(:defined,[hidden])){display:block;min-height:1.5em}` +
      cssText`
    :where(plaudit-star-summary:not(:defined, [hidden])) {
      min-height: 9.5em;
    }
    :where(plaudit-top-rated:not(:defined, [hidden])) {
      min-height: calc(clamp(9em, 42vw, 13em) + 11em);
    }
    :where(:is(plaudit-product-reviews, plaudit-review-list, plaudit-questions):not(:defined, [hidden])) {
      min-height: 20em;
    }
    :where(plaudit-review-form:not(:defined, [hidden])) {
      min-height: 40em;
    }
  `,
  );
  document.adoptedStyleSheets.push(sheet);
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}

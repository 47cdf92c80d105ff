/**
 * The loader: finds the elements of a page, including those added later and those in open shadow roots, and loads the
 * code of those near the viewport. A separate build keeps it one small file.
 */
import { chunks } from './chunks.ts';
import { readDefaults } from './page/defaults.ts';
import { emit } from './page/events.ts';
import { NEAR } from './page/near.ts';
import { shared } from './page/shared.ts';

/** Tags of the elements whose code has not been requested. */
const waiting = new Set<string>();
/** Those of elements that the page has. */
const found = new Set<string>();
/** Tags of other components that were not defined when found. */
const undefinedTags = new Set<string>();

/** Milliseconds after which a load counts as failed; code that arrives later still runs. */
const LATEST_MS = 25_000;
/** Milliseconds before the loader is loaded anew; doubled each time. */
const FIRST_RENEWAL_MS = 2_000;

/** Whether the page has been, or will be, handed over to a loader that is loaded anew. */
let renewed: unknown;

async function load(tag: string): Promise<void> {
  if (!waiting.delete(tag) || customElements.get(tag)) return;
  try {
    await Promise.race([chunks[tag]![1](), new Promise((_, reject) => setTimeout(reject, LATEST_MS, 'timeout'))]);
  } catch (error) {
    // The children stay, without a gap. Pages that do not allow the `lit-html` policy also end up here.
    sheet.insertRule(`${tag}:not(:defined){min-height:0!important}`);
    for (const element of document.querySelectorAll(tag))
      emit(element, 'plaudit-error', { code: 0, status: 0, reason: String(error) });
    renewed ??= renew();
  }
}

/**
 * Hands the page over to a loader that is loaded anew: an upgrade may have replaced the files that this one asks for,
 * and browsers remember by its address that a module failed to load. The proxy answers these addresses as its own.
 */
const renew = () =>
  setTimeout(
    () => {
      shared.watched = false;
      import(/* @vite-ignore */ `./~${Date.now()}/plaudit.js`).then(() => waiting.clear(), renew);
    },
    (shared.renewalMs = (shared.renewalMs ?? FIRST_RENEWAL_MS) * 2),
  );

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    void load(target.localName);
  }
}, NEAR);

/** Keeps room for elements that are not defined yet, so that nothing moves; the styles of the page take precedence. */
const sheet = new CSSStyleSheet();

const mutations = new MutationObserver((records) => {
  for (const { addedNodes } of records) addedNodes.forEach(find);
});

/** Finds elements in what a node contains, and watches the open shadow roots in it. */
function find(root: Node): void {
  // Properties such as `children` may be an input of that name in a form.
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    const { localName, shadowRoot } = node as Element;
    if (waiting.has(localName)) {
      observer.observe(node as Element);
      found.add(localName);
    } else if (shadowRoot) {
      if (!chunks[localName]) watch(shadowRoot);
    } else if (/-/.test(localName) && !undefinedTags.has(localName)) {
      undefinedTags.add(localName);
      void customElements.whenDefined(localName).then(() => find(document));
    }
  }
}

/** Finds elements in a document or an open shadow root, now and later. */
function watch(root: Node): void {
  (shared.roots ??= new Set()).add(root);
  find(root);
  mutations.observe(root, { childList: true, subtree: true });
}

if (!shared.watched) {
  shared.watched = true;
  shared.defaults ??= readDefaults(import.meta.url);
  for (const [tag, [minHeight]] of Object.entries(chunks)) {
    waiting.add(tag);
    sheet.insertRule(`:where(${tag}:not(:defined,[hidden])){display:block;min-height:${minHeight}}`);
  }
  document.adoptedStyleSheets.push(sheet);
  watch(document);
  // The target of a link scrolls into view by itself, and opens what it is folded in.
  const follow = () => {
    if (location.hash.startsWith('#plaudit-')) void load('plaudit-review-form');
    if (location.hash.startsWith('#plaudit=')) void load('plaudit-product-reviews');
  };
  addEventListener('hashchange', follow);
  follow();
  // Paper shows the whole page.
  matchMedia('print').onchange = () => {
    shared.whole = true;
    found.forEach((tag) => void load(tag));
  };
}

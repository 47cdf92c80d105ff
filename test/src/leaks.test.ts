import '../../src/all.ts';
import { TestProxy, equal, event, findAll, mount, newSku, ok, until } from './support.ts';

const page = globalThis as unknown as { gc?: (options: { type: 'major'; execution: 'async' }) => Promise<void> };
/** Enough to tell a reference that stays for good from one that the page still holds for a moment. */
const TIMES = 25;

/** What a shopper does with an element, as far as a click can start it. */
const use: Partial<Record<keyof HTMLElementTagNameMap, string>> = {
  'plaudit-product-reviews': '.frame',
  'plaudit-review-list': '.frame',
  'plaudit-review-form': '[name=rating]',
};

/**
 * Waits until the collector has taken all of them. It is asked to work in a task of its own: called from a script it takes
 * whatever lies on the stack, stale or not, for a reference, and keeps a few elements that nothing holds.
 */
async function collected(references: readonly WeakRef<Element>[]): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    await page.gc!({ type: 'major', execution: 'async' });
    const living = references.filter((reference) => reference.deref()).length;
    if (!living) return;
    // The page's own work, a last frame say, goes on between.
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (performance.now() > end) throw new Error(`${living} of ${references.length} elements are not collected`);
  }
}

describe('an element that is added, used and removed', () => {
  it('needs a browser that collects on demand', () => ok(page.gc, 'start the browser with --js-flags=--expose-gc'));

  for (const tag of [
    'plaudit-stars',
    'plaudit-star-summary',
    'plaudit-product-reviews',
    'plaudit-review-list',
    'plaudit-questions',
    'plaudit-review-form',
    'plaudit-write-review',
    'plaudit-edit-review',
    'plaudit-top-rated',
  ] as const)
    it(`${tag} leaves nothing after ${TIMES} times`, async () => {
      const proxy = new TestProxy();
      const references: WeakRef<Element>[] = [];
      const sku = newSku();
      async function once(): Promise<void> {
        const element = mount(tag, proxy, { sku, customer: 'a.b.c' });
        references.push(new WeakRef(element));
        await event(element, 'plaudit-ready');
        findAll(element, use[tag] ?? 'none')[0]?.click();
        if (tag === 'plaudit-product-reviews' || tag === 'plaudit-review-list')
          (await until(() => element.shadowRoot!.querySelector('dialog'))).close();
        element.remove();
      }
      for (let time = 0; time < TIMES; time++) await once();
      await collected(references);
      equal(document.body.childElementCount, 0);
      equal(document.querySelectorAll('script[type="application/ld+json"]').length, 0);
    });

  it('is collected too when it never came near', async () => {
    const references: WeakRef<Element>[] = [];
    document.body.innerHTML = '<div style="height: 9000px"></div>';
    const proxy = new TestProxy();
    async function once(): Promise<void> {
      const element = mount('plaudit-review-list', proxy);
      references.push(new WeakRef(element));
      await element.updateComplete;
      element.remove();
    }
    for (let time = 0; time < TIMES; time++) await once();
    await collected(references);
    equal(proxy.calls.length, 0);
  });
});

import '../../src/all.ts';
import { TestProxy, event, mount, newSku, ok, pageOf, reviews, statsOf } from './support.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources?: ReadonlyArray<{ readonly node: Node | null }>;
}

describe('layout', () => {
  for (const [what, count] of [['reviews', 20], ['no review', 0]] as const) {
    it(`does not shift when ${what} arrive on a slow line`, async () => {
      let shifted = 0;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Shift[]) shifted += entry.value;
      });
      const slow = (answer: ReturnType<typeof statsOf>): typeof answer => async (call) => (await new Promise((resolve) => setTimeout(resolve, 300)), answer(call));
      const proxy = new TestProxy({ 'product/reviews': slow(pageOf(reviews(count))), 'product/reviews/stats': slow(statsOf(count)), 'partners/-/write-link/get': slow(() => ({ url: 'https://reviews.example/' })) });
      document.body.innerHTML = '<h1>Mug</h1>';
      const sku = newSku();
      const tags = ['plaudit-stars', 'plaudit-star-summary', 'plaudit-write-review', 'plaudit-product-reviews', 'plaudit-review-form'] as const;
      const ready = tags.map((tag) => event(mount(tag, proxy, { sku }), 'plaudit-ready'));
      document.body.insertAdjacentHTML('beforeend', '<footer style="height: 300px; background: silver">Footer</footer>');
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.observe({ type: 'layout-shift', buffered: false });
      await Promise.all(ready);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
      observer.disconnect();
      ok(shifted <= 0.01, `shifted by ${shifted}`);
    });
  }
});

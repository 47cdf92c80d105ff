import '../../src/all.ts';
import { TestProxy, button, equal, findAll, mountReady, newSku, ok, text, until } from './support.ts';

const stats = (total: number) => ({ total, average_rating: 4, ratings: null });

describe('lines of stars of item groups', () => {
  it('share one request with those of products', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', ({ query }) => ({
      stats: Object.fromEntries((query['skus'] ?? '').split(',').map((sku) => [sku, stats(1)])),
      group_stats: Object.fromEntries((query['item_groups'] ?? '').split(',').map((group) => [group, stats(7)])),
    }));
    const lines = await Promise.all([
      mountReady('plaudit-stars', proxy, { sku: 'A' }),
      mountReady('plaudit-stars', proxy, { 'item-group': 'mugs' }),
      // A group wins over a product, as in the neighbours.
      mountReady('plaudit-stars', proxy, { 'item-group': 'pots', sku: 'B' }),
    ]);
    equal(
      lines.map((line) => text(line).trim()),
      ['(1)', '(7)', '(7)'],
    );
    const asked = proxy.calls.filter(({ path }) => path === 'product/reviews/stats').map(({ query }) => query);
    equal(asked.length <= 2, true);
    equal(
      asked.some((query) => query['item_groups']?.includes('mugs')),
      true,
    );
    const [, line] = lines;
    (line as HTMLElement & { itemGroup: string }).itemGroup = 'lids';
    await until(() => proxy.calls.some(({ query }) => query['item_groups'] === 'lids'));
    equal(line!.getAttribute('item-group'), 'lids');
  });
});

describe('a list with reviews', () => {
  it('leads to the form beside it, as an empty one does', async () => {
    const proxy = new TestProxy();
    const sku = newSku();
    const form = await mountReady('plaudit-review-form', proxy, { sku });
    const element = await mountReady('plaudit-product-reviews', proxy, { sku });
    ok(findAll(element, 'article').length > 0, 'no reviews');
    button(element, /Write a review/).click();
    ok(document.activeElement === form, 'elsewhere');
    const alone = await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    ok(!/Write a review/.test(text(alone)), 'a button that leads nowhere');
  });
});

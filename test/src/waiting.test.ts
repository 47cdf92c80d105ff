/** A proxy that is not ready yet, or has had enough: what the elements ask it, and when. */
import '../../src/all.ts';
import {
  TestProxy,
  equal,
  event,
  find,
  findAll,
  mount,
  mountReady,
  newSku,
  ok,
  refusal,
  showsFallback,
  stats,
  statsOf,
  until,
  waitedASecond,
} from './support.ts';

const filling = () => refusal(503, 503, { 'Retry-After': '1' });
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a proxy whose mirror still fills', () => {
  it('is asked again when it said, and its answer shown, without anybody pressing a button', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', filling);
    const element = mount('plaudit-stars', proxy, { sku: newSku() });
    const { detail } = await event(element, 'plaudit-error');
    equal([detail.status, detail.retryAfter], [503, 1]);
    ok(showsFallback(element), 'children are gone');
    proxy.on('product/reviews/stats', statsOf(5));
    await event(element, 'plaudit-ready');
    equal(proxy.calls.length, 2);
    ok(waitedASecond(proxy.calls), 'asked too early');
    find(element, '.stars');
  });

  it('is not asked again for what the shopper has scrolled past, and is once it is back', async () => {
    const proxy = new TestProxy().on('product/reviews', filling);
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    await event(element, 'plaudit-error');
    const space = document.createElement('div');
    space.style.height = '5000px';
    element.before(space);
    scrollTo(0, 0);
    proxy.on('product/reviews', () => ({ product_reviews: [], total: 0 }));
    // Longer than it would have waited.
    await rest(2_500);
    equal(proxy.asked('product/reviews').length, 1);
    element.scrollIntoView();
    await event(element, 'plaudit-ready');
    equal(proxy.asked('product/reviews').length, 2);
  });

  it('is asked alone for a distribution that it does not have for many at once', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', ({ query }) => {
      const skus = query['skus']!.split(',');
      return {
        stats: Object.fromEntries(
          skus.map((sku) => [sku, { ...stats(7), ...(skus.length > 3 ? { ratings: null } : {}) }]),
        ),
      };
    });
    const summaries = [1, 2, 3, 4].map(() => mount('plaudit-star-summary', proxy, { sku: newSku() }));
    await Promise.all(summaries.map((element) => event(element, 'plaudit-ready')));
    for (const summary of summaries) equal(findAll(summary, '.line').length, 5);
    equal(
      proxy.asked('product/reviews/stats').map(({ query }) => query['skus']!.split(',').length),
      [4, 1, 1, 1, 1],
    );
  });

  it('is asked ever more rarely while it goes on asking for time', async function () {
    this.timeout(240_000);
    const proxy = new TestProxy().on('product/reviews/stats', filling);
    const element = mount('plaudit-stars', proxy, { sku: newSku() });
    const waits: unknown[] = [];
    for (let time = 0; time < 3; time++) waits.push((await event(element, 'plaudit-error')).detail.retryAfter);
    equal(waits, [1, 2, 4]);
    proxy.on('product/reviews/stats', statsOf(5));
    await event(element, 'plaudit-ready');
    proxy.on('product/reviews/stats', filling);
    equal((await event(mount('plaudit-stars', proxy, { sku: newSku() }), 'plaudit-error')).detail.retryAfter, 1);
  });

  it('is asked nothing before Retry-After by elements that come later', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', filling);
    await event(mount('plaudit-stars', proxy, { sku: newSku() }), 'plaudit-error');
    await event(mount('plaudit-product-reviews', proxy, { sku: newSku() }), 'plaudit-ready');
    ok(waitedASecond(proxy.calls), 'asked too early');
  });
});

describe('assigned before they are defined', () => {
  it('properties are kept: pageSize is page-size', async () => {
    const proxy = new TestProxy();
    const element = Object.assign(document.createElement('late-product-reviews'), {
      sku: newSku(),
      proxy: proxy.url,
      pageSize: 3,
      order: 'relevant',
    });
    document.body.append(element);
    customElements.define(
      'late-product-reviews',
      class extends (customElements.get('plaudit-product-reviews') as typeof HTMLElement) {},
    );
    await until(() => proxy.asked('product/reviews')[0]);
    const { query } = proxy.asked('product/reviews')[0]!;
    equal([query['count'], query['order']], ['3', 'relevant']);
  });
});

describe('rendered by a server whose framework writes properties as attributes', () => {
  it('takes them in lower case, and what the page assigns later instead', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-product-reviews', proxy, { itemgroup: 'mugs', pagesize: '3' });
    const { query } = proxy.asked('product/reviews')[0]!;
    equal([query['count'], query['item_group']], ['3', 'mugs']);
    element.pageSize = 7;
    await until(() => proxy.asked('product/reviews')[1]);
    equal(proxy.asked('product/reviews')[1]!.query['count'], '7');
    // Until then the list may grow, and push what comes next out of sight.
    await until(() => findAll(element, '.review').length === 7);

    await mountReady('plaudit-star-summary', proxy, { itemgroup: 'mugs' });
    equal(proxy.asked('product/reviews/stats').at(-1)!.query['item_group'], 'mugs');
    await mountReady('plaudit-review-list', proxy, { pagesize: '4' });
    equal(proxy.asked('reviews').at(-1)!.query['count'], '4');
  });
});

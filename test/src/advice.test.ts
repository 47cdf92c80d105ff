/** What the console says to whoever builds the page; each cause once a page, so this is a page of its own. */
import { HttpResponse } from 'msw';
import '../../src/all.ts';
import { TestProxy, equal, event, listOf, mount, mountReady, newSku, ok, until } from './support.ts';

describe('for whoever builds the page', () => {
  let warnings: string[];
  const { warn } = console;
  beforeEach(() => {
    warnings = [];
    console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('nothing is said of an element that has nothing to show', async () => {
    const proxy = new TestProxy({ reviews: listOf('reviews', []), questions: listOf('questions', []) });
    document.body.innerHTML = '<div style="height: 100vh"></div>';
    const lists = (['plaudit-review-list', 'plaudit-questions'] as const).map((tag) => mount(tag, proxy));
    await until(() => lists.every((list) => getComputedStyle(list).minHeight === '0px'));
    equal(warnings, []);
  });

  it('an element without a sku keeps no room, and one warning on a page says what to do', async () => {
    const proxy = new TestProxy();
    // The only element of the page.
    const line = mount('plaudit-stars', proxy);
    line.replaceChildren();
    await until(() => warnings.length > 0);
    equal(
      [warnings, line.offsetHeight],
      [['Plaudit: <plaudit-stars> shows nothing, because it has no product: write <plaudit-stars sku="…">'], 0],
    );
    const elements = (['plaudit-product-reviews', 'plaudit-review-form'] as const).map((tag) => mount(tag, proxy));
    await until(() => elements.every(({ offsetHeight }) => offsetHeight < 100));
    // A link for customers who are not signed in is missing on purpose, and so is nothing on the next one.
    mount('plaudit-edit-review', proxy);
    await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    elements[0]!.setAttribute('sku', newSku());
    await event(elements[0]!, 'plaudit-ready');
    ok(elements[0]!.offsetHeight > 100, 'no room once it has a product');
    const ready = event(line, 'plaudit-ready');
    line.setAttribute('sku', newSku());
    await until(() => line.offsetHeight > 10);
    await ready;
    equal(warnings.length, 1);
  });

  it('a line of stars that the proxy does not answer names the setting that lists the page', async () => {
    const proxy = new TestProxy({ 'product/reviews/stats': () => HttpResponse.error() });
    for (let lines = 0; lines < 3; lines++) mount('plaudit-stars', proxy, { sku: newSku() });
    await until(() => warnings.length > 0);
    equal(warnings, [
      `Plaudit: <plaudit-stars> shows nothing, because ${proxy.url} does not answer this page: is it running, and is ${location.origin} in PLAUDIT_ORIGINS?`,
    ]);
  });

  it('attributes that mean nothing are named with what would, each cause once', async () => {
    const proxy = new TestProxy();
    const right = {
      order: 'lowest',
      theme: 'dark',
      'page-size': '3',
      class: 'mine',
      'data-theme': 'x',
      title: 'Reviews',
    };
    for (const order of ['DESC', 'ASC', 'helpful', 'highest', 'lowest'])
      await mountReady('plaudit-review-list', proxy, { ...right, order });
    for (const order of ['created', 'oldest', 'relevant', 'helpful', 'highest', 'lowest', 'photos'])
      await mountReady('plaudit-product-reviews', proxy, { ...right, order, sku: newSku() });
    equal(warnings.length, 0, warnings.join('\n'));
    const wrong = { order: 'newest', theme: 'drak', pagesize: '3', them: 'dark' };
    await mountReady('plaudit-review-list', proxy, wrong);
    await mountReady('plaudit-product-reviews', proxy, { ...wrong, sku: newSku() });
    await until(() => warnings.length >= 4);
    equal(
      warnings.join('\n'),
      `Plaudit: <plaudit-review-list order="newest"> means nothing: order is one of DESC, ASC, helpful, highest, lowest
Plaudit: <plaudit-review-list theme="drak"> means nothing: theme is one of auto, light, dark
Plaudit: <plaudit-review-list> has no attribute pagesize: did you mean page-size?
Plaudit: <plaudit-review-list> has no attribute them: did you mean theme?`,
    );
  });
});

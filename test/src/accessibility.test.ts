import 'axe-core';
import type axe from 'axe-core';
import '../../src/all.ts';
import { TestProxy, button, event, find, findAll, mount, mountReady, newSku, pageOf, refusal, reviews, statsOf, until } from './support.ts';

const runner = (globalThis as unknown as { axe: typeof axe }).axe;

async function check(what: string): Promise<void> {
  const { violations } = await runner.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
  if (violations.length) throw new Error(`${what}: ${violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any.map(({ message }) => message).join()}`).join()}`).join('\n')}`);
}

const link = { 'partners/-/write-link/get': () => ({ url: 'https://reviews.example/write' }) };
const page = 'product/reviews';

for (const theme of ['auto', 'light', 'dark']) {
  describe(`accessibility, ${theme}`, () => {
    before(() => {
      document.body.style.color = '#333';
    });

    it('of all that is ready', async () => {
      const proxy = new TestProxy(link);
      const sku = newSku();
      const tags = ['plaudit-stars', 'plaudit-star-summary', 'plaudit-product-reviews', 'plaudit-review-form', 'plaudit-write-review'] as const;
      for (const tag of tags) {
        await mountReady(tag, proxy, { sku, theme, 'page-size': '5' });
        await check(tag);
      }
    });

    it('while loading, failed and empty', async () => {
      const waits = new TestProxy({ [page]: () => new Promise(() => {}), 'product/reviews/stats': () => new Promise(() => {}) });
      mount('plaudit-product-reviews', waits, { sku: newSku(), theme });
      mount('plaudit-star-summary', waits, { sku: newSku(), theme });
      const fails = new TestProxy({ [page]: () => refusal(399, 502), 'product/reviews/stats': () => refusal(429, 429, { 'Retry-After': '60' }) });
      for (const tag of ['plaudit-product-reviews', 'plaudit-stars'] as const) {
        const failed = mount(tag, fails, { sku: newSku(), theme });
        failed.scrollIntoView();
        await event(failed, 'plaudit-error');
      }
      const empty = new TestProxy({ [page]: pageOf([]), 'product/reviews/stats': statsOf(0) });
      await mountReady('plaudit-product-reviews', empty, { sku: newSku(), theme });
      await mountReady('plaudit-star-summary', empty, { sku: newSku(), theme });
      await mountReady('plaudit-stars', empty, { sku: newSku(), theme });
      await check('other states');
    });

    it('of a filtered list, a vote and an open photo', async () => {
      const proxy = new TestProxy({ [page]: pageOf(reviews(12)), 'product/reviews/vote': () => refusal(404, 409) });
      const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku(), theme });
      button(element, /^5 stars/).click();
      button(element, /^Helpful/).click();
      await until(() => findAll(element, 'article').length === 2);
      await check('filtered');
      find(element, '.frame').click();
      await until(() => element.shadowRoot!.querySelector('dialog[open] img'));
      await check('photo');
    });

    it('of a form with mistakes, and of its thanks', async () => {
      const proxy = new TestProxy({ 'product/reviews/add': () => ({}) });
      const element = await mountReady('plaudit-review-form', proxy, { sku: newSku(), theme });
      button(element, /Send/).click();
      await until(() => findAll(element, '[aria-invalid=true]').length === 3);
      await check('mistakes');
      find<HTMLInputElement>(element, '[name=rating]').click();
      for (const name of ['title', 'content', 'first_name']) find<HTMLInputElement>(element, `[name=${name}]`).value = 'x';
      button(element, /Send/).click();
      await event(document, 'plaudit-submit');
      await check('thanks');
    });
  });
}

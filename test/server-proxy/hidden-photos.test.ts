/** A single photo that is hidden at the console, as shoppers of a proxy see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { type TestProxy, until } from './harness.ts';

const shop = 'shop.example';

onEveryDatabase((place) => {
  const clock = new PacedClock(20);
  let service: TestService;
  let proxy: TestProxy;
  before(async () => {
    service = await new TestService(await place(), { clock }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }] }));
    proxy = await startProxyOf(service, await place('proxy'), { clock });
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  test('it is gone from the list, the filter and /render, and Undo brings it back', async () => {
    const form = new FormData();
    const fields = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating: '4', first_name: 'Jane' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image1', new Blob([new Uint8Array(await png(40, 40))]), 'a.png');
    const { product_review: review } = await service.ok('addProductReview', shop, { form });
    const [, key = ''] = /\/images\/([\w-]+)\//.exec(review.images[0]!.original) ?? [];
    const shown = async () => {
      const { body } = await proxy.shop('/product/reviews?sku=MUG');
      const { text } = await proxy.get('/render/plaudit-product-reviews?sku=MUG');
      const { body: filtered } = await proxy.shop('/product/reviews?sku=MUG&only_photos=1');
      return [JSON.stringify(body).includes(key), text.includes(key), filtered.total === 1, body.total === 1];
    };
    const becomes = (isShown: boolean) =>
      until(`a photo that is ${isShown ? 'shown' : 'hidden'}`, async () => {
        const [list, rendered, filtered, words] = await shown();
        return words === true && [list, rendered, filtered].every((one) => one === isShown);
      });
    await becomes(true);
    const browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    const path = `/console/reviews/${review.id}`;
    const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(browser.text)?.[1] ?? '';
    await browser.open(path);
    await browser.send(`${path}/hide-photo`, { revision: valueOf('revision'), photo: '0', reason: 'personal data' });
    assert.match(browser.text, /The photo is hidden\./);
    await becomes(false);
    await browser.send('/console/undo', { act: valueOf('act'), back: valueOf('back') });
    await becomes(true);
  });
});

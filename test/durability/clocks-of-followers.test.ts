/** The clock of a proxy, or of the service that it follows, is set while it follows: changes are seen all the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../server-kit/clock.ts';
import { until } from '../server-proxy/harness.ts';
import { saveContent } from '../support/content.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const DAY_MS = 86_400_000;
const shop = 'shop.example';
/** One that somebody sets; those who wait wait by another, which nobody does. */
const settable = () => {
  const clock = { ...systemClock, ahead: 0, now: () => Date.now() + clock.ahead };
  return clock;
};

onSqliteFirst((place) => {
  test('what is edited is seen, in its order, while either clock jumps ahead and back', async () => {
    const [ofService, ofProxy] = [settable(), settable()];
    const service = await new TestService(await place(), { clock: ofService }).start();
    service.token = await service.account(shop);
    const edit = (title: string) =>
      service.withDatabase((db) =>
        saveContent(db, shop, {
          products: [{ id: 1, sku: 'MUG' }],
          productReviews: [{ id: 1, title, product: { sku: 'MUG' } }],
        }),
      );
    await edit('before');
    const more = { clock: ofProxy, trustedProxies: ['127.0.0.1'] };
    const proxy = await startProxyOf(service, await place('proxy'), more);
    try {
      let asked = 0;
      const ask = (path: string) => proxy.shop(path, { 'x-forwarded-for': `203.0.113.${(asked += 1) % 250}` });
      const seen: string[] = ['before'];
      const expected = [...seen];
      for (const clock of [ofProxy, ofService])
        for (const ahead of [DAY_MS, -DAY_MS, 400 * DAY_MS, 0]) {
          const title = `${clock === ofProxy ? 'proxy' : 'service'} ${ahead / DAY_MS} days ahead`;
          clock.ahead = ahead;
          await edit(title);
          expected.push(title);
          await until(`it says ${title}`, async () => {
            const { body } = await ask('/product/reviews?sku=MUG');
            const [review] = body.product_reviews as { title: string }[];
            if (seen.at(-1) !== review!.title) seen.push(review!.title);
            return review!.title === title;
          });
        }
      assert.deepEqual(seen, expected);
      assert.equal((await ask('/product/reviews?sku=MUG')).body.total, 1);
      const { body } = await proxy.get('/readyz');
      assert.equal(body.businesses[0].complete, true);
      await until('it says that it has just looked', async () => {
        const ages = [...(await proxy.get('/metrics')).text.matchAll(/^plaudit_mirror_age_seconds\{.*\} (\S+)$/gm)];
        return ages.length > 0 && ages.every(([, age]) => Number(age) >= 0 && Number(age) < 60);
      });
    } finally {
      await proxy.close();
      await service.stop();
    }
  });
});

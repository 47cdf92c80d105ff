/** What came with a file is on the shop's pages: stars, words, the shop's reply and who collected it, and no address. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Review } from '../../contract/entities/entities.ts';
import type { Transparency } from '../../contract/entities/transparency.ts';
import { importReviewsByCommand } from '../../review-service/content/imports/by-command.ts';
import { undoImportByCommand } from '../../review-service/content/imports/undo/by-command.ts';
import { fileOf } from '../exchange/reviews/reading.ts';
import { saveContent } from '../support/content.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';

onSqliteFirst((place) => {
  let service: TestService;
  let proxy: TestProxy;
  before(async () => {
    service = await new TestService(await place(), { clock: new PacedClock(20) }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, { products: [{ id: 1, sku: 'MUG-1', title: 'Mug', item_group: '555' }] }),
    );
    proxy = await startProxyOf(service, await place('proxy'), { clock: new PacedClock(20) });
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  const list = async () => (await proxy.shop('/product/reviews?sku=MUG-1')).body;

  test('an import shows on the pages with its replies, and who collected it', async () => {
    await service.withDatabase((db) =>
      importReviewsByCommand(db, shop, () => createReadStream(fileOf('loox.csv')), {
        fileName: 'loox.csv',
        createProducts: false,
        dryRun: false,
        onRefused() {},
        onStored() {},
      }),
    );
    await until('the proxy has them', async () => (await list()).total === 3);
    const reviews = (await list()).product_reviews as {
      title: string;
      collected_by: string | null;
      reply: { content: string; createdRFC: string | null } | null;
      id: number;
    }[];
    assert.deepEqual(
      reviews.map(({ collected_by, reply }) => [collected_by, reply?.content ?? null, reply?.createdRFC ?? null]),
      [
        ['Loox', 'Thanks', null],
        ['Loox', null, null],
        ['Loox', 'Thanks', '2024-03-06T10:00:00+00:00'],
      ],
    );
    const page = await fetch(`${proxy.url}/render/plaudit-product-reviews?sku=MUG-1`);
    const html = await page.text();
    assert.match(html, /Collected by Loox/);
    assert.match(html, /From the shop[^]*Thanks/);
    assert.ok(!html.includes('anna@mail.example') && !JSON.stringify(reviews).includes('anna@mail.example'));

    const reply = (text: string) =>
      proxy.merchant(`/businesses/${shop}/product/reviews/reply`, {
        body: { review_id: String(reviews[0]!.id), text },
      });
    assert.equal((await reply('Write to us: help@shop.example')).http, 200);
    const [answered] = (await list()).product_reviews as typeof reviews;
    assert.match(answered!.reply!.content, /^Write to us: /);
    assert.ok(!answered!.reply!.content.includes('help@shop.example'), 'an address in a text is masked');
    assert.equal((await reply('')).http, 200);
    assert.equal(((await list()).product_reviews as typeof reviews)[0]!.reply, null);
    const byShopper = await proxy.post('/product/reviews/reply', { review_id: String(reviews[0]!.id), text: 'x' });
    assert.equal(byShopper.http, 404, 'shoppers cannot reply as the shop');
  });

  test('a review of the shop brings place, own questions, marks and its collector, as one of a product does', async () => {
    const file = (location: string) =>
      async function* (): AsyncGenerator<Uint8Array> {
        yield Buffer.from(
          `id,rating,title,content,name,email,created,location,verified,incentivised,attribute:Age\n` +
            `s1,4,Kind,Kind people,Bob Miller,bob@mail.example,2024-03-05,${location},true,true,30 to 40\n`,
        );
      };
    const take = (location: string) =>
      service.withDatabase((db) =>
        importReviewsByCommand(db, shop, file(location), {
          format: 'csv',
          fileName: 'own.csv',
          createProducts: false,
          dryRun: false,
          onRefused: (_line, reason) => assert.fail(reason),
          onStored() {},
        }),
      );
    const beside = async () => {
      const { reviews } = (await proxy.shop('/reviews')).body as { reviews: Review[] };
      return reviews.map(({ user_location, attributes, verified, incentivised, collected_by, labels }) => [
        user_location,
        attributes,
        verified,
        incentivised,
        collected_by,
        labels,
      ]);
    };
    const id = (await take('Graz')).id;
    const graz = ['Graz', [{ name: 'Age', value: '30 to 40' }], true, true, null, []];
    await until('the proxy has it', async () => (await beside()).length === 1);
    assert.deepEqual(await beside(), [graz]);
    const html = await (await fetch(`${proxy.url}/render/plaudit-review-list`)).text();
    assert.match(html, /Graz/);
    assert.match(html, /Age[^]*30 to 40/);
    assert.match(html, /part="verified"/);
    assert.match(html, /part="reward"/);
    assert.ok(!html.includes('bob@mail.example'));
    const { transparency } = (await proxy.shop('/transparency')).body as { transparency: Transparency };
    assert.deepEqual([transparency.verified, transparency.incentivised, transparency.solicited], [1, 1, 0]);

    const changed = await take('Linz');
    assert.deepEqual(changed.counts, { added: 0, changed: 1, already: 0, refused: 0 });
    await until('the proxy has the other place', async () => (await beside())[0]?.[0] === 'Linz');
    await service.withDatabase((db) => undoImportByCommand(db, shop, changed.id));
    await until('the proxy has the earlier place', async () => (await beside())[0]?.[0] === 'Graz');
    await service.withDatabase((db) => undoImportByCommand(db, shop, id));
    await until('it is gone', async () => (await beside()).length === 0);
  });

  test('shoppers read who collected a review of the shop', async () => {
    await service.withDatabase((db) =>
      importReviewsByCommand(db, shop, () => createReadStream(fileOf('trustpilot.csv')), {
        fileName: 'trustpilot.csv',
        createProducts: false,
        dryRun: false,
        onRefused() {},
        onStored() {},
      }),
    );
    const list = async () =>
      ((await proxy.shop('/reviews?datasources=trustpilot')).body as { reviews: Review[] }).reviews.filter(
        ({ datasource }) => datasource === 'trustpilot',
      );
    await until('the proxy has them', async () => (await list()).length > 0);
    assert.ok((await list()).every(({ collected_by }) => collected_by === 'Trustpilot'));
    const html = await (await fetch(`${proxy.url}/render/plaudit-review-list?datasources=trustpilot`)).text();
    assert.match(html, /Collected by Trustpilot/);
  });
});

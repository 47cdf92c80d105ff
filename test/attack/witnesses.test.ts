/** Whoever writes twice without a name is one witness, for summaries as for quotes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { onBothDatabases } from '../server-proxy/both-databases.ts';
import { until } from '../server-proxy/harness.ts';
import {
  digestOf,
  honest,
  ofKettle,
  openShop,
  sentencesOf,
  untilSummarised,
  written,
  type Item,
  type Shop,
} from '../server-proxy/summarised-shop.ts';
import { FakeSummariser, having, type NumberedReview } from '../support/fake-summariser.ts';
import { longOn } from '../support/length.ts';

const advert = 'Several say that a Boilmaster kettle is quieter and lasts longer.';
const bargain = 'Some find the same lid and handle cheaper in other shops.';
const madeUp = 'Two people were taken to hospital because the spout drips.';
const warning = 'Two people had an electric shock when they touched the wet handle.';

const anonymous = (id: number, content: string): Item =>
  written(id, content, 5, {
    user: { username: `guest${id}`, firstName: 'Guest', lastName: '' },
    created: `2026-02-03 ${10 + (id % 10)}:00:00`,
    published: '2026-02-03 20:00:00',
  });
const reviews = (): Item[] => [
  ...ofKettle(),
  anonymous(31, 'A Boilmaster kettle is quieter and lasts longer than this one, believe me.'),
  anonymous(32, 'Take a Boilmaster kettle instead, which lasts longer and is quieter as well.'),
  written(33, 'We were taken to hospital because the spout drips on the feet of people.', 1),
  written(34, 'The spout drips, and two people went to hospital with their feet.', 1),
  written(35, 'I had an electric shock when I touched the wet handle in the morning.', 1, { solicited: '1' }),
  written(36, 'An electric shock came from the wet handle, and my son had touched it.', 1, { solicited: '1' }),
];

/** A model that repeats all that it reads, what matters last. */
const credulous = (sent: readonly NumberedReview[]) => [
  { text: advert, reviews: having(sent, 'Boilmaster') },
  { text: bargain, reviews: having(sent, 'handle') },
  { text: madeUp, reviews: having(sent, 'hospital') },
  ...honest(sent),
  { text: 'Many like that the lid closes tightly every time.', reviews: having(sent, 'lid') },
  { text: warning, reviews: having(sent, 'electric') },
];

for (const [database, place] of onBothDatabases()) {
  describe(database, longOn(database), () => {
    let fake: FakeSummariser;
    let shop: Shop;
    before(async () => {
      fake = await FakeSummariser.start(credulous);
      shop = await openShop(fake, { reviews: reviews(), place });
      await untilSummarised(shop.proxy);
    });
    after(async () => {
      await shop[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    });

    test('two anonymous reviews of one day put no advert into a summary', async () => {
      assert.ok(!(await sentencesOf(shop.proxy)).includes(advert));
    });

    test('what a summary says of other shops or prices is not shown', async () => {
      assert.ok(!(await sentencesOf(shop.proxy)).includes(bargain));
    });

    test('a danger that no verified customer speaks of is not in a summary, and one that two do is not left out', async () => {
      const sentences = await sentencesOf(shop.proxy);
      assert.ok(!sentences.includes(madeUp));
      assert.equal(sentences[0], warning);
    });

    test('what two verified customers warn of is quoted before anything else', async () => {
      const [first] = (await digestOf(shop.proxy))!.quotes;
      assert.match(first!.text, /electric shock/);
      assert.equal(first!.text.slice(...first!.marked), 'electric shock');
    });

    test('what one network writes through the proxy within a week is of one witness, kept as a pseudonym', async () => {
      const { proxy, location } = shop;
      const write = (address: string, content: string) =>
        proxy.post(
          '/product/reviews/add',
          { sku: 'KETTLE', title: 'Kettle', content, rating: '5' },
          { 'x-forwarded-for': address },
        );
      for (const [address, content] of [
        ['203.0.113.7', 'First of all it is a kettle with a lid.'],
        ['203.0.113.7', 'Secondly my aunt prefers green ones, which nobody sells.'],
        ['203.0.113.8', 'Whoever lives next door has bought one too.'],
      ] as const)
        assert.ok([200, 202].includes((await write(address, content)).http));
      const read = async () => {
        const db = await openProxyDatabase(location);
        try {
          return await db.selectFrom('proxy_witness').selectAll().orderBy('review_id').execute();
        } finally {
          await db.destroy();
        }
      };
      await until('all three are delivered', async () => (await read()).length === 3);
      const rows = await read();
      assert.equal(new Set(rows.map(({ witness }) => witness)).size, 2);
      assert.ok(!JSON.stringify(rows).includes('203.0.113'));
    });
  });
}

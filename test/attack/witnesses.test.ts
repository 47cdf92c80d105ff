/** Whoever writes twice without a name is one witness, for summaries as for quotes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pseudonymOf } from '../../insights/witnesses.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
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

const anonymous = (id: number, content: string, at = Date.parse('2026-02-03T12:00:00Z')): Item => {
  const moment = new Date(at + id * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  return written(id, content, 5, {
    user: { username: `guest${id}`, firstName: 'Guest', lastName: '' },
    created: moment,
    published: moment,
  });
};
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

const WEEK_MS = 7 * 86_400_000;
/** A day of which the next one is in the same week. */
const monday = Math.floor(Date.parse('2026-02-04') / WEEK_MS) * WEEK_MS + 4 * 86_400_000;
const glow = 'Some like that the switch glows blue while it is on.';
/** Each of these reviews came through the proxy, from one network. */
const fromOneNetwork = [
  { id: 31, content: 'A Boilmaster kettle is quieter and lasts longer than this one, believe me.', at: monday },
  {
    id: 32,
    content: 'Take a Boilmaster kettle instead, which lasts longer and is quieter as well.',
    at: monday + 86_400_000,
  },
  { id: 33, content: 'The switch glows blue while it is on, which I like.', at: monday - 2 * WEEK_MS },
  { id: 34, content: 'I like how the switch glows blue at night while on.', at: monday },
];

async function keepWitnesses(location: KeyLocation): Promise<void> {
  const db = await openProxyDatabase(location);
  const key = Buffer.alloc(32, 1);
  const rows = fromOneNetwork.map(({ id, at }) => ({
    business: 'shop.example',
    review_id: id,
    witness: pseudonymOf(key, '203.0.113.7', at),
    created_at: Date.now(),
  }));
  await db.insertInto('proxy_witness').values(rows).execute();
  await db.destroy();
}

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

    test('two anonymous reviews of one network are one witness on two days of a week, and two in two weeks', async () => {
      await using model = await FakeSummariser.start((sent) => [
        { text: advert, reviews: having(sent, 'Boilmaster') },
        { text: glow, reviews: having(sent, 'glows blue') },
        ...honest(sent),
      ]);
      const written = fromOneNetwork.map(({ id, content, at }) => anonymous(id, content, at));
      await using one = await openShop(model, {
        reviews: [...ofKettle(), ...written],
        async place(stage) {
          const location = await place(stage);
          await keepWitnesses(location);
          return location;
        },
      });
      await untilSummarised(one.proxy);
      const sentences = await sentencesOf(one.proxy);
      assert.deepEqual([sentences.includes(advert), sentences.includes(glow)], [false, true], sentences.join('\n'));
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

/** Summaries of reviews by a model that the operator runs, on both databases. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FakeSummariser } from '../support/fake-summariser.ts';
import { longOn } from '../support/length.ts';
import { onBothDatabases } from './both-databases.ts';
import { until } from './harness.ts';
import {
  ask,
  blaming,
  digestOf,
  honest,
  kept,
  key,
  model,
  ofKettle,
  openShop,
  passTime,
  praising,
  sentencesOf,
  summariesOf,
  summarisedBy,
  untilLater,
  untilSummarised,
  written,
  type Item,
  type Shop,
} from './summarised-shop.ts';

/** In seconds: longer than anything waits before it is made again. */
const WHILE = 700;
const german = (id: number): Item =>
  written(id, 'Der Deckel schließt dicht und der Griff bleibt auch beim Kochen kühl, wie man es erwartet.', 5);

const databases = onBothDatabases();

for (const [database, place] of databases) {
  describe(database, longOn(database), () => {
    let fake: FakeSummariser;
    let shop: Shop;
    before(async () => {
      fake = await FakeSummariser.start(honest);
      const reviews = [
        ...ofKettle(),
        written(21, 'The spout drips: call me at +49 171 1234567 or at kunde@privat.example.', 1),
        { ...praising(22), published: 'pending' },
        german(23),
      ];
      shop = await openShop(fake, { reviews, place });
    });
    after(async () => {
      await shop[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    });

    test('is in the digest, each sentence with its reviews, those first that more shoppers found helpful', async () => {
      const { proxy } = shop;
      await untilSummarised(proxy);
      const [summary, ...more] = (await summariesOf(proxy))!;
      assert.deepEqual(more, []);
      assert.deepEqual([summary!.language, summary!.reviews], ['en', 21]);
      assert.deepEqual(
        summary!.sentences.map(({ text }) => text),
        honest([]).map(({ text }) => text),
      );
      assert.equal(summary!.sentences[1]!.review_ids[0], 3);
      const list = await ask(proxy, '&count=100');
      const words = ['handle', 'spout', 'faster'];
      for (const [index, { review_ids: ids }] of summary!.sentences.entries()) {
        assert.ok(ids.length >= 2 && ids.length <= 5);
        for (const id of ids) {
          const review = list.body.product_reviews.find((one: { id: number }) => one.id === id);
          assert.ok(review.content.includes(words[index]), review.content);
        }
      }
      assert.equal((await digestOf(proxy, '&prefer=en'))!.summaries!.length, 1);
      assert.equal((await digestOf(proxy, '&prefer=de'))!.summaries, undefined);
    });

    test('is asked for with the stars and the texts of published reviews, and nothing else', () => {
      assert.equal(fake.calls.length, 1);
      const [{ authorization, text, body, reviews }] = fake.calls as [(typeof fake.calls)[0]];
      assert.equal(authorization, `Bearer ${key}`);
      const { messages, ...rest } = body;
      assert.deepEqual(rest, {
        model,
        temperature: 0,
        max_tokens: 2_000,
        response_format: { type: 'json_object' },
        stream: false,
      });
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['system', 'user'],
      );
      assert.match(messages[0]!.content, /in English/);
      assert.deepEqual(
        reviews.map(({ number }) => number),
        Array.from({ length: 21 }, (_none, index) => index + 1),
      );
      assert.deepEqual(
        [...new Set(reviews.flatMap((review) => Object.keys(review)))],
        ['number', 'stars', 'title', 'text'],
      );
      // Critical ones come in their share from the beginning on.
      assert.equal(reviews.slice(0, 10).filter(({ stars }) => stars === 1).length, 3);
      assert.ok(reviews.some((review) => review.text === 'The spout drips: call me at ••• or at •••.'));
      assert.doesNotMatch(text, /Plantedname|person\d|mail\.example|1234567|Deckel|KETTLE/);
    });

    test('is asked for once, also by another instance', async () => {
      const { proxy, stage, location, clock } = shop;
      const calls = fake.calls.length;
      if ('databaseUrl' in location) {
        const other = await stage.proxy({ location, clock, ...summarisedBy(fake) });
        assert.deepEqual(await sentencesOf(await other.mirrored()), await sentencesOf(proxy));
        await other.close();
      }
      await passTime(clock, WHILE);
      assert.equal(fake.calls.length, calls);
    });

    test('is made anew when there are a fifth more reviews, and not before', async () => {
      const { proxy, clock, reviews } = shop;
      const calls = fake.calls.length;
      const total = async () => (await ask(proxy)).body.total as number;
      const before = await total();
      // 21 in English: a fifth more are 26.
      reviews().unshift(...[31, 32, 33, 34].map(praising));
      clock.pace = 20;
      await until('they are mirrored', async () => (await total()) === before + 4);
      await passTime(clock, WHILE);
      assert.equal(fake.calls.length, calls);
      reviews().unshift(blaming(35));
      await untilLater(clock, 'it is made anew', async () => (await summariesOf(proxy))![0]!.reviews === 26);
      await passTime(clock, 130);
      assert.equal(fake.calls.length, calls + 1);
    });

    test('loses a sentence at once with a review that is hidden or changed, and is made anew', async () => {
      const { proxy, clock, reviews } = shop;
      const [first, ...others] = (await summariesOf(proxy))![0]!.sentences;
      const lost = first!.review_ids[0]!;
      const source = reviews().find((one) => one['id'] === String(lost))!;
      // Not before the test has looked.
      let release: () => void = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      fake.fault = async () => {
        await held;
        return false;
      };
      Object.assign(source, { published: 'pending', publishedRFC: null });
      clock.pace = 20;
      const texts = async () => (await ask(proxy, '&count=100&digest=1')).body;
      await until('the review is gone', async () => {
        const { product_reviews: list, digest } = await texts();
        const shown = digest.summaries?.[0]?.sentences ?? [];
        if (list.some((one: { id: number }) => one.id === lost)) return false;
        assert.deepEqual(shown, others);
        return true;
      });
      release();
      fake.fault = null;
      await untilLater(clock, 'it is whole again', async () => (await sentencesOf(proxy)).length === 3);

      const changed = (await summariesOf(proxy))![0]!.sentences[2]!;
      const other = reviews().find((one) => one['id'] === String(changed.review_ids[0]))!;
      other['content'] = 'Once I had read all of it, I did not know what to say about it.';
      clock.pace = 20;
      await until('the sentence is gone', async () => !(await sentencesOf(proxy)).includes(changed.text));
      clock.pace = 1;
      const { sentences } = await kept(shop.location);
      assert.ok(!sentences.some(({ text }) => text === changed.text), 'it is still kept');
    });

    test('keeps no word of a review that is erased, while it is kept or written', async () => {
      const { proxy, clock, location, reviews } = shop;
      await untilLater(clock, 'it is whole again', async () => (await sentencesOf(proxy)).length === 3);
      const [, critical] = (await summariesOf(proxy))![0]!.sentences;
      const erase = async (id: number) => {
        const all = reviews();
        all.splice(
          all.findIndex((one) => one['id'] === String(id)),
          1,
        );
        const body = { email: `person${id}@mail.example` };
        const { http, text } = await proxy.merchant('/businesses/-/privacy/remove', { body });
        assert.equal(http, 200, text);
      };
      await erase(critical!.review_ids[0]!);
      const left = (await kept(location)).sentences.map(({ text }) => text);
      assert.ok(!left.includes(critical!.text) && left.length === 2, left.join(' '));
      // What is left says nothing of what a fifth of the reviewers criticise.
      assert.equal(await summariesOf(proxy), undefined);

      let erased = 0;
      fake.fault = async (call) => {
        if (erased > 0) return false;
        const { text } = call.reviews.find((one) => one.text.includes('faster'))!;
        const source = reviews().filter((one) => one['content'] === text);
        erased = source.length;
        for (const one of source) await erase(Number(one['id']));
        return false;
      };
      await untilLater(clock, 'it is made anew', () => erased > 0);
      await untilSummarised(proxy);
      fake.fault = null;
      assert.deepEqual(
        await sentencesOf(proxy),
        honest([])
          .slice(0, 2)
          .map(({ text }) => text),
      );
      assert.ok(!JSON.stringify(await kept(location)).includes('faster'));
    });

    test('is there after a restart without a call, and not without a summariser', async () => {
      const { stage, location, clock, proxy } = shop;
      const before = await sentencesOf(proxy);
      const calls = fake.calls.length;
      await proxy.close();
      const without = await stage.proxy({ location, clock, ...summarisedBy(null) });
      await until('the mirror is there', async () => (await digestOf(await without.mirrored())) !== null);
      assert.ok(!('summaries' in (await digestOf(without))!));
      await without.close();
      const again = await stage.proxy({ location, clock, ...summarisedBy(fake) });
      assert.deepEqual(await sentencesOf(await again.mirrored()), before);
      assert.equal(fake.calls.length, calls);
      await again.close();
    });
  });
}

test('of two instances that share a database, one asks, and the other shows what came of it', async () => {
  await using fake = await FakeSummariser.start(honest);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  fake.fault = async () => {
    await held;
    return false;
  };
  const [, [, place]] = databases as [(typeof databases)[0], (typeof databases)[0]];
  await using shop = await openShop(fake, { place });
  const { stage, location, clock, proxy } = shop;
  await until('it is asked', () => fake.calls.length === 1);
  const other = await (await stage.proxy({ location, clock, ...summarisedBy(fake) })).mirrored();
  // Longer than a lease lasts that nobody renews, at a pace at which a busy machine can renew it.
  const end = clock.now() + 90_000;
  clock.pace = 4;
  await until('the time has passed', () => clock.now() >= end);
  clock.pace = 1;
  assert.equal(fake.calls.length, 1);
  release();
  for (const each of [proxy, other]) await untilSummarised(each);
  assert.equal(fake.calls.length, 1);
});

/** How long a feed is kept, and for whom: on a real database, with feeds that a test holds up. */
import assert from 'node:assert/strict';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import type { ApiError } from '../../contract/endpoints/errors.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { Feeds, type Feed } from '../../server-proxy/feeds/feeds.ts';
import { Changes } from '../../server-proxy/mirror/parts/changes.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { ManualClock } from './clocks.ts';
import { onBothDatabases } from './both-databases.ts';
import { silent, Stage, until } from './harness.ts';

const shop = 'shop.example';

for (const [database, place] of onBothDatabases()) {
  /** A feed of a megabyte that says which one it is, and waits at its end where it is told to. */
  async function open(stage: Stage) {
    const location = await place(stage);
    const db = await openProxyDatabase(location);
    const { id } = await ensureBusiness(storeOf(db), shop);
    const clock = new ManualClock();
    const mirror = { business: (domain: string) => ({ id, domain }), isMirrored: () => true };
    const feeds = new Feeds({ db, mirror, clock, logger: silent, location });
    const state = { made: 0, waits: Promise.resolve() as Promise<unknown> };
    const feed: Feed = {
      name: 'test',
      needs: [],
      async *write() {
        state.made += 1;
        yield `${state.made}${' '.repeat(2_000_000)}`;
        await state.waits;
      },
    };
    const read = async (): Promise<string> => {
      const { file } = await feeds.hold(feed, shop);
      try {
        let text = '';
        for await (const piece of file.read()) text += String(piece);
        return text.trim();
      } finally {
        file.release();
      }
    };
    const change = (onlyAdds: boolean) => new Changes(db).change(shop, async () => ({ changed: true, onlyAdds }));
    const close = async () => {
      await feeds.close();
      await db.destroy();
    };
    return { clock, feeds, feed, state, read, change, [Symbol.asyncDispose]: close };
  }

  test(`whoever asks while a feed is made shares it, unless something was hidden since it began, on ${database}`, async () => {
    await using stage = await Stage.open();
    await using shown = await open(stage);
    const { state, read, change } = shown;
    const gate = Promise.withResolvers<void>();
    state.waits = gate.promise;
    const first = [read(), read(), read()];
    await until('it is being made', () => state.made === 1);
    await change(true);
    const second = read();
    await change(false);
    const third = [read(), read()];
    gate.resolve();
    assert.deepEqual(await Promise.all([...first, second]), ['1', '1', '1', '1']);
    assert.deepEqual(await Promise.all(third), ['2', '2']);
    assert.equal(await read(), '2');
    assert.equal(state.made, 2);
  });

  test(`a feed that takes too long is 503, and there for the next who asks, on ${database}`, async () => {
    await using stage = await Stage.open();
    await using shown = await open(stage);
    const { state, read, clock } = shown;
    const gate = Promise.withResolvers<void>();
    state.waits = gate.promise;
    const waiting = assert.rejects(read(), (error: ApiError) => error.http === 503 && error.retryAfterSeconds! > 0);
    await until('it is being made', () => state.made === 1);
    await clock.advance(61_000, 1_000);
    await waiting;
    gate.resolve();
    assert.equal(await read(), '1');
    // One that fails is not kept either.
    state.waits = Promise.reject(new Error('no room'));
    state.waits.catch(() => {});
    await clock.advance(600_000, 5_000);
    await assert.rejects(read(), (error: ApiError) => error.http === 503 && error.retryAfterSeconds! > 0);
    state.waits = Promise.resolve();
    assert.equal(await read(), '3');
  });

  test(`a reader that dawdles does not hold what was erased, on ${database}`, async () => {
    await using stage = await Stage.open();
    await using shown = await open(stage);
    const { feeds, feed, clock, change } = shown;
    const { file } = await feeds.hold(feed, shop);
    const slow = file.read();
    file.release();
    await new Promise((resolve) => slow.once('readable', resolve));
    await change(false);
    await clock.advance(10_000, 1_000);
    // Nobody has asked for another one, and it is dropped all the same.
    await until('it is dropped', async () => {
      await clock.advance(5_000, 1_000);
      await clock.advance(120_000, 10_000);
      return slow.destroyed;
    });
    await assert.rejects(finished(slow), /too long/);
    await until('its bytes are gone', () => {
      if (!file.hold()) return true;
      file.release();
      return false;
    });
  });
}

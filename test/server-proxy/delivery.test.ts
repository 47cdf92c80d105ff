import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delivery, type DeliveryTools } from '../../server-proxy/writes/delivery.ts';
import { silent } from './harness.ts';

test('a return of the API that could not be stored is acted on when the database takes it', async () => {
  let wakes = 0;
  const asleep = Promise.withResolvers<void>();
  const queue = {
    async wake() {
      wakes += 1;
      if (wakes === 1) throw new Error('the database fails');
    },
    deliverDue: async () => {},
    nextDue: async () => null,
  };
  const rounds = 10;
  let round = 0;
  const delivery = new Delivery({
    outbox: queue,
    votes: { ...queue, wake: async () => {} },
    client: { isAway: false, onLeave() {}, onReturn() {} },
    business: 'shop.example',
    clock: {
      now: () => 0,
      async sleep() {
        round += 1;
        if (round === rounds) asleep.resolve();
        await nextTurn();
      },
    },
    logger: silent,
  } as unknown as DeliveryTools);
  delivery.start();
  await asleep.promise;
  await delivery.stop();
  assert.equal(wakes, 2, 'once in vain, and once more; then never again');
});

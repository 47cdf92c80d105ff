/** Whoever guesses passwords has to wait, and nobody else. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Choices } from '../../review-service/console/setup/set-up.ts';
import { countHashes } from '../../review-service/people/accounts/passwords.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { linkOfRunning } from '../../review-service/console/setup/link.ts';
import { addOwner, onEveryDatabase, password, TestService, type CallOptions } from '../support/review-service.ts';
import { nextSetUp, SetUpBrowser, typedShop, withSetUp } from '../support/set-up.ts';

const shop = 'a.example';
const owner = `owner@${shop}`;
const DAY = 86_400_000;
const options = { trustedProxies: ['127.0.0.1'] };

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place(), options).start();
    service.token = await service.account(shop);
  });
  after(() => service.stop());
  // Yesterday's failures count no more.
  beforeEach(() => service.clock.advance(2 * DAY));

  const tryFrom = (network: string, given: { email?: string; password?: string } = {}, more: CallOptions = {}) =>
    service.call('login', '', {
      form: { email: owner, password: 'wrong password', ...given },
      token: null,
      still: true,
      headers: { 'x-forwarded-for': network },
      ...more,
    });
  const statuses = async (times: number, attempt: (index: number) => Promise<Response>) => {
    const all = [];
    for (let index = 0; index < times; index += 1) all.push((await attempt(index)).status);
    return all;
  };

  test('wrong passwords from elsewhere do not lock an owner out, and their network has to wait with the right one too', async () => {
    assert.deepEqual(await statuses(40, () => tryFrom('203.0.113.1')), [
      ...Array<number>(5).fill(401),
      ...Array<number>(35).fill(429),
    ]);
    const right = await tryFrom('203.0.113.1', { password });
    assert.equal(right.status, 429);
    assert.match(right.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.equal((await tryFrom('203.0.113.2', { password })).status, 200);
  });

  test('a network that tries a password on many addresses has to wait, and an IPv6 household is one network', async () => {
    const many = await statuses(12, (index) =>
      tryFrom(`2001:db8:0:1::${index + 1}`, { email: `user${index}@x.example` }),
    );
    assert.deepEqual(many, [...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
    assert.equal((await tryFrom('2001:db8:0:2::1', { password })).status, 200);
  });

  test('a guesser with an account of its own wins no guesses by logging in to it', async () => {
    await service.withDatabase((db) =>
      addOwner(db, { business: 'b.example', email: 'guesser@b.example' }, service.clock.now),
    );
    const wrong = await statuses(5, async () => {
      await tryFrom('203.0.113.1', { email: 'guesser@b.example', password });
      return tryFrom('203.0.113.1');
    });
    assert.deepEqual(wrong, Array<number>(5).fill(401));
    assert.equal((await tryFrom('203.0.113.1')).status, 429);
  });

  test('a guesser on the same machine does not lock the proxy out, which has a client token of its own', async () => {
    const { clientToken } = await service.withDatabase((db) =>
      addOwner(db, { business: 'c.example', email: 'guesser@c.example' }, service.clock.now),
    );
    await statuses(20, () => tryFrom('127.0.0.1', {}, { client: clientToken }));
    assert.equal((await tryFrom('127.0.0.1', { password }, { client: clientToken })).status, 429);
    assert.equal((await tryFrom('127.0.0.1', { password })).status, 200);
  });

  test('a slow attack from many networks has one guess each, and the owner gets in from anywhere', async () => {
    assert.equal((await tryFrom('198.51.100.1', { password })).status, 200, 'where the owner usually is');
    for (let network = 1; network <= 30; network += 1) await tryFrom(`192.0.2.${network}`);
    service.clock.advance(3_600_000);
    const again = await statuses(30, (index) => tryFrom(`192.0.2.${index + 1}`));
    assert.deepEqual(new Set(again), new Set([429]), 'an hour later they have no second guess');
    assert.equal((await tryFrom('198.51.100.2', { password })).status, 200, 'the owner from a new place');
    assert.deepEqual(await statuses(3, () => tryFrom('198.51.100.1')), [401, 401, 401]);
    assert.equal(
      (await tryFrom('198.51.100.1', { password })).status,
      200,
      'a mistake at the usual place is no matter',
    );
  });

  test('what one instance counts, the others know', async () => {
    // So many that its wait is longer than another instance takes to start.
    await statuses(12, () => {
      service.clock.advance(900_000);
      return tryFrom('203.0.113.1');
    });
    if ('directory' in service.location) await service.restart();
    // With a clock of its own, it would take the failures for a mistake, and the first one would forget them.
    const beside = { ...options, clock: service.clock.clock };
    const other = 'directory' in service.location ? service : await new TestService(service.location, beside).start();
    const response = await fetch(`${other.url}/v1/login?client_token=${service.clientToken}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.1' },
      body: new URLSearchParams({ email: owner, password }),
    });
    if (other !== service) await other.stop();
    assert.equal(response.status, 429);
  });
});

test('guessing at the page that leads back into the set-up is slowed down as at signing in, with the right one too', async () => {
  const data = nextSetUp();
  const kept: Choices[] = [];
  await withSetUp(async ({ browser }) => void (await browser().send(typedShop)), { data, kept });
  await withSetUp(
    async ({ clock, directory }) => {
      await using db = await openServiceDatabase({ directory });
      await addOwner(db, { business: 'tea-shop.example', email: 'other@tea-shop.example' }, clock.now);
      const made = await linkOfRunning(db);
      assert.ok('link' in made);
      const guess = (typed: string) => new SetUpBrowser(made.link).send({ password: typed });
      const wrong = await Promise.all(Array.from({ length: 5 }, () => guess('wrong password')));
      const statuses = wrong.map(({ status }) => status);
      assert.deepEqual(statuses, Array<number>(5).fill(401), 'one guess, however many owners it is compared with');
      const hashes = countHashes();
      assert.equal((await guess('wrong password')).status, 429);
      const right = await guess(typedShop.password);
      assert.equal(right.status, 429);
      assert.match(right.headers.get('retry-after')!, /^[1-9]\d*$/);
      assert.match(right.text, /Too many sign-ins from your network failed/);
      assert.equal(countHashes(), hashes, 'nobody who waits costs a hash');
      clock.advance(2_000);
      assert.match((await guess(typedShop.password)).url, /\/websites$/);
    },
    { data, kept },
  );
});

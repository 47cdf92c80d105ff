/** Writes of one address, one after another: what is everybody's stays everybody's, and nothing acknowledged is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextChance } from '../../api-client/chances.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { sign, Stage, until } from '../server-proxy/harness.ts';

const report = '/reviews/flag';
const SENT = 330;
const SHARE = 300;

test(
  'one address that writes all the time takes its share of calls, and the rest of it waits behind everybody',
  { timeout: 600_000 },
  async () => {
    const clock = new PacedClock(30);
    await using stage = await Stage.open({ now: () => clock.now() });
    const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
    const exp = Math.floor(clock.now() / 1_000) + 30 * 86_400;
    // Customers of the shop: nobody is asked for a proof of work.
    const from = (address: string) => ({
      'x-forwarded-for': address,
      'plaudit-customer': sign({ email: 'customer@shop.example', exp }),
    });
    const [attacker, other] = [from('203.0.113.66'), from('198.51.100.7')];
    const send = async (message: string, headers: Record<string, string>): Promise<void> => {
      const { http, text } = await proxy.post(report, { review_no: '14', reason: 'other', message }, headers);
      if (http !== 429) return assert.ok([200, 202].includes(http), text);
      await clock.sleep(3_000);
      return send(message, headers);
    };
    const begun = clock.now();
    for (let index = 0; index < SENT; index += 1) await send(`Number ${index}`, attacker);
    const inTime = clock.now() - begun < 3_600_000;
    // Its share of calls is used up for all else, too, and others have their own.
    const edit = '/v1/partners/shop.example/edit-link/get';
    if (inTime) assert.equal((await proxy.get(edit, attacker)).http, 429);
    assert.equal((await proxy.get(edit, other)).http, 200);
    await send('Of somebody else', other);
    await until('all is delivered', () => new Set(stage.upstream.flags).size === SENT + 1);
    const { text } = await proxy.get('/metrics');
    const called = /calls_total\{lane="write",operation="flagReview",outcome="ok"\} (\d+)/.exec(text);
    const calls = Number(called![1]);
    if (inTime) assert.ok(calls <= SHARE + 1, `${calls} calls went before those of others`);
  },
);

test('writes leave a hundred calls of an hour to the heads of the mirror, as far as it wants them', () => {
  const mayCall = (lane: 'write' | 'head', used: number, heads: number, headsPerHour = 400) => {
    const log = { burst: [], hour: { used, heads, sweeps: 0, votes: 0, first: 0 } };
    return nextChance(lane, log, 1_000, 0, { headsPerHour, firstSweepPerHour: 0, backgroundPerWindow: 5 }).at === 1_000;
  };
  assert.deepEqual([mayCall('write', 899, 0), mayCall('write', 900, 0), mayCall('head', 900, 0)], [true, false, true]);
  assert.deepEqual([mayCall('write', 939, 40), mayCall('write', 940, 40)], [true, false]);
  assert.deepEqual([mayCall('write', 999, 150), mayCall('write', 1_000, 150)], [true, false]);
  assert.deepEqual([mayCall('write', 979, 0, 20), mayCall('write', 980, 0, 20)], [true, false]);
});

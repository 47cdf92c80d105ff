/** Many large uploads at once, which together are far more than a process may hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { rounds } from '../support/length.ts';
import { forgetPeak, residentMemory } from '../support/memory.ts';
import { RawConnection, multipartType, partHead } from '../support/raw-connection.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { Stage, until } from '../server-proxy/harness.ts';

const MEGABYTE = 1024 * 1024;
/** How much more than idle a process may hold. */
const MOST = 150 * MEGABYTE;
const MINUTE = 60_000;
const CONNECTIONS = rounds(12, 50);
const FILES = rounds(2, 10);

/** A picture that is one, followed by enough of nothing to be of the largest size that is taken. */
async function largePicture(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, Buffer.alloc(10 * MEGABYTE - picture.length)]);
}

test(
  `${CONNECTIONS} uploads of ${FILES * 10} MB at once take at most ${MOST / MEGABYTE} MB, and give them back`,
  { timeout: 10 * MINUTE },
  async (t) => {
    await using stage = await Stage.open();
    const { url, child } = await spawnProxy([stage.upstream.url, stage.path('data')]);
    try {
      const pid = child.pid!;
      const picture = await largePicture();
      const upload = async (address: string): Promise<number> => {
        const connection = await RawConnection.open(url);
        const text = Object.entries({ sku: 'SKU-1', title: 'T', content: 'c', rating: '5' })
          .map(([name, value]) => `${partHead(name)}${value}\r\n`)
          .join('');
        const heads = Array.from({ length: FILES }, (_none, index) => partHead(`image${index + 1}`, 'a.jpg'));
        const length = [text, ...heads, '--b--\r\n'].join('').length + FILES * (picture.length + 2);
        await connection.head('POST', '/v1/businesses/-/product/reviews/add', {
          'content-type': multipartType,
          'content-length': length,
          'x-forwarded-for': address,
        });
        const answered = connection.answer();
        await connection.write(text);
        for (const head of heads) for (const piece of [head, picture, '\r\n']) await connection.write(piece);
        await connection.write('--b--\r\n');
        const answer = await answered;
        connection.close();
        return answer?.status ?? 0;
      };
      // What is loaded with the first upload belongs to a process that is idle after it.
      assert.ok([200, 202].includes(await upload('198.51.100.1')));
      const idle = residentMemory(pid).now;
      forgetPeak(pid);
      const statuses = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_none, index) => upload(`203.0.113.${index}`)),
      );
      const { peak } = residentMemory(pid);
      const taken = statuses.filter((status) => status === 200 || status === 202).length;
      t.diagnostic(`idle ${Math.round(idle / MEGABYTE)} MB, peak ${Math.round(peak / MEGABYTE)} MB, ${taken} taken`);
      assert.ok(peak - idle < MOST, `${Math.round((peak - idle) / MEGABYTE)} MB more than idle`);
      assert.ok(taken > 0, statuses.join());
      assert.ok(
        statuses.every((status) => [200, 202, 503].includes(status)),
        statuses.join(),
      );
      await until(
        'the memory is given back',
        async () => {
          // Node gives memory back as it works.
          await Promise.all([fetch(`${url}/healthz`), wait(500)]);
          return residentMemory(pid).now - idle < MOST / 2;
        },
        MINUTE,
      );
      t.diagnostic(`after it ${Math.round(residentMemory(pid).now / MEGABYTE)} MB`);
      assert.ok([200, 202].includes(await upload('198.51.100.2')));
    } finally {
      child.kill('SIGKILL');
    }
  },
);

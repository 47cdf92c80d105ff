/** How the mirror gets on, as an operator sees it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { showMirroring } from '../../cli/mirroring.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { account, makeContent } from '../server-proxy/fake-upstream.ts';
import { silent, Stage } from '../server-proxy/harness.ts';
import { presentProgram } from '../support/present-program.ts';

function status(args: string[]): Promise<{ status: number; out: string; err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; out: string; err: string }>();
  const child = execFile(process.execPath, [presentProgram, 'proxy', 'status', ...args], (_error, out, err) =>
    resolve({ status: child.exitCode ?? -1, out, err }),
  );
  return promise;
}

test('proxy status shows each part, the calls and what waits, while the proxy runs and after it', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const running = await status(['--data', stage.path('data')]);
  assert.equal(running.status, 0, running.err);
  assert.match(running.out, /^shop\.example\n +items +last read +last swept\n/);
  assert.match(running.out, /product reviews +4 +\d+ \w+ ago +\d+ \w+ ago\n/);
  assert.match(running.out, /Calls: \d+ of 10 in ten seconds, \d+ of 1,000 in an hour \(.*sweep 7/);
  assert.match(
    running.out,
    /Waiting for the review service: 0 votes, 0 reviews and reports\nThe mirror is being kept up to date\n$/,
  );
  await proxy.close();
  assert.match((await status(['--data', stage.path('data')])).out, /No instance keeps the mirror up to date/);
});

test('proxy status makes no data where there is none', async () => {
  await using stage = await Stage.open();
  const { status: exit, err } = await status(['--data', stage.path('nowhere')]);
  assert.deepEqual([exit, err], [1, `plaudit: No proxy keeps its data in ${stage.path('nowhere')}\n`]);
});

test('the first mirroring is shown on a terminal, and nowhere else', async () => {
  await using stage = await Stage.open({ content: makeContent() });
  const running = await startProxy({
    host: '127.0.0.1',
    port: 0,
    upstream: stage.upstream.url,
    businesses: ['shop.example'],
    location: { directory: stage.path('data') },
    ...account,
    origins: [],
    trustedProxies: [],
    logger: silent,
    widgetsDirectory: join(import.meta.dirname, '../server-proxy/files/widgets'),
  });
  const lines: string[] = [];
  await showMirroring(() => running.mirroring(), { write: () => assert.fail('this is no terminal') });
  await showMirroring(() => running.mirroring(), { isTTY: true, write: (text) => lines.push(text) }, 1);
  const clear = '\r\x1b[K';
  assert.ok(lines[0]!.startsWith(clear));
  assert.match(
    lines[0]!.slice(clear.length),
    /^Mirroring shop\.example: [\d,]+ (of [\d,]+ )?[a-z ]+, [\d,]+ calls left this hour/,
  );
  assert.equal(lines.at(-1), clear);
  await running.close();
});

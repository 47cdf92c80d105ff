/** Heads of requests that a server in front may read in another way than we do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Stage } from '../server-proxy/harness.ts';
import { TestService } from '../support/review-service.ts';

async function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  socket.write(request);
  // A refused connection is closed by the server; others say so themselves.
  await once(socket, 'close');
  return text;
}

test('HTTP/0.9 and a second host are refused, also where an answer is ready', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const service = await new TestService({ directory: stage.path('service') }).start();
  try {
    for (const [url, path] of [
      [proxy.url, '/v1/businesses/-/product/reviews?sku=SKU-1'],
      [service.url, '/healthz'],
    ] as const) {
      const good = `GET ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
      // The second time it is cached.
      for (let times = 0; times < 2; times++) assert.match(await answerTo(url, good), /^HTTP\/1\.1 200 /);
      assert.match(await answerTo(url, `GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.\d 200 /);
      for (const bad of [
        `GET ${path}\r\n\r\n`,
        `GET ${path} HTTP/0.9\r\n\r\n`,
        `GET ${path} HTTP/0.9\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
        `GET ${path} HTTP/1.0\r\nHost: a.example\r\nHost: b.example\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      ]) {
        const answer = await answerTo(url, bad);
        assert.match(answer, /^HTTP\/1\.\d 400 [^]*"errorCode":306/, bad);
        assert.doesNotMatch(answer, /"status":"OK"/);
      }
    }
  } finally {
    await service.stop();
  }
});

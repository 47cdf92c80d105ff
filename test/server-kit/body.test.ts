import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { createHttpServer } from '../../server-kit/http/http-server.ts';
import { until } from '../support/smtp.ts';

test('connections that end in the middle of a body that nobody reads leave nothing behind', async () => {
  const watches = new Set<unknown>();
  const { setInterval: original } = globalThis;
  const begin = mock.method(globalThis, 'setInterval', (...given: Parameters<typeof setInterval>) => {
    const watch = original(...given);
    watches.add(watch);
    return watch;
  });
  const { clearInterval } = globalThis;
  const end = mock.method(globalThis, 'clearInterval', (watch: NodeJS.Timeout) => {
    watches.delete(watch);
    clearInterval(watch);
  });
  const app = createHttpServer({ logger: pino({ level: 'silent' }) });
  app.post('/', async () => ({}));
  try {
    await app.listen({ port: 0 });
    const before = watches.size;
    let most = 0;
    for (let visitor = 0; visitor < 10; visitor += 1) {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      const type = 'application/x-www-form-urlencoded';
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\na=1`);
      await once(socket, 'data');
      await until('the rest of the body is passed over', async () => watches.size > before);
      most = Math.max(most, watches.size - before);
      socket.destroy();
      await until('nothing watches it any more', async () => watches.size === before);
    }
    assert.equal(most, 1);
  } finally {
    await app.close();
    begin.mock.restore();
    end.mock.restore();
  }
});

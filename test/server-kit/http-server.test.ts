import assert from 'node:assert/strict';
import dns from 'node:dns';
import { Agent, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { readForm } from '../../server-kit/http/form.ts';
import { createHttpServer } from '../../server-kit/http/http-server.ts';
import { RawConnection } from '../support/raw-connection.ts';

const MEBIBYTE = 1024 * 1024;

const files = { wants: () => true, prepare: async () => 'taken', bytesOf: () => 0 };

let app: FastifyInstance;
before(async () => {
  app = createHttpServer({ logger: pino({ level: 'silent' }) });
  app.post('/form', async (incoming) => {
    const form = await readForm(incoming, { files });
    // Whoever takes the files refuses those that are too large.
    for (const { content } of form.files) if ((content as unknown) instanceof Error) throw content;
    return { fields: Object.keys(form.fields) };
  });
  app.post('/unread', async (_incoming, reply) => reply.code(401).send({}));
  app.get('/next', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

const part = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const multipart = 'multipart/form-data; boundary=x';
const whole = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
const upload = whole(part('image1', Buffer.alloc(2 * MEBIBYTE)));

for (const [what, path, type, body, status] of [
  ['has no boundary', '/form', 'multipart/form-data', upload, 400],
  ['has another boundary', '/form', 'multipart/form-data; boundary=y', upload, 400],
  ['is cut off', '/form', multipart, part('image1', Buffer.alloc(MEBIBYTE)), 400],
  ['is too large', '/form', multipart, whole(part('image1', Buffer.alloc(30 * MEBIBYTE))), 413],
  [
    'has too many files',
    '/form',
    multipart,
    whole(...Array.from({ length: 20 }, () => part('image', Buffer.alloc(MEBIBYTE)))),
    413,
  ],
  ['is not even read', '/unread', multipart, upload, 401],
] as const) {
  test(`a connection serves the next request after an upload was refused that ${what}`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const send = (method: string, to: string, headers: Record<string, string | number>, sent?: Buffer) =>
      new Promise<number>((resolve, reject) => {
        const call = request(
          {
            agent,
            host: '127.0.0.1',
            port: (app.server.address() as AddressInfo).port,
            method,
            path: to,
            headers,
            timeout: 120_000,
          },
          (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
        );
        call
          .on('socket', (socket) => sockets.add(socket))
          .on('timeout', () => call.destroy(new Error(`${to} was not answered`)))
          .on('error', reject)
          .end(sent);
      });
    assert.equal(await send('POST', path, { 'content-type': type, 'content-length': body.length }, body), status);
    assert.equal(await send('GET', '/next', {}), 200);
    assert.equal(sockets.size, 1, 'on the same connection');
    agent.destroy();
  });
}

for (const [what, bytes, http, code] of [
  ['names no host', 'GET /next HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 306],
  ['names no host and no path that there is', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 306],
  ['asks for a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n', 405, 399],
  ['is no HTTP', 'hello\r\n\r\n', 405, 399],
] as const) {
  test(`a request that ${what} is refused with the envelope`, async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    assert.match(head!, new RegExp(`^HTTP/1\\.1 ${http} `));
    const { status, success, errorCode } = JSON.parse(body!) as Record<string, unknown>;
    assert.deepEqual([status, success, errorCode], ['ERROR', false, code]);
  });
}

test('a request of HTTP/1.0 need not name a host', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /next HTTP/1.0\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 200 /);
});

test('localhost is one address: no second one goes without the limits of connections', async (context) => {
  // Not every machine has `::1`.
  const lookup = dns.lookup.bind(dns);
  context.mock.method(
    dns,
    'lookup',
    (
      host: string,
      ...[options, callback]: [
        dns.LookupAllOptions,
        (error: NodeJS.ErrnoException | null, addresses: string | dns.LookupAddress[]) => void,
      ]
    ) =>
      host === 'localhost' && callback
        ? callback(
            null,
            ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
          )
        : lookup(host, { ...options }, callback),
  );
  const local = createHttpServer({ logger: pino({ level: 'silent' }), connections: { total: 1, perAddress: 1 } });
  await local.listen({ host: 'localhost', port: 0 });
  const { port } = local.server.address() as AddressInfo;
  await assert.rejects(RawConnection.open(`http://127.0.0.2:${port}`), { code: 'ECONNREFUSED' });
  const [held, refused] = [
    await RawConnection.open(`http://127.0.0.1:${port}`),
    await RawConnection.open(`http://127.0.0.1:${port}`),
  ];
  assert.equal((await refused.answer())?.status, 429);
  held.close();
  await local.close();
});

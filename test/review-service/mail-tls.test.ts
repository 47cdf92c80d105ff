/** How mail is kept from whoever is on the way to the mail server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { TestService } from '../support/review-service.ts';
import { TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
/** The test server's certificate is vouched for by nobody. */
const ANY_CERTIFICATE = '?tls.rejectUnauthorized=false';

let directory: string;
let service: TestService;
const servers: { stop(): unknown }[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-mail-tls-'));
});
afterEach(async () => {
  await service.stop();
  for (const server of servers.splice(0)) await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function mailServer(knowsTls: boolean): Promise<TestMailServer> {
  const server = await new TestMailServer({ knowsTls }).start();
  servers.push(server);
  return server;
}

async function serve(smtpUrl: string): Promise<void> {
  service = await new TestService({ directory }, { smtpUrl }).start();
  service.token = await service.account(shop);
}

let orders = 0;
const write = () =>
  service.ok('addReviewRequest', shop, {
    form: { email: 'jane@x.example', first_name: 'Jane', order_id: String(++orders), order_date: '2026-11-03' },
  });
const waiting = async () => (await service.mails()).length;
const wasTried = () =>
  until('a mail was tried in vain', async () =>
    (await service.mails()).some(({ attempts, leased_by: at }) => attempts > 0 && at === null),
  );

test('a server that knows TLS gets mail over it, and never in plain again once it did', async () => {
  const server = await mailServer(true);
  await serve(server.url + ANY_CERTIFICATE);
  await write();
  await until('the mail is there', () => server.received.length === 1);
  assert.equal(server.received[0]!.secure, true);
  server.stripTls();
  await write();
  await wasTried();
  assert.deepEqual([server.received.length, await waiting()], [1, 1], 'it waits');
});

test('a server whose certificate nobody vouches for gets none', async () => {
  const server = await mailServer(true);
  await serve(server.url);
  await write();
  await wasTried();
  assert.deepEqual([server.received.length, server.offered, await waiting()], [0, 0, 1]);
});

test('a server that knows no TLS gets mail in plain, unless it must not', async () => {
  const server = await mailServer(false);
  await serve(server.url);
  for (const mails of [1, 2]) {
    await write();
    await until('the mail is there', () => server.received.length === mails);
  }
  assert.deepEqual(
    server.received.map(({ secure }) => secure),
    [false, false],
  );
  await service.stop();
  service = await new TestService({ directory }, { smtpUrl: `${server.url}?requireTLS=true` }).start();
  service.token = await service.account(shop);
  await write();
  await wasTried();
  assert.deepEqual([server.received.length, await waiting()], [2, 1]);
});

for (const [what, refusal] of [
  ['cannot do it just now', '454 TLS not available'],
  ['refuses it', '502 No'],
] as const) {
  test(`a server that offers TLS and then ${what} gets none in plain`, async () => {
    const said: string[] = [];
    const server: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 mail\r\n');
      socket.on('data', (chunk: Buffer) => {
        const line = chunk.toString().trim();
        said.push(line);
        socket.write(
          line.startsWith('EHLO')
            ? '250-mail\r\n250 STARTTLS\r\n'
            : line === 'STARTTLS'
              ? `${refusal}\r\n`
              : '250 Go on\r\n',
        );
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push({ stop: () => server.close() });
    await serve(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await write();
    await wasTried();
    assert.ok(said.includes('STARTTLS'));
    assert.deepEqual(
      said.filter((line) => /^(MAIL|RCPT|AUTH|DATA)/.test(line)),
      [],
    );
    assert.equal(await waiting(), 1);
  });
}

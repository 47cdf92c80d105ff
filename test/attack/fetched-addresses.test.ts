import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, mock, test } from 'node:test';
import { isOpenToAll, noteOwnPort } from '../../server-kit/network/own-places.ts';
import { fetchPublic, FetchRefused, isPublicAddress, isPublicPlace } from '../../server-kit/network/public-fetch.ts';

const servers: Server[] = [];
after(() => servers.forEach((server) => void server.close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Tests have no public internet: here the loopback address stands for it, and everything else stays forbidden. */
const options = { maxBytes: 1_000, deadlineMs: 120_000, isReachable: (address: string) => address === '127.0.0.1' };
const refused = (pattern: RegExp) => (error: unknown) => error instanceof FetchRefused && pattern.test(error.message);

for (const address of [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://localhost/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://168.63.129.16/machine/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[2002:7f00:1::]/',
  'http://[64:ff9b::7f00:1]/',
]) {
  test(`an address inside is not fetched: ${address}`, () =>
    assert.rejects(fetchPublic(address, { maxBytes: 10, deadlineMs: 120_000 }), refused(/public internet/)));
}

for (const address of [
  'ftp://a.example/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'nonsense',
]) {
  test(`what is no web address is not fetched: ${address}`, () =>
    assert.rejects(fetchPublic(address, options), refused(/http or https/)));
}

test('a public address is fetched', async () => {
  const url = await serve((_request, response) => void response.end('picture'));
  assert.equal((await fetchPublic(`${url}/a.jpg`, options)).toString(), 'picture');
});

test('a server that the operator named may be inside, and what it redirects to may not', async () => {
  const inside = await serve((_request, response) => void response.end('secret'));
  const named = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `${inside}/x` });
    response.end('picture');
  });
  const strict = { maxBytes: 1_000, deadlineMs: 120_000, knownOrigin: new URL(named).origin, httpsAlone: true };
  assert.equal((await fetchPublic(`${named}/a.jpg`, strict)).toString(), 'picture');
  await assert.rejects(fetchPublic(`${named}/away`, strict), refused(/not an https address/));
  await assert.rejects(fetchPublic(`${named}/away`, { ...strict, httpsAlone: false }), refused(/public internet/));
});

test('a redirect to an address inside is not followed', async () => {
  let reached = false;
  const inside = createServer(() => {
    reached = true;
  }).listen(0, '127.0.0.2');
  servers.push(inside);
  await once(inside, 'listening');
  const url = await serve(
    (_request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.2:${(inside.address() as AddressInfo).port}/` }).end(),
  );
  await assert.rejects(fetchPublic(url, options), refused(/public internet/));
  assert.equal(reached, false);
});

test('a redirect that never ends is given up', async () => {
  const url = await serve((_request, response) => void response.writeHead(301, { location: '/again' }).end());
  await assert.rejects(fetchPublic(url, options), refused(/redirects too often/));
});

test('a body that is not compressed as its header says is not said to be out of reach', async () => {
  for (const encoding of ['gzip', 'deflate']) {
    const url = await serve(
      (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end('<rss/> as it is'),
    );
    await assert.rejects(fetchPublic(url, options), refused(/says that it is compressed/), encoding);
  }
});

test('a body larger than allowed is given up, whether or not it says so', async () => {
  const honest = await serve((_request, response) => void response.end('x'.repeat(2_000)));
  await assert.rejects(fetchPublic(honest, options));
  const endless = await serve((_request, response) => {
    const push = () => {
      if (response.write('x'.repeat(500))) setImmediate(push);
      else response.once('drain', push);
    };
    push();
  });
  await assert.rejects(fetchPublic(endless, options));
});

test('a server that hangs is given up in time', async () => {
  const url = await serve(() => {});
  await assert.rejects(fetchPublic(url, { ...options, deadlineMs: 300 }), refused(/in time/));
});

test('a name that nobody answers for is given up in time too', async () => {
  const lookup = mock.method(dns, 'lookup', () => new Promise(() => {}));
  syncBuiltinESMExports();
  // Nothing else keeps this process waiting.
  const alive = setInterval(() => {}, 1_000);
  try {
    await assert.rejects(fetchPublic('http://slow.example/a.jpg', { ...options, deadlineMs: 100 }), refused(/in time/));
    assert.equal(lookup.mock.callCount(), 1);
  } finally {
    clearInterval(alive);
    lookup.mock.restore();
    syncBuiltinESMExports();
  }
});

test('the public internet is told from everything else', () => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700::1111'])
    assert.equal(isPublicAddress(address), true, address);
  for (const address of [
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    'ff02::1',
    '2001:db8::1',
    'example.com',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address);
});

/** As on a machine whose own address is public: the loopback addresses stand for public ones, the first for its own. */
const ownPublic = {
  ...options,
  isReachable: (address: string, port: number) => address.startsWith('127.0.0.') && isOpenToAll(address, port),
};

test('a database on our own public address is not asked, and a machine beside us is', async () => {
  let asked = 0;
  const database = createServer((_request, response) => void response.end(`${(asked += 1)}`)).listen(0, '0.0.0.0');
  servers.push(database);
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  await assert.rejects(fetchPublic(`http://127.0.0.1:${port}/`, ownPublic), FetchRefused);
  await assert.rejects(fetchPublic(`http://[::ffff:127.0.0.1]:${port}/`, ownPublic), FetchRefused);
  assert.equal(asked, 0);
  assert.equal((await fetchPublic(`http://127.0.0.2:${port}/`, ownPublic)).toString(), '1');
});

test('the feed of a shop on the same machine is read at port 443, unless one of our own programs is there', async (context) => {
  const shop = createServer((_request, response) => void response.end('feed'));
  const isOurs = await new Promise<boolean>((resolve) => {
    shop.once('error', () => resolve(false));
    shop.listen(443, '127.0.0.1', () => resolve(true));
  });
  if (!isOurs) return context.skip('port 443 is not ours to take here');
  try {
    assert.equal((await fetchPublic('http://127.0.0.1:443/feed', ownPublic)).toString(), 'feed');
    noteOwnPort(shop);
    await assert.rejects(fetchPublic('http://127.0.0.1:443/feed', ownPublic), FetchRefused);
  } finally {
    shop.close();
    await once(shop, 'close');
  }
  assert.equal(isOpenToAll('127.0.0.1', 443), true);
});

test('an interface of our own that is not public is not asked at any port', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
    for (const port of isPublicAddress(address) ? [3000, 5432, 8080] : [80, 443, 3000])
      assert.equal(isPublicPlace(address, port), false, `${address} ${port}`);
});

test('a name that leads inside is told from one that nobody knows', async () => {
  const fetchOf = (name: string) => fetchPublic(`http://${name}/`, { maxBytes: 10, deadlineMs: 120_000 });
  await assert.rejects(fetchOf('localhost'), refused(/has a name that leads inside/));
  await assert.rejects(fetchOf('no-such-shop.invalid'), refused(/name that nobody knows|cannot be looked up/));
});

/** A port that is open before its program is, and one that two programs share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Doorway } from '../../server-kit/network/doorway.ts';
import { freePort } from '../support/ports.ts';

const host = '127.0.0.1';
const answering = (text: string): Server =>
  createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => response.setHeader('connection', 'close').end(text + body));
  });
const ask = async (port: number, init: RequestInit = {}) => (await fetch(`http://${host}:${port}/`, init)).text();
const close = async (server: Server) => {
  server.close();
  await once(server, 'close');
};

test('who connects before there is a server is answered by it, and later ones as well', async () => {
  const port = await freePort();
  const doorway = await Doorway.open({ host, port });
  const early = [ask(port), ask(port, { method: 'POST', body: 'sent early' })];
  const gone = connect(port, host);
  await once(gone, 'connect');
  gone.destroy();
  const server = answering('hello ');
  await doorway.handTo(server);
  assert.deepEqual(await Promise.all(early), ['hello ', 'hello sent early']);
  assert.equal(await ask(port), 'hello ');
  assert.equal((server.address() as AddressInfo).port, port);
  await close(server);
  await assert.rejects(ask(port), 'the port is closed with the server');
});

test('nobody waits for a start that takes long', async () => {
  const port = await freePort();
  const doorway = await Doorway.open({ host, port, patienceMs: 1 });
  for (let round = 0; round < 2; round++) {
    const answer = await fetch(`http://${host}:${port}/`);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
    assert.equal(((await answer.json()) as { errorCode: number }).errorCode, 503);
  }
  const server = answering('hello');
  await doorway.handTo(server);
  assert.equal(await ask(port), 'hello');
  await close(server);
});

test('a port is taken once, unless a program is meant to be beside another', async () => {
  const port = await freePort();
  const [first, second] = [answering('first'), answering('second')];
  await (await Doorway.open({ host, port })).handTo(first);
  await assert.rejects(Doorway.open({ host, port }), { code: 'EADDRINUSE', port });
  const beside = await Doorway.open({ host, port, isBeside: true });
  assert.equal(await ask(port), 'first', 'until the second server is there');
  await beside.handTo(second);
  const answers = new Set<string>();
  while (answers.size < 2) answers.add(await ask(port));
  await close(first);
  for (let round = 0; round < 5; round++) assert.equal(await ask(port), 'second');
  await close(second);
});

test('a doorway that is closed lets everybody go', async () => {
  const port = await freePort();
  const doorway = await Doorway.open({ host, port });
  const waiting = connect(port, host);
  await once(waiting, 'connect');
  const gone = once(waiting, 'close');
  doorway.close();
  await gone;
  (await Doorway.open({ host, port })).close();
});

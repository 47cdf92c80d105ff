/** The service below a path of the shop's own address, as a reverse proxy publishes it there: `PLAUDIT_PUBLIC_URL` with a path. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { password, TestService, type Given } from '../support/review-service.ts';
import { partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const prefix = '/reviews-service';

let directory: string;
let mails: TestMailServer;
let service: TestService;
let front: Server;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-prefix-'));
  mails = await new TestMailServer().start();
  // Passes on what is below the prefix, without it; everything else belongs to the shop.
  front = createServer((incoming, answer) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return void answer.writeHead(404).end('The shop knows no such page');
    const onward = request(
      service.url + incoming.url.slice(prefix.length),
      { method: incoming.method!, headers: incoming.headers },
      (given) => given.pipe(answer.writeHead(given.statusCode!, given.headers)),
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => {
    front.listen(0, '127.0.0.1', listening);
  });
  const publicUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}${prefix}/`;
  service = await new TestService({ directory }, { smtpUrl: mails.url, publicUrl }).start();
  service.token = await service.account(shop);
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [
        { id: 1, sku: 'MUG' },
        { id: 2, sku: 'CUP' },
      ],
    }),
  );
});
after(async () => {
  await service.stop();
  front.close();
  await mails.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Sends a form as a browser does: follows where the answer leads, and answers the page that is there. */
async function send(
  address: string,
  fields: Given,
  photos: Uint8Array[] = [],
): Promise<{ status: number; text: string; url: string }> {
  service.clock.advance(60_000);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  for (const photo of photos) body.append('photos', new Blob([new Uint8Array(photo)]), 'photo.png');
  const answer = await fetch(address, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), url: answer.url };
}

test('a review that is written below a path prefix ends on its thanks, and its photos are found there', async () => {
  const { url } = await service.ok('getWriteLink', shop);
  assert.ok(url.includes(`${prefix}/write/`));
  const page = await (await fetch(url)).text();
  const form = /name="form" value="([^"]+)"/.exec(page)![1]!;
  const thanks = await send(
    url,
    { form, rating: 5, title: 'Below', content: 'A prefix', name: 'Jane Doe', email: 'jane@x.example' },
    [await png()],
  );
  assert.deepEqual([thanks.status, thanks.url], [200, `${url}/thanks`]);
  assert.match(thanks.text, /<h1>Thank you<\/h1>/);
  const [review] = await service.ok('listReviews', shop);
  assert.equal((await fetch(review!.images[0]!.small)).status, 200);
});

test('a request is completed below a path prefix, the rest of the order too', async () => {
  const { link } = await service.ok('addProductReviewRequest', shop, {
    form: { email: 'jane@x.example', order_id: 'A', order_date: '2026-11-03', product_skus: 'MUG,CUP', return_link: 1 },
  });
  const answer = {
    'product-0-rating': 4,
    'product-0-title': 'Fine',
    'product-0-content': 'It holds tea.',
    name: 'Jane Doe',
  };
  const thanks = await send(link!, answer);
  assert.deepEqual([thanks.status, thanks.url], [200, `${link}/thanks`]);
  const rest = new URL(/<a class="button" href="([^"]+)"/.exec(thanks.text)![1]!, thanks.url).href;
  assert.equal(rest, link);
  assert.match(await (await fetch(rest)).text(), /name="product-1-rating"/);
});

test('a review is edited below a path prefix', async () => {
  const { link } = await service.ok('getEditLink', shop, { query: { email: 'jane@x.example' } });
  await send(link, { step: 'send' });
  await until('the code came', () => mails.received.some(({ to }) => to.includes('jane@x.example')));
  const code = /^ {4}(\d{6})\r?$/m.exec(partOf(mails.received.at(-1)!, 'text/plain'))![1]!;
  const saved = await send(link, { step: 'save', code, rating: 3, title: 'Edited', content: 'Below a prefix' });
  assert.deepEqual([saved.status, saved.url], [200, `${link}/thanks`]);
});

test('the console is signed in to, and stays, below the prefix', async () => {
  const owner = new ConsoleBrowser(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
  await owner.open(`${prefix}/console/settings/sign-in`);
  assert.match(owner.path, new RegExp(`^${prefix}/console/sign-in\\?next=%2Fconsole%2Fsettings`));
  await owner.send(owner.path, { email: `owner@${shop}`, password });
  assert.deepEqual([owner.status, owner.path], [200, `${prefix}/console/settings/sign-in`]);
  const elsewhere = [...owner.text.matchAll(/(?:href|action)="([^"]*)"/g)].filter(
    ([, address]) => !address!.startsWith(`${prefix}/console`) && address !== '#content',
  );
  assert.deepEqual(elsewhere, []);
});

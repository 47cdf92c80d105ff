/**
 * A proxy and a service of two versions, an earlier one that was installed from its packed file and this one, both ways
 * and on the same data. Where no earlier version is given, the long tests pack one.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { signedFor, until } from '../server-proxy/harness.ts';
import { findEarlierProgram } from '../support/earlier-version.ts';
import { presentProgram } from '../support/present-program.ts';
import { phonePhoto } from '../support/pictures.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { ShopPrograms } from '../support/shop-programs.ts';

const reviews = '/v1/businesses/-/product/reviews';

interface Review {
  readonly id: number;
  readonly title: string;
  readonly num_positive_votes: number;
  readonly images: readonly { readonly original: string }[];
}

async function read({ url }: RunningProgram): Promise<readonly Review[]> {
  const response = await fetch(`${url}${reviews}?sku=MUG&count=100`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { product_reviews: Review[] }).product_reviews;
}

/** Everything that a shopper does, through a proxy: it reads, writes a review with a photo, and votes. */
async function shopWith(proxy: RunningProgram, title: string): Promise<void> {
  const { url } = proxy;
  const form = new FormData();
  for (const [name, value] of Object.entries({ sku: 'MUG', title, content: 'As good.', rating: '4' }))
    form.set(name, value);
  const photo = new Uint8Array(await phonePhoto(200, 150));
  form.set('image1', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { ...signedFor(title), 'idempotency-key': title };
  for (const replayed of [null, 'true']) {
    const added = await fetch(`${url}${reviews}/add`, { method: 'POST', headers, body: form });
    assert.ok(added.ok, await added.text());
    assert.equal(added.headers.get('idempotent-replayed'), replayed);
  }
  const found = async () => (await read(proxy)).find((one) => one.title === title);
  await until(`${title} is shown`, async () => (await found()) !== undefined);
  const review = (await found())!;
  assert.equal((await fetch(review.images[0]!.original)).status, 200);
  const vote = new URLSearchParams({ review_id: String(review.id), vote: 'positive' });
  assert.ok((await fetch(`${url}${reviews}/vote`, { method: 'POST', body: vote })).ok);
  await until('the vote counts', async () => (await found())!.num_positive_votes === 1);
  const rendered = await fetch(`${url}/render/plaudit-product-reviews?sku=MUG`);
  assert.match(await rendered.text(), new RegExp(title));
}

test('programs of two versions work together, both ways and on the same data', { timeout: 900_000 }, async (t) => {
  const earlier = findEarlierProgram();
  if (earlier === null) return t.skip('no earlier version: npm run test:durability packs one');
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-versions-'));
  try {
    const shop = await ShopPrograms.make(join(directory, 'data'), earlier);
    const proxyData = (name: string) => ['--data', join(directory, 'data', name)];
    const run = async (
      service: string,
      proxy: string,
      data: string,
      work: (proxy: RunningProgram) => Promise<void>,
    ) => {
      await using _service = await shop.startService(service);
      await using running = await shop.startProxy(proxyData(data), proxy);
      await shop.mirrored(running);
      await work(running);
    };
    const titles = async (proxy: RunningProgram) => (await read(proxy)).map(({ title }) => title).toSorted();
    const [first, second, third] = ['Later proxy', 'Later service', 'Both later'];
    await run(earlier, presentProgram, 'later', (proxy) => shopWith(proxy, first!));
    await run(presentProgram, earlier, 'earlier', (proxy) => shopWith(proxy, second!));
    await run(presentProgram, presentProgram, 'earlier', async (proxy) => {
      await shopWith(proxy, third!);
      assert.deepEqual(await titles(proxy), [first, second, third].toSorted());
    });

    const file = join(shop.serviceData, 'reviews.sqlite');
    const bytes = readFileSync(file);
    const back = run(earlier, earlier, 'first', async (proxy) => assert.equal((await read(proxy)).length, 3));
    const refusal = await back.then(
      () => null,
      (error: Error) => error.message,
    );
    t.diagnostic(refusal === null ? 'the earlier version goes on with the data' : `it refuses: ${refusal}`);
    if (refusal === null) return;
    assert.match(refusal, /newer version of Plaudit/);
    assert.deepEqual(readFileSync(file), bytes, 'what it refuses, it leaves alone');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/** Both programs in processes of their own, with something to read and a way to write: for tests that take their data from them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openServiceDatabase } from '../../review-service/database.ts';
import { addToken } from '../../review-service/people/accounts/user-tokens.ts';
import type { ServiceLocation } from '../../review-service/database.ts';
import { product, productReview, type FakeUpstream } from '../server-proxy/fake-upstream.ts';
import { startNow, type Start } from '../server-proxy/clocks.ts';
import { signedFor, until } from '../server-proxy/harness.ts';
import { saveContent } from './content.ts';
import { phonePhoto } from './pictures.ts';
import { addOwner, assertRefusal } from './review-service.ts';
import { spawnProxy } from './spawned-proxy.ts';
import { ServiceProcess } from './service-process.ts';

const shop = 'shop.example';
const TOKENS = 200;

export interface Program {
  readonly name: 'service' | 'proxy';
  readonly url: string;
  readonly pid: number;
  /** What it has said. */
  log(): string;
  /** What is answered though nothing can be written. */
  readonly reads: readonly (() => Promise<Response>)[];
  /** A review, known by its title, also as the key it is sent again with. */
  write(title: string, more?: { bytes?: number; photo?: Buffer }): Promise<Response>;
  /** How many reviews with this title there are, seen from outside. */
  count(title: string): Promise<number>;
  /** Addresses that a browser opens. */
  readonly page: string | null;
  readonly picture: string | null;
  kill(): Promise<void>;
}

export async function startServiceProgram(location: ServiceLocation): Promise<Program> {
  const db = await openServiceDatabase(location);
  const { clientToken } = await addOwner(db, { business: shop, email: 'owner@shop.example' });
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const now = Date.now();
  for (let token = 0; token < TOKENS; token++) await addToken(db, id, `token ${token}`, now, now + 86_400_000);
  await saveContent(db, shop, {
    products: [{ id: 1, sku: 'MUG' }],
    productReviews: [{ id: 1, rating: 4, product: { sku: 'MUG' } }],
  });
  await db.destroy();

  const service = await ServiceProcess.start(
    'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl],
    'warn',
  );
  let calls = 0;
  // Many tokens, so that none meets its limits.
  const call = (path: string, init: RequestInit = {}, kind = 'businesses') => {
    const url = new URL(`${service.url}/v1/${kind}/${shop}${path}`);
    url.searchParams.set('client_token', clientToken);
    return fetch(url, { ...init, headers: { user_token: `token ${calls++ % TOKENS}`, ...init.headers } });
  };
  const { url: page } = (await (await call('/write-link/get', {}, 'partners')).json()) as { url: string };
  const added = await call('/product/reviews/add', {
    method: 'POST',
    body: reviewOf('With a photo', 'MUG', { photo: await phonePhoto(200, 150) }),
  });
  const {
    product_review: { images },
  } = (await added.json()) as { product_review: { images: { original: string }[] } };
  return {
    name: 'service',
    page,
    picture: images[0]!.original,
    url: service.url,
    pid: service.pid,
    log: () => service.log,
    reads: [
      () => call(''),
      () => call('/product/reviews?sku=MUG'),
      () => call('/product/reviews?ratings=4,5&start=0'),
      () => call('/product/reviews/stats'),
      () => call('/products'),
    ],
    write: (title, more) =>
      call('/product/reviews/add', {
        method: 'POST',
        headers: { 'idempotency-key': title },
        body: reviewOf(title, 'MUG', more),
      }),
    async count(title) {
      const response = await call('/product/reviews?sku=MUG&count=100');
      assert.equal(response.status, 200);
      return countTitles(await response.json(), title);
    },
    kill: () => service.kill(),
  };
}

/**
 * @param location - a directory, or the address of a database.
 * @param clock - how many times faster than the wall's it runs, and since when.
 */
export async function startProxyProgram(
  upstream: FakeUpstream,
  location: string,
  clock: { faster: number; start: Start } = { faster: 1, start: startNow() },
): Promise<Program> {
  const only = product(1);
  upstream.content.products.splice(0, Infinity, only);
  upstream.content.productReviews.splice(0, Infinity, productReview(1, only));
  const { url, child } = await spawnProxy(
    [upstream.url, location, String(clock.faster), JSON.stringify(clock.start)],
    { PLAUDIT_LOG_LEVEL: 'warn' },
    'pipe',
  );
  let log = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  let calls = 0;
  // Many shoppers, so that none meets the limits.
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/v1/businesses/${shop}${path}`, {
      ...init,
      headers: { 'x-forwarded-for': `203.0.113.${calls++ % 250}`, ...init.headers },
    });
  await until(
    'the mirror is complete',
    async () =>
      ((await (await fetch(`${url}/readyz`)).json()) as { businesses?: { complete: boolean }[] }).businesses?.[0]
        ?.complete === true,
  );
  let asked = 0;
  return {
    name: 'proxy',
    page: null,
    picture: null,
    url,
    pid: child.pid!,
    log: () => log,
    reads: [
      () => call(''),
      () => call('/product/reviews?sku=SKU-1'),
      // Each time another question, so that no answer is there already.
      () => call(`/product/reviews?sku=SKU-1&start=${++asked}`),
      () => call('/product/reviews/stats?skus=SKU-1'),
      () => call('/products'),
    ],
    write: (title, more) =>
      call('/product/reviews/add', {
        method: 'POST',
        headers: { 'idempotency-key': title, ...signedFor(title) },
        body: reviewOf(title, 'SKU-1', more),
      }),
    count: async (title) => upstream.content.productReviews.filter((review) => review['title'] === title).length,
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function reviewOf(
  title: string,
  sku: string,
  { bytes = 100, photo }: { bytes?: number; photo?: Buffer } = {},
): URLSearchParams | FormData {
  const fields = { sku, title, content: 'word '.repeat(bytes / 5), rating: '4' };
  if (!photo) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('image1', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}

function countTitles(body: unknown, title: string): number {
  return (body as { product_reviews: { title: string }[] }).product_reviews.filter((review) => review.title === title)
    .length;
}

/** Asks for everything that can be read, and answers how long each took, in milliseconds. */
export async function readAll({ url, reads }: Program): Promise<number[]> {
  const times: number[] = [];
  for (const read of [() => fetch(`${url}/healthz`), () => fetch(`${url}/readyz`), ...reads]) {
    const begun = performance.now();
    const response = await read();
    assert.equal(response.status, 200, `${response.url}: ${await response.clone().text()}`);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times;
}

/** 503 as both programs say it. */
export const assertUnavailable = (response: Response): Promise<void> => assertRefusal(response, 503, 503);

export async function readStorageOf({ url }: Program): Promise<string> {
  const response = await fetch(`${url}/readyz`);
  return ((await response.json()) as { storage: string }).storage;
}

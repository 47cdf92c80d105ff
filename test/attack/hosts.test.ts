/** Somebody asks under a host of theirs, so that links, pages or mails for others lead to them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { merchantKey, Stage } from '../server-proxy/harness.ts';
import { productReview } from '../server-proxy/fake-upstream.ts';
import { saveContent } from '../support/content.ts';
import { rawRequest, type RawAnswer } from '../support/raw-http.ts';
import { buildRenderer } from '../support/renderer.ts';
import { TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const evil = 'evil.example';
const forged = {
  host: evil,
  'x-forwarded-host': evil,
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.9',
  forwarded: `for=203.0.113.9;host=${evil};proto=https`,
  'x-original-host': evil,
};

function holdsNothingForged({ http, headers, text }: RawAnswer, what: string): void {
  assert.ok(http < 500, `${what}: ${text}`);
  assert.ok(
    !`${JSON.stringify(headers)}${text}`.includes(evil),
    `${what} leads to the host of whoever asked: ${JSON.stringify(headers)} ${text.slice(0, 500)}`,
  );
}

function logged() {
  const lines: { level: number; msg: string }[] = [];
  return {
    lines,
    logger: pino(
      { level: 'info' },
      { write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }) },
    ),
  };
}

const aboutLinks = (lines: readonly { level: number; msg: string }[]) =>
  lines.filter(({ msg }) => msg.startsWith('links begin with')).map(({ level, msg }) => [level, msg]);
const [INFO, WARN] = [30, 40];

describe('the proxy', () => {
  before(buildRenderer);

  test('no answer holds a host that a request named, believed neighbours or not', async () => {
    await using stage = await Stage.open();
    for (let id = 1; id <= 12; id++)
      stage.upstream.content.productReviews.push(productReview(5_000 + id, stage.upstream.content.products[0]!));
    for (const trustedProxies of [[], ['127.0.0.1']]) {
      const proxy = await (
        await stage.proxy({
          trustedProxies,
          storefrontDirectory: join(import.meta.dirname, '../server-proxy/files/widgets'),
        })
      ).mirrored();
      const shop = '/v1/businesses/-';
      for (const path of [
        '/render/plaudit-product-reviews?sku=SKU-1&page-size=5',
        '/render/plaudit-review-list',
        '/render/plaudit-stars?sku=SKU-1',
        '/render/plaudit-review-form?sku=SKU-1',
        '/render/plaudit-write-review',
        '/render/none',
        `${shop}`,
        `${shop}/product/reviews?sku=SKU-1`,
        `${shop}/products`,
        `${shop}/reviews`,
        `${shop}/questions`,
        `${shop}/product/reviews/stats?skus=SKU-1`,
        '/v1/partners/-/write-link/get',
        '/v1/partners/-/edit-link/get',
        `${shop}/nothing`,
        '/healthz',
        '/readyz',
        '/metrics',
        '/sri.json',
        '/nothing',
        '/%',
      ]) {
        holdsNothingForged(await rawRequest(proxy.url + path, { headers: forged }), path);
        // One from the cache, too.
        holdsNothingForged(await rawRequest(proxy.url + path, { headers: forged }), path);
      }
      const write = { method: 'POST', headers: { ...forged, 'content-type': 'application/x-www-form-urlencoded' } };
      holdsNothingForged(
        await rawRequest(`${proxy.url}${shop}/product/reviews/add`, {
          ...write,
          body: 'sku=SKU-1&title=A&content=B&rating=5',
        }),
        'a review',
      );
      holdsNothingForged(
        await rawRequest(`${proxy.url}/merchant/v1/businesses/-/product/reviews`, {
          headers: { ...forged, authorization: `Bearer ${merchantKey}` },
        }),
        'a merchant',
      );
      const rendered = await rawRequest(`${proxy.url}/render/plaudit-product-reviews?sku=SKU-1&page-size=5`, {
        headers: forged,
      });
      assert.ok(rendered.text.includes(`href="${proxy.url}/render/`), 'its links lead to where it listens');
      await proxy.close();
    }
  });

  test("a page of a name that leads here is no page of the proxy's own", async () => {
    await using stage = await Stage.open();
    const proxy = await (await stage.proxy()).mirrored();
    const ask = (host: string, origin: string) =>
      rawRequest(`${proxy.url}/v1/businesses/-/products`, { headers: { host, origin } });
    const { port } = new URL(proxy.url);
    for (const name of [
      `evil.example:${port}`,
      'evil.example',
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example:${port}`,
      '127.0.0.1@evil.example',
    ]) {
      const answer = await ask(name, `http://${name}`);
      assert.deepEqual([answer.http, answer.headers['access-control-allow-origin']], [403, undefined], name);
    }
    for (const address of [`127.0.0.1:${port}`, `localhost:${port}`, '192.0.2.7:8080', `[::1]:${port}`]) {
      assert.equal((await ask(address, `http://${address}`)).http, 200, address);
    }
  });

  for (const [host, publicUrl, level] of [
    ['127.0.0.1', undefined, INFO],
    ['0.0.0.0', undefined, WARN],
    ['0.0.0.0', 'https://reviews.shop.example', null],
  ] as const) {
    test(`listening on ${host} with ${publicUrl ?? 'no public address'}, it says ${level === null ? 'nothing' : 'once where links lead'}`, async () => {
      await using stage = await Stage.open();
      const { lines, logger } = logged();
      const proxy = await stage.proxy({ host, ...(publicUrl === undefined ? {} : { publicUrl }), logger });
      assert.deepEqual(
        aboutLinks(lines),
        level === null
          ? []
          : [
              [
                level,
                `links begin with ${proxy.url}, where this program listens; give --public-url if it is reached by another address`,
              ],
            ],
      );
    });
  }

  test('an API that is called without TLS on another machine is warned of, one on this machine is not', async () => {
    await using stage = await Stage.open();
    for (const [upstream, warned] of [
      [stage.upstream.url, false],
      ['http://api.invalid/v1', true],
      ['https://api.invalid/v1', false],
      ['http://localhost:9/v1', false],
    ] as const) {
      const { lines, logger } = logged();
      const proxy = await stage.proxy({ upstream, logger });
      assert.equal(lines.filter(({ msg }) => msg.includes('without TLS')).length, warned ? 1 : 0, upstream);
      await proxy.close();
    }
  });
});

describe('the review service', () => {
  const shop = 'a.example';
  let directory: string;
  let service: TestService;
  const { lines, logger } = logged();
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-hosts-'));
    service = await new TestService({ directory }, { logger, trustedProxies: ['127.0.0.1'] }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
  });
  after(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const ask = (path: string, parameters: Record<string, string> = {}, method = 'GET') => {
    service.clock.advance(4_000);
    const query = new URLSearchParams({ client_token: service.clientToken, ...(method === 'GET' ? parameters : {}) });
    const address = path.startsWith('http') ? path : `${service.url}${path}?${query.toString()}`;
    const headers = { ...forged, user_token: service.token!, 'content-type': 'application/x-www-form-urlencoded' };
    return rawRequest(address, {
      method,
      headers,
      body: method === 'GET' ? '' : new URLSearchParams(parameters).toString(),
    });
  };

  test('no answer, page or mail holds a host that a request named', async () => {
    const written = {
      sku: 'MUG',
      title: 'Good',
      content: 'It holds tea.',
      rating: '5',
      first_name: 'Ada',
      email: 'ada@x.example',
    };
    const base = `/v1/businesses/${shop}`;
    const made = await ask(`${base}/product/reviews/add`, written, 'POST');
    assert.equal(made.http, 200, made.text);
    const invited = await ask(
      `${base}/product/review/request/add`,
      { email: 'bob@x.example', first_name: 'Bob', order_id: 'B', order_date: '2026-11-03', product_skus: 'MUG' },
      'POST',
    );
    assert.equal(invited.http, 200, invited.text);
    const requested = await ask(
      `${base}/product/review/request/add`,
      {
        email: 'ada@x.example',
        first_name: 'Ada',
        order_id: 'A',
        order_date: '2026-11-03',
        product_skus: 'MUG',
        return_link: '1',
      },
      'POST',
    );
    const write = await ask(`/v1/partners/${shop}/write-link/get`);
    const { link } = JSON.parse(requested.text) as { link?: string };
    const { url } = JSON.parse(write.text) as { url?: string };
    assert.ok(
      link !== undefined && url !== undefined && link.startsWith(service.url) && url.startsWith(service.url),
      requested.text + write.text,
    );
    const answers: [string, RawAnswer][] = [
      ['a review', made],
      ['a request', requested],
      ['a link', write],
    ];
    for (const path of [
      base,
      `${base}/product/reviews`,
      `${base}/products`,
      `${base}/reviews`,
      '/v1/openapi.json',
      '/v1/nothing',
      '/nothing',
      '/healthz',
      '/readyz',
      '/metrics',
    ])
      answers.push([path, await ask(path)]);
    for (const page of [link, url, `${url}x`, `${link}/nothing`]) answers.push([page, await ask(page)]);
    const form = {
      name: 'Ada',
      'product-0-rating': '5',
      'product-0-title': 'Good',
      'product-0-content': 'It holds tea.',
    };
    const sent = await ask(link, form, 'POST');
    assert.equal(sent.http, 303, sent.text);
    answers.push(['a form', sent], ['a form that is wrong', await ask(url, { rating: '9' }, 'POST')]);
    for (const [what, answer] of answers) holdsNothingForged(answer, what);

    const mail = join(directory, 'mail');
    await until('a mail is there', () => readdirSync(mail).some((name) => name.endsWith('.eml')));
    for (const name of readdirSync(mail)) {
      const text = readFileSync(join(mail, name), 'utf8').replace(/=\r?\n/g, '');
      assert.ok(!text.includes(evil) && text.includes(service.url), text);
    }
  });

  test('it says once where links lead', () => {
    assert.deepEqual(aboutLinks(lines), [
      [
        INFO,
        `links begin with ${service.url}, where this program listens; give --public-url if it is reached by another address`,
      ],
    ]);
  });
});

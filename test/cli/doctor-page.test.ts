/** `plaudit doctor URL`: what is wrong with a page, found on real pages in front of a real proxy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { oneNetwork } from '../../cli/doctor/page/ask.ts';
import { checkPage } from '../../cli/doctor/page/page.ts';
import { blockedBy, parsePolicies } from '../../cli/doctor/page/policy.ts';
import { product, productReview } from '../server-proxy/fake-upstream.ts';
import { Stage, type TestProxy } from '../server-proxy/harness.ts';
import { runProgram } from '../support/program.ts';

const manifest = {
  modules: [
    {
      declarations: ['plaudit-stars', 'plaudit-product-reviews', 'plaudit-questions'].map((tagName) => ({
        tagName,
        attributes: ['sku', 'page-size', 'item-group', 'order', 'theme'].map((name) => ({ name })),
      })),
    },
  ],
};

let stage: Stage;
let proxy: TestProxy;
let shop: Server;
let origin: string;
/** What the shop answers next. */
let page: { html: string; headers?: Record<string, string>; status?: number };

before(async () => {
  const only = product(1);
  const address = 'http://127.0.0.1:9/7.jpg';
  const image = { caption: '', original: address, normal: address, large: address, small: address };
  stage = await Stage.open({
    content: { products: [only], productReviews: [{ ...productReview(1, only), images: [image] }] },
  });
  const widgetsDirectory = stage.path('widgets');
  mkdirSync(widgetsDirectory);
  writeFileSync(join(widgetsDirectory, 'plaudit.js'), '');
  writeFileSync(join(widgetsDirectory, 'custom-elements.json'), JSON.stringify(manifest));
  shop = createServer((_request, answer) => {
    answer.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
    answer.end(page.html);
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const words = new Map([['sv', { retry: 'Försök igen' }]]);
  proxy = await stage.proxy({ origins: [origin], widgetsDirectory, words });
  await proxy.mirrored();
});

after(async () => {
  shop.close();
  await stage[Symbol.asyncDispose]();
});

const script = (more = '', src = `${proxy.url}/plaudit.js`) => `<script type="module" src="${src}"${more}></script>`;
const stars = '<plaudit-stars sku="SKU-1" class="mine" data-x="1">Stars</plaudit-stars>';

async function found(html: string, headers: Record<string, string> = {}): Promise<string[]> {
  page = { html: `<!doctype html><title>A mug</title>${html}`, headers };
  return (await checkPage(`${origin}/mug`)).map(({ level, what, says }) => `${level} ${what}: ${says}`);
}

const failed = async (html: string, headers?: Record<string, string>): Promise<string[]> =>
  (await found(html, headers)).filter((line) => !line.startsWith('ok '));
const withPolicy = (policy: string) =>
  failed(script() + stars, { 'content-security-policy': policy }).then((lines) =>
    lines.filter((line) => !line.includes('pictures')),
  );

test('a page that is right has nothing but ok, but for pictures that are not there', async () => {
  assert.deepEqual(
    (await found(script() + stars)).map((line) => line.replace(/:\d+/g, '')),
    [
      'ok page: http://127.0.0.1/mug',
      'ok JSON-LD: none in the HTML; the elements add it',
      'ok script: http://127.0.0.1/plaudit.js',
      'ok proxy: http://127.0.0.1/ answers http://127.0.0.1',
      'ok sku: SKU-1 in the catalogue',
      'fail pictures: http://127.0.0.1/7.jpg: cannot be reached; is --public-url of the service right?',
      'ok policy: the page has none',
      'ok elements: 1 plaudit-stars',
    ],
  );
});

for (const [name, html, expected] of [
  ['no script', () => stars, [/^fail script: the page has no <script/]],
  [
    'a script that is no module',
    () => script().replace(' type="module"', ''),
    [/^fail script: .* write type="module"/],
  ],
  [
    'a script from elsewhere',
    () => script(` data-proxy="${proxy.url}"`, `${origin}/plaudit.js`),
    [/^fail script: .* is no JavaScript, but text\/html/],
  ],
  [
    'a wrong data-proxy',
    () => script(` data-proxy="${proxy.url}/reviews"`),
    [/^fail proxy: .* answers 404: check src/],
  ],
  ['a proxy that is not there', () => script(' data-proxy="http://127.0.0.1:9"'), [/^fail proxy: .*cannot be reached/]],
  ['a business that is none', () => script(' data-business="other.example"'), [/^fail proxy: .* answers 404/]],
  [
    'no sku',
    () => `${script()}<plaudit-stars></plaudit-stars>`,
    [/^fail elements: <plaudit-stars> shows nothing without sku/],
  ],
  [
    'no sku, inside of a declarative shadow root',
    () =>
      `${script()}<a-card><template shadowrootmode="open"><plaudit-product-reviews></plaudit-product-reviews></template></a-card>`,
    [/^fail elements: <plaudit-product-reviews> shows nothing without sku or item-group/],
  ],
  [
    'an unknown element',
    () => `${script()}<plaudit-star sku="a"></plaudit-star>`,
    [/^fail elements: <plaudit-star> is no el/],
  ],
  [
    'an unknown attribute',
    () => `${script()}<plaudit-stars sku="a" pagesize="3"></plaudit-stars>`,
    [/^fail elements: <plaudit-stars> has no attribute pagesize; there are sku, page-size/],
  ],
  [
    'a value that means nothing',
    () =>
      `${script()}<plaudit-stars sku="a" theme="drak"></plaudit-stars><plaudit-product-reviews sku="a" order="DESC" page-size="ten"></plaudit-product-reviews>`,
    [
      /^fail elements: <plaudit-stars theme="drak"> means nothing: theme is one of auto, light, dark$/,
      /^fail elements: <plaudit-product-reviews order="DESC"> means nothing: order is one of created, oldest, r/,
      /^fail elements: <plaudit-product-reviews page-size="ten"> means nothing: it is a number$/,
    ],
  ],
  [
    'a product that is described twice',
    () =>
      `${script()}${stars}${'<script type="application/ld+json">{"@type":["Product"],"sku":"SKU-1"}</script>'.repeat(2)}`,
    [/^fail JSON-LD: SKU-1 is described more than once/],
  ],
  [
    'broken JSON-LD',
    () => `${script()}${stars}<script type="application/ld+json">{,}</script>`,
    [/^fail JSON-LD: .* no JSON: "\{,\}"/],
  ],
  ['no elements', () => script(), [/^warn elements: there are none/]],
] as const)
  test(`${name} is found, and what to do is said`, async () => {
    const lines = await failed(html());
    for (const pattern of expected)
      assert.ok(
        lines.some((line) => pattern.test(line)),
        lines.join('\n'),
      );
  });

test('texts that the proxy has in the language of the page, and the page does not load, are named', async () => {
  const swedish = `<html lang="sv-SE">${script()}${stars}`;
  const said = (lines: readonly string[]) => lines.filter((line) => line.includes(' language: '));
  assert.deepEqual(said(await found(swedish)), [
    `warn language: the page is in Swedish, and does not load the proxy's texts in it: write ` +
      `<script src="${proxy.url}/words/sv.js" defer></script> before the script of the elements`,
  ]);
  const words = `<script src="${proxy.url}/words/sv.js" defer></script>`;
  assert.deepEqual(said(await found(`<html lang="sv-SE">${words}${script()}${stars}`)), [
    `ok language: sv, from ${proxy.url}/words/sv.js`,
  ]);
  assert.equal(said(await found(`<html lang="de">${script(' data-locale="sv"')}${stars}`)).length, 1);
  for (const html of [`<html lang="de">${script()}${stars}`, `<html lang="../x">${script()}${stars}`, script() + stars])
    assert.deepEqual(said(await found(html)), []);
});

test('two products on one page are described, each once', async () => {
  const of = (product: object) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', ...product })}</script>`;
  const lines = await found(
    of({ sku: 'A', name: 'A' }) + of({ sku: 'B', name: 'B' }) + of({ name: 'A mug' }) + of({ name: 'A cup' }),
  );
  assert.ok(lines.includes('ok JSON-LD: one description a product'), lines.join('\n'));
});

const reviewsOf = '<plaudit-product-reviews sku="SKU-1"></plaudit-product-reviews>';
const json = (data: object, type = 'application/ld+json') =>
  `<script type="${type}">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;

for (const [name, html, says] of [
  ['microdata', '<div itemscope itemtype="https://schema.org/Product"><b itemprop="sku">SKU-1</b></div>', 'warn'],
  ['RDFa', '<div vocab="http://schema.org/" typeof="Product"><b property="sku" content="SKU-1"></b></div>', 'warn'],
  ['a type as an address', json({ '@type': 'http://schema.org/Product', sku: 'SKU-1' }), 'warn'],
  ['a subtype', json({ '@type': ['IndividualProduct'], sku: 'SKU-1' }), 'warn'],
  [
    'a group with its variants',
    json({ '@type': 'ProductGroup', productGroupID: 'G', hasVariant: [{ '@type': 'Product', sku: 'SKU-1' }] }),
    'warn',
  ],
  [
    'a script that names its charset',
    json({ '@type': 'Product', sku: 'SKU-1' }, 'application/ld+json; charset=utf-8'),
    'warn',
  ],
  [
    'a product with an @id',
    json({ '@type': 'Product', '@id': '#mug', sku: 'SKU-1' }),
    "ok JSON-LD: the elements add their rating to the page's #mug",
  ],
  [
    'a product with a rating',
    json({ '@type': 'Product', sku: 'SKU-1', aggregateRating: { ratingValue: 5 } }),
    'ok JSON-LD: one description a product',
  ],
  [
    'a list of other products',
    json({
      '@type': 'ItemList',
      itemListElement: [
        { item: { '@type': 'Product', name: 'Other' } },
        { item: { '@type': 'Product', name: 'Other' } },
      ],
    }),
    'ok JSON-LD: none in the HTML; the elements add it',
  ],
] as const)
  test(`the doctor judges ${name} as the elements do`, async () => {
    const lines = await found(script() + reviewsOf + html);
    const expected =
      says === 'warn'
        ? 'warn JSON-LD: the page describes the product without a rating: give its Product an "@id", such as "#product", ' +
          'and the elements add theirs'
        : says;
    assert.ok(lines.includes(expected), lines.join('\n'));
  });

test('an older script tag of a host that is gone does not count', async () => {
  const lines = await found(script('', 'http://127.0.0.1:9/plaudit.js') + script() + stars);
  const own = `${proxy.url}/plaudit.js`;
  assert.ok(
    lines.includes(`warn script: there are 2, of different proxies; ${own} is the first that loads and counts`),
    lines.join('\n'),
  );
  assert.ok(
    lines.some((line) => line.startsWith('ok proxy: ')),
    lines.join('\n'),
  );
});

test('an address without http:// is taken, and one with a query', async () => {
  page = { html: script() + stars };
  const { out, err } = await runProgram(['doctor', `${new URL(origin).host}/mug?colour=blue`]);
  assert.equal(err, '');
  assert.ok(out.startsWith(`ok    page: ${origin}/mug?colour=blue\n`), out);
});

test('a sku that is not in the catalogue is named', async () => {
  const other = '<plaudit-stars sku="MUG-OLD"></plaudit-stars>';
  const lines = (await found(script() + stars + other)).filter((line) => line.includes(' sku: '));
  assert.deepEqual(lines, [
    "fail sku: MUG-OLD is not in the catalogue: write the sku that the shop's products have, or take it in " +
      '(the proxy knows a new one after some minutes)',
  ]);
});

test('a character of a number without end ends no look at a page', async () => {
  for (const endless of [`&#${'9'.repeat(400)};`, `&#x${'f'.repeat(400)};`])
    assert.deepEqual(await found(script() + stars + endless), await found(script() + stars));
});

test('a sku is looked for at the business of its element, and not where another proxy has it', async () => {
  const of = async (attribute: string) =>
    (await found(`${script()}<plaudit-stars sku="SKU-1" ${attribute}></plaudit-stars>`)).filter((line) =>
      line.includes(' sku: '),
    );
  assert.deepEqual(await of('business="another.example"'), [
    'warn sku: not looked for: the list of products is answered with status 404',
  ]);
  assert.deepEqual(await of('proxy="https://elsewhere.example"'), []);
  assert.deepEqual(await of('business="-"'), ['ok sku: SKU-1 in the catalogue']);
});

test('one script is never said to be both right and wrong', async () => {
  for (const html of [script().replace(' type="module"', ''), script(' data-proxy="http://[nowhere"')]) {
    const lines = (await found(html + stars)).filter((line) => line.includes(' script: '));
    assert.deepEqual([lines.length, lines[0]!.startsWith('fail ')], [1, true], lines.join('\n'));
    assert.doesNotMatch(lines[0]!, /the page has no/);
  }
});

test('nothing that a page says reaches the terminal as a command to it', async () => {
  const evil = '\u001b[2J\u009b31m\u202e\u0007';
  const [tag, type] = [
    `<plaudit-stars sku="A${evil}B" order="${evil}" theme="x${evil}y"></plaudit-stars>`,
    'text/html',
  ];
  page = {
    html: `${script(` data-proxy="http://[${evil}"`)}${script()}${tag}<script type="application/ld+json">${evil}</script>`,
    headers: { 'content-type': `${type}; charset=utf-8` },
  };
  for (const html of [page.html, script() + tag]) {
    page = { html, headers: { 'content-type': `${type}; charset=utf-8` } };
    const { out, err } = await runProgram(['doctor', `${origin}/mug`]);
    assert.match(out, /^fail {2}elements: /m);
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(out + err, /[^\P{C}\n]/u);
  }
});

test('an origin that is not listed is named, with the setting', async () => {
  const port = new URL(origin).port;
  page = { html: script() + stars };
  const lines = (await checkPage(`http://localhost:${port}/`)).map(({ level, says }) => `${level} ${says}`);
  assert.ok(
    lines.includes(
      `fail the proxy does not know http://localhost:${port}: add it to PLAUDIT_ORIGINS, and start it again`,
    ),
    lines.join('\n'),
  );
});

test('each directive that blocks the elements is named, with what to add', async () => {
  const at = proxy.url;
  assert.deepEqual(await withPolicy(`default-src 'none'; script-src ${at}; connect-src ${at}; img-src * blob:`), []);
  assert.deepEqual(await withPolicy(`script-src 'self'; connect-src ${at}`), [
    `fail policy: script-src blocks the elements: add ${at}`,
  ]);
  assert.deepEqual(await withPolicy(`default-src ${at}; connect-src 'self'`), [
    `fail policy: connect-src blocks the proxy: add ${at}`,
  ]);
  // The loader alone is not enough.
  assert.deepEqual(await withPolicy(`script-src ${at}/plaudit.js`), [
    `fail policy: script-src blocks the elements: add ${at}`,
  ]);
  assert.deepEqual(await withPolicy("require-trusted-types-for 'script'; trusted-types default"), [
    'fail policy: trusted-types blocks the elements: add lit-html',
  ]);
  assert.deepEqual(await withPolicy("require-trusted-types-for 'script'; trusted-types lit-html"), []);
  const meta = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`;
  assert.ok((await failed(meta + script() + stars)).some((line) => line.includes('connect-src blocks the proxy')));
  const pictures = await failed(script() + stars, { 'content-security-policy': "img-src 'self'" });
  assert.deepEqual(pictures, ["fail pictures: the page's policy blocks them: add http://127.0.0.1:9 to img-src"]);
});

test('a nonce, a scheme and a wildcard are read as browsers read them', () => {
  const page = new URL('https://shop.example/p');
  for (const [source, url, allowed, nonce] of [
    ["'nonce-a'", 'https://r.example/plaudit.js', true, 'a'],
    ["'nonce-a'", 'https://r.example/plaudit.js', false, 'b'],
    ["'strict-dynamic' https:", 'https://r.example/plaudit.js', false],
    ['https:', 'https://r.example/plaudit.js', true],
    ['http:', 'https://r.example/plaudit.js', true],
    ['*.shop.example', 'https://reviews.shop.example/plaudit.js', true],
    ['*.shop.example', 'https://shop.example/plaudit.js', false],
    ['r.example:*', 'https://r.example:8443/plaudit.js', true],
    ['https://R.example/assets/', 'https://r.example/assets/a.js', true],
    ["'self'", 'https://shop.example/plaudit.js', true],
    ["'none'", 'https://shop.example/plaudit.js', false],
  ] as const) {
    const [policy] = parsePolicies(`script-src ${source}`);
    assert.equal(blockedBy(policy!, 'script-src-elem', { url: new URL(url), page, nonce }) === null, allowed, source);
  }
});

test('as a command: one line a check, status 1 if one failed, and no page is one line', async () => {
  page = { html: script() + stars };
  const { status, out, err } = await runProgram(['doctor', `${origin}/mug`]);
  assert.deepEqual([status, err], [1, '']);
  assert.match(out, /^ok {4}page: .*\n(?:(?:ok|warn|fail) {2,4}[\w-]+: .*\n)+$/);
  page = { html: '', status: 404 };
  assert.match(
    (await runProgram(['doctor', `${origin}/mug`])).out,
    /^fail {2}page: .*\/mug answers with status 404\n$/,
  );
  for (const wrong of ['ftp://shop.example/mug', 'http://', 'javascript:alert'])
    assert.match((await runProgram(['doctor', wrong])).err, /^plaudit: --page must be an http or https address, not "/);
});

test('a page of the public internet does not have us ask our own network; one of our own may name any', () => {
  const fromPublic = oneNetwork();
  assert.deepEqual(['198.51.99.1', '127.0.0.1', '10.0.0.1', '::1', '2606:4700::1'].map(fromPublic), [
    true,
    false,
    false,
    false,
    true,
  ]);
  const fromOwn = oneNetwork();
  assert.deepEqual(['127.0.0.1', '198.51.99.1', '10.0.0.1'].map(fromOwn), [true, true, true]);
});

/**
 * Requests that nobody in their right mind would send, over all operations, to a service on SQLite, and the same to one
 * on PostgreSQL: 10,000 of them by `npm run test:attack`. No answer is a fault of the service, every answer has the
 * envelope, and both answer alike.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Client } from 'undici';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { parameters } from '../../contract/endpoints/parameters.ts';
import { saveContent } from '../support/content.ts';
import { rounds } from '../support/length.ts';
import { png } from '../support/pictures.ts';
import { usePostgres } from '../support/use-postgres.ts';
import { password, TestService } from '../support/review-service.ts';

const seed = Number(process.env['PLAUDIT_FUZZ_SEED'] ?? 20_261_121);
const requests = Number(process.env['PLAUDIT_FUZZ_REQUESTS'] ?? rounds(2_500, 10_000));
const MEGABYTE = 1024 * 1024;
const shop = 'a.example';

type Field = readonly [name: string, value: string];

interface Attack {
  readonly name: EndpointName;
  readonly method: string;
  readonly business: string;
  readonly tokens: 'right' | 'none' | 'wrong' | 'twice';
  readonly fields: readonly Field[];
  readonly body: 'form' | 'multipart' | 'broken multipart' | 'no boundary' | 'json' | 'nothing';
  readonly key: string | null;
  readonly cut: number;
}

// ---- what is sent -------------------------------------------------------------------------------------------------

/** Nothing that can be read as what was meant. The big one is spelled when it is sent. */
const hostile = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'x\udfffy',
      '￿',
      '💥'.repeat(20),
      '\r\nX: y',
      '%',
      '%00',
      '_',
      "'",
      '"',
      '\\',
      "'; drop table review; --",
      '${x}',
      '{{7*7}}',
      '../../etc/passwd',
      '<script>',
    ),
  },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      '-1',
      '0',
      '1e309',
      'NaN',
      'Infinity',
      '9'.repeat(15),
      '9'.repeat(400),
      '9007199254740993',
      '-0',
      '0x10',
      '1.5',
      '+1',
      '٣',
      '1,2',
      ',',
      '[',
      '[,]',
      '5,1',
      '[1e3],[2]',
      '-1,-2',
    ),
  },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      '2026-02-30',
      '0000-00-00',
      '9999-12-31 23:59:59',
      '0001-01-01',
      '2026-13-01',
      '2026-01-01T25:00:00Z',
      '10000-01-01',
      '2026/01/01',
      '2026-01-01 00:00:00+99:99',
      '-2026-01-01',
    ),
  },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      '[]',
      '["a.example","a.example"]',
      '["\\ud800"]',
      '[null]',
      '{"a":1}',
      '["' + 'x'.repeat(300) + '"]',
      '["b.example"]',
      '[["a.example"]]',
      ':',
      '|',
      'a:b|c',
      ';;;',
      'name;type;required:a,b',
      'http://[::1',
      'javascript:alert(1)',
      'http://127.0.0.1:1/x.png',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: x@y.example',
    ),
  },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 10, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant('MEGABYTE') },
);

/** What each parameter is meant to be; operations get past their parameters often enough to meet the database. */
const meant: Record<string, readonly string[]> = {
  email: ['ann@x.example', 'owner@a.example', 'bob@y.example'],
  password: [password, 'wrong'],
  businesses: ['["a.example"]'],
  review_no: ['1', '2', '3', '4', '99'],
  review_id: ['1', '2', '3', '99'],
  product_id: ['1', '2', '3', '99'],
  image_id: ['1', '2', '9'],
  sku: ['MUG', 'BOWL', 'NEW', 'gone'],
  product_skus: ['MUG', 'MUG,BOWL'],
  product_sku: ['MUG', 'BOWL'],
  order_id: ['O-1', 'O-2'],
  order_date: ['2026-11-01'],
  vote: ['positive', 'negative', 'none'],
  replace: ['0', '1'],
  question_id: ['1', '1', '99'],
  by_business: ['0', '1'],
  rating: ['1', '5'],
  ratings: ['1', '3,4,5'],
  reason: ['language', 'other'],
  order: ['ASC', 'DESC', 'created', 'relevant'],
  filter: ['PENDING', 'PUBLISHED', 'REMOVED'],
  folder: ['inbox', 'sent'],
  count: ['1', '100', '101'],
  start: ['0', '1', '999999999999999'],
  price: ['20', '0', '19.90'],
  price_range: ['10,40', '[1],'],
  reviews_range: ['0,3'],
  date_from: ['2026-01-01'],
  date_to: ['2026-12-31'],
  datasources: ['google', 'false'],
  username: ['kim', 'ann'],
  categories: ['Kitchen', 'Kitchen,Light'],
  currency: ['EUR'],
  retail_price: ['25'],
  product_link: ['https://shop.example/mug'],
  image_url: ['https://shop.example/mug.jpg'],
  image: ['http://127.0.0.1:1/x.png'],
  attributes: ['Fit:Snug'],
  phone: ['+1 555 0100'],
};
/** What would soon leave the others nothing to meet. */
const spared: Partial<Record<EndpointName, Record<string, readonly string[]>>> = {
  erasePersonalData: { email: ['bob@y.example', 'carl@z.example'] },
  removeProduct: { product_id: ['3', '99'] },
  addReviewRequest: { email: ['ann@x.example'], order_id: ['O-1'] },
  removeReviewRequest: { email: ['ann@x.example'], order_id: ['O-1', ''] },
  addProductImage: { product_id: ['1'], sku: ['MUG'], image: [''] },
  addProductReview: { product_id: ['1'], sku: ['MUG'] },
};
const usual = ['1', '0', 'Some text', 'Blue mug', 'Größe 茶', 'x'];

const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
const meantFor = (operation: EndpointName) => (name: string) =>
  oneOf(spared[operation]?.[name] ?? meant[name] ?? usual);
const valueFor = (operation: EndpointName) => (name: string) =>
  fc.oneof({ weight: 4, arbitrary: meantFor(operation)(name) }, { weight: 1, arbitrary: hostile });

/** Beside its own parameters: aliases, photos, keys that mean something elsewhere. */
const strange = fc.tuple(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'sku[]',
    'sku[a][b]',
    'a.b',
    '',
    'client_token',
    'user_token',
    'image',
    'qqfile',
    'image1',
    'image2',
    'image999',
    'caption1',
    'user_name',
    'product_sku',
    '\0',
  ),
  hostile,
);

function attackOn(name: EndpointName): fc.Arbitrary<Attack> {
  const own = Object.keys(parameters[name].shape);
  const fieldsOf = (names: readonly string[], value: (name: string) => fc.Arbitrary<string>) =>
    fc.tuple(...names.map((one) => value(one).map((text): Field => [one, text])));
  // Every third is as it should be in its own parameters, so that the rest of it gets further.
  const given = fc.oneof(
    { weight: 1, arbitrary: fieldsOf(own, meantFor(name)) },
    {
      weight: 2,
      arbitrary:
        own.length === 0
          ? fc.constant<Field[]>([])
          : fc
              .subarray(own, { minLength: Math.floor(own.length / 2) })
              .chain((names) => fieldsOf(names, valueFor(name))),
    },
  );
  const often = <Value>(usually: Value, ...others: Value[]) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(usually) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const { method, sends } = endpoints[name];
  const body: fc.Arbitrary<Attack['body']> =
    method === 'GET'
      ? fc.constant('nothing')
      : sends === 'multipart'
        ? fc.constantFrom('form', 'multipart', 'multipart', 'broken multipart', 'no boundary', 'json')
        : often<Attack['body']>('form', 'multipart', 'broken multipart', 'no boundary', 'json', 'nothing');
  const uploads = fc.constantFrom<Field[]>(
    [],
    ...(name === 'addProductImage'
      ? [[['qqfile', '']] as Field[]]
      : name === 'addProductReview'
        ? [[['image1', '']] as Field[]]
        : []),
  );
  return fc.record({
    name: fc.constant(name),
    method: often<string>(method, 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    business: often<string>(
      shop,
      'b.example',
      'nowhere.example',
      'A.EXAMPLE',
      '..%2f..%2fadmin',
      '%00',
      '%',
      '%ff',
      'a.example%0d%0aX:y',
      'x'.repeat(290),
      '%F0%9F%92%A5',
    ),
    tokens: often<Attack['tokens']>('right', 'none', 'wrong', 'twice'),
    fields: fc
      .tuple(given, fc.array(strange, { maxLength: 2 }), fc.boolean(), uploads)
      .map(([fields, others, twice, upload]): Field[] => [
        ...fields,
        ...others,
        ...upload,
        ...(twice && others.length > 1 && fields[0] ? [fields[0]] : []),
      ]),
    body,
    key: fc.option(fc.constantFrom('k1', 'k2', 'k3', '', 'x'.repeat(300)), { freq: 6 }),
    cut: fc.integer({ min: 0, max: 200 }),
  });
}

/** Logging in costs a password hash each time: a part of the attacks is enough. */
const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'login');
const attacks = fc.oneof(
  { weight: 300, arbitrary: fc.constantFrom(...names).chain(attackOn) },
  { weight: 3, arbitrary: attackOn('login') },
);

// ---- how it is sent -----------------------------------------------------------------------------------------------

/** Percent-encoded as broken clients do it: halves of surrogate pairs as three bytes that are no UTF-8. */
function encode(text: string): string {
  if (text.length >= 20_000) return text;
  return [...text]
    .map((character) => (/^[\ud800-\udfff]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character)))
    .join('');
}

const spell = (value: string): string => (value === 'MEGABYTE' ? 'x'.repeat(MEGABYTE) : value);

function multipartOf(attack: Attack, picture: Buffer): Buffer {
  // One picture is taken at a time, by whichever of its names.
  const fileNames = attack.fields.some(([name]) => name === 'qqfile') ? /^(image\d+|qqfile)$/ : /^image\d*$/;
  const parts = attack.fields.map(([name, value]) => {
    const isFile = fileNames.test(name) && attack.cut % 4 !== 0;
    const head = `--b\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '')}"${isFile ? '; filename="x.png"\r\nContent-Type: image/png' : ''}\r\n\r\n`;
    return Buffer.concat([
      Buffer.from(head),
      isFile && attack.cut % 4 > 1 ? picture : Buffer.from(spell(value)),
      Buffer.from('\r\n'),
    ]);
  });
  const whole = Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
  return attack.body === 'broken multipart' ? whole.subarray(0, Math.max(0, whole.length - 1 - attack.cut)) : whole;
}

function send(client: Client, service: TestService, attack: Attack, picture: Buffer) {
  const { name, method, business, tokens, fields, body, key } = attack;
  const pairs = fields.map(
    ([field, value]) =>
      `${encode(field)}=${encode(method === 'GET' && value === 'MEGABYTE' ? 'x'.repeat(20_000) : spell(value))}`,
  );
  const access = {
    right: `client_token=${service.clientToken}`,
    none: '',
    wrong: 'client_token=%00',
    twice: 'client_token=a&client_token=b',
  }[tokens];
  const query = [access, ...(endpoints[name].method === 'GET' ? pairs : [])].filter(Boolean).join('&');
  const headers: Record<string, string> = {
    ...(tokens === 'right' ? { user_token: service.token! } : {}),
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
  const [type, bytes] = {
    form: ['application/x-www-form-urlencoded', Buffer.from(pairs.join('&'))],
    multipart: ['multipart/form-data; boundary=b', multipartOf(attack, picture)],
    'broken multipart': ['multipart/form-data; boundary=b', multipartOf(attack, picture)],
    'no boundary': ['multipart/form-data', multipartOf(attack, picture)],
    json: ['application/json', Buffer.from(JSON.stringify(Object.fromEntries(fields)).slice(0, 1_000))],
    nothing: [null, null],
  }[body] as [string | null, Buffer | null];
  if (type !== null) headers['content-type'] = type;
  // A call that is one too many says nothing about the rest.
  service.clock.advance(4_000);
  // A body that is refused half-way may take its connection along: the next request has one of its own.
  const reset = body !== 'form' && body !== 'nothing';
  return client.request({
    method: method as 'GET',
    path: `/v1${endpoints[name].path.replace('{business}', business)}?${query}`,
    headers,
    body: bytes,
    reset,
  });
}

/** What a client tells answers apart by; ids and dates aside. */
async function answerTo(client: Client, service: TestService, attack: Attack, picture: Buffer): Promise<object> {
  const { statusCode, headers, body } = await send(client, service, attack, picture);
  const text = await body.text();
  assert.ok(statusCode < 500, `${statusCode}: ${text}`);
  assert.match(String(headers['content-type']), /^application\/json/);
  const envelope = JSON.parse(text) as Record<string, unknown> | unknown[];
  if (Array.isArray(envelope)) return { statusCode, count: envelope.length };
  const { status, success, errorCode, errorReason, count } = envelope;
  const failed = statusCode >= 400;
  assert.deepEqual([status, success], failed ? ['ERROR', false] : ['OK', true], text);
  if (failed)
    assert.deepEqual(
      [typeof errorCode, typeof errorReason, Object.keys(envelope).length],
      ['number', 'string', 4],
      text,
    );
  if (statusCode === 429) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  return { statusCode, errorCode, errorReason, count };
}

const content = {
  products: [
    {
      id: 1,
      sku: 'MUG',
      title: 'Blue mug',
      brand: 'x',
      categories: ['Kitchen'],
      price: 20,
      currency: 'EUR',
      images: [1, 2, 9].map((id) => ({ id, url: `/images/k${id}/original.jpg` })),
    },
    { id: 2, sku: 'BOWL', title: 'Bowl', categories: ['Kitchen', 'Light'] },
  ],
  productReviews: [1, 2, 3].map((id) => ({
    id,
    product: { sku: 'MUG' },
    user: { username: 'ann', email: 'ann@x.example' },
    solicited: 'Yes',
    order_id: 'O-1',
  })),
  reviews: [
    { reviewNo: 1 },
    { reviewNo: 2, source: 'API', author: { username: 'ann', email: 'ann@x.example' } },
    { reviewNo: 3, published: 'pending' },
    { reviewNo: 4, removedRFC: '2026-03-05T00:00:00+00:00' },
  ],
  productQuestions: [{ id: 1, content: 'Does it float?', product: { sku: 'MUG' } }],
  questions: [{ id: 1, content: 'Open on Sunday?' }],
};

async function prepare(service: TestService): Promise<void> {
  await service.start();
  service.token = await service.account(shop);
  await service.account('b.example');
  await service.withDatabase((db) => saveContent(db, shop, content));
}

test(`${requests} hostile requests (seed ${seed}; PLAUDIT_FUZZ_SEED and PLAUDIT_FUZZ_REQUESTS choose others)`, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-fuzz-'));
  const postgres = await usePostgres();
  // Pictures at addresses are refused before anything is fetched.
  const options = { isReachable: () => false, mailDirectory: join(directory, 'mail') };
  const services = [
    new TestService({ directory }, options),
    new TestService({ databaseUrl: postgres.url }, options),
  ] as const;
  const clients: Client[] = [];
  try {
    for (const service of services) await prepare(service);
    clients.push(...services.map((service) => new Client(service.url)));
    const picture = await png();
    const seen = new Map<string, number>();
    for (const [index, attack] of fc.sample(attacks, { seed, numRuns: requests }).entries()) {
      try {
        const [one, other] = await Promise.all(
          services.map((service, at) => answerTo(clients[at]!, service, attack, picture)),
        );
        assert.deepEqual(one, other, 'SQLite and PostgreSQL answer alike');
        if ((one as { statusCode: number }).statusCode === 200) seen.set(attack.name, (seen.get(attack.name) ?? 0) + 1);
      } catch (error) {
        throw new Error(`Request ${index} of seed ${seed}: ${JSON.stringify(attack)}`, { cause: error });
      }
    }
    const never = Object.keys(endpoints).filter((name) => !seen.has(name));
    if (requests >= 10_000) assert.deepEqual(never, [], 'every operation also succeeded');
    else assert.ok(never.length <= 6, `too few operations also succeeded: not ${never.join(', ')}`);
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
    for (const service of services) await service.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/**
 * Whatever the API says of its items, the mirror is filled: an item that the database cannot keep is set aside and said,
 * and its page goes on. PostgreSQL refuses what SQLite takes, and the answers of both are the same.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onBothDatabases } from '../server-proxy/both-databases.ts';
import { comment, product, productReview, review } from '../server-proxy/fake-upstream.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { sign, Stage, until } from '../server-proxy/harness.ts';
import { withPlainPostgres, withPlainSqlite } from '../support/plain-database.ts';

type Item = Record<string, unknown>;

/** PostgreSQL compresses what can be compressed before it measures it. */
const long = randomBytes(10_000).toString('base64url');
const others: readonly unknown[] = [
  '\u20ac'.repeat(400),
  'a\0b',
  '\ud800',
  1e300,
  -1e300,
  0.5,
  '9'.repeat(40),
  2 ** 63,
  '9999-12-31 23:59:59',
  '9999-12-31T23:59:59-12:00',
  '0000-01-01T00:00:00+12:00',
  null,
  [],
  {},
];

/** The item, and copies of it: in each place that holds anything, one has a long text, and one some other value. */
function withEach(make: (id: number) => Item, first: number): Item[] {
  let id = first;
  let places = 0;
  const items = [make(id)];
  const walk = (at: unknown, path: readonly (string | number)[]): void => {
    for (const [name, inner] of Object.entries(at as object)) {
      if (typeof inner === 'object' && inner !== null) walk(inner, [...path, name]);
      places += 1;
      for (const value of [long, others[places % others.length]]) {
        id += 1;
        const item = structuredClone(make(id));
        const parent = path.reduce<unknown>((one, step) => (one as Item)[step], item) as Item;
        // Others have the number of this one.
        if (path.length === 0 && /^(id|reviewNo)$/.test(name)) continue;
        parent[name] = value;
        items.push(item);
      }
    }
  };
  walk(make(first), []);
  return items;
}

for (const [database, place] of onBothDatabases()) {
  test(`a mirror takes all that it can keep of a hostile listing, and says what it cannot, on ${database}`, async () => {
    const clock = new PacedClock(15);
    await using stage = await Stage.open({ now: clock.now });
    const { content } = stage.upstream;
    const numbered = (id: number) => ({ ...product(id), sku: `SKU-${id}` });
    content.products = withEach(numbered, 1);
    content.productReviews = withEach((id) => productReview(id, product(1), 1), 1);
    content.reviews = withEach((id) => review(id, { reviewNo: String(id), created: '2026/01/01 10:00:00' }), 1);
    content.comments = withEach((id) => comment(id, `comment ${id}`, { created: '2026/01/01 10:00:00' }), 1);
    const said: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    const proxy = await (await stage.proxy({ location: await place(stage), clock, logger })).mirrored();

    const { warnings } = (await proxy.get('/readyz')).body;
    const setAside = said.filter((line) => line.includes('is set aside'));
    for (const [part, field] of [
      ['products', 'sku'],
      ['product reviews', 'username'],
      ['business reviews', 'username'],
    ] as const) {
      assert.match(warnings.join('\n'), new RegExp(`shop.example: \\d+ of its ${part} cannot be kept`));
      assert.ok(
        setAside.some((line) => line.includes(part) && line.includes(`its ${field} has more than 1,024 bytes`)),
        `${part} ${field}`,
      );
    }
    assert.match(
      (await proxy.get('/metrics')).text,
      /plaudit_mirror_set_aside\{business="shop.example",part="products"\} [1-9]/,
    );
    const again = setAside.map((line) => JSON.parse(line) as { part: string; id: number });
    assert.equal(new Set(again.map(({ part, id }) => `${part} ${id}`)).size, again.length, 'each is said once');
    const { total } = (await proxy.shop('/products')).body;
    assert.ok(total > content.products.length / 2, `${total} of ${content.products.length}`);
    for (const path of ['/products', '/product/reviews', '/reviews', '/review/comments'])
      for (let start = 0; start < 300; start += 100)
        assert.equal((await proxy.shop(`${path}?count=100&start=${start}`)).http, 200, path);
  });

  test(`an item that the database refuses for another reason leaves its page whole, on ${database}`, async () => {
    const clock = new PacedClock(15);
    await using stage = await Stage.open({ now: clock.now });
    const { content } = stage.upstream;
    const ids = Array.from({ length: 30 }, (_none, index) => index + 1);
    content.products = [];
    content.productReviews = [];
    const location = await place(stage);
    await (await (await stage.proxy({ location, clock })).mirrored()).close();
    // What no rule of ours foresees.
    await ('databaseUrl' in location
      ? withPlainPostgres(location.databaseUrl, (db) =>
          sql`alter table product add constraint no_tea check (title not like '%tea%')`.execute(db),
        )
      : withPlainSqlite(join(location.directory, 'proxy.sqlite'), (db) =>
          sql`create trigger no_tea before insert on product when new.title like '%tea%'
              begin select raise(abort, 'no tea'); end`.execute(db),
        ));
    const tea = [7, 19, 20];
    content.products.push(
      ...ids.map((id) => ({ ...product(id), ...(tea.includes(id) ? { title: 'green tea' } : {}) })),
    );
    const said: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    const proxy = await stage.proxy({ location, clock, logger });
    const skus = async (): Promise<string[]> =>
      (await proxy.shop('/products?count=100')).body.products.map(({ sku }: { sku: string }) => sku);
    const kept = ids.filter((id) => !tea.includes(id)).map((id) => product(id).sku);
    await until('the others are kept', async () => (await skus()).length === kept.length);
    assert.deepEqual(new Set(await skus()), new Set(kept));
    const { warnings } = (await proxy.get('/readyz')).body;
    assert.match(warnings.join('\n'), /shop\.example: 3 of its products cannot be kept; the database refuses it \(/);
    assert.equal(said.filter((line) => line.includes('is set aside')).length, 3);
  });

  test(`what a customer token says of its time is a time, on ${database}`, async () => {
    await using stage = await Stage.open();
    const proxy = await (await stage.proxy({ location: await place(stage) })).mirrored();
    const soon = Date.now() / 1_000 + 600;
    for (const [index, [exp, http]] of (
      [
        [soon + 0.25, 200],
        [1e300, 401],
        [2 ** 63, 401],
        [-1, 401],
        ['9'.repeat(20), 401],
      ] as const
    ).entries()) {
      const body = { sku: 'SKU-1', title: `${index}`, content: 'A good one.', rating: '5' };
      const token = sign({ email: 'a@b.example', exp, jti: `${index}`, order_id: 1e300 });
      const answer = await proxy.post('/product/reviews/add', body, { 'plaudit-customer': token });
      assert.equal(answer.http, http, `${exp}: ${answer.text}`);
    }
  });
}

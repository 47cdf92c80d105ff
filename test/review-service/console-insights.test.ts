/** Insights: every figure counted again from the rows that were planted, on the page and in the file. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hideByCommand } from '../../review-service/content/moderation/by-command.ts';
import { replyByCommand } from '../../review-service/content/moderation/reply.ts';
import { formatDateTime } from '../../contract/entities/dates.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 20, 12);
const hostile = '=HYPERLINK("https://x.example")<img src=x onerror=alert(1)>';

interface Planted {
  readonly id: number;
  readonly sku: string | null;
  readonly stars: number;
  readonly at: number;
  readonly source: string;
}

/** Every second one of a product; nobody's dates or stars repeat in step. */
const planted: Planted[] = Array.from({ length: 240 }, (_, at) => ({
  id: at + 1,
  sku: at % 2 === 0 ? ['MUG', 'POT', hostile][at % 3]! : null,
  stars: 1 + ((at * 7) % 5),
  at: now - ((at * 37) % 500) * DAY,
  source: at % 22 === 1 ? 'google' : at % 6 === 0 ? 'Judge.me' : 'here',
}));
const heldIds = new Set([3, 4, 5, 6, 7, 8]);
const hiddenIds = new Set([21, 22, 23]);
const isPublished = ({ id }: Planted) => !heldIds.has(id) && !hiddenIds.has(id);
const isOwn = ({ source }: Planted) => source !== 'google';
const year = { from: Date.UTC(2025, 11, 1), to: Date.UTC(2026, 10, 20) + DAY - 1 };
const counted = planted.filter((one) => isPublished(one) && isOwn(one) && one.at >= year.from && one.at <= year.to);
const average = (some: readonly Planted[]) =>
  some.length === 0
    ? ''
    : String(Math.round((100 * some.reduce((sum, { stars }) => sum + stars, 0)) / some.length) / 100);
const share = (part: number, whole: number) => (whole === 0 ? '' : String(Math.round((1000 * part) / whole) / 10));

onEveryDatabase((place) => {
  let service: TestService;
  let owner: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    await service.account(shop);
    await service.account('other.example');
    await service.withDatabase(async (db) => {
      const user = (id: number) => ({ username: `u${id % 50}`, firstName: 'Kim', lastName: 'L' });
      const word = (at: number) =>
        at > now - 30 * DAY ? 'The zipper is stuck and will not close.' : 'It keeps the tea warm for a long time.';
      const texts = (one: Planted) => ({
        created: formatDateTime(one.at),
        published: heldIds.has(one.id) ? 'pending' : formatDateTime(one.at),
        content: `${word(one.at)} We have used it every day since it came, number ${one.id}.`,
        user: user(one.id),
        author: user(one.id),
      });
      await saveContent(db, shop, {
        products: ['MUG', 'POT', hostile].map((sku, at) => ({ id: at + 1, sku, title: `<b>${sku}</b>` })),
        productReviews: planted.flatMap((one) =>
          one.sku === null ? [] : [{ ...texts(one), id: one.id, product: { sku: one.sku }, rating: one.stars }],
        ),
        reviews: planted.flatMap((one) =>
          one.sku === null
            ? [
                {
                  ...texts(one),
                  reviewNo: one.id,
                  rating: [{ type: 'overall', rating: one.stars }],
                  datasource: one.source === 'google' ? 'google' : '',
                },
              ]
            : [],
        ),
      });
      await saveContent(db, 'other.example', {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [{ id: 900, product: { sku: 'MUG' }, created: formatDateTime(now), rating: 1 }],
      });
      for (const one of planted) {
        const name = { kind: one.sku === null ? 'business' : 'product', number: one.id } as const;
        const row = { collected_by: one.source === 'Judge.me' ? 'Judge.me' : null };
        const table = one.sku === null ? 'review' : 'product_review';
        await db
          .updateTable(table as 'review')
          .set(row)
          .where('id', '=', one.id)
          .where('id', '<', 900)
          .execute();
        if (heldIds.has(one.id) && one.sku !== null) {
          // Content of another server is never held; hidden, it counts no more.
          await hideByCommand(db, shop, name, 'spam', now);
          const held = { state: 0, removed_at: null, hidden_for: null } as const;
          await db.updateTable('product_review').set(held).where('id', '=', one.id).execute();
        } else if (hiddenIds.has(one.id)) await hideByCommand(db, shop, name, 'spam', now);
        else if (isPublished(one) && isOwn(one) && one.id % 4 < 2)
          await replyByCommand(db, shop, name, 'Thank you', one.at + 5 * 3_600_000 + one.id);
      }
    });
    owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(() => service.stop());

  const file = async (name: string, query = '') => {
    await owner.open(`/console/insights/${name}.csv${query}`);
    assert.equal(owner.status, 200);
    assert.match(owner.headers.get('content-type')!, /^text\/csv/);
    return owner.text.trimEnd().split('\r\n').slice(1);
  };

  test('over time: months of both kinds and of each, without what is held, hidden or read from elsewhere', async () => {
    const rows = await file('time');
    assert.equal(rows.length, 12);
    for (const row of rows) {
      const [day = '', ...cells] = row.split(',');
      const some = counted.filter(({ at }) => new Date(at).toISOString().slice(0, 7) === day.slice(0, 7));
      const stars = [5, 4, 3, 2, 1].map((star) => String(some.filter((one) => one.stars === star).length));
      const products = some.filter(({ sku }) => sku !== null).length;
      const expected = [some.length, products, some.length - products].map(String);
      assert.deepEqual(cells, [...expected, average(some), ...stars], day);
    }
  });

  test('a range of weeks, of one product, of one source', async () => {
    const rows = await file('time', '?from=2026-10-05&to=2026-11-01');
    assert.deepEqual(
      rows.map((row) => row.slice(0, 10)),
      ['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'],
    );
    const within = (one: Planted) => one.at >= Date.UTC(2026, 9, 5) && one.at < Date.UTC(2026, 10, 2);
    const sum = (some: readonly string[]) => some.reduce((all, row) => all + Number(row.split(',')[1]), 0);
    assert.equal(sum(rows), counted.filter(within).length);
    const mugs = counted.filter(({ sku }) => sku === 'MUG');
    assert.equal(sum(await file('time', '?product=MUG')), mugs.length);
    const collected = counted.filter(({ source }) => source === 'Judge.me');
    assert.equal(sum(await file('time', '?source=Judge.me')), collected.length);
    const google = planted.filter((one) => isPublished(one) && one.source === 'google' && one.at >= year.from);
    assert.equal(sum(await file('time', '?source=google')), google.length);
    assert.equal(sum(await file('time', '?product=NONE')), 0);
    await owner.open('/console/insights?product=NONE');
    assert.match(owner.text, /no product with this sku/);
    for (const query of [
      '?from=2026-13-45&to=x',
      '?from=2026-11-01&to=2020-01-01',
      '?from=0001-01-01&to=9999-12-31',
      '?source=%27%00',
    ])
      assert.equal((await owner.open(`/console/insights${query}`)).status, 200, query);
  });

  test('by product, by source, answers: as they are in the rows; a file starts no formula', async () => {
    const isAnswered = ({ id }: Planted) => id % 4 < 2;
    const products = await file('products');
    for (const sku of ['MUG', 'POT']) {
      const some = counted.filter((one) => one.sku === sku);
      const row = products.find((one) => one.startsWith(`${sku},`));
      const answered = share(some.filter(isAnswered).length, some.length);
      assert.equal(row, `${sku},<b>${sku}</b>,${some.length},${average(some)},${answered}`);
    }
    assert.ok(
      products.some((row) => row.startsWith(`"'=HYPERLINK(""`)),
      products.join('\n'),
    );
    const sources = await file('sources');
    const judge = counted.filter(({ source }) => source === 'Judge.me');
    assert.ok(sources.includes(`Judge.me,${judge.length},${average(judge)}`), sources.join('\n'));
    assert.ok(sources.some((row) => row.startsWith('Google,')));
    const answers = await file('answers');
    for (const [name, some] of [
      ['Both', counted],
      ['Of products', counted.filter(({ sku }) => sku !== null)],
      ['Of the shop', counted.filter(({ sku }) => sku === null)],
    ] as const) {
      const answered = some.filter(isAnswered).length;
      assert.ok(
        answers.includes(`${name},${some.length},${answered},${share(answered, some.length)},5`),
        answers.join('\n'),
      );
    }
  });

  test('what became of reviews, and stars of those that are decided', async () => {
    const own = planted.filter(isOwn);
    const counts = (of: (one: Planted) => boolean) => {
      const some = own.filter(of);
      const products = some.filter(({ sku }) => sku !== null).length;
      return `${some.length},${products},${some.length - products}`;
    };
    const rows = await file('transparency');
    assert.ok(rows.includes(`Received,${counts(() => true)}`), rows.join('\n'));
    assert.ok(rows.includes(`Published,${counts(isPublished)}`));
    assert.ok(rows.includes(`Held,${counts(({ id }) => heldIds.has(id))}`));
    assert.ok(rows.includes(`Hidden,${counts(({ id }) => hiddenIds.has(id))}`));
    assert.ok(rows.includes(`Hidden: Spam,${counts(({ id }) => hiddenIds.has(id))}`));
    const stars = await file('stars');
    for (const star of [5, 4, 3, 2, 1]) {
      const some = own.filter(({ stars: given, id }) => given === star && !heldIds.has(id));
      const hidden = some.filter(({ id }) => hiddenIds.has(id)).length;
      const cells = stars.find((row) => row.startsWith(`${star} of 5`))!.split(',');
      assert.deepEqual(
        [cells[1], cells[2], cells.at(-1)],
        [String(some.length - hidden), String(hidden), share(hidden, some.length)],
      );
    }
  });

  test('requests, and what came of them', async () => {
    await service.withDatabase(async (db) => {
      const { id: business } = await db
        .selectFrom('business')
        .select('id')
        .where('domain', '=', shop)
        .executeTakeFirstOrThrow();
      const request = {
        business_id: business,
        kind: 'business',
        order_date: now,
        first_name: '',
        last_name: '',
        labels: '[]',
        created_at: now,
      } as const;
      const rows = [{}, { opened_at: now }, { opened_at: now, review_no: 2 }, { review_no: 4 }].map((more, at) => ({
        ...request,
        id: `r${at}`,
        recipient: `c${at}@x.example`,
        order_id: String(at),
        opened_at: null,
        review_no: null,
        ...more,
      }));
      await db
        .insertInto('review_request')
        .values([...rows, { ...rows[0]!, id: 'p', kind: 'products' }])
        .execute();
      await db
        .insertInto('review_request_product')
        .values({ request_id: 'p', sku: 'MUG', position: 0, review_id: 1 })
        .execute();
    });
    assert.deepEqual(await file('requests'), ['Requests,5,1,4,100', 'Opened,4,1,3,80', 'Review written,3,1,2,60']);
    assert.deepEqual(await file('requests', '?to=2026-11-19'), [
      'Requests,0,0,0,',
      'Opened,0,0,0,',
      'Review written,0,0,0,',
    ]);
  });

  test('words that come up more often than before', async () => {
    const words = await file('words');
    assert.ok(
      words.some((row) => /zipper/i.test(row)),
      words.join('\n'),
    );
    assert.ok(!words.some((row) => /tea|warm/i.test(row)), 'those of before do not');
  });

  test('the page shows the numbers of the files, escaped, and no style of its own', async () => {
    await owner.open('/console/insights');
    assert.doesNotMatch(owner.text, /<img|<b>|style=/);
    assert.match(owner.text, /&#60;b&#62;MUG/);
    for (const name of ['time', 'products', 'sources', 'answers', 'requests', 'words', 'transparency', 'stars'])
      assert.match(owner.text, new RegExp(`insights/${name}\\.csv"`));
    const text = owner.text;
    const cells = [...text.slice(text.indexOf('id="transparency"')).matchAll(/<td class="number">(\d+)/g)].map(
      ([, n]) => n,
    );
    const first = (await file('transparency'))[0]!.split(',').slice(1);
    assert.deepEqual(cells.slice(0, 3), first);
    await owner.open('/console/insights/none.csv');
    assert.equal(owner.status, 404);
  });

  test('another shop sees its own', async () => {
    const other = await new ConsoleBrowser(service.url).signIn('owner@other.example');
    await other.open('/console/insights/products.csv');
    assert.equal(other.text.trimEnd().split('\r\n').slice(1).join(), 'MUG,Thing,1,1,0');
  });

  test('what was counted once is counted anew after each change', async () => {
    const names = ['time', 'products', 'answers', 'transparency', 'stars'];
    const read = () => Promise.all(names.map((name) => file(name)));
    const before = await read();
    assert.deepEqual(await read(), before);
    const one = counted.find(({ id, sku }) => sku === 'MUG' && id % 4 < 2)!;
    await service.withDatabase((db) => hideByCommand(db, shop, { kind: 'product', number: one.id }, 'spam', now));
    for (const [at, rows] of (await read()).entries()) assert.notDeepEqual(rows, before[at], names[at]);
    await service.withDatabase((db) =>
      db.updateTable('product').set({ title: 'Cup' }).where('sku', '=', 'MUG').execute(),
    );
    assert.ok((await file('products')).some((row) => row.startsWith('MUG,Cup,')));
  });
});

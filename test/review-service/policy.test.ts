/** The public policy of a shop and its yearly risk sheet: every number from planted rows, in every language. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatDateTime } from '../../contract/entities/dates.ts';
import { hideByCommand } from '../../review-service/content/moderation/by-command.ts';
import { replyByCommand } from '../../review-service/content/moderation/reply.ts';
import { languages } from '../../review-service/letters/wording/index.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const DAY = 86_400_000;

onSqliteFirst((place) => {
  let service: TestService;
  let owner: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    const { now } = service.clock;
    service.token = await service.account(shop);
    await service.account('other.example');
    const at = (days: number) => ({
      created: formatDateTime(now - days * DAY),
      published: formatDateTime(now - days * DAY),
    });
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [1, 2, 3, 4, 5].map((id) => ({
          ...at(id),
          id,
          product: { sku: 'MUG' },
          rating: id,
          solicited: id === 1 ? 1 : 0,
          user: { username: `u${id}`, firstName: 'Kim', lastName: 'L' },
        })),
        reviews: [
          { ...at(1), reviewNo: 1, author: { username: 'insider', firstName: 'In', lastName: 'S' } },
          { ...at(500), reviewNo: 2, datasource: 'google' },
          { ...at(30), reviewNo: 3, published: 'pending', rating: [{ type: 'overall', rating: 1 }] },
        ],
      });
      await saveContent(db, 'other.example', { reviews: [{ reviewNo: 9 }] });
      await db
        .updateTable('author')
        .set({ email: 'Somebody@Shop.example' })
        .where('username', '=', 'insider')
        .execute();
      await db.updateTable('product_review').set({ collected_by: 'Judge.me <b>' }).where('id', '=', 4).execute();
      await db.updateTable('product_review').set({ incentivised: 1 }).where('id', '=', 5).execute();
      await hideByCommand(db, shop, { kind: 'product', number: 2 }, 'personal data', now);
      await replyByCommand(db, shop, { kind: 'product', number: 3 }, 'Thank you', now - 3 * DAY + 4 * 3_600_000);
    });
    owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(() => service.stop());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, service.url), { headers });
    return { answer, text: await answer.text() };
  };
  /** The cells of each row of a page's tables. */
  const rowsOf = (text: string) =>
    [...text.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/th>(.*?)<\/tr>/gs)].map(([, label, cells]) => [
      label,
      ...[...cells!.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell),
    ]);

  test('anybody reads the policy: numbers of both kinds, reasons, stars of what is decided, nothing unescaped', async () => {
    const { answer, text } = await read(`/policy/${shop}`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'self'/);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
    const rows = rowsOf(text);
    for (const row of [
      ['Received', '7', '5', '2'],
      ['Published', '5', '4', '1'],
      ['Waiting', '1', '0', '1'],
      ['Hidden', '1', '1', '0'],
      ['Asked for', '1', '1', '0'],
      ['Verified buyers', '1', '1', '0'],
      ['Something was given', '1', '1', '0'],
      ['5 stars', '1', '0'],
      ['4 stars', '2', '0'],
      ['2 stars', '0', '1'],
      ['1 star', '1', '0'],
      ['Personal data', '1'],
    ])
      assert.deepEqual(
        rows.find((one) => one[0] === row[0]),
        row,
      );
    assert.match(text, /Judge\.me &#60;b&#62; \(1\)/);
    assert.match(text, /Google \(1\)/);
    assert.match(text, /something was given for: 1\./);
    assert.match(text, /answered 20% of the published reviews/);
    assert.match(text, /within 4 hours/);
    assert.match(text, /New reviews appear at once/);
    assert.doesNotMatch(text, /<b>|style=|undefined|null|NaN|\{\w+\}/);
  });

  test('it speaks the language of the shop, whatever the browser prefers, and those that a link names', async () => {
    assert.match((await read(`/policy/${shop}`, { 'accept-language': 'fr' })).text, /<html lang="en"/);
    for (const language of languages) {
      const { text } = await read(`/policy/${shop}?lang=${language}`);
      assert.match(text, new RegExp(`<html lang="${language}"`));
      assert.doesNotMatch(text, /undefined|\{\w+\}/);
    }
    await service.withDatabase(async (db) => {
      const { id } = await db.selectFrom('business').select('id').where('domain', '=', shop).executeTakeFirstOrThrow();
      const none = { logo_key: null, logo_width: null, logo_height: null, logo_needs_light: null };
      const look = { business_id: id, ...none, accent: null, background: null, font: null, locale: 'de' } as const;
      await db.insertInto('shop_look').values(look).execute();
      await db.updateTable('business').set({ hold_reviews: 1 }).where('id', '=', id).execute();
    });
    const { text } = await read(`/policy/${shop}`);
    assert.match(text, /<html lang="de".*Der Shop sieht jede neue Bewertung an/s);
    await service.withDatabase((db) => db.deleteFrom('shop_look').execute());
  });

  test('an unknown shop is 404; another one has its own numbers; an address that asks too often waits', async () => {
    for (const path of ['/policy/none.example', '/policy/..%2f..', '/policy/%00', `/policy/${'a'.repeat(300)}`])
      assert.equal((await read(path)).answer.status, 404, path);
    assert.deepEqual(
      rowsOf((await read('/policy/other.example')).text).find(([label]) => label === 'Published'),
      ['Published', '1', '0', '1'],
    );
    let answer: Response;
    let asked = 0;
    do answer = await fetch(new URL('/policy/none.example', service.url));
    while (answer.status === 404 && ++asked < 1_000);
    assert.equal(answer.status, 429);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    service.clock.advance(601_000);
    assert.equal((await read(`/policy/${shop}`)).answer.status, 200);
  });

  test('the owner adds a paragraph of plain text, which is bounded', async () => {
    await owner.open('/console/settings/policy');
    assert.match(owner.text, new RegExp(`&#60;a href=&#34;${service.url.replace('/v1', '')}/policy/${shop}&#34;&#62;`));
    const text = 'We read each of them.\nثم <script>alert(1)</script> & "so"';
    await owner.send('/console/settings/policy', { paragraph: text });
    assert.match(owner.text, /Saved/);
    const { text: shown } = await read(`/policy/${shop}`);
    assert.match(shown, /We read each of them\.\nثم &#60;script&#62;alert\(1\)&#60;\/script&#62;/);
    await owner.send('/console/settings/policy', { paragraph: 'x'.repeat(2_001) });
    assert.equal(owner.status, 400);
    assert.match(owner.text, /at most 2000 characters/);
    assert.match((await read(`/policy/${shop}`)).text, /We read each of them/);
    assert.doesNotMatch((await read('/policy/other.example')).text, /We read each/);
    await owner.send('/console/settings/policy', { paragraph: '' });
    assert.doesNotMatch((await read(`/policy/${shop}`)).text, /In the words of the shop/);
    const noted = await service.withDatabase((db) =>
      db.selectFrom('event').select('reason').where('kind', '=', 'settings changed').execute(),
    );
    assert.deepEqual(noted, [{ reason: 'policy' }, { reason: 'policy' }]);
  });

  test('the risk sheet of a year says what rows and settings say, and what is not known', async () => {
    await owner.open('/console/settings/risk-sheet');
    const { text } = owner;
    for (const said of [
      'Risk sheet 2026',
      'Published reviews written in 2026: 5, of products 4, of the shop 1.',
      'Published today: 5, of verified buyers 1 (20 %).',
      'Of the other 4, nobody checks',
      'Setting: every new review waits for a look.',
      'written for something in return: 1.',
      'Hidden today: 1 of 6 reviews that are decided; 50 % of those with one or two stars, 0 % of those with four or five.',
      'Hidden in 2026, and still: 1: Personal data (1).',
      'Waiting today: 1.',
      'The oldest has waited for 30 days.',
      'at shop.example: 1.',
      'skus corrected 0, products merged 0',
      'Judge.me &#60;b&#62; (1), Google (1)',
      `/policy/${shop}`,
    ])
      assert.ok(text.includes(said), said);
    assert.doesNotMatch(text, /\{\w+\}|undefined|NaN/);
    await owner.open('/console/settings/risk-sheet?year=2025');
    assert.match(owner.text, /Risk sheet 2025/);
    assert.match(owner.text, /written in 2025: 0, .*Hidden in 2025, and still: 0\./s);
    for (const year of ['1999', '2027', 'x', '2026.5', '-1', '9'.repeat(400)]) {
      await owner.open(`/console/settings/risk-sheet?year=${year}`);
      assert.match(owner.text, /Risk sheet 2026/);
    }
    const other = await new ConsoleBrowser(service.url).signIn('owner@other.example');
    await other.open('/console/settings/risk-sheet');
    assert.match(other.text, /Published today: 1, of verified buyers 0 \(0 %\)/);
  });
});

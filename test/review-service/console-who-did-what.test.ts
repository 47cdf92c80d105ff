/** What the people of a shop did, as its owners see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { actsOf } from '../../review-service/console/settings/who-did-what.ts';
import { hideByCommand } from '../../review-service/content/moderation/by-command.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { noteEvent } from '../../review-service/data/events.ts';
import { letProxyIn, proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { giveRole } from '../../review-service/people/team/team.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, password, TestService } from '../support/review-service.ts';

const PATH = '/console/settings/who-did-what';
const shop = 'a.example';
const customer = 'jane@customers.example';

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account(shop, 'moderator@a.example');
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await giveRole(db, shop, { email: 'moderator@a.example', role: 'moderator' }, service.clock.now);
      await letProxyIn(db, { clientToken: 'p'.repeat(20), password: 'p'.repeat(20) }, [shop]);
      for (const domain of [shop, 'b.example'])
        await saveContent(db, domain, {
          products: [{ id: 1, sku: 'MUG' }],
          productReviews: [1, 2, 3].map((id) => ({ id, product: { sku: 'MUG' } })),
        });
    });
  });
  after(() => service.stop());

  const seen = async (query = '') => {
    const someone = await new ConsoleBrowser(service.url).signIn('owner@a.example');
    await someone.open(PATH + query);
    assert.equal(someone.status, 200);
    return someone.text;
  };
  const rowsOf = (text: string) =>
    [...text.matchAll(/<li class="row">(.*?)<\/li>/gs)].map(([, row]) =>
      row!
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

  test('acts by pages, commands and calls are listed, each with who, why and a link', async () => {
    service.clock.advance(60_000);
    await service.ok('replyToProductReview', shop, { form: { review_id: 1, text: 'Thank you' } });
    const { token } = await service.ok('login', '', {
      form: { email: 'moderator@a.example', password },
      token: null,
    });
    await service.ok('replyToProductReview', shop, { form: { review_id: 2, text: 'Thanks' }, token });
    await service.withDatabase((db) =>
      hideByCommand(db, shop, { kind: 'product', number: 3 }, 'spam', service.clock.now),
    );
    service.clock.advance(60_000);
    const someone = await new ConsoleBrowser(service.url).signIn('owner@a.example');
    await someone.send('/console/settings/team/invite', { email: customer, role: 'moderator', password });
    await service.ok('addProductReview', shop, {
      form: { sku: 'MUG', title: 'Fine', content: 'A mug', rating: 5, first_name: 'Jane', email: customer },
    });
    await service.ok('replyToProductReview', 'b.example', {
      form: { review_id: 1, text: 'Thanks' },
      token: await service.logIn('owner@b.example'),
    });

    const text = await seen();
    const rows = rowsOf(text);
    assert.match(rows[0]!, /^invited to the team as a moderator owner@a\.example .*UTC$/);
    assert.ok(
      rows.some((row) => /^hidden Spam the command line .* Review 3$/.test(row)),
      rows.join('\n'),
    );
    assert.ok(rows.some((row) => /^replied to owner@a\.example .* Review 1$/.test(row)));
    assert.ok(rows.some((row) => /^replied to moderator@a\.example .* Review 2$/.test(row)));
    assert.ok(
      rows.some((row) => row.startsWith('role changed moderator@a.example as a moderator the command line')),
      rows.join('\n'),
    );
    assert.match(text, /href="\/console\/reviews\/3"/);
    assert.doesNotMatch(text, /jane@|b\.example|>written</);
    assert.equal(rows.length, 5);
    assert.match(text, /5 acts/);
  });

  test('person, kind and days are the address, and go on to the next page', async () => {
    assert.deepEqual(
      rowsOf(await seen('?person=command')).map((row) => row.split(' ')[0]),
      ['hidden', 'role'],
    );
    assert.equal(rowsOf(await seen('?kind=replied')).length, 2);
    const today = new Date(service.clock.now).toISOString().slice(0, 10);
    assert.equal(rowsOf(await seen(`?kind=replied&from=${today}&to=${today}`)).length, 2);
    assert.equal(rowsOf(await seen('?to=2020-01-01')).length, 0);
    assert.match(await seen('?person=nobody&kind=none&from=x'), /Try fewer filters/);
    await service.withDatabase(async (db) => {
      const { id: businessId } = await requireBusiness(db, shop);
      const by = await db.selectFrom('account').select('id').where('email', '=', proxyEmail).executeTakeFirstOrThrow();
      for (let number = 0; number < 60; number++)
        await noteEvent(db, { businessId, kind: 'exported', actor: by.id, now: service.clock.now - number });
    });
    const account = /<option value="([\w-]{36})"\s*>a program of the shop</.exec(await seen())![1]!;
    const first = await seen(`?person=${account}`);
    assert.equal(rowsOf(first).length, 50);
    assert.match(first, new RegExp(`${PATH}\\?person=${account}&#38;page=2"`));
    assert.equal(rowsOf(await seen(`?person=${account}&page=2`)).length, 10);
    assert.ok(!first.includes(proxyEmail));
  });

  test('the acts of shoppers are not read for it', async () => {
    if (!('directory' in service.location)) return;
    await service.withDatabase(async (db) => {
      const filter = { person: '', kind: '', from: null, to: null } as const;
      const { sql: text, parameters } = actsOf(db, 1, filter).select('kind').orderBy('created_at', 'desc').compile();
      const explained = { sql: `explain query plan ${text}`, parameters, query: sql``.compile(db).query };
      const { rows } = await db.executeQuery<{ detail: string }>({ ...explained, queryId: { queryId: 'explain' } });
      assert.match(rows[0]!.detail, /event_of_shop/);
      assert.equal(rows.length, 1, 'nor is anything sorted');
    });
  });
});

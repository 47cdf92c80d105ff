/** What shoppers ask, answer and report, through the proxy and into our own service, with everything that goes wrong. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LONGEST_QUESTION } from '../../contract/endpoints/limits.ts';
import { Refusal, shopperAnswers, shopperRefusals } from '../../contract/shopper/shopper-answers.ts';
import { refusals } from '../../contract/endpoints/errors.ts';
import type { ShopperWrite } from '../../contract/shopper/shopper.ts';
import { AskingShop, shop } from '../support/asking-shop.ts';
import { solve } from '../support/proofs.ts';
import { longOn } from '../support/length.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { sign, until, type Read, type TestProxy } from './harness.ts';

type Fields = Record<string, string>;
/** Of another network each, so that nobody is asked for a proof. */
let networks = 0;
const another = (): Fields => ({ 'x-forwarded-for': `198.51.100.${(networks += 1) % 250}` });
const from = (network: string): Fields => ({ 'x-forwarded-for': network });
const customer = (claims: object = {}): Fields => ({
  'plaudit-customer': sign({
    email: 'jane@customers.example',
    first_name: 'Jane',
    last_name: 'Zephyr',
    exp: Math.floor(Date.now() / 1_000) + 86_400,
    ...claims,
  }),
});

const ask = (proxy: TestProxy, fields: Fields, headers: Fields = another()): Promise<Read> =>
  proxy.post('/product/questions/add', { sku: 'MUG', first_name: 'Ann', elapsed: '5000', ...fields }, headers);
const answer = (proxy: TestProxy, fields: Fields, headers: Fields = another()): Promise<Read> =>
  proxy.post('/product/questions/answer', { question_id: '1', first_name: 'Bob', elapsed: '5000', ...fields }, headers);
const report = (proxy: TestProxy, fields: Fields = {}, headers: Fields = another()): Promise<Read> =>
  proxy.post('/product/reviews/flag', { review_id: '1', reason: 'other', message: 'No', ...fields }, headers);
const reviewsOf = async (proxy: TestProxy) => (await proxy.shop('/product/reviews?sku=MUG')).body;
const list = async (proxy: TestProxy, query = '') => (await proxy.shop(`/product/questions?count=100${query}`)).body;

function assertAnswer(name: ShopperWrite, { http, body, text }: Read, wanted: number): void {
  assert.equal(http, wanted, text);
  const { status, success, ...rest } = body;
  assert.deepEqual([status, success, rest.queued], ['OK', true, wanted === 202 ? true : undefined]);
  const { error } = shopperAnswers[name].safeParse(rest);
  assert.ok(!error, `${name}: ${error?.message}`);
}

function assertRefused(name: ShopperWrite, { http, body, text }: Read, refusal: keyof typeof refusals, field?: string) {
  const { errorCode, field: named } = Refusal.parse(body);
  assert.deepEqual([http, errorCode, named], [refusals[refusal].http, refusals[refusal].code, field], text);
  assert.ok((shopperRefusals[name] as readonly string[]).includes(refusal), `${name} is not said to refuse ${refusal}`);
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(database, () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    after(() => postgres.stop());
    const open = async () => AskingShop.open(database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'));

    test('a question and its answer are there for everybody at once, and nobody learns who may be reached where', async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      const before = await list(proxy);
      assert.deepEqual([before.can_ask, (await reviewsOf(proxy)).can_report], [true, true]);
      const asked = await ask(proxy, {
        content: 'Does it float? Call me: ann@private.example',
        email: 'ann@x.example',
      });
      assertAnswer('addProductQuestion', asked, 200);
      const { id } = asked.body.product_question;
      const answered = await answer(proxy, { question_id: String(id), content: 'It does.' });
      assertAnswer('answerProductQuestion', answered, 200);
      const after = await list(proxy, '&sku=MUG');
      assert.equal(after.total, before.total + 1);
      const [shown] = after.questions;
      assert.deepEqual(
        [shown.id, shown.author.firstName, shown.num_answers, shown.answers[0].content],
        [id, 'Ann', 1, 'It does.'],
      );
      assert.ok(!JSON.stringify([asked.body, after]).includes('private.example'));
      // An address that was typed is nobody's.
      await stage.inService(async (db) => {
        const authors = await db.selectFrom('author').select('email').execute();
        assert.ok(authors.every(({ email }) => email !== 'ann@x.example'));
      });
      assertAnswer('flagProductReview', await report(proxy), 200);
      await stage.inService(async (db) => {
        const flags = await db.selectFrom('review_flag').select(['review_id', 'of_product', 'message']).execute();
        assert.deepEqual(flags, [{ review_id: 1, of_product: 1, message: 'No' }]);
      });
    });

    test('questions are found while somebody types one', longOn(database), async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      const asked = await ask(proxy, { content: 'Ist der Henkel spülmaschinenfest?' });
      await answer(proxy, { question_id: String(asked.body.product_question.id), content: 'Bis sechzig Grad.' });
      for (const [q, found] of [
        ['henk', 1],
        ['SPULMASCH', 1],
        ['henkel sechz', 1],
        ['henkel heavy', 0],
        ['%', 0],
        ["'; drop table product_question; --", 0],
      ] as const) {
        const { questions, total } = await list(proxy, `&q=${encodeURIComponent(q)}`);
        assert.deepEqual([questions.length, total], [found, found], q);
      }
      assert.equal((await proxy.shop(`/product/questions?q=${'x'.repeat(300)}`)).http, 400);
    });

    test(
      'what the shop says of its customer wins over what was typed, and the customer can be erased',
      longOn(database),
      async () => {
        await using stage = await open();
        const proxy = await stage.startProxy();
        const asked = await ask(proxy, { content: 'Is it Xylophone proof?', first_name: 'Mallory' }, customer());
        assertAnswer('addProductQuestion', asked, 200);
        const { author } = asked.body.product_question;
        assert.deepEqual([author.firstName, author.lastName, author.email], ['Jane', 'Z', null]);
        const answered = await answer(proxy, { content: 'Xylophones are heavier.', first_name: 'Mallory' }, customer());
        assertAnswer('answerProductQuestion', answered, 200);
        const found = await list(proxy, '&q=xylophone');
        assert.equal(found.total, 2, JSON.stringify([found, await list(proxy)]));
        // Also where the calls of a window have just been used up: who it is must be asked before.
        await stage.useUpCalls();
        stage.clock.pace = 5;
        const erase = await proxy.merchant(`/businesses/-/privacy/remove`, {
          body: { email: 'jane@customers.example' },
        });
        assert.equal(erase.http, 200);
        assert.equal((await list(proxy, '&q=xylophone')).total, 0);
        assert.equal((await list(proxy)).questions.find((one: { id: number }) => one.id === 1).num_answers, 0);
        await stage.inService(async (db) => {
          const rows = JSON.stringify(await db.selectFrom('product_question').selectAll().execute());
          assert.ok(!/xyloph/i.test(rows));
        });
      },
    );

    test('what the API cannot take yet is queued, and is there once, however many answers are lost', async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      stage.relay.isAway = true;
      const asked = await ask(proxy, { content: 'Asked while it was away?', first_name: '', user_name: 'Cy Young' });
      assertAnswer('addProductQuestion', asked, 202);
      const { product_question: queued } = asked.body;
      assert.deepEqual([queued.id, queued.published, queued.author.firstName], [null, 'pending', 'Cy']);
      assertAnswer('answerProductQuestion', await answer(proxy, { content: 'Answered while it was away.' }), 202);
      assertAnswer('flagProductReview', await report(proxy, { review_id: '2' }), 202);
      assert.equal((await list(proxy, '&q=away')).total, 0);
      const lost = new Set<string>();
      stage.relay.loseAnswer = (path) => {
        const isFirst = /(add|answer|flag)$/.test(path) && !lost.has(path);
        if (isFirst) lost.add(path);
        return isFirst;
      };
      stage.relay.isAway = false;
      stage.clock.pace = 20;
      await until('all has arrived', async () => / 0$/m.test(waiting((await proxy.get('/metrics')).text)));
      assert.equal(lost.size, 3);
      await until('all is shown', async () => (await list(proxy, '&q=away')).total === 2);
      stage.clock.pace = 1;
      await stage.inService(async (db) => {
        const questions = await db.selectFrom('product_question').select(['content', 'answers']).execute();
        const contents = questions.map(({ content }) => content);
        assert.equal(contents.filter((content) => content.startsWith('Asked while')).length, 1);
        const answers = questions.flatMap((one) => JSON.parse(one.answers) as { content: string }[]);
        assert.equal(answers.filter(({ content }) => content.startsWith('Answered while')).length, 1);
        assert.equal((await db.selectFrom('review_flag').selectAll().execute()).length, 1);
      });
    });

    test('the same key asks once, and another body under it is refused', longOn(database), async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      const headers = { ...another(), 'idempotency-key': 'once' };
      const first = await ask(proxy, { content: 'Only once?' }, headers);
      const second = await ask(proxy, { content: 'Only once?', elapsed: '9000' }, headers);
      assert.deepEqual([second.text, second.headers.get('idempotent-replayed')], [first.text, 'true']);
      assert.equal((await ask(proxy, { content: 'Another' }, headers)).http, 422);
      assert.equal((await list(proxy, '&q=once')).total, 1);
    });

    test(
      'what the API can do outlasts a restart, and is forgotten when it says so no longer',
      longOn(database),
      async () => {
        await using stage = await open();
        await (await stage.startProxy()).close();
        stage.relay.isAway = true;
        const proxy = await stage.startProxy();
        assert.equal((await list(proxy)).can_ask, true);
        assertAnswer('addProductQuestion', await ask(proxy, { content: 'Still there?' }), 202);
        stage.relay.without.add('plaudit-extensions');
        stage.relay.isAway = false;
        stage.clock.pace = 20;
        await until('it is forgotten', async () => (await list(proxy)).can_ask === undefined);
        assert.ok(!('can_report' in (await reviewsOf(proxy))));
        stage.clock.pace = 1;
        assertRefused('addProductQuestion', await ask(proxy, { content: 'And now?' }), 'pathUnknown');
        assertRefused('answerProductQuestion', await answer(proxy, { content: 'No.' }), 'pathUnknown');
        assertRefused('flagProductReview', await report(proxy), 'pathUnknown');
        const asMerchant = await proxy.merchant('/businesses/-/product/questions/add', {
          body: { sku: 'MUG', content: 'x' },
        });
        assert.deepEqual([asMerchant.http, asMerchant.body.errorCode], [404, 399]);
        stage.relay.without.clear();
        stage.clock.pace = 20;
        await until('it is known again', async () => (await list(proxy)).can_ask === true);
      },
    );
  });
}

test('a held question waits for the merchant, whose answer is marked as the shop’s', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  await stage.inService((db) => db.updateTable('business').set({ hold_reviews: 1 }).execute());
  const asked = await ask(proxy, { content: 'Held back?' });
  assertAnswer('addProductQuestion', asked, 200);
  assert.equal(asked.body.product_question.published, 'pending');
  assertAnswer('answerProductQuestion', await answer(proxy, { content: 'A held answer.' }), 200);
  assert.equal((await list(proxy, '&q=held')).total, 0);
  assert.deepEqual((await list(proxy)).questions[0].answers, []);
  const unseen = await answer(proxy, { question_id: String(asked.body.product_question.id), content: 'x' });
  assertRefused('answerProductQuestion', unseen, 'questionNotFound');

  const given = await proxy.merchant('/businesses/-/product/questions/answer', {
    body: { question_id: '1', content: 'It weighs a pound.', by_business: '1' },
  });
  assert.equal(given.http, 200, given.text);
  const [shown] = (await list(proxy)).questions;
  assert.deepEqual(
    shown.answers.map((one: { author: { username: string }; content: string }) => [one.author.username, one.content]),
    [[shop, 'It weighs a pound.']],
  );
  // A shopper cannot speak for the shop.
  await stage.inService((db) => db.updateTable('business').set({ hold_reviews: 0 }).execute());
  const forged = await answer(proxy, { content: 'Believe me.', by_business: '1' });
  assert.notEqual(forged.body.product_answer.author.username, shop);
});

test('robots: a trap, haste, a fourth text in an hour without a proof, and floods', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  const network = from('203.0.113.7');
  assertRefused(
    'addProductQuestion',
    await ask(proxy, { content: 'x', homepage: 'https://spam.example' }, network),
    'malformed',
    'homepage',
  );
  assertRefused(
    'answerProductQuestion',
    await answer(proxy, { content: 'x', elapsed: '3' }, network),
    'tooManyRequests',
  );
  assertAnswer('addProductQuestion', await ask(proxy, { content: 'First of all, is it blue?' }, network), 200);
  assertAnswer('answerProductQuestion', await answer(proxy, { content: 'Quite light for its size.' }, network), 200);
  assertAnswer('flagProductReview', await report(proxy, {}, network), 200);
  const stopped = await ask(proxy, { content: 'And how much is it?' }, network);
  assertRefused('addProductQuestion', stopped, 'tooManyRequests');
  const proof = { ...network, 'plaudit-proof': await solve(stopped.body.challenge) };
  // It is good for what it was asked for, and once.
  assert.equal((await answer(proxy, { content: 'Rather expensive.' }, proof)).http, 429);
  assertAnswer('addProductQuestion', await ask(proxy, { content: 'And how much is it?' }, proof), 200);
  assert.equal((await ask(proxy, { content: 'Where is it made?' }, proof)).http, 429);
  assert.equal((await ask(proxy, { content: 'Whose is it?' }, { ...network, ...customer() })).http, 200);

  const spam = 'Buy your mugs for a tenth of the price at the best of all mug shops, they are wonderful!';
  assertAnswer('addProductQuestion', await ask(proxy, { content: spam }), 200);
  assertAnswer('addProductQuestion', await ask(proxy, { content: `${spam} 1` }), 202);
  assertAnswer('answerProductQuestion', await answer(proxy, { content: `${spam} 2` }), 202);
  assert.equal((await list(proxy, '&q=wonderful')).total, 1);
});

test('what is wrong is named, and nothing of it is stored', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  const long = 'x'.repeat(LONGEST_QUESTION + 1);
  assertRefused('addProductQuestion', await ask(proxy, { content: long }), 'malformed', 'content');
  assertRefused('addProductQuestion', await ask(proxy, { content: ' ' }), 'parameterMissing', 'content');
  assertRefused('addProductQuestion', await ask(proxy, { content: '\u2060\u3164' }), 'parameterMissing', 'content');
  assertRefused('addProductQuestion', await ask(proxy, { sku: '', content: 'x' }), 'parameterMissing', 'sku');
  assertRefused('addProductQuestion', await ask(proxy, { content: 'a\0b' }), 'malformed', 'content');
  assertRefused('addProductQuestion', await ask(proxy, { content: 'x', sku: 'NOPE' }), 'productNotFound');
  assertRefused('answerProductQuestion', await answer(proxy, { content: 'x', question_id: '99' }), 'questionNotFound');
  assertRefused(
    'answerProductQuestion',
    await answer(proxy, { content: 'x', question_id: '1e3' }),
    'malformed',
    'question_id',
  );
  assertRefused('flagProductReview', await report(proxy, { review_id: '99' }), 'productReviewNotFound');
  assertRefused('flagProductReview', await report(proxy, { reason: 'boredom' }), 'malformed', 'reason');
  const html = '<img src=x onerror=alert(1)> {{7*7}} \u202e';
  const asked = await ask(proxy, { content: html });
  assert.equal(asked.body.product_question.content, html.replace('\u202e', '').trim());
  assert.equal((await list(proxy)).total, 2);
});

/** The line of the metric for what waits. */
const waiting = (metrics: string): string => /^plaudit_outbox\{state="waiting"\} \d+$/m.exec(metrics)?.[0] ?? '';

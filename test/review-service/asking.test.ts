/** What shoppers ask, answer and report about products: beyond the specification, and looked after by the shop. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { LONGEST_ANSWER, LONGEST_QUESTION, MOST_ANSWERS } from '../../contract/endpoints/limits.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { assertRefusal, onEveryDatabase, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const MINUTE = 60_000;

onEveryDatabase((place, long) => {
  let service: TestService;
  let mail: string;
  let flags: string[];
  before(async () => {
    mail = mkdtempSync(join(tmpdir(), 'plaudit-asking-'));
    service = await new TestService(await place(), { mailDirectory: mail }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG' },
          { id: 2, sku: 'POT' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' } },
          { id: 2, product: { sku: 'MUG' }, published: 'pending' },
        ],
        reviews: [{ reviewNo: 1 }],
      }),
    );
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    flags.push('--business', shop);
  });
  after(async () => {
    await service.stop();
    rmSync(mail, { recursive: true, force: true });
  });

  const ask = async (content: string, more: Given = {}) =>
    (await service.ok('addProductQuestion', shop, { form: { sku: 'MUG', content, ...more } })).product_question;
  const answer = async (question_id: number, content: string, more: Given = {}) =>
    (await service.ok('answerProductQuestion', shop, { form: { question_id, content, ...more } })).product_answer;
  const list = async (query: Given = {}) => (await service.ok('listProductQuestions', shop, { query })).questions;
  const hold = (on: boolean) =>
    service.withDatabase((db) =>
      db
        .updateTable('business')
        .set({ hold_reviews: on ? 1 : 0 })
        .where('domain', '=', shop)
        .execute(),
    );
  const run = (...args: string[]) => runProgram(['questions', ...args, ...flags]);

  test('every answer of the API names the extensions, refusals included', async () => {
    for (const response of [
      await service.call('listProducts', shop),
      await service.call('getReview', shop, { query: { review_no: 99 } }),
      await service.call('listProducts', shop, { token: null }),
    ])
      assert.equal(
        response.headers.get('plaudit-extensions'),
        'ask, answer, report, reply, revote, verified, hold, all-changes, transparency',
      );
  });

  test('a question and its answers are listed at once, with who wrote them and no e-mail address', async () => {
    const asked = await ask('Is it dishwasher safe?', { first_name: 'Ann', last_name: 'Lee', email: 'ann@x.example' });
    assert.deepEqual([asked.author?.firstName, asked.author?.lastName, asked.author?.email], ['Ann', 'L', null]);
    assert.equal(asked.product?.sku, 'MUG');
    const one = await answer(asked.id, 'Mine is.', { user_name: 'Bob Stone' });
    const shops = await answer(asked.id, 'It is, up to 60 °C.', { by_business: 1, first_name: 'Mallory' });
    assert.deepEqual([one.author?.firstName, one.author?.lastName], ['Bob', 'S']);
    assert.equal(shops.author?.username, shop);
    const [listed] = await list({ sku: 'MUG' });
    assert.equal(listed!.id, asked.id);
    assert.equal(listed!.num_answers, 2);
    assert.deepEqual(
      listed!.answers.map(({ id, content }) => [id, content]),
      [
        [one.id, 'Mine is.'],
        [shops.id, 'It is, up to 60 °C.'],
      ],
    );
    assert.ok(!JSON.stringify(listed).includes('x.example'));
  });

  test('what is asked again under its key is asked once', async () => {
    const headers = { 'idempotency-key': 'asked once' };
    const form = { sku: 'POT', content: 'Does it come with a lid?' };
    const first = await service.call('addProductQuestion', shop, { form, headers });
    const second = await service.call('addProductQuestion', shop, { form, headers });
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await second.json(), await first.json());
    assert.equal((await list({ sku: 'POT' })).length, 1);
  });

  test('questions are found by their words, those of their answers, and the beginning of the last one', async () => {
    const asked = await ask('Passt das in die Spülmaschine?');
    await answer(asked.id, 'Nur ins obere Körbchen.');
    const found = async (q: string, more: Given = {}) => (await list({ q, ...more })).map(({ id }) => id);
    assert.deepEqual(await found('spulm'), [asked.id]);
    assert.deepEqual(await found('PASST spül'), [asked.id]);
    assert.deepEqual(await found('passt körb'), [asked.id]);
    assert.deepEqual(await found('passt', { sku: 'POT' }), []);
    for (const q of ['spul passt', 'maschine', '%', '_', "'", '" or 1=1', '!?'])
      assert.deepEqual(await found(q), [], q);
  });

  test('a held question is seen once the shop publishes it, and so is a held answer', async () => {
    const open = await ask('How heavy is it?');
    await hold(true);
    const asked = await ask('Does it chip?');
    const answered = await answer(open.id, 'A pound.');
    await hold(false);
    assert.deepEqual([asked.published, answered.published], ['pending', 'pending']);
    const published = async () => (await list({ filter: 'PUBLISHED' })).map(({ id }) => id);
    assert.ok(!(await published()).includes(asked.id));
    assert.deepEqual(await list({ q: 'pound' }), []);
    assert.equal((await list({ q: 'heavy' }))[0]!.num_answers, 0);
    // Nobody answers what they cannot see.
    const unseen = await service.call('answerProductQuestion', shop, { form: { question_id: asked.id, content: 'x' } });
    await assertRefusal(unseen, 305, 404);

    const listed = await run('list', '--state', 'pending');
    assert.equal(listed.out, `${asked.id}\tpending\t${asked.created.slice(0, 10)}\tMUG\tDoes it chip?\n`);
    assert.equal((await run('publish', String(asked.id))).out, `Question ${asked.id} is published\n`);
    assert.equal(
      (await run('publish', `${open.id}/${answered.id}`)).out,
      `Answer ${open.id}/${answered.id} is published\n`,
    );
    assert.ok((await published()).includes(asked.id));
    assert.equal((await list({ q: 'pound' }))[0]!.num_answers, 1);
  });

  test('the shop answers, hides and shows again by command, and a mistake is one line', long, async () => {
    const asked = await ask('Is it blue?', { email: 'kim@customers.example' });
    const given = await run('answer', String(asked.id), '--text', 'As the sea.');
    assert.match(given.out, new RegExp(`^Question ${asked.id} has answer ${asked.id}/\\d+\\n$`));
    const [listed] = await list({ q: 'blue' });
    assert.deepEqual(
      listed!.answers.map(({ author, content }) => [author?.username, content]),
      [[shop, 'As the sea.']],
    );
    const number = `${asked.id}/${listed!.answers[0]!.id}`;
    assert.match(
      (await run('list')).out,
      new RegExp(`^${number}\\tpublished\\t\\S+\\tby the shop\\tAs the sea.$`, 'm'),
    );
    assert.match((await run('hide', number)).err, /--reason is missing/);
    assert.equal((await run('hide', number, '--reason', 'spam')).out, `Answer ${number} is hidden\n`);
    assert.equal((await list({ q: 'blue' }))[0]!.num_answers, 0);
    const hidden = await run('hide', String(asked.id), '--reason', 'off topic');
    assert.equal(hidden.out, `Question ${asked.id} is hidden; its author is told by mail\n`);
    assert.deepEqual(await list({ q: 'blue' }), []);
    assert.equal((await run('publish', String(asked.id))).status, 0);
    assert.equal((await list({ q: 'blue' })).length, 1);
    for (const [args, says, status] of [
      [['publish', String(asked.id)], 'waits to be published', 1],
      [['hide', '99999', '--reason', 'spam'], 'No question 99999', 1],
      [['hide', '1/x', '--reason', 'spam'], 'NUMBER must be', 2],
      [['answer', '99999', '--text', 'x'], 'There is no question 99999', 1],
      [['answer', number, '--text', 'x'], 'NUMBER must be that of a question', 2],
      [['answer', '1', '--text', ' '], '--text must be', 2],
      [['list', '--state', 'odd'], '--state must be one of', 2],
    ] as const) {
      const refused = await run(...args);
      assert.equal(refused.status, status, refused.err);
      assert.ok(refused.err.includes(says) && refused.err.trim().split('\n').length === 1, refused.err);
    }
  });

  test('a report of a product review is listed beside those of other reviews', async () => {
    const report = (review_id: number) =>
      service.call('flagProductReview', shop, { form: { review_id, reason: 'other', message: 'Not theirs' } });
    assert.equal((await report(1)).status, 200);
    await service.ok('flagReview', shop, { form: { review_no: 1, reason: 'other', message: 'Nor this' } });
    await assertRefusal(await report(2), 403, 404);
    await assertRefusal(await report(99), 403, 404);
    const { out } = await runProgram(['reports', 'list', ...flags]);
    assert.deepEqual(
      out.split('\n').map((line) => line.split('\t')[2]),
      ['1 --product', '1 --shop', undefined],
    );
  });

  test('whoever asked and answered is told what is known of them, and erased with every word', async () => {
    const email = 'jane@customers.example';
    const asked = await ask('Xylophone or Marimba?', { first_name: 'Jane', email });
    const other = await ask('Which wood is it?', { first_name: 'Ole' });
    await answer(other.id, 'Xylophone wood.', { first_name: 'Jane', email });
    await answer(other.id, 'Oak.', { first_name: 'Ole' });
    const { categories } = await service.ok('accessPersonalData', shop, { query: { email } });
    assert.ok(JSON.stringify(categories.Identifiers).includes('Jane'));
    await service.ok('erasePersonalData', shop, { form: { email } });
    assert.deepEqual(await list({ q: 'xylophone' }), []);
    const left = await list();
    assert.ok(left.every(({ id }) => id !== asked.id));
    const question = left.find(({ id }) => id === other.id)!;
    assert.deepEqual([question.num_answers, question.answers.map(({ content }) => content)], [1, ['Oak.']]);
    await service.withDatabase(async (db) => {
      for (const table of ['product_question', 'question_notice', 'author', 'idempotent_answer'] as const) {
        const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute()).toLowerCase();
        for (const word of ['xylophone', 'marimba', email]) assert.ok(!rows.includes(word), `${table}: ${word}`);
      }
      const notices = await db.selectFrom('question_notice').select('question_id').execute();
      assert.ok(notices.every(({ question_id }) => question_id !== asked.id));
    });
  });

  test('what is too long, unknown or too much is refused by name, and nothing is stored', async () => {
    const before = (await list({ count: 100 })).length;
    const refused = async (
      form: Given,
      code: number,
      http: number,
      operation: 'addProductQuestion' | 'answerProductQuestion',
    ) => assertRefusal(await service.call(operation, shop, { form }), code, http);
    await refused({ sku: 'NOPE', content: 'x' }, 401, 404, 'addProductQuestion');
    await refused({ sku: 'MUG', content: 'x'.repeat(LONGEST_QUESTION + 1) }, 306, 400, 'addProductQuestion');
    await refused({ sku: 'MUG', content: ' ' }, 302, 400, 'addProductQuestion');
    await refused({ sku: 'MUG', content: 'x', email: 'no address' }, 306, 400, 'addProductQuestion');
    const asked = await ask('How many answers?');
    await refused(
      { question_id: asked.id, content: 'x'.repeat(LONGEST_ANSWER + 1) },
      306,
      400,
      'answerProductQuestion',
    );
    await refused({ question_id: 99_999, content: 'x' }, 305, 404, 'answerProductQuestion');
    assert.equal((await list({ count: 100 })).length, before + 1);
    for (let given = 0; given < MOST_ANSWERS; given += 1) await answer(asked.id, `Answer ${given}`);
    await refused({ question_id: asked.id, content: 'One more' }, 303, 400, 'answerProductQuestion');
    assert.equal((await list({ q: 'how many answers' }))[0]!.num_answers, MOST_ANSWERS);
  });

  test('answers that arrive at once are all there, each with a number of its own', async () => {
    const asked = await ask('All at once?');
    const given = await Promise.all(Array.from({ length: 8 }, (_, index) => answer(asked.id, `Number ${index}`)));
    assert.equal(new Set(given.map(({ id }) => id)).size, 8);
    assert.equal((await list({ q: 'all at once' }))[0]!.answers.length, 8);
  });

  test('a vote is taken back and changed within its day, and counts once whatever is sent', async () => {
    const vote = (given: string, more: Given = {}, voter = 'kim') =>
      service.call('voteOnProductReview', shop, {
        form: { review_id: 1, vote: given, ...more },
        headers: { 'plaudit-voter': voter },
      });
    const counts = async () => {
      const { product_reviews: found } = await service.ok('listProductReviews', shop, { query: { sku: 'MUG' } });
      const { votes, num_positive_votes: yes, num_negative_votes: no } = found.find(({ id }) => id === 1)!;
      return [votes, yes, no];
    };
    await assertRefusal(await vote('none'), 404, 409);
    assert.equal((await vote('positive')).status, 200);
    assert.deepEqual(await counts(), [1, 1, 0]);
    // As the specification has it, a second vote is refused, whatever it says.
    await assertRefusal(await vote('negative'), 404, 409);
    for (const _ of [1, 2]) assert.equal((await vote('negative', { replace: 1 })).status, 200);
    assert.deepEqual(await counts(), [1, 0, 1]);
    for (const _ of [1, 2]) assert.equal((await vote('none')).status, 200);
    assert.deepEqual(await counts(), [0, 0, 0]);
    assert.equal((await vote('positive')).status, 200);
    await assertRefusal(await vote('positive'), 404, 409);
    assert.equal((await vote('positive', { replace: 1 }, 'lee')).status, 200);
    assert.deepEqual(await counts(), [2, 2, 0]);
    const { product_reviews: found } = await service.ok('listProductReviews', shop, { query: { sku: 'MUG' } });
    assert.equal(found[0]!.user?.numHelpfulVotes ?? 2, 2);
    service.clock.advance(24 * 60 * MINUTE);
    await assertRefusal(await vote('none'), 404, 409);
    assert.deepEqual(await counts(), [2, 2, 0]);
  });
});

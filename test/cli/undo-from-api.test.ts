/** Taking back what an import from another server changed of comments, questions and answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownUser } from '../../contract/entities/users.ts';
import { forgetOldImportCopies, UNDO_MS } from '../../review-service/content/imports/copies.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { addProductAnswer } from '../../review-store/questions/product-question-changes.ts';
import { showQuestion } from '../../review-store/questions/questions.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { account, comment, FakeUpstream, user } from '../server-proxy/fake-upstream.ts';

const shop = 'shop.example';
const env = {
  PLAUDIT_CLIENT_TOKEN: account.clientToken,
  PLAUDIT_EMAIL: account.email,
  PLAUDIT_PASSWORD: account.password,
};

onSqliteFirst((place) => {
  test('undo gives texts their earlier words back, but for those that changed since or whose people are erased', async () => {
    const service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    const { location } = service;
    const where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const fake = await new FakeUpstream().start();
    const run = async (...args: string[]) => {
      const { status, out, err } = await runProgram([...args, '--business', shop, ...where], { env });
      assert.equal(status, 0, err);
      return out.trimEnd().split('\n');
    };
    const take = () => run('reviews', 'import', '--from-api', fake.url, '--calls', '1000');
    const texts = () =>
      service.withDatabase(async (db) => {
        const questions = await db
          .selectFrom('product_question')
          .select(['content', 'answers', 'state', 'num_answers'])
          .executeTakeFirstOrThrow();
        const ofShop = await db.selectFrom('question').select(['content', 'answers']).executeTakeFirst();
        const comments = await db.selectFrom('comment').selectAll().orderBy('id').execute();
        const answers = (given: string) => (JSON.parse(given) as { content: string }[]).map(({ content }) => content);
        return {
          product: [questions.state, questions.content, questions.num_answers, ...answers(questions.answers)],
          shop: ofShop && [ofShop.content, ...answers(ofShop.answers)],
          comments: comments.map(({ content, activated, removed_at: at }) =>
            [content, ...(activated ? [] : ['off']), ...(at === null ? [] : ['removed'])].join(', '),
          ),
        };
      });
    const { content } = fake;
    const [first, second, third] = [11, 11, 11].map((review, at) =>
      comment(review, '', { created: `2026-01-0${at + 1} 00:00:00` }),
    );
    const say = (words: string, more: string) => {
      const said = { created: '2026/01/02 00:00:00', published: '2026/01/02 00:00:00' };
      const answer = (id: number, text: string) => ({
        id: String(id),
        ...said,
        content: `${text} ${words}`,
        author: user(id),
      });
      const answers = [answer(9, 'answer'), answer(8, 'second'), ...(more === '' ? [answer(7, 'third')] : [])];
      const added = more === '' ? [] : [answer(10, 'added')];
      Object.assign(content.productQuestions[0]!, { content: `asked ${words}`, answers: [...answers, ...added] });
      Object.assign(content.questions[0]!, { content: `shop asked ${words}`, answers: [answers[0]] });
      Object.assign(first!, { content: `first ${words}` });
      Object.assign(second!, { content: `second ${words}`, activated: more === '' ? '1' : '0' });
      Object.assign(third!, { content: `third ${words}` });
      content.comments = [first!, second!, third!];
    };
    try {
      say('before', '');
      await take();
      const before = await texts();
      assert.deepEqual(before, {
        product: [1, 'asked before', 3, 'answer before', 'second before', 'third before'],
        shop: ['shop asked before', 'answer before'],
        comments: ['first before', 'second before', 'third before'],
      });
      say('after', 'more');
      const line = /^\d+ reviews: 0 added, 0 changed, .*; undo with: plaudit reviews undo 2$/;
      assert.match((await take()).at(-1)!, line);
      const after = await texts();
      assert.deepEqual(after, {
        product: [1, 'asked after', 3, 'answer after', 'second after', 'added after'],
        shop: ['shop asked after', 'answer after'],
        comments: ['first after', 'second after, off', 'third after'],
      });

      const [number] = await service.withDatabase((db) => db.selectFrom('product_question').select('id').execute());
      await run('questions', 'hide', String(number!.id), '--reason', 'spam');
      await service.withDatabase(async (db) => {
        const { answers } = await db.selectFrom('product_question').select('answers').executeTakeFirstOrThrow();
        await db
          .updateTable('product_question')
          .set({ answers: answers.replace('second after', 'second by the shop') })
          .execute();
        await db.updateTable('comment').set({ content: 'By the shop' }).where('content', '=', 'first after').execute();
      });
      const said = await run('reviews', 'undo', '2');
      assert.deepEqual(said.map((line) => line.replace(/(Answer|Comment) \S+/, '$1 N')).toSorted(), [
        'Answer N of a product keeps what changed since: state',
        'Answer N of a product keeps what changed since: words',
        'Comment N keeps what changed since: state',
        'Comment N keeps what changed since: words',
        'Import 2 is undone: 0 reviews gone, 4 as before, 4 kept',
      ]);
      assert.deepEqual(await texts(), {
        product: [2, 'asked before', 2, 'answer before', 'second by the shop'],
        shop: before.shop,
        comments: ['By the shop', 'second before, off', 'third before'],
      });

      // The same comes again, but for what is no longer as it was.
      await take();
      assert.deepEqual(await texts(), {
        product: [2, 'asked before', 3, 'answer after', 'second by the shop', 'added after'],
        shop: after.shop,
        comments: ['By the shop', 'second before, off', 'third after'],
      });
      // Somebody who has an address, asked the shop, and answered another's question.
      await service.withDatabase(async (db) => {
        const { author_id: id } = await db.selectFrom('question').select('author_id').executeTakeFirstOrThrow();
        const { answers } = await db.selectFrom('product_question').select('answers').executeTakeFirstOrThrow();
        const [{ author }] = JSON.parse(answers) as [{ author: { username: string } }];
        const person = { email: 'asks@customers.example', username: author.username };
        await db.updateTable('author').set(person).where('id', '=', id).execute();
      });
      const copies = () =>
        service.withDatabase(async (db) =>
          (await db.selectFrom('import_item_copy').select('before').execute()).map(({ before: words }) => words).join(),
        );
      assert.match(await copies(), /shop asked before.*third before|third before.*shop asked before/);
      await run('privacy', 'remove', '--email', 'asks@customers.example');
      await run('privacy', 'remove', '--review', '11', '--shop');
      assert.equal(await copies(), '', 'an answer that was added has no earlier words');
      const late = await service.withDatabase(async (db) => {
        const trial = await db.startTransaction().execute();
        await forgetOldImportCopies(trial, Date.now() + UNDO_MS + 60_000);
        const rows = await trial.selectFrom('import_item_copy').select('before').execute();
        await trial.rollback().execute();
        return rows;
      });
      assert.deepEqual(late, [], 'after 90 days none is left');
      await run('reviews', 'undo', '3');
      assert.deepEqual(await texts(), {
        product: [2, 'asked before', 1, 'second by the shop'],
        shop: undefined,
        comments: [],
      });
      assert.equal(await copies(), '');
    } finally {
      await fake.stop();
      await service.stop();
    }
  });

  test('a question that the shop hid stays hidden, and an answer that waits keeps its reason, when a text changes there', async () => {
    const service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    const { location } = service;
    const where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const fake = await new FakeUpstream().start();
    const take = async (words: string) => {
      Object.assign(fake.content.questions[0]!, { content: `shop asked ${words}` });
      Object.assign(fake.content.productQuestions[0]!, { content: `asked ${words}` });
      const args = ['reviews', 'import', '--from-api', fake.url, '--calls', '1000', '--business', shop, ...where];
      const { status, err } = await runProgram(args, { env });
      assert.equal(status, 0, err);
    };
    try {
      await take('before');
      const { now } = service.clock;
      const held = await service.withDatabase(async (db) => {
        const { id, business_id: business } = await db.selectFrom('question').selectAll().executeTakeFirstOrThrow();
        await showQuestion(storeOf(db), business, id, { shown: false, now });
        const { id: questionId } = await db.selectFrom('product_question').select('id').executeTakeFirstOrThrow();
        const waiting = { questionId, authorId: null, author: unknownUser, content: 'Waits', heldFor: 'link', now };
        await addProductAnswer(storeOf(db), business, waiting);
        return db.selectFrom('product_question').select('held_answers').executeTakeFirstOrThrow();
      });
      await take('after');
      await service.withDatabase(async (db) => {
        const ofShop = await db.selectFrom('question').select(['content', 'state']).execute();
        assert.deepEqual(ofShop, [{ content: 'shop asked after', state: 2 }]);
        const ofProduct = await db.selectFrom('product_question').select(['content', 'held_answers']).execute();
        assert.deepEqual(ofProduct, [{ content: 'asked after', ...held }]);
      });
      assert.notEqual(held.held_answers, null);
    } finally {
      await fake.stop();
      await service.stop();
    }
  });
});

/** What happens to reviews and questions is noted by whoever does it, and goes with the person. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { answerQuestion, hideQuestion } from '../../review-service/content/asking/questions.ts';
import { hideByCommand, publishByCommand } from '../../review-service/content/moderation/by-command.ts';
import { replyByCommand } from '../../review-service/content/moderation/reply.ts';
import { closeReport, listReports } from '../../review-service/content/reports/reports.ts';
import { readEvents, type Subject } from '../../review-service/data/events.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }], reviews: [{ reviewNo: 1, published: 'pending' }] }),
    );
  });
  after(() => service.stop());

  const eventsOf = (about: Subject) =>
    service.withDatabase(async (db) => {
      const { id } = (await findBusiness(storeOf(db), shop))!;
      const owner = await db.selectFrom('account').select('id').where('email', '=', `owner@${shop}`).execute();
      return (await readEvents(db, id, about)).map(({ kind, actor, reason }) =>
        [kind, actor === owner[0]?.id ? 'owner' : actor, ...(reason === null ? [] : [reason])].join(', '),
      );
    });
  const later = <Result>(work: (db: Database, now: number) => Promise<Result>): Promise<Result> => {
    service.clock.advance(1_000);
    return service.withDatabase((db) => work(db, service.clock.now));
  };

  test('calls and commands note what they do to a review of a product, and by whom', async () => {
    const written = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating: 1, first_name: 'Jane', email };
    const { product_review: review } = await service.ok('addProductReview', shop, { form: written });
    const name = { kind: 'product', number: review.id } as const;
    await service.ok('flagProductReview', shop, {
      form: { review_id: review.id, reason: 'other', message: 'It is not allowed' },
    });
    await service.ok('replyToProductReview', shop, { form: { review_id: review.id, text: 'We send a new one' } });
    const [report] = await later((db) => listReports(db, shop));
    await later((db, now) => closeReport(db, report!.id, 'stays', now));
    await later((db, now) => replyByCommand(db, shop, name, '', now));
    await later((db, now) => hideByCommand(db, shop, name, 'off topic', now));
    await later((db, now) => publishByCommand(db, shop, name, now));
    assert.deepEqual(await eventsOf({ subject: 'product review', number: review.id }), [
      'written, author',
      'reported, shopper, other',
      'replied, owner',
      'report closed, command',
      'reply removed, command',
      'hidden, command, off topic',
      'mailed, command, hidden',
      'published, command',
    ]);
    await service.ok('erasePersonalData', shop, { form: { email } });
    assert.deepEqual(await eventsOf({ subject: 'product review', number: review.id }), [], 'it goes with its author');
  });

  test('what is refused notes nothing, and a review of the shop has events of its own', async () => {
    await service.ok('publishReview', shop, { form: { review_no: 1 } });
    await service.refused('publishReview', shop, { form: { review_no: 1 } }, 305, 404);
    await service.ok('addComment', shop, { form: { review_no: 1, text: 'Thank you' } });
    assert.deepEqual(await eventsOf({ subject: 'review', number: 1 }), ['published, owner', 'replied, owner']);
    assert.deepEqual(await eventsOf({ subject: 'product review', number: 1 }), []);
  });

  test('a question that is held, answered and hidden says so', async () => {
    await later((db) => db.updateTable('business').set({ hold_reviews: 1 }).where('domain', '=', shop).execute());
    const asked = { sku: 'MUG', content: 'Blue?', first_name: 'Jane', email };
    const { product_question: question } = await service.ok('addProductQuestion', shop, { form: asked });
    await later((db, now) => answerQuestion(db, { business: shop, id: question.id, content: 'Yes' }, now));
    await later((db, now) => hideQuestion(db, { business: shop, id: question.id, answerId: undefined }, 'spam', now));
    assert.deepEqual(await eventsOf({ subject: 'product question', number: question.id }), [
      'written, author',
      'held, author, new',
      'answered, command',
      'hidden, command, spam',
      'mailed, command, hidden',
    ]);
    await service.ok('erasePersonalData', shop, { form: { email } });
    assert.deepEqual(await eventsOf({ subject: 'product question', number: question.id }), []);
  });
});

/** The items, lists and inbox of the console, by a browser without JavaScript. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { hideByCommand, publishByCommand } from '../../review-service/content/moderation/by-command.ts';
import { replyByCommand } from '../../review-service/content/moderation/reply.ts';
import type { ReviewName } from '../../review-service/content/moderation/reviews.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const DAY = 86_400_000;

onEveryDatabase((place) => {
  let service: TestService;
  let browser: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    await service.withDatabase((db) =>
      saveContent(db, 'other.example', {
        products: [{ id: 1, sku: 'CUP' }],
        productReviews: [{ id: 900, product: { sku: 'CUP' } }],
      }),
    );
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Blue mug' },
          { id: 2, sku: 'POT', title: 'Tea pot' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, title: 'Fine', content: 'It holds tea', rating: 5, order_id: 'A-17' },
          { id: 2, product: { sku: 'POT' }, title: 'Cracked', content: 'It leaks', rating: 1 },
        ],
        reviews: [{ reviewNo: 1, title: 'Quick', content: 'It came the next day' }],
      }),
    );
  });
  after(() => service.stop());
  beforeEach(async () => {
    browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });

  const hold = (hold: 0 | 1) =>
    service.withDatabase((db) =>
      db.updateTable('business').set({ hold_reviews: hold }).where('domain', '=', shop).execute(),
    );
  const written = async (
    fields: { title?: string; content?: string; rating?: number; sku?: string; email?: string } = {},
  ) => {
    const form = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating: 4, first_name: 'Jane', ...fields };
    const { product_review: review } = await service.ok('addProductReview', shop, { form });
    return review.id;
  };
  const held = async (fields: Parameters<typeof written>[0] = {}) => {
    await hold(1);
    const id = await written(fields);
    await hold(0);
    return id;
  };
  const revisionOf = (text: string) => /name="revision" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const stateOf = (id: number) =>
    service.withDatabase(async (db) => {
      const row = await db.selectFrom('product_review').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      return ['held', 'published', 'hidden'][row.state];
    });
  const byCommand = (name: ReviewName, what: 'hide' | 'publish' | 'reply') =>
    service.withDatabase<unknown>((db) => {
      if (what === 'hide') return hideByCommand(db, shop, name, 'spam', service.clock.now);
      if (what === 'publish') return publishByCommand(db, shop, name, service.clock.now);
      return replyByCommand(db, shop, name, 'From elsewhere', service.clock.now);
    });
  /** Sends a form of the item that is open, with the revision that it showed. */
  const decide = (path: string, fields: Record<string, string> = {}) =>
    browser.send(`/console${path}`, { revision: revisionOf(browser.text), ...fields });
  const undo = () => {
    const [, act = ''] = /name="act" value="([^"]*)"/.exec(browser.text) ?? [];
    const [, back = ''] = /name="back" value="([^"]*)"/.exec(browser.text) ?? [];
    return browser.send('/console/undo', { act, back: back.replaceAll('&#38;', '&') });
  };

  test('a held review is published without its stars in view, which show afterwards', async () => {
    const id = await held({ rating: 2, content: 'See www.example.org' });
    await browser.open(`/console/reviews/${id}`);
    assert.match(browser.text, /Held/);
    assert.match(browser.text, /new reviews wait for a look, first review, has a link/);
    assert.doesNotMatch(browser.text, /of 5 stars|★/, 'no stars while it is held');
    await browser.open('/console/reviews?stars=2&q=www');
    assert.doesNotMatch(browser.text, new RegExp(`reviews/${id}"`), 'nor is it found by its stars');
    await browser.open('/console/reviews?state=held&stars=5');
    assert.match(browser.text, new RegExp(`reviews/${id}"`), 'of what is held the parameter is ignored');
    assert.doesNotMatch(browser.text, /★/);
    await browser.open(`/console/reviews/${id}`);
    await decide(`/reviews/${id}/publish`);
    assert.equal(browser.path.startsWith(`/console/reviews/${id}?done=`), true, browser.path);
    assert.match(browser.text, /2 of 5 stars/);
    assert.match(browser.text, /Published\./);
    assert.match(browser.text, /written.*held.*published.*owner@shop\.example/s);
    assert.equal(await stateOf(id), 'published');
  });

  test('a form of what changed meanwhile does nothing and says what changed', async () => {
    const id = await written();
    for (const [what, part] of [
      ['reply', 'the reply'],
      ['hide', 'its state'],
    ] as const) {
      await browser.open(`/console/reviews/${id}`);
      await byCommand({ kind: 'product', number: id }, what);
      await decide(`/reviews/${id}/reply`, { text: 'Sorry to hear that' });
      assert.equal(browser.status, 409);
      assert.match(browser.text, new RegExp(`changed meanwhile: ${part}`));
    }
    await browser.open(`/console/reviews/${id}`);
    await service.withDatabase((db) =>
      db.updateTable('product_review').set({ positive_votes: 7 }).where('id', '=', id).execute(),
    );
    await decide(`/reviews/${id}/publish`);
    assert.equal(browser.status, 200, 'votes change no revision');
    const first = revisionOf(browser.text);
    await service.ok('flagProductReview', shop, { form: { review_id: id, reason: 'other', message: 'Not true' } });
    await browser.send(`/console/reviews/${id}/hide`, { revision: first, reason: 'spam' });
    assert.deepEqual([browser.status, /changed meanwhile: reports/.test(browser.text)], [409, true]);
    assert.equal(await stateOf(id), 'published');
  });

  test('a review is hidden for a reason, its author is told after a minute, and Undo takes both back', async () => {
    const id = await written({ email: 'jane@customers.example' });
    await service.ok('flagProductReview', shop, {
      form: { review_id: id, reason: 'personal_info', message: 'A number' },
    });
    await browser.open(`/console/reviews/${id}`);
    await decide(`/reviews/${id}/hide`, { reason: 'because' });
    assert.deepEqual([browser.status, await stateOf(id)], [400, 'published'], 'a reason that is none');
    await decide(`/reviews/${id}/hide`, { reason: 'personal data' });
    assert.equal(await stateOf(id), 'hidden');
    const [mail] = await service.mails();
    assert.equal(mail!.due_at - service.clock.now, 60_000, 'the statement waits for a minute');
    await undo();
    assert.match(browser.text, /Taken back\./);
    assert.equal(await stateOf(id), 'published');
    assert.deepEqual(await service.mails(), [], 'nobody is told');
    assert.match(browser.text, /Open reports/, 'the report that it closed is open again');
    assert.doesNotMatch(browser.text, /author told by mail/);
  });

  test('Undo is good until the action after the next, and takes back nothing that changed since', async () => {
    const [one, two, three] = [await held(), await held(), await held()];
    const acts: string[] = [];
    for (const id of [one, two, three]) {
      service.clock.advance(1_000);
      await browser.open(`/console/reviews/${id}`);
      await decide(`/reviews/${id}/publish`);
      acts.push(/name="act" value="([^"]*)"/.exec(browser.text)![1]!);
    }
    await browser.send('/console/undo', { act: acts[0]!, back: '/inbox' });
    assert.deepEqual([browser.status, await stateOf(one)], [409, 'published']);
    await byCommand({ kind: 'product', number: two }, 'reply');
    await browser.send('/console/undo', { act: acts[1]!, back: '/inbox' });
    assert.deepEqual([browser.status, /the reply/.test(browser.text), await stateOf(two)], [409, true, 'published']);
    const stranger = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    await stranger.send('/console/undo', { act: acts[2]!, back: '/inbox' });
    assert.deepEqual([stranger.status, await stateOf(three)], [409, 'published'], 'it belongs to the session');
    await browser.send('/console/undo', { act: acts[2]!, back: '//elsewhere.example' });
    assert.deepEqual([browser.path.startsWith('/console/inbox'), await stateOf(three)], [true, 'held']);
  });

  test('the shop replies to both kinds of reviews, and an undo brings the earlier reply back', async () => {
    await browser.open('/console/shop-reviews/1');
    await decide('/shop-reviews/1/reply', { text: 'Thank you' });
    assert.match(browser.text, /Reply of the shop.*Thank you/s);
    await decide('/shop-reviews/1/reply', { text: 'Thanks a lot' });
    await undo();
    const { comments } = await service.ok('listComments', shop, { query: { review_no: 1 } });
    assert.deepEqual(
      comments.map(({ content }) => content),
      ['Thank you'],
    );
    const id = await written();
    await browser.open(`/console/reviews/${id}`);
    await decide(`/reviews/${id}/reply`, { text: 'We send a new one' });
    await undo();
    assert.doesNotMatch(browser.text, /We send a new one/);
  });

  test('several are published at once, what changed is named, and one Undo takes all back', async () => {
    const ids = [await held(), await held(), await held()];
    await browser.open('/console/reviews?state=held');
    const revisions = ids.map((id) => new RegExp(`value="(reviews/${id} [^"]*)"`).exec(browser.text)![1]!);
    await byCommand({ kind: 'product', number: ids[1]! }, 'hide');
    const send = (path: string, chosen: readonly string[]) => {
      const fields = new URLSearchParams({ list: 'state=held' });
      for (const one of chosen) fields.append('revision', one);
      return browser.send(path, fields as never);
    };
    await send('/console/reviews/publish', revisions);
    assert.match(browser.text, /2 published\./);
    assert.match(browser.text, new RegExp(`Not done.*reviews/${ids[1]}"`, 's'));
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['published', 'hidden', 'published']);
    await undo();
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['held', 'hidden', 'held']);
    await send('/console/reviews/publish', [revisions[1]!]);
    assert.deepEqual([browser.status, /its state/.test(browser.text)], [409, true], 'none was done');
  });

  test('the list finds reviews by each filter and by one search field', async () => {
    const mail = 'nora@customers.example';
    await service.ok('addProductReview', shop, {
      form: {
        sku: 'POT',
        title: 'Lovely',
        content: 'Zesty brew',
        rating: 3,
        first_name: 'Nora',
        last_name: 'Quill',
        email: mail,
      },
    });
    const titles = async (query: string) => {
      await browser.open(`/console/reviews?${query}`);
      assert.equal(browser.status, 200, query);
      return ['Fine', 'Cracked', 'Quick', 'Lovely'].filter((title) => browser.text.includes(`>${title} – `));
    };
    for (const [query, found] of [
      ['q=zesty', ['Lovely']],
      [`q=${mail}`, ['Lovely']],
      ['q=nora+quill', ['Lovely']],
      ['q=A-17', ['Fine']],
      ['q=POT', ['Cracked', 'Lovely']],
      ['q=nothinglikethis', []],
      ['stars=1', ['Cracked']],
      ['stars=4&kind=shop', ['Quick']],
      ['kind=shop', ['Quick']],
      ['product=POT', ['Cracked', 'Lovely']],
      ['to=2026-01-31', ['Fine', 'Cracked', 'Quick']],
      ['from=2026-10-01&product=POT', ['Lovely']],
      ['source=here&product=POT', ['Cracked', 'Lovely']],
      ['answered=1&kind=shop', ['Quick']],
      ['answered=0&kind=shop', []],
      ['photos=1', []],
      ['photos=0&kind=shop', ['Quick']],
      ['verified=1&kind=shop', []],
      ['reported=1&product=POT', []],
      ['stars=nine&page=x&from=never&kind=shop', ['Quick']],
    ] as const)
      assert.deepEqual(await titles(query), found, query);
    await browser.open('/console/reviews/900');
    assert.equal(browser.status, 404, 'of another business');
  });

  test('the list finds reviews by their language, soon after they are written or changed', async () => {
    const german = 'Der Deckel schließt gut, und der Tee bleibt darin für viele Stunden warm.';
    const save = (content: string) =>
      service.withDatabase((db) =>
        saveContent(db, shop, {
          products: [{ id: 2, sku: 'POT', title: 'Tea pot' }],
          productReviews: [{ id: 700, product: { sku: 'POT' }, title: 'Kanne', content }],
          reviews: [
            { reviewNo: 700, title: 'Laden', content: 'Die Lieferung kam schnell, und alles war gut verpackt.' },
          ],
        }),
      );
    const found = async (query: string) => {
      await browser.open(`/console/reviews?${query}`);
      return ['Kanne', 'Laden', 'Cracked'].filter((title) => browser.text.includes(`>${title} – `));
    };
    const untilFound = (query: string, titles: readonly string[]) =>
      service.clock.passUntil(query, async () => JSON.stringify(await found(query)) === JSON.stringify(titles));
    await save(german);
    await untilFound('language=de', ['Kanne', 'Laden']);
    assert.match(browser.text, /<option value="de" selected>German</);
    assert.deepEqual(await found('language=de&kind=shop'), ['Laden']);
    assert.deepEqual(await found('language=fr'), []);
    assert.deepEqual(await found('language=%27x'), await found(''));
    await save('The lid closes well, and the tea in it stays warm for many hours.');
    await untilFound('language=de', ['Laden']);
    assert.ok((await found('language=en')).includes('Kanne'));
    await service.withDatabase((db) => db.deleteFrom('product_review').where('id', '=', 700).execute());
    const left = () =>
      service.withDatabase((db) =>
        db.selectFrom('product_review_language').select('review_id').where('review_id', '=', 700).execute(),
      );
    assert.deepEqual(await left(), []);
  });

  test('the inbox says why each thing waits, Later puts it away, and something new brings it back', async () => {
    const id = await written({ rating: 2, sku: 'POT', content: 'It dripped' });
    await service.ok('flagProductReview', shop, { form: { review_id: id, reason: 'personal_info', message: 'See' } });
    service.clock.advance(3 * DAY);
    await browser.signIn(`owner@${shop}`);
    const row = () =>
      browser
        .open('/console/inbox')
        .then(() => new RegExp(`<a href="/console/reviews/${id}\\?.*?</li>`, 's').exec(browser.text)?.[0] ?? '');
    assert.match(await row(), /reported: personal data, 2 stars, no reply for 3 days/);
    await browser.open(`/console/reviews/${id}?in=inbox`);
    await decide(`/reviews/${id}/later`, { until: 'tomorrow', in: 'inbox' });
    assert.equal(browser.path.includes(`/reviews/${id}`), false, 'the next one comes');
    assert.equal(await row(), '');
    await service.ok('flagProductReview', shop, { form: { review_id: id, reason: 'other', message: 'Again' } });
    assert.match(await row(), /reported 2 times/);
    await browser.open('/console/inbox?kind=low');
    assert.doesNotMatch(browser.text, /reviews\/2\?/, 'what was there before is not waiting');
    await browser.open(`/console/reviews/${id}`);
    await decide(`/reviews/${id}/close-reports`);
    await decide(`/reviews/${id}/reply`, { text: 'Thank you, we look into it' });
    assert.equal(await row(), '');
    assert.match(browser.text, /Answered this week: \d+, median/);
  });

  test('the riskiest come first whatever their stars, and of the same risk the oldest', async () => {
    const ids: number[] = [];
    for (const rating of [5, 1, 1, 5]) {
      const id = await written({ rating });
      await service.ok('flagProductReview', shop, { form: { review_id: id, reason: 'other', message: 'Look' } });
      ids.push(id);
    }
    await service.ok('flagProductReview', shop, { form: { review_id: ids[3]!, reason: 'other', message: 'Again' } });
    await browser.open('/console/inbox?order=riskiest');
    const found = [...browser.text.matchAll(/console\/reviews\/(\d+)\?in=inbox" dir/g)].map(([, id]) => Number(id));
    assert.deepEqual(
      found.filter((id) => ids.includes(id)),
      [ids[3], ids[0], ids[1], ids[2]],
    );
    const item = `/console/reviews/${ids[0]}?in=inbox`;
    assert.equal((await browser.open(item)).headers.get('cache-control'), 'no-store');
    await browser.open(item, { headers: { 'sec-purpose': 'prefetch' } });
    assert.equal(browser.headers.get('cache-control'), 'private, max-age=30');
  });

  test('a question is answered and hidden, and both are taken back', async () => {
    const { product_question: asked } = await service.ok('addProductQuestion', shop, {
      form: { sku: 'MUG', content: 'Is it safe in a dishwasher?', first_name: 'Ada' },
    });
    const path = `/questions/${asked.id}`;
    await browser.open('/console/inbox?kind=question');
    assert.match(browser.text, /dishwasher/);
    await browser.open('/console/questions?answered=0');
    assert.match(browser.text, /dishwasher/);
    await browser.open(`/console${path}`);
    await decide(`${path}/answer`, { text: ' ' });
    assert.equal(browser.status, 400);
    await decide(`${path}/answer`, { text: 'Yes, on any shelf' });
    assert.match(browser.text, /Yes, on any shelf/);
    await undo();
    assert.doesNotMatch(browser.text, /Yes, on any shelf/);
    await decide(`${path}/answer`, { text: 'Yes' });
    await decide(`${path}/hide`, { reason: 'off topic' });
    assert.match(browser.text, /Hidden/);
    await undo();
    const { questions: shown } = await service.ok('listProductQuestions', shop, { query: { sku: 'MUG' } });
    assert.deepEqual(
      shown.map(({ answers }) => answers.map(({ content }) => content)),
      [['Yes']],
    );
  });

  test('a single answer is hidden for a reason, which is kept, and comes back', async () => {
    const { product_question: asked } = await service.ok('addProductQuestion', shop, {
      form: { sku: 'MUG', content: 'Does it break?' },
    });
    const path = `/questions/${asked.id}`;
    await browser.open(`/console${path}`);
    await decide(`${path}/answer`, { text: 'Never.' });
    const answers = async () =>
      (await service.ok('listProductQuestions', shop, { query: { sku: 'MUG' } })).questions
        .find(({ id }) => id === asked.id)!
        .answers.filter(({ publishedRFC }) => publishedRFC !== null).length;
    assert.equal(await answers(), 1);
    await browser.open(`/console${path}`);
    const [, answer = ''] = /name="answer" value="(\d+)"/.exec(browser.text) ?? [];
    await decide(`${path}/hide-answer`, { answer });
    assert.deepEqual([browser.status, await answers()], [400, 1], 'no reason');
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-answer`, { answer, reason: 'off topic' });
    assert.equal(await answers(), 0);
    assert.match((await browser.open(`/console${path}`)).text, /off topic/i);
    await decide(`${path}/publish-answer`, { answer });
    assert.equal(await answers(), 1);
  });

  test('a question about the shop is answered and hidden, and both are taken back', async () => {
    await service.withDatabase((db) =>
      saveContent(db, shop, { questions: [{ id: 5, content: 'Do you send abroad?' }] }),
    );
    const path = '/shop-questions/5';
    await browser.open('/console/inbox?kind=question');
    assert.match(browser.text, /shop-questions\/5\?.*send abroad/);
    await browser.open('/console/questions?answered=0');
    assert.match(browser.text, /send abroad/);
    await browser.open(`/console${path}`);
    await decide(`${path}/answer`, { text: 'Within Europe' });
    assert.match(browser.text, /Within Europe/);
    const listed = async () => (await service.ok('listQuestions', shop)).questions.map(({ answers }) => answers.length);
    assert.deepEqual(await listed(), [1]);
    await undo();
    assert.deepEqual(await listed(), [0]);
    await decide(`${path}/hide`, { reason: 'spam' });
    assert.deepEqual(await listed(), []);
    await undo();
    assert.deepEqual(await listed(), [0]);
  });

  test('an Undo that comes after the statement tells the author that the review is shown again', async () => {
    const id = await written({ email: 'late@customers.example' });
    await browser.open(`/console/reviews/${id}`);
    await decide(`/reviews/${id}/hide`, { reason: 'spam' });
    // Delivered meanwhile.
    await service.withDatabase((db) => db.deleteFrom('job').where('kind', '=', 'mail').execute());
    await undo();
    assert.equal(await stateOf(id), 'published');
    assert.equal((await service.mails()).length, 1);
    assert.match((await browser.open(`/console/reviews/${id}`)).text, /author told by mail.*taken back/s);
  });

  test('a moderator decides, and sees no e-mail address and no order', async () => {
    await service.moderator(shop, 'moderator@shop.example');
    const email = 'hidden@customers.example';
    const form = {
      sku: 'POT',
      title: 'Unseen',
      content: 'Fine',
      rating: 3,
      first_name: 'Otto',
      email,
      order_id: 'Z-99',
    };
    const { product_review: review } = await service.ok('addProductReview', shop, { form });
    const item = `/console/reviews/${review.id}`;
    assert.match((await browser.open(item)).text, /hidden@customers\.example.*Z-99/s);
    const moderator = await new ConsoleBrowser(service.url).signIn('moderator@shop.example');
    await moderator.open(item);
    assert.doesNotMatch(moderator.text, /hidden@customers|Z-99/);
    for (const [q, isFound] of [
      [email, false],
      ['Z-99', false],
      ['Otto', true],
      ['unseen', true],
    ] as const)
      assert.equal(
        (await moderator.open(`/console/reviews?q=${q}`)).text.includes(`reviews/${review.id}"`),
        isFound,
        q,
      );
    await moderator.open(item);
    await moderator.send(`${item}/reply`, { revision: revisionOf(moderator.text), text: 'Thank you' });
    assert.match(moderator.text, /replied to.*moderator@shop\.example/s);
  });
});

/** What is stored about a customer: given out, and erased without a trace. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { NOTHING, PersonalData } from '../../contract/entities/personal-data.ts';
import { columnsAboutPeople } from '../../review-service/care/privacy/columns.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { mailsTo } from '../../review-service/letters/mail/sending/outbox.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { TestMailServer } from '../support/smtp.ts';

const shop = 'a.example';
const email = 'jane@customers.example';
/** Stands in everything that Jane wrote or that was written to her. */
const mark = 'Zanzibar';

const jane = { username: 'jane-zanzibar', firstName: 'Jane', lastName: 'Z', email: 'Jane@Customers.example' };
const picture = (key: string) => ({
  id: 1,
  caption: '',
  created: '2026-01-01 00:00:00',
  ...Object.fromEntries(['original', 'normal', 'large', 'small'].map((size) => [size, `/images/${key}/${size}.jpg`])),
});

onEveryDatabase((place) => {
  let service: TestService;
  /** Takes no mail, so that mail waits. */
  let mails: TestMailServer;
  before(async () => {
    mails = await new TestMailServer().start();
    mails.behaviour = 'busy';
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: [
          { id: 1, rating: 2, product: { sku: 'MUG' } },
          { id: 2, rating: 4, product: { sku: 'MUG' }, published: 'pending', title: mark, user: jane },
        ],
        reviews: [
          { reviewNo: 1, rating: [{ type: 'overall', rating: 2 }] },
          {
            reviewNo: 2,
            rating: [{ type: 'overall', rating: 5 }],
            title: mark,
            labels: [mark],
            source: 'API',
            order_id: `${mark}-2`,
            author: jane,
            images: [picture('shared')],
            updated_for: {
              reviewNo: 90,
              title: mark,
              content: `${mark} /images/lone/small.jpg`,
              created: '2026-01-01 00:00:00',
              rating: [],
              author: jane,
            },
          },
          { reviewNo: 3, title: mark, removedRFC: '2026-01-02T00:00:00+00:00', author: jane },
          { reviewNo: 4, rating: [], images: [picture('shared')] },
        ],
        productQuestions: [
          { id: 1, content: mark, product: { sku: 'MUG' }, author: jane },
          {
            id: 2,
            content: 'Blue?',
            product: { sku: 'MUG' },
            num_answers: 2,
            answers: [
              { id: 1, content: mark, created: '2026-01-01 00:00:00', author: jane },
              { id: 2, content: 'Yes', created: '2026-01-01 00:00:00', author: { username: 'kim' } },
            ],
          },
        ],
        questions: [{ id: 1, content: mark, author: jane }],
      });
      for (const key of ['shared', 'lone'])
        await db
          .insertInto('image_file')
          .values({
            key,
            size: 'small',
            content_type: 'image/jpeg',
            bytes: new Uint8Array([1]),
            created_at: 1,
            shared: key === 'shared' ? 1 : 0,
          })
          .execute();
      await saveContent(db, 'b.example', {
        products: [{ id: 1, sku: 'CUP' }],
        productReviews: [{ id: 1, product: { sku: 'CUP' }, title: mark, user: jane }],
      });
    });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const access = async (business = shop, token = service.token) =>
    (await service.ok('accessPersonalData', business, { query: { email: 'JANE@customers.example' }, token }))
      .categories;
  const erase = (business = shop, token = service.token) =>
    service.ok('erasePersonalData', business, { form: { email }, token });
  const stats = async () =>
    (await service.ok('getProductReviewStats', shop, { query: { sku: 'MUG' } })).product_reviews_stats;
  const overall = async () => {
    const { numReviews } = await service.ok('getBusiness', shop);
    return (numReviews as { type: string; rating: number }[]).map(({ rating }) => rating);
  };

  const keyed = {
    headers: { 'idempotency-key': 'jane' },
    form: {
      sku: 'MUG',
      title: mark,
      content: mark,
      rating: 5,
      first_name: 'Jane',
      last_name: 'Z',
      email,
      order_id: `${mark}-1`,
      user_location: `${mark} City`,
    } satisfies Given,
  };
  let imageAddress: string;

  test('nobody has nothing: every category says so', async () => {
    const { categories } = await service.ok('accessPersonalData', shop, {
      query: { email: 'nobody@customers.example' },
    });
    assert.deepEqual(Object.keys(categories), Object.keys(PersonalData.shape));
    assert.deepEqual(new Set(Object.values(categories)), new Set([NOTHING]));
  });

  test('who was asked for a review and wrote none is known by that alone', async () => {
    const form = { email: 'max@customers.example', order_id: 'O-9', order_date: '2026-02-03', return_link: 1 };
    await service.ok('addReviewRequest', shop, { form });
    const { categories } = await service.ok('accessPersonalData', shop, { query: { email: form.email } });
    assert.deepEqual(categories['Commercial info'], {
      productsOrServicesPurchased: [
        { website: shop, title: shop, orderId: 'O-9', orderDate: '2026-02-03T00:00:00+00:00' },
      ],
    });
    await service.ok('erasePersonalData', shop, { form });
    assert.deepEqual(
      new Set(
        Object.values((await service.ok('accessPersonalData', shop, { query: { email: form.email } })).categories),
      ),
      new Set([NOTHING]),
    );
  });

  test('every category of what is stored about a customer', async () => {
    await service.ok('addProductReview', shop, keyed);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      sku: 'MUG',
      title: mark,
      content: mark,
      rating: '4',
      user_name: `${mark} Other`,
      email: email.toUpperCase(),
    }))
      form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(await png())]), 'photo.png');
    const { product_review: withPhoto } = await service.ok('addProductReview', shop, { form });
    imageAddress = withPhoto.images[0]!.original;

    const asked = { email: jane.email, first_name: 'Jane', last_name: mark, order_date: '2026-02-03' };
    await service.ok('addReviewRequest', shop, { form: { ...asked, order_id: `${mark}-2`, phone: '+49 30 555' } });
    await service.ok('addProductReviewRequest', shop, {
      form: { ...asked, order_id: `${mark}-1`, product_skus: 'MUG' },
    });
    await service.ok('getEditLink', shop, { query: { email } });

    const categories = await access();
    const { Identifiers: identifiers, 'Customer records information': records } = categories;
    assert.ok(typeof identifiers === 'object' && typeof records === 'object');
    assert.equal(identifiers.email, email);
    assert.equal(identifiers.name, `Jane Z, ${mark} O, Jane ${mark}`);
    assert.match(identifiers.accountName, /jane-zanzibar/);
    assert.deepEqual(
      [identifiers.SSN, identifiers.ipAddress, records.name, records.phone, records.creditDebitCards],
      [NOTHING, NOTHING, identifiers.name, '+49 30 555', NOTHING],
    );
    assert.deepEqual(categories['Commercial info'], {
      productsOrServicesPurchased: [
        { website: shop, title: 'Blue mug', orderId: `${mark}-1`, orderDate: '2026-02-03T00:00:00+00:00' },
        { website: shop, title: shop, orderId: `${mark}-2`, orderDate: '2026-02-03T00:00:00+00:00' },
      ],
    });
    assert.deepEqual(categories['Internet or electronic activity'], {
      browsingHistory: NOTHING,
      searchHistory: NOTHING,
      consumerInteractions: [shop],
    });
    assert.equal(categories['Geolocation data'], `${mark} City`);
    assert.ok(categories['Audio, electric, visual, thermal, olfactory'].includes(imageAddress));
    for (const none of [
      'Protected classification info (race, gender)',
      'Biometric info',
      'Professional or employment related',
      'Education info',
      'Inferences',
    ] as const)
      assert.equal(categories[none], NOTHING);
  });

  test('erasing takes everything, and the counters follow at once', async () => {
    const {
      product_reviews: [own],
    } = await service.ok('listProductReviews', shop, { query: { count: 1 } });
    await service.ok('voteOnProductReview', shop, { form: { review_id: own!.id, vote: 'positive' } });
    await service.ok('addComment', shop, { form: { review_no: 2, text: `Sorry, ${mark}` } });
    await service.ok('flagReview', shop, { form: { review_no: 2, reason: 'other', message: mark } });
    await service.ok('sendMessage', shop, { form: { review_no: 2, subject: mark, body: mark } });
    const order = { email, order_id: mark, order_date: '2026-11-03', first_name: 'Jane', last_name: mark };
    await service.ok('addReviewRequest', shop, { form: { ...order, phone: '+49 30 12345' } });
    await service.ok('addProductReviewRequest', shop, { form: { ...order, product_skus: 'MUG', return_link: 1 } });
    await service.ok('getEditLink', shop, { query: { email } });
    assert.equal((await stats()).total, 3);
    assert.deepEqual(await overall(), [3, 1, 0, 0, 1, 0]);

    await erase();
    assert.deepEqual([(await stats()).total, (await stats()).average_rating], [1, 2]);
    assert.deepEqual(await overall(), [2, 0, 0, 0, 1, 0]);
    for (const review_no of [2, 3]) await service.refused('getReview', shop, { query: { review_no } }, 305, 404);
    await service.refused('voteOnProductReview', shop, { form: { review_id: own!.id, vote: 'positive' } }, 403, 404);
    assert.deepEqual((await service.ok('listProductReviews', shop, { query: { q: mark } })).product_reviews, []);
    assert.deepEqual((await service.ok('listMessages', shop, { query: { folder: 'sent' } })).messages, []);
    assert.deepEqual((await service.ok('listComments', shop)).comments, []);
    assert.deepEqual((await service.ok('listQuestions', shop)).questions, []);
    const { questions } = await service.ok('listProductQuestions', shop);
    assert.deepEqual(
      questions.map(({ id, num_answers, answers }) => [id, num_answers, answers.map(({ content }) => content)]),
      [[2, 1, ['Yes']]],
    );
    assert.deepEqual(new Set(Object.values(await access())), new Set([NOTHING]));
  });

  test('the bytes of pictures go too, but for one that belongs to nobody, and one that was only written of', async () => {
    assert.equal((await fetch(imageAddress)).status, 404);
    assert.equal((await fetch(new URL('/images/shared/small.jpg', service.url))).status, 200);
    assert.equal((await fetch(new URL('/images/lone/small.jpg', service.url))).status, 200);
  });

  test('a request that is sent again after the person was erased gives nothing out, and brings nothing back', async () => {
    const response = await service.refused('addProductReview', shop, keyed, 307, 404);
    assert.equal(response.headers.get('idempotent-replayed'), 'true');
    assert.equal((await stats()).total, 1);
  });

  test('the same person at another business is left alone, until erased there', async () => {
    const token = await service.logIn('owner@b.example');
    const { Identifiers: identifiers } = await access('b.example', token);
    assert.ok(typeof identifiers === 'object');
    await erase('b.example', token);
    assert.equal((await access('b.example', token)).Identifiers, NOTHING);
  });

  test('a review that is written while its author is erased is never left without one', async () => {
    const form = { sku: 'MUG', title: mark, content: mark, rating: 5, first_name: 'Jane', last_name: 'Z', email };
    await service.ok('addProductReview', shop, { form });
    for (let round = 0; round < 6; round++) {
      const calls = [true, false, true, false, true].map((writes) =>
        service.call(writes ? 'addProductReview' : 'erasePersonalData', shop, { form: writes ? form : { email } }),
      );
      for (const response of await Promise.all(calls)) assert.equal(response.status, 200, await response.text());
      await service.withDatabase(async (db) => {
        const known = new Set((await db.selectFrom('author').select('id').execute()).map(({ id }) => id));
        const reviews = await db.selectFrom('product_review').select('author_id').execute();
        assert.deepEqual(
          reviews.filter(({ author_id }) => !known.has(author_id!)),
          [],
        );
      });
    }
    await erase();
    assert.deepEqual([(await stats()).total, (await stats()).average_rating], [1, 2]);
  });

  test('what is said of a review, or to its author, while they are erased is gone with them', async () => {
    for (let round = 0; round < 8; round++) {
      const review_no = 100 + round;
      await service.withDatabase((db) =>
        saveContent(db, shop, {
          reviews: [{ reviewNo: review_no, source: 'API', author: { ...jane, username: `jane-${round}` } }],
        }),
      );
      const words: [EndpointName, Given][] = [
        ['addComment', { review_no, text: mark }],
        ['sendMessage', { review_no, subject: mark, body: mark }],
        ['erasePersonalData', { email }],
        ['flagReview', { review_no, reason: 'other', message: mark }],
        ['sendResolution', { review_no, body: mark }],
      ];
      const statuses = await Promise.all(
        words.map(async ([name, form]) => (await service.call(name, shop, { form })).status),
      );
      assert.ok(
        statuses.every((status) => status === 200 || status === 404),
        String(statuses),
      );
      await service.withDatabase(async (db) => {
        const business = (await findBusiness(storeOf(db), shop))!;
        const left = [
          await db.selectFrom('comment').select('content').where('review_id', '=', review_no).execute(),
          await db.selectFrom('review_flag').select('message').where('review_id', '=', review_no).execute(),
          await db.selectFrom('message').select('body').where('review_id', '=', review_no).execute(),
          (await db.selectFrom('job').select('key').where('kind', '=', 'mail').execute()).filter(
            ({ key }) => key === mailsTo(db, business, email),
          ),
        ];
        assert.deepEqual(left, [[], [], [], []], `round ${round}: ${String(statuses)}`);
      });
    }
  });

  test('a request that is completed while its customer is erased leaves no review', async () => {
    for (let round = 0; round < 6; round++) {
      const { link } = await service.ok('addReviewRequest', shop, {
        form: { email, order_id: mark, order_date: '2026-11-03', return_link: 1 },
      });
      service.clock.advance(60_000);
      const review = new URLSearchParams({ rating: '5', title: mark, content: mark, name: 'Jane Z' });
      const [completed, erased] = await Promise.all([
        fetch(link!, { method: 'POST', body: review, redirect: 'manual' }),
        service.call('erasePersonalData', shop, { form: { email } }),
      ]);
      assert.ok(completed.status === 303 || completed.status === 404, String(completed.status));
      assert.equal(erased.status, 200);
      assert.deepEqual(new Set(Object.values(await access())), new Set([NOTHING]), `round ${round}`);
    }
  });

  test('no row of any table holds a trace of somebody who was erased', async () => {
    await service.withDatabase(async (db) => {
      for (const table of await tablesOf(db)) {
        const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
        const text = JSON.stringify(rows).toLowerCase();
        for (const trace of [email, mark.toLowerCase(), 'jane'])
          assert.ok(!text.includes(trace), `${table} holds ${trace}`);
      }
    });
  });

  test('on SQLite, neither the file nor its log holds a trace either', async (context) => {
    const { location } = service;
    if (!('directory' in location)) return context.skip('PostgreSQL keeps its files to itself, until its vacuum');
    const files = readdirSync(location.directory).filter((name) => name.startsWith('reviews.sqlite'));
    assert.ok(files.includes('reviews.sqlite'));
    for (const file of files) {
      const bytes = readFileSync(join(location.directory, file)).toString('latin1').toLowerCase();
      for (const trace of [email, mark.toLowerCase()]) assert.ok(!bytes.includes(trace), `${file} holds ${trace}`);
    }
  });

  test('erasing again, or somebody unknown, succeeds: nothing is left', async () => {
    await erase();
    await service.ok('erasePersonalData', shop, { form: { email: 'nobody@customers.example' } });
  });

  test('both want an e-mail address', async () => {
    await service.refused('accessPersonalData', shop, {}, 302, 400, /email/);
    await service.refused('accessPersonalData', shop, { query: { email: 'jane' } }, 306, 400, /email/);
    await service.refused('erasePersonalData', shop, {}, 302, 400, /email/);
    await service.refused('erasePersonalData', shop, { form: { email: "' or 1=1" } }, 306, 400, /email/);
  });

  test('every column that says whom a row is about was thought of where people are erased', async () => {
    await service.withDatabase(async (db) => {
      const tables = await db.introspection.getTables();
      const columns = tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
      const aboutPeople = columns.filter((column) =>
        /\.(.*mail.*|recipient|phone|person.*|author_id|review_id|subject_id|first_name|last_name|user_location|order_id)$|^job\.key$/.test(
          column,
        ),
      );
      assert.deepEqual(aboutPeople.sort(), Object.keys(columnsAboutPeople).sort());
    });
  });
});

test('what could not be erased at first is, when the same request is sent again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-erase-again-'));
  const mailDirectory = join(directory, 'mail');
  const other = await new TestService({ directory: join(directory, 'data') }, { mailDirectory }).start();
  try {
    other.token = await other.account(shop);
    const mail = join(mailDirectory, 'one.eml');
    const again = () =>
      other.call('erasePersonalData', shop, { form: { email }, headers: { 'idempotency-key': 'again' } });
    // Nobody can list it.
    rmSync(mailDirectory, { recursive: true, force: true });
    writeFileSync(mailDirectory, '');
    assert.equal((await again()).status, 500);
    rmSync(mailDirectory);
    mkdirSync(mailDirectory);
    writeFileSync(mail, `From: A <reviews@${shop}>\r\nTo: <${email}>\r\n\r\nHello`);
    assert.equal((await again()).status, 200);
    assert.equal(existsSync(mail), false);
    const answer = await again();
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [200, 'true']);
  } finally {
    await other.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

async function tablesOf(db: Database): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name);
}

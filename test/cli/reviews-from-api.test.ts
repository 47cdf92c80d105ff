/** A business that moves here from another server of the API, by command: our own in another process, and a stranger. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { phonePhoto } from '../support/pictures.ts';
import { runProgram, type Outcome } from '../support/program.ts';
import { onSqliteFirst, password, TestService } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/smtp.ts';
import { account, FakeUpstream, type Call } from '../server-proxy/fake-upstream.ts';

const shop = 'shop.example';
const PRODUCT_REVIEWS = 120;

/** The account there, as the command takes it. */
const asEnvironment = (given: { clientToken: string; email: string; password: string }) => ({
  PLAUDIT_CLIENT_TOKEN: given.clientToken,
  PLAUDIT_EMAIL: given.email,
  PLAUDIT_PASSWORD: given.password,
});

onSqliteFirst((place) => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-from-api-'));
  let hosted: ServiceProcess;
  let there: Record<string, string>;
  let service: TestService;

  before(async () => {
    const first = await new TestService({ directory }).start();
    there = await fill(first);
    await first.stop();
    // So few calls that the import has to wait for them.
    hosted = await ServiceProcess.start(['--data', directory, '--calls-per-10-seconds', '8']);
  });
  after(async () => {
    await hosted.kill();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
  };
  const where = () =>
    'directory' in service.location
      ? ['--data', service.location.directory]
      : ['--database-url', service.location.databaseUrl];
  const reviews = (args: string[], env: Record<string, string> = {}) =>
    runProgram(['reviews', ...args, '--business', shop, ...where()], { env });
  const take = (url: string, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
    reviews(['import', '--from-api', url, '--calls', '1000', ...args], env);
  const lastLine = (out: string) => out.trimEnd().split('\n').at(-1)!;
  const ours = () => `${hosted.url}/v1`;
  const all = { query: { count: 100 } } as const;

  test('a business comes whole from another server, the same again changes nothing, and undo takes it back', async () => {
    await start();
    try {
      const first = await take(ours(), there);
      assert.match(first.err, /^(\d+ reviews, about .* to go.*\n)*$/);
      assert.equal(first.status, 0);
      const added = PRODUCT_REVIEWS + 1 + 5;
      assert.equal(
        lastLine(first.out),
        `${added} reviews: ${added} added, 0 changed, 0 already there, 0 refused; undo with: plaudit reviews undo 1`,
      );
      assert.match(first.out, /^products: 3 there, 3 in the catalogue here$/m);
      assert.match(first.out, /^reviews of the shop: 5 there, 5 here; published by its own count: 2 there, 2 here$/m);
      assert.match(
        first.out,
        new RegExp(
          `^product reviews: ${PRODUCT_REVIEWS + 1} there, ${PRODUCT_REVIEWS + 1} here; published by its own`,
          'm',
        ),
      );
      assert.match(first.out, /^comments: 2 there, 2 here$/m);
      assert.match(first.out, /^product questions: 3 there, 3 here$/m);
      assert.match(first.out, /^questions: 1 there, 1 here$/m);
      await compareWithThere();

      const again = await take(ours(), there);
      assert.equal(lastLine(again.out), `${added} reviews: 0 added, 0 changed, ${added} already there, 0 refused`);
      const shown = JSON.parse((await reviews(['import', 'show', '2', '--json'])).out) as Record<string, unknown>;
      assert.deepEqual([shown['format'], shown['file'], shown['kept_as_here']], ['api', ours(), []]);

      assert.match((await reviews(['undo', '1'])).out, /^6 of the comments and questions that it had brought went/m);
      assert.deepEqual(await service.withDatabase(countRows), [0, 0, 0, 0, 0, 0, 0]);
      // With the same numbers, in place of what went.
      const afterwards = await take(ours(), there);
      assert.match(lastLine(afterwards.out), new RegExp(`^${added} reviews: ${added} added`));
    } finally {
      await service.stop();
    }
  });

  const compareWithThere = async () => {
    const page = (await service.ok('listProductReviews', shop, all)).product_reviews;
    assert.equal(page.length, 100);
    const numbered = await service.withDatabase((db) =>
      db.selectFrom('product_review').select(['id', 'content']).orderBy('id').execute(),
    );
    assert.equal(numbered.at(0)!.content, `Words ${numbered[0]!.id}`, 'it has its number');
    const shopReviews = await service.ok('listReviews', shop, {
      query: { ...all.query, unpublished: 1, datasources: 'google' },
    });
    assert.deepEqual(
      shopReviews
        .toSorted((one, other) => one.reviewNo - other.reviewNo)
        .map(({ reviewNo, published, datasource }) => [reviewNo, published === 'pending', datasource]),
      [
        [701, false, null],
        [702, true, null],
        [704, false, 'google'],
        [705, false, null],
      ],
    );
    const updated = shopReviews.find(({ reviewNo }) => reviewNo === 705)!;
    assert.deepEqual([updated.updated_for?.title, updated.tip, updated.labels], ['Before', 'Call first', ['vip']]);
    assert.deepEqual(updated.rating.find(({ type }) => type === 'shipping')?.rating, 3);
    const { comments } = await service.ok('listComments', shop, { query: { ...all.query, review_no: 701 } });
    assert.deepEqual(comments.map(({ content }) => content).toSorted(), ['Thank you', 'Thanks again']);
    const { questions } = await service.ok('listProductQuestions', shop, all);
    assert.deepEqual(
      questions
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, answers, product }) => [id, answers.map(({ content }) => content), product?.sku]),
      [
        [801, ['Yes'], 'MUG-1'],
        [802, [], 'MUG-2'],
      ],
    );
    assert.equal((await service.ok('listQuestions', shop, all)).questions[0]!.answers[0]!.content, 'We do');
    await until('the photo is here', async () => {
      const photos = (await service.ok('listProductReviews', shop, { query: { ...all.query, only_photos: 1 } }))
        .product_reviews;
      const image = photos[0]?.images[0];
      return image !== undefined && image.caption === 'In the sun' && image.original.startsWith(service.url);
    });
    let pictures: string[] = [];
    await until('the picture of the product is here', async () => {
      const { products } = await service.ok('listProducts', shop, { query: { sku: 'MUG-3' } });
      pictures = products[0]!.images.map(({ url }) => url);
      return pictures[0]!.startsWith(service.url);
    });
    assert.equal((await fetch(pictures[0]!)).headers.get('content-type'), 'image/jpeg');
    assert.equal(pictures[1], 'http://pictures.invalid/mug.jpg', 'no other server is asked over http');
  };

  test('answers, comments and edits that are new there follow; words that were changed here stay', async () => {
    await start();
    const hostedData = new TestService({ directory });
    const writeThere = (content: Parameters<typeof saveContent>[2]) =>
      hostedData.withDatabase((db) => saveContent(db, shop, content));
    const of801 = async () => {
      const { questions } = await service.ok('listProductQuestions', shop, all);
      return questions.find(({ id }) => id === 801)!.answers.map(({ content }) => content);
    };
    const at = { created: '2026-01-02 00:00:00', published: '2026-01-02 00:00:00' };
    const ask801 = (...answers: readonly (readonly [number, string])[]) => ({
      id: 801,
      product: { id: 11, sku: 'MUG-1', categories: [{ category_name: 'Mugs' }] },
      num_answers: answers.length,
      answers: answers.map(([id, content]) => ({ id, content, ...at })),
    });
    try {
      await take(ours(), there);
      await writeThere({
        productQuestions: [ask801([5, 'Yes, it does'], [6, 'In blue']), { id: 802, product: { sku: 'MUG-2' } }],
        questions: [{ id: 901, num_answers: 1, answers: [{ id: 2, content: 'We do now', created: at.created }] }],
      });
      const ids = await hostedData.withDatabase(async (db) => {
        await db.updateTable('comment').set({ content: 'Thank you!' }).where('content', '=', 'Thank you').execute();
        await db.updateTable('comment').set({ removed_at: 1 }).where('content', '=', 'Thanks again').execute();
        return await db.selectFrom('comment').select('id').execute();
      });
      assert.equal(ids.length, 2);
      const again = await take(ours(), there);
      assert.match(again.out, /^comments: 1 there, 1 here$/m);
      assert.deepEqual(await of801(), ['Yes, it does', 'In blue']);
      const { questions } = await service.ok('listProductQuestions', shop, {
        query: { ...all.query, filter: 'PUBLISHED' },
      });
      assert.ok(
        questions.some(({ id }) => id === 802),
        'it was published there',
      );
      const [ofShop] = (await service.ok('listQuestions', shop, all)).questions;
      assert.deepEqual(
        ofShop!.answers.map(({ content }) => content),
        ['We do now'],
      );
      const { comments } = await service.ok('listComments', shop, { query: { ...all.query, review_no: 701 } });
      assert.deepEqual(
        comments.map(({ content }) => content),
        ['Thank you!'],
      );

      await service.withDatabase(async (db) => {
        const row = await db
          .selectFrom('product_question')
          .select('answers')
          .where('id', '=', 801)
          .executeTakeFirstOrThrow();
        const answers = row.answers.replace('In blue', 'Only in blue');
        await db.updateTable('product_question').set({ answers }).where('id', '=', 801).execute();
      });
      await writeThere({ productQuestions: [ask801([6, 'In red'], [7, 'Or green'])] });
      await take(ours(), there);
      assert.deepEqual(await of801(), ['Only in blue', 'Or green']);
    } finally {
      await service.stop();
    }
  });

  test('a stranger that fails, cuts answers off and gives what cannot be read: the rest comes, and it is said', async () => {
    await start();
    const fake = await new FakeUpstream().start();
    try {
      const own = { id: 900, sku: 'OWN-1' };
      const [taken] = fake.content.productReviews;
      await service.withDatabase((db) =>
        saveContent(db, shop, { products: [own], productReviews: [{ id: taken!['id'], product: own }] }),
      );
      const faults = new Map<string, number>();
      fake.fault = (call, response) => misbehave(faults, call, response);
      fake.content.productReviews.push({ id: 'no number', rating: 5, title: 'Odd' });
      fake.content.comments.push({ content: 'On no review' });
      const { productReviews, reviews: ofShop } = fake.content;
      const first = await take(fake.url, asEnvironment(account));
      const readable = productReviews.length - 1;
      assert.equal(first.status, 1);
      assert.match(first.err, /review \d+: it is not as the API describes reviews/);
      assert.match(
        lastLine(first.out),
        new RegExp(`^${readable + ofShop.length + 1} reviews: .* 0 changed, 0 already there`),
      );
      assert.match(first.out, /^comments: 6 there, 5 here; set aside: 1$/m);
      assert.match(first.out, /^product reviews: .*; with another number here, since theirs was taken: 1$/m);
      assert.deepEqual([fake.logins, fake.violations], [1, 0]);
      assert.equal(faults.size, 5, 'all of it happened');
      const token = await service.withDatabase((db) => db.selectFrom('upstream_session').selectAll().execute());
      assert.ok(token.length === 1 && !JSON.stringify(token).includes(fake.token!), 'the token is sealed');
      const again = await take(fake.url, asEnvironment(account));
      assert.match(lastLine(again.out), / 0 added, 0 changed, /);
      assert.equal(fake.logins, 1, 'the token was kept');
    } finally {
      await fake.stop();
      await service.stop();
    }
  });

  test('where another program ends its login, it stops and says so, and goes on when it is told to', async () => {
    await start();
    const fake = await new FakeUpstream().start();
    try {
      fake.fault = ({ path }) => {
        if (path.endsWith('/product/reviews')) fake.token = 'that of another program';
        return false;
      };
      const first = await take(fake.url, asEnvironment(account));
      assert.equal(first.status, 1);
      assert.match(first.err, /another program has logged in as the same user.*a user of its own.*goes on from there/s);
      assert.equal(fake.logins, 1, 'it takes no turns');
      fake.fault = null;
      const calls = fake.callsOf('/products').length;
      const second = await take(fake.url, asEnvironment(account));
      assert.deepEqual([second.status, fake.logins], [0, 2]);
      assert.equal(fake.callsOf('/products').length, calls, 'it goes on where it was');
      const { 'product reviews': ofProducts } = compared(second.out);
      assert.deepEqual(ofProducts![0], ofProducts![1]);
    } finally {
      await fake.stop();
      await service.stop();
    }
  });

  test('an import that was stopped and undone begins anew, with all that there is', async () => {
    await start();
    const fake = await new FakeUpstream().start();
    try {
      fake.fault = ({ path }, response) => {
        if (!path.endsWith('/product/reviews')) return false;
        response.end('{"status":"ERROR","success":false,"errorCode":308,"errorReason":"Insufficient permissions"}');
        return true;
      };
      const first = await take(fake.url, asEnvironment(account));
      assert.match(first.err, /The API refuses: 308/);
      await reviews(['undo', '1']);
      fake.fault = null;
      const second = await take(fake.url, asEnvironment(account));
      const { productReviews, reviews: ofShop } = fake.content;
      const added = productReviews.length + ofShop.length;
      assert.match(lastLine(second.out), new RegExp(`^${added} reviews: ${added} added`));
      assert.equal(fake.callsOf('/products').length, 2);
    } finally {
      await fake.stop();
      await service.stop();
    }
  });

  test('what does not go together is refused, and secrets come from the environment alone', async () => {
    await start();
    try {
      const env = asEnvironment(account);
      const said = async (args: string[], given: Record<string, string> = env) => {
        const { status, err } = await reviews(args, given);
        return `${status} ${err.trim()}`;
      };
      const url = 'http://127.0.0.1:9/v1';
      assert.match(await said(['import']), /^2 .*FILE is missing/);
      assert.match(await said(['import', 'a.csv', '--from-api', url]), /^2 .*FILE does not go with --from-api/);
      assert.match(
        await said(['import', '--from-api', url, '--dry-run']),
        /^2 .*--dry-run does not go with --from-api/,
      );
      assert.match(await said(['import', '--from-api', url, '--calls', '0']), /^2 .*--calls must be a whole number/);
      assert.match(await said(['import', 'a.csv', '--calls', '5']), /^2 .*--calls goes with --from-api alone/);
      assert.match(await said(['import', '--from-api', url], {}), /^2 .*PLAUDIT_CLIENT_TOKEN is not set/);
      const wrong = { ...env, PLAUDIT_PASSWORD: 'wrong' };
      const fake = await new FakeUpstream().start();
      assert.match(await said(['import', '--from-api', fake.url], wrong), /^1 .*refuses the account: 201/);
      await fake.stop();
    } finally {
      await service.stop();
    }
  });
});

const compared = (out: string) =>
  Object.fromEntries(
    [...out.matchAll(/^([a-z ]+): (\d+) there, (\d+) here/gm)].map(([, kind, read, here]) => [kind!, [read, here]]),
  );

/** The first call of each of these fails in its own way. */
function misbehave(faults: Map<string, number>, { path }: Call, response: ServerResponse): boolean {
  const operation = path.split('/').slice(4).join('/');
  if (faults.has(operation)) return false;
  switch (operation) {
    case '':
      response.destroy();
      break;
    case 'products':
      response.writeHead(500).end('<html>Oops</html>');
      break;
    case 'reviews':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"reviews": [');
      setImmediate(() => response.destroy());
      break;
    case 'product/reviews':
      response
        .writeHead(429, { 'retry-after': '1' })
        .end('{"status":"ERROR","success":false,"errorCode":429,"errorReason":"Too many requests"}');
      break;
    case 'questions':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"OK","success":true}');
      break;
    default:
      return false;
  }
  faults.set(operation, 1);
  return true;
}

const tables = [
  'product',
  'product_category',
  'product_review',
  'review',
  'comment',
  'product_question',
  'question',
] as const;

const countRows = (db: Parameters<Parameters<TestService['withDatabase']>[0]>[0]) =>
  Promise.all(
    tables.map(async (table) => {
      const rows = await db
        .selectFrom(table as 'review')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute();
      return Number(rows[0]!.n);
    }),
  );

/** @returns the account of a shop with something of everything. */
async function fill(service: TestService): Promise<Record<string, string>> {
  service.token = await service.account(shop);
  const mug = { id: 11, sku: 'MUG-1', categories: [{ category_name: 'Mugs' }] };
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [mug, { id: 12, sku: 'MUG-2', title: 'Two' }, { id: 13, sku: 'MUG-3', item_group: 'mugs' }],
      productReviews: Array.from({ length: PRODUCT_REVIEWS }, (_none, n) => ({
        id: 1_000 + n,
        content: `Words ${1_000 + n}`,
        created: `2026-01-0${1 + (n % 9)} 00:00:${String(n % 60).padStart(2, '0')}`,
        product: n % 2 === 0 ? mug : { sku: 'MUG-2' },
      })),
      reviews: [
        { reviewNo: 701 },
        { reviewNo: 702, published: 'pending' },
        { reviewNo: 703, removedRFC: '2026-01-02T00:00:00+00:00' },
        { reviewNo: 704, datasource: 'google' },
        {
          reviewNo: 705,
          tip: 'Call first',
          labels: ['vip'],
          rating: [
            { type: 'shipping', rating: 3 },
            { type: 'overall', rating: 4 },
          ],
          updated_for: {
            reviewNo: 705,
            title: 'Before',
            content: 'Earlier words',
            rating: [{ type: 'overall', rating: 2 }],
            created: '2025-12-01 00:00:00',
            published: '2025-12-01 00:00:00',
          },
        },
      ],
      productQuestions: [
        {
          id: 801,
          product: mug,
          num_answers: 1,
          answers: [{ id: 5, content: 'Yes', created: '2026-01-02 00:00:00', published: '2026-01-02 00:00:00' }],
        },
        { id: 802, product: { sku: 'MUG-2' }, published: 'pending' },
        { id: 803, product: mug, removed: true },
      ],
      questions: [{ id: 901, num_answers: 1, answers: [{ id: 1, content: 'We do', created: '2026-01-02 00:00:00' }] }],
    }),
  );
  for (const text of ['Thank you', 'Thanks again'])
    await service.ok('addComment', shop, { form: { review_no: 701, text } });
  const form = new FormData();
  const fields = { sku: 'MUG-3', title: 'Photo', content: 'With a photo', rating: '5', caption1: 'In the sun' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('image1', new Blob([new Uint8Array(await phonePhoto())], { type: 'image/jpeg' }), 'mug.jpg');
  await service.ok('addProductReview', shop, { form });
  await service.withDatabase(async (db) => {
    const photo = await db
      .selectFrom('product_review')
      .select('images')
      .where('images', '<>', '[]')
      .executeTakeFirstOrThrow();
    const [image] = JSON.parse(photo.images) as { original: string }[];
    const elsewhere = { id: 2, url: 'http://pictures.invalid/mug.jpg' };
    await db
      .updateTable('product')
      .set({ images: JSON.stringify([{ id: 1, url: image!.original }, elsewhere]) })
      .where('sku', '=', 'MUG-3')
      .execute();
  });
  return asEnvironment({ clientToken: service.clientToken, email: `owner@${shop}`, password });
}

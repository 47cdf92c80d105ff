/** A shop leaves with everything, and comes back the same: the format `plaudit`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { exportSchema } from '../../exchange/reviews/plaudit/lines.ts';
import { hideQuestion } from '../../review-service/content/asking/questions.ts';
import { hidePhotoDecided } from '../../review-service/content/moderation/photos.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { hiddenPhotos, shownPhotos } from '../../review-store/content/photos.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { saveComments } from '../../review-store/reviews/comments.ts';
import { editReview } from '../../review-store/reviews/review-changes.ts';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { fileOf } from '../exchange/reviews/reading.ts';
import { saveContent } from '../support/content.ts';
import { root } from '../support/packed.ts';
import { png } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { TestService } from '../support/review-service.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const shop = 'shop.example';
const files = mkdtempSync(join(tmpdir(), 'plaudit-leaves-'));
let postgres: UsedPostgres;
let source: TestService;
let made = 0;

const newService = async (location: TestService['location'], business = shop): Promise<TestService> => {
  const service = await new TestService(location).start();
  service.clock.now = Date.parse('2026-11-26T12:00:00Z');
  service.token = await service.account(business);
  return service;
};
const onSqlite = () => ({ directory: join(files, `data-${++made}`) });
const where = ({ location }: TestService) =>
  'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
const run = (service: TestService, ...args: string[]) =>
  runProgram(['reviews', ...args, ...(args.includes('--business') ? [] : ['--business', shop]), ...where(service)]);
const done = async (service: TestService, ...args: string[]) => {
  const outcome = await run(service, ...args);
  assert.deepEqual([outcome.err, outcome.status], ['', 0]);
  return outcome.out;
};
const lastLine = (out: string) => out.trimEnd().split('\n').at(-1);
const leave = async (service: TestService, name: string, ...args: string[]) => {
  const to = join(files, name);
  await done(service, 'export', '--to', to, ...args);
  return to;
};
/** Names and bytes of all files of a folder. */
const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name)).toString('latin1')]),
  );
const photoForm = async (fields: Record<string, string>, photos: number) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (let at = 1; at <= photos; at++) {
    form.set(`image${at}`, new Blob([await png()]), 'a.png');
    form.set(`caption${at}`, `Number ${at}`);
  }
  return form;
};

before(async () => {
  postgres = await usePostgres();
  source = await newService(onSqlite());
  await source.withDatabase((db) =>
    saveContent(db, shop, {
      products: [
        {
          id: 5,
          sku: 'MUG-1',
          item_group: '555',
          price: 19.9,
          currency: 'EUR',
          product_link: 'https://shop.example/products/mug',
          categories: [{ category_name: 'Cups' }],
          images: [{ id: 3, url: 'https://pictures.example/mug.jpg' }],
          attributes: [{ name: 'Size', type: 'option', required: false, options: ['S', 'M'] }],
        },
        { id: 9, sku: '13', brand: 'Löwe' },
      ],
      productReviews: [
        {
          id: 11,
          product: { sku: 'MUG-1' },
          content: 'Warm\n"soft" \u2028 👍🏽',
          user: { username: 'anna-1', firstName: 'Anna', lastName: 'B', email: 'anna@mail.example', numReviews: 2 },
          order_id: '1001',
          user_location: 'Berlin',
          attributes: [{ name: 'Size', value: 'M' }],
          num_positive_votes: 3,
          num_negative_votes: 1,
          solicited: 'Yes',
          verified: true,
          incentivised: false,
        },
        { id: 12, product: { sku: '13' }, rating: 2 },
        { id: 17, product: { sku: '13' }, published: null, content: 'Waits' },
      ],
      reviews: [
        {
          reviewNo: 21,
          tip: 'Come early',
          labels: ['incentivised', 'vip'],
          rating: [
            { type: 'overall', rating: 4 },
            { type: 'shipping', rating: null },
          ],
        },
        { reviewNo: 22, datasource: 'yelp', source: 'yelp.example' },
      ],
      productQuestions: [
        {
          id: 31,
          product: { sku: 'MUG-1' },
          num_answers: 1,
          answers: [
            {
              id: 41,
              content: 'Yes',
              created: '2026-01-02 00:00:00',
              published: '2026-01-02 00:00:00',
              author: { username: shop, firstName: 'Shop' },
            },
            { id: 42, content: 'No', created: '2026-01-02 00:00:00', author: { username: 'kim', firstName: 'Kim' } },
          ],
        },
      ],
      questions: [{ id: 51, answers: [{ id: 61, content: 'Nine', author: null }], num_answers: 1 }],
    }),
  );
  const { product_review: two } = await source.ok('addProductReview', shop, {
    form: await photoForm({ sku: '13', rating: '4', title: 'Two', content: 'Photos' }, 3),
  });
  const hidden = await photoForm({ sku: '13', rating: '1', title: 'One', content: 'Hidden photo' }, 1);
  const { product_review: bad } = await source.ok('addProductReview', shop, { form: hidden });
  await source.withDatabase(async (db) => {
    const business = (await findBusiness(storeOf(db), shop))!;
    const { id } = business;
    const reviewName = { kind: 'product', number: two.id } as const;
    const hiding = { at: 2, reason: 'personal data' } as const;
    const decision = { actor: 'command', now: source.clock.now };
    await inTransaction(db, (transaction) => hidePhotoDecided(transaction, business, reviewName, hiding, decision));
    await db.updateTable('product').set({ shop_number: '4711' }).where('sku', '=', '13').execute();
    const comment = tolerantEntities.Comment.parse({
      reviewNo: 21,
      content: 'So do I',
      created: '2026-02-01 00:00:00',
      published: null,
      author: { username: 'ben', firstName: 'Ben' },
      activated: true,
    });
    await saveComments(storeOf(db), id, new Map([[71, comment]]));
    await editReview(storeOf(db), id, 21, {
      title: 'Now',
      content: 'Better',
      tip: null,
      ratings: [{ type: 'overall', rating: 5 }],
      images: [],
      heldFor: null,
      now: Date.parse('2026-03-01T00:00:00.123Z'),
    });
  });
  await done(source, 'hide', String(bad.id), '--product', '--reason', 'off topic');
  await done(source, 'reply', '11', '--product', '--text', 'Thank you');
  await done(source, 'reply', '21', '--shop', '--text', 'See you');
  assert.match((await run(source, 'import', fileOf('judgeme.csv'))).out, /7 added/);
  await runProgram(['products', 'rename', '13', '14', '--business', shop, ...where(source)]);
});
after(async () => {
  await source.stop();
  await postgres.stop();
  rmSync(files, { recursive: true, force: true });
});

test('an export on SQLite, restored on PostgreSQL and exported again, is the same to the byte', async () => {
  const first = await leave(source, 'first');
  assert.deepEqual(readdirSync(first).toSorted(), ['photos', 'products.jsonl', 'questions.jsonl', 'reviews.jsonl']);
  assert.equal(statSync(first).mode & 0o777, 0o700);
  const target = await newService({ databaseUrl: await freshDatabase(postgres.url) });
  try {
    const out = await done(target, 'import', first);
    assert.equal(
      lastLine(out),
      '14 reviews: 14 added, 0 changed, 0 already there, 0 refused; undo with: plaudit reviews undo 1',
    );
    const second = await leave(target, 'second');
    assert.deepEqual(contentOf(second), contentOf(first));

    const [one] = (await target.ok('listProductReviews', shop, { query: { sku: '14', only_photos: 1 } }))
      .product_reviews;
    assert.equal(one!.images.length, 2);
    assert.deepEqual(
      one!.images.map(({ caption }) => caption),
      ['Number 1', 'Number 2'],
    );
    const { images, number } = await target.withDatabase((db) =>
      db
        .selectFrom('product_review')
        .innerJoin('product', 'product.id', 'product_review.product_id')
        .select(['product_review.images', 'shop_number as number'])
        .where('product_review.title', '=', 'Two')
        .executeTakeFirstOrThrow(),
    );
    const hidden = hiddenPhotos(images);
    assert.deepEqual(
      hidden.map(({ caption, hidden_for: reason }) => [caption, reason]),
      [['Number 3', 'personal data']],
      'a photo that was hidden by itself comes along, and stays hidden',
    );
    assert.equal((await fetch(new URL(hidden[0]!.original, target.url))).status, 404);
    assert.equal(number, '4711', 'the number of the product in the program of the shop');
    const picture = await fetch(one!.images[0]!.original);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    const stats = await target.ok('getProductReviewStats', shop);
    assert.deepEqual(stats, await source.ok('getProductReviewStats', shop), 'the same counters');

    const again = await done(target, 'import', first);
    assert.equal(lastLine(again), '14 reviews: 0 added, 0 changed, 14 already there, 0 refused');
    assert.deepEqual(contentOf(await leave(target, 'third')), contentOf(first));

    // A later file of the vendor knows its reviews again, under whatever roof.
    assert.match((await run(target, 'import', fileOf('judgeme.csv'))).out, /0 added, 0 changed, 7 already there/);
  } finally {
    await target.stop();
  }
});

test('an archive holds the same, also through standard output, and comes back', async () => {
  const folder = await leave(source, 'folder');
  const archive = await leave(source, 'shop.tar');
  const unpacked = mkdtempSync(join(files, 'unpacked-'));
  execFileSync('tar', ['-xf', archive, '-C', unpacked]);
  assert.deepEqual(contentOf(unpacked), contentOf(folder));
  const piped = await runProgram(['reviews', 'export', '--to', '-', '--business', shop, ...where(source)]);
  assert.equal(piped.status, 0);
  assert.equal(piped.out.length > 0, true);
  assert.deepEqual(
    readdirSync(files).filter((name) => name.includes('partial')),
    [],
    'nothing is left beside it',
  );
  const target = await newService(onSqlite(), 'other.example');
  try {
    await target.withDatabase((db) => saveContent(db, 'other.example', {}));
    const out = await done(target, 'import', archive, '--business', 'other.example', '--format', 'plaudit');
    assert.match(lastLine(out)!, /^14 reviews: 14 added/);
    const back = await leave(target, 'back', '--business', 'other.example');
    assert.deepEqual(contentOf(back), contentOf(folder), 'another domain does not show');
    const domain = 'other.example';
    await target.withDatabase((db) => hideQuestion(db, { business: domain, id: 31, answerId: undefined }, 'spam'));
    await done(target, 'undo', '1', '--business', domain);
    const events = await target.withDatabase((db) =>
      db.selectFrom('event').select('subject').where('subject', '!=', 'shop').execute(),
    );
    assert.deepEqual(events, [], 'what is gone has no history');
    const empty = await leave(target, 'empty', '--business', 'other.example');
    for (const name of ['reviews', 'questions', 'products'])
      assert.equal(readFileSync(join(empty, `${name}.jsonl`), 'utf8').split('\n').length, 2, `${name} are gone`);
  } finally {
    await target.stop();
  }
});

test('a photo that is hidden stays hidden in the first text of its review, too', async () => {
  const from = await newService(onSqlite());
  const target = await newService(onSqlite());
  try {
    await from.withDatabase((db) =>
      saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }], reviews: [{ reviewNo: 1 }] }),
    );
    const form = await photoForm({ sku: 'MUG', rating: '4', title: 'Mug', content: 'Photos' }, 2);
    await from.ok('addProductReview', shop, { form });
    await from.withDatabase(async (db) => {
      const business = (await findBusiness(storeOf(db), shop))!;
      const { images } = await db.selectFrom('product_review').select('images').executeTakeFirstOrThrow();
      await db.updateTable('review').set({ images }).execute();
      const change = { title: 'Now', content: 'Better', tip: null, ratings: [], heldFor: null, now: from.clock.now };
      await editReview(storeOf(db), business.id, 1, { ...change, images: shownPhotos(images) });
      const reviewName = { kind: 'business', number: 1 } as const;
      const hiding = { at: 0, reason: 'personal data' } as const;
      const decision = { actor: 'command', now: from.clock.now };
      await inTransaction(db, (transaction) => hidePhotoDecided(transaction, business, reviewName, hiding, decision));
      await db.deleteFrom('product_review').execute();
    });
    const folder = await leave(from, 'hidden-first');
    await done(target, 'import', folder);
    for (const one of [from, target]) {
      const [{ images, updated_for: first } = assert.fail()] = await one.ok('listReviews', shop);
      for (const some of [images, first!.images])
        assert.deepEqual(
          some.map(({ caption }) => caption),
          ['Number 2'],
        );
      const files = await one.withDatabase((db) =>
        db.selectFrom('image_file').select(['key', 'hidden']).distinct().orderBy('hidden').execute(),
      );
      assert.deepEqual(
        files.map(({ hidden }) => hidden),
        [0, 1],
        'each photo is there once',
      );
    }
    assert.deepEqual(contentOf(await leave(target, 'hidden-first-again')), contentOf(folder));
  } finally {
    await from.stop();
    await target.stop();
  }
});

test('reviews with more people and photos of imports than a statement takes parameters come back', async () => {
  const from = await newService(onSqlite());
  const target = await newService(onSqlite());
  try {
    await from.withDatabase(async (db) => {
      await saveContent(db, shop, { reviews: [{ reviewNo: 1 }] });
      const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3500)`;
      await sql`insert into author (business_id, id, username, first_name, last_name, thumbnail, profile_page)
        ${numbers} select 1, n + 100, 'user-' || n, 'User', '', '', '' from numbers`.execute(db);
      await sql`insert into comment (business_id, id, review_id, author_id, content, activated, datasource, created_at)
        ${numbers} select 1, n, 1, n + 100, 'Same here', 1, '', 1 from numbers`.execute(db);
      await sql`insert into import_photo
        (business_id, import_id, of_product, review_id, position, url, state, reason, attempts)
        ${numbers} select 1, 1, 0, 1, n, 'https://pictures.example/' || n, 'missing', 'Gone', 3 from numbers`.execute(
        db,
      );
    });
    const folder = await leave(from, 'many');
    assert.match(lastLine(await done(target, 'import', folder))!, /^1 reviews?: 1 added/);
    assert.deepEqual(contentOf(await leave(target, 'many-again')), contentOf(folder));
  } finally {
    await from.stop();
    await target.stop();
  }
});

test('its own export changes nothing in a shop that never left, and a taken number becomes another', async () => {
  const folder = await leave(source, 'own');
  assert.match((await run(source, 'import', folder, '--map', 'a=sku')).err, /--map is for tables/);
  assert.match(lastLine(await done(source, 'import', folder, '--dry-run'))!, /^14 reviews: 0 added.* 14 already there/);
  assert.match(
    lastLine(await done(source, 'import', join(folder, 'reviews.jsonl')))!,
    /0 added, 0 changed, 14 already/,
  );
  assert.deepEqual(contentOf(await leave(source, 'own-again')), contentOf(folder));
  const target = await newService(onSqlite());
  try {
    const productReviews = [{ id: 11, product: { sku: 'MINE' }, created: '2026-01-05 00:00:00' }];
    await target.withDatabase((db) => saveContent(db, shop, { products: [{ id: 5, sku: 'MINE' }], productReviews }));
    const out = await done(target, 'import', folder);
    assert.match(out, /1 of them: reviews have another number, since theirs was taken/);
    assert.match(out, /1 of them: products have another number, since theirs was taken/);
    assert.match(lastLine(out)!, /^14 reviews: 14 added/);
    assert.match(await done(target, 'list', '--sku', 'MINE'), /^11\t/);
  } finally {
    await target.stop();
  }
});

test('every line of an export is of the published schema, which the columns make', async () => {
  const published = JSON.parse(readFileSync(join(root, 'docs/reference/plaudit-export.schema.json'), 'utf8')) as object;
  assert.deepEqual(
    published,
    JSON.parse(JSON.stringify(exportSchema())),
    'the published schema is what exportSchema() gives',
  );
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  app.post('/', { schema: { body: published } }, () => 'valid');
  const judge = async (line: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      body: line,
    });
    return answer.payload;
  };
  const folder = await leave(source, 'valid');
  let lines = 0;
  for (const name of ['reviews', 'questions', 'products'])
    for (const line of readFileSync(join(folder, `${name}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')) {
      assert.equal(await judge(line), 'valid', line);
      lines += 1;
    }
  assert.equal(lines, 14 + 2 + 2 + 3);
  for (const wrong of [
    { plaudit: 'reviews', version: 2 },
    { of: 'product', number: 1 },
  ])
    assert.notEqual(await judge(JSON.stringify(wrong)), 'valid');
  await app.close();
});

test('an export that was cut or touched is refused whole, with the place', async () => {
  const folder = await leave(source, 'hostile');
  const archive = await leave(source, 'cut.tar');
  truncateSync(archive, statSync(archive).size - 4_096);
  const target = await newService(onSqlite());
  const refused = async (path: string, reason: RegExp) => {
    const { status, err, out } = await run(target, 'import', path);
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, reason);
  };
  const changed = (name: string, change: (text: string) => string) => {
    const copy = mkdtempSync(join(files, 'changed-'));
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, name), change(readFileSync(join(copy, name), 'utf8')));
    return copy;
  };
  try {
    await refused(archive, /cut\.tar: the archive was cut off\. Nothing was taken/);
    await refused(
      changed('reviews.jsonl', (text) => text.slice(0, -5)),
      /reviews\.jsonl ends in the middle of a line/,
    );
    await refused(
      changed('products.jsonl', (text) => `${text}{]\n`),
      /line 4: products\.jsonl has a line that is no JSON/,
    );
    await refused(
      changed('reviews.jsonl', (text) => text.replace('"version":1', '"version":2')),
      /not of version 1/,
    );
    const lacking = mkdtempSync(join(files, 'lacking-'));
    copyFileSync(join(folder, 'reviews.jsonl'), join(lacking, 'reviews.jsonl'));
    await refused(lacking, /it has no questions\.jsonl, so it is no whole export/);
    assert.equal(await done(target, 'import', 'status'), 'There was no import yet\n');

    const odd = changed('reviews.jsonl', (text) => text.replace('"state":"published"', '"state":"shown"'));
    const { err, out, status } = await run(target, 'import', odd);
    assert.match(err, /^line 2: state: it must be one of pending, published, removed\n$/);
    assert.equal(status, 1);
    assert.match(lastLine(out)!, /^14 reviews: 13 added, .* 1 refused/);
  } finally {
    await target.stop();
  }
});

test('a picture with more than pixels is encoded anew, and one that is none is missing', async () => {
  const folder = await leave(source, 'pictures');
  const photos = readdirSync(join(folder, 'photos'));
  for (const name of photos) {
    const file = join(folder, 'photos', name);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('<script>')]));
  }
  const target = await newService(onSqlite());
  try {
    const out = await done(target, 'import', folder);
    assert.match(out, /4 of them: pictures were encoded anew, since their files held more than pixels/);
    const back = await leave(target, 'encoded');
    for (const name of readdirSync(join(back, 'photos')))
      assert.ok(!readFileSync(join(back, 'photos', name)).includes('<script>'));
  } finally {
    await target.stop();
  }
  for (const name of photos) writeFileSync(join(folder, 'photos', name), 'no picture');
  const other = await newService(onSqlite());
  try {
    assert.match(await done(other, 'import', folder), /4 of them: pictures cannot be decoded, and are missing/);
    assert.deepEqual(readdirSync(join(await leave(other, 'none'), 'photos')), []);
  } finally {
    await other.stop();
  }
});

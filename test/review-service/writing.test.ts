/** What is written: reviews with photos, votes, comments, publishing, and the same request sent twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { saveContent } from '../support/content.ts';
import { phonePhoto, pixelBomb, png, svg } from '../support/pictures.ts';
import { assertRefusal, onEveryDatabase, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const path = `/v1/businesses/${shop}/product/reviews/add`;
const HOUR = 3_600_000;
const review: Given = { sku: 'MUG', title: 'Lovely', content: 'I like it', rating: 5 };

function multipart(fields: Given, files: Record<string, Buffer> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, bytes] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return form;
}

const without = (name: string): Given => Object.fromEntries(Object.entries(review).filter(([other]) => other !== name));

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place(), { isReachable: () => true }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG' },
          { id: 2, sku: 'BOWL' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' } },
          { id: 2, product: { sku: 'MUG' }, removedRFC: '2026-01-02T00:00:00+00:00' },
          { id: 3, product: { sku: 'MUG' }, published: 'pending' },
        ],
        reviews: [
          { reviewNo: 1, published: 'pending' },
          { reviewNo: 2 },
          { reviewNo: 3, removedRFC: '2026-01-02T00:00:00+00:00' },
        ],
      });
      await saveContent(db, 'b.example', {
        products: [{ id: 7, sku: 'THEIRS' }],
        productReviews: [{ id: 70, product: { sku: 'THEIRS' } }],
        reviews: [{ reviewNo: 70, published: 'pending' }],
      });
    });
  });
  after(() => service.stop());

  const add = async (form: Given | FormData, headers: Record<string, string> = {}) =>
    (await service.ok('addProductReview', shop, { form, headers })).product_review;
  const list = async (query: Given = { sku: 'MUG' }) =>
    (await service.ok('listProductReviews', shop, { query })).product_reviews;
  const total = async () =>
    (await service.ok('getProductReviewStats', shop, { query: { sku: 'MUG' } })).product_reviews_stats.total;

  test('a review that is added is published, listed and counted at once', async () => {
    const before = await total();
    const added = await add({
      ...review,
      first_name: 'Jane',
      last_name: 'van Doe',
      email: 'jane@x.example',
      user_location: 'Ghent',
      order_id: 'O-1',
      attributes: 'Fit:Snug|Colour:Blue',
      rating: 4,
    });
    assert.deepEqual(
      [
        added.user?.firstName,
        added.user?.lastName,
        added.user?.email,
        added.user?.numReviews,
        added.user_location,
        added.order_id,
      ],
      ['Jane', 'V', null, 1, 'Ghent', 'O-1'],
    );
    assert.deepEqual(added.attributes, [
      { name: 'Fit', value: 'Snug' },
      { name: 'Colour', value: 'Blue' },
    ]);
    assert.deepEqual(
      [added.solicited, added.votes, added.product?.sku, added.created],
      ['No', 0, 'MUG', added.published],
    );
    assert.deepEqual((await list())[0], added);
    assert.equal(await total(), before + 1);
  });

  test('product_id stands in for sku, and user_name for the names; multipart without files is a form', async () => {
    const added = await add(multipart({ ...without('sku'), product_id: 2, user_name: 'Mary Ann Evans' }));
    assert.deepEqual([added.product?.sku, added.user?.firstName, added.user?.lastName], ['BOWL', 'Mary', 'E']);
    assert.equal((await add(review)).user?.firstName, 'Anonymous');
    await service.refused('addProductReview', shop, { form: { ...review, product_id: 2 } }, 306, 400, /product_id/);
  });

  test('an author who comes back with the same address is one author, under another name another', async () => {
    const first = await add({ ...review, user_name: 'Kim Lee', email: 'kim@x.example' });
    const second = await add({ ...review, user_name: 'Kim Lee', email: 'KIM@x.example' });
    const other = await add({ ...review, user_name: 'Lou Lee', email: 'kim@x.example' });
    assert.equal(second.user?.username, first.user?.username);
    assert.equal(second.user?.numReviews, 2);
    assert.notEqual(other.user?.username, first.user?.username);
  });

  test('each missing or malformed field is named', async () => {
    for (const name of ['sku', 'title', 'content', 'rating'])
      await service.refused('addProductReview', shop, { form: without(name) }, 302, 400, new RegExp(name));
    const wrong: [string, string][] = [
      ['rating', '6'],
      ['rating', '0'],
      ['rating', '4.5'],
      ['rating', 'five'],
      ['email', 'jane'],
      ['email', 'a@x.example\r\nBcc: b@x.example'],
      ['title', 'x'.repeat(257)],
      ['content', 'x'.repeat(10_001)],
      ['attributes', 'Fit'],
      ['title', 'a\0b'],
    ];
    for (const [name, value] of wrong)
      await service.refused(
        'addProductReview',
        shop,
        { form: { ...review, [name]: value } },
        306,
        400,
        new RegExp(name),
      );
    await service.refused('addProductReview', shop, { form: { ...review, sku: 'NONE' } }, 401, 404);
    await service.refused('addProductReview', shop, { form: { ...review, sku: 'THEIRS' } }, 401, 404);
    await service.refused('addProductReview', shop, { form: { ...without('sku'), product_id: 7 } }, 401, 404);
  });

  test('markup, emoji and right-to-left text come back as they were sent; a lone surrogate does no harm', async () => {
    const content = '<script>alert(1)</script> 👍🏽 شكراً "quoted" \\ %_ \u{1F9F6}';
    const added = await add({ ...review, title: '<b>', content });
    assert.deepEqual([added.title, added.content], ['<b>', content]);
    const body = new TextEncoder().encode(
      `${new URLSearchParams({ sku: 'MUG', title: 't', rating: '5' }).toString()}&content=%ED%A0%80ok`,
    );
    const response = await fetch(`${service.url}${path}?client_token=${service.clientToken}`, {
      method: 'POST',
      body,
      headers: { user_token: service.token!, 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(response.status, 200);
  });

  test('photos are kept in the order of their numbers, in four sizes, without where they were taken', async () => {
    const added = await add(
      multipart(
        { ...review, caption2: 'second', caption10: 'last' },
        { image10: await png(50, 40), image2: await phonePhoto() },
      ),
    );
    assert.deepEqual(
      added.images.map(({ caption }) => caption),
      ['second', 'last'],
    );
    const [photo, last] = added.images;
    assert.ok(photo?.id && last?.id && photo.id !== last.id);
    for (const [size, width] of [
      ['original', 900],
      ['normal', 600],
      ['large', 160],
      ['small', 96],
    ] as const) {
      assert.ok(photo[size].startsWith(`${service.url}/images/`));
      const response = await fetch(photo[size]);
      assert.equal(response.headers.get('content-type'), 'image/jpeg');
      const bytes = Buffer.from(await response.arrayBuffer());
      const metadata = await sharp(bytes).metadata();
      assert.deepEqual([metadata.width, metadata.exif], [width, undefined]);
    }
    assert.deepEqual((await list({ only_photos: 1 }))[0]?.images, added.images);
  });

  test('a picture is served for ever, harmless, to any shop, and not read again when it is known', async () => {
    const [image] = (await add(multipart(review, { image1: await png() }))).images;
    const response = await fetch(image!.small);
    const headers = Object.fromEntries(response.headers);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    const known = await fetch(image!.small, { headers: { 'if-none-match': headers['etag']! } });
    assert.deepEqual([known.status, await known.text()], [304, '']);
    for (const wrong of [
      image!.small.replace('.jpg', '.webp'),
      image!.small.replace('small', 'tiny'),
      image!.small.replace(/images\/[^/]+/, 'images/none'),
      image!.small.replace(/images\/[^/]+/, 'images/..%2f..'),
    ]) {
      await assertRefusal(await fetch(wrong), 402, 404);
    }
  });

  test('an upload that is no picture, too large or too many is 311, and then nothing is written', async () => {
    const before = (await list({ sku: 'MUG', count: 100 })).length;
    const refuse = (files: Record<string, Buffer>, http: number) =>
      service.refused('addProductReview', shop, { form: multipart(review, files) }, 311, http);
    await refuse({ image1: svg }, 415);
    await refuse({ image1: await png(), image2: Buffer.from('hello') }, 415);
    await refuse({ image1: Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)]) }, 413);
    await refuse(
      Object.fromEntries(
        await Promise.all(Array.from({ length: 11 }, async (_, index) => [`image${index + 1}`, await png()])),
      ),
      413,
    );
    await refuse({ image1: pixelBomb() }, 413);
    await service.refused(
      'addProductReview',
      shop,
      { form: multipart({ ...review, caption1: 'x'.repeat(257) }, { image1: await png() }) },
      306,
      400,
      /caption1/,
    );
    assert.equal((await list({ sku: 'MUG', count: 100 })).length, before);
  });

  test('an image may be the address of one, which is fetched and kept; what cannot be fetched is refused by name', async (context) => {
    const photo = await phonePhoto();
    const pages: Record<string, Buffer> = {
      '/photo.jpg': photo,
      '/page': Buffer.from('<html>'),
      '/large': Buffer.alloc(11 * 1024 * 1024),
    };
    const elsewhere = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/photo.jpg' }).end();
      else if (pages[request.url!]) response.end(pages[request.url!]);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    context.after(() => elsewhere.close());
    const at = (path: string) => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${path}`;
    const added = await add(
      multipart(
        { ...review, image1: at('/moved'), caption1: 'fetched', image3: at('/photo.jpg') },
        { image2: await png() },
      ),
    );
    assert.deepEqual(
      added.images.map(({ caption }) => caption),
      ['fetched', '', ''],
    );
    const kept = await sharp(Buffer.from(await (await fetch(added.images[0]!.original)).arrayBuffer())).metadata();
    assert.deepEqual([kept.width, kept.exif], [900, undefined]);
    const refuse = (image1: string, code: number, http: number) =>
      service.refused(
        'addProductReview',
        shop,
        { form: { ...review, image1 } },
        code,
        http,
        code === 311 ? /./ : /image1/,
      );
    await refuse(at('/none'), 311, 415);
    await refuse(at('/page'), 311, 415);
    const large = await service.call('addProductReview', shop, { form: { ...review, image1: at('/large') } });
    assert.ok(large.status === 413 || large.status === 415);
    for (const address of ['photo.jpg', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'javascript:alert(1)'])
      await refuse(address, 306, 400);
    await service.refused(
      'addProductReview',
      shop,
      { form: multipart({ ...review, image1: at('/photo.jpg') }, { image1: photo }) },
      306,
      400,
      /more than once/,
    );
  });

  test('an address that only this machine can reach is not fetched', async (context) => {
    const plain = await new TestService(await place()).start();
    context.after(() => plain.stop());
    plain.token = await plain.account(shop);
    await plain.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    for (const address of [
      plain.url,
      'http://localhost:1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://169.254.169.254/latest',
      'http://10.0.0.1/x.png',
      'http://2130706433/',
      'http://0x7f.1/',
    ]) {
      await plain.refused(
        'addProductReview',
        shop,
        { form: { ...review, image1: address } },
        311,
        415,
        /on the public internet/,
      );
    }
  });

  const brokenBodies: [string, string, string][] = [
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'a truncated body',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="sku"\r\n\r\nMUG',
    ],
    ['no parts at all', 'multipart/form-data; boundary=b', ''],
    ['headers that are none', 'multipart/form-data; boundary=b', '--b\r\n\0\0: x\r\n\r\nMUG\r\n--b--'],
  ];
  test('a broken multipart body is refused with the envelope, never 500', async () => {
    for (const [what, type, body] of brokenBodies) {
      const response = await fetch(`${service.url}${path}?client_token=${service.clientToken}`, {
        method: 'POST',
        body,
        headers: { user_token: service.token!, 'content-type': type },
      });
      const answer = (await response.json()) as { errorCode: number };
      assert.ok(
        response.status === 400 && [302, 306].includes(answer.errorCode),
        `${what}: ${response.status} ${JSON.stringify(answer)}`,
      );
      service.clock.advance(4_000);
    }
  });

  test('a body of another type, or too large, is refused with the envelope', async () => {
    const post = async (type: string, body: string) => {
      service.clock.advance(4_000);
      return fetch(`${service.url}${path}?client_token=${service.clientToken}`, {
        method: 'POST',
        body,
        headers: { user_token: service.token!, 'content-type': type },
      });
    };
    await assertRefusal(await post('application/json', '{"sku":"MUG"}'), 306, 415);
    await assertRefusal(
      await post('application/x-www-form-urlencoded', `content=${'x'.repeat(1024 * 1024)}`),
      306,
      413,
    );
    await assertRefusal(
      await post('application/x-www-form-urlencoded', 'sku=MUG&sku=BOWL&title=t&content=c&rating=5'),
      306,
      400,
      /sku/,
    );
  });

  test('where reviews are held, a new one is in no listing and no count', async () => {
    await service.withDatabase((db) =>
      db.updateTable('business').set({ hold_reviews: 1 }).where('domain', '=', shop).execute(),
    );
    const before = await total();
    const held = await add({ ...review, title: 'Held' });
    assert.deepEqual([held.published, held.publishedRFC], ['pending', null]);
    assert.ok((await list()).every(({ id }) => id !== held.id));
    assert.equal(await total(), before);
    await service.withDatabase((db) =>
      db.updateTable('business').set({ hold_reviews: 0 }).where('domain', '=', shop).execute(),
    );
  });

  const vote = (form: Given, headers: Record<string, string> = {}) =>
    service.call('voteOnProductReview', shop, { form, headers });
  const votesOn = async (id: number) => {
    const found = (await list({ count: 100 })).find((item) => item.id === id)!;
    return [found.num_positive_votes, found.num_negative_votes, found.votes, found.user?.numHelpfulVotes];
  };

  test('a vote counts once in 24 hours: a second one is 404', async () => {
    const { id: review_id } = await add({ ...review, user_name: 'Voted For' });
    await service.ok('voteOnProductReview', shop, { form: { review_id, vote: 'positive' } });
    await service.refused('voteOnProductReview', shop, { form: { review_id, vote: 'positive' } }, 404, 409);
    await service.refused('voteOnProductReview', shop, { form: { review_id, vote: 'negative' } }, 404, 409);
    assert.deepEqual(await votesOn(review_id), [1, 0, 1, 1]);
    // Another token of the same user is the same voter.
    const token = await service.logIn(`owner@${shop}`);
    await service.refused('voteOnProductReview', shop, { token, form: { review_id, vote: 'positive' } }, 404, 409);
    service.clock.advance(24 * HOUR);
    await service.ok('voteOnProductReview', shop, { form: { review_id, vote: 'negative' } });
    assert.deepEqual(await votesOn(review_id), [1, 1, 2, 1]);
    await service.refused('voteOnProductReview', shop, { form: { review_id, vote: 'negative' } }, 404, 409);
  });

  test('shoppers behind one token are told apart by Plaudit-Voter, which the answer confirms', async () => {
    const { id: review_id } = await add(review);
    const plain = await vote({ review_id, vote: 'positive' });
    assert.equal(plain.headers.get('plaudit-voter'), null);
    for (const voter of ['v1', 'v2']) {
      const response = await vote({ review_id, vote: 'positive' }, { 'plaudit-voter': voter });
      assert.deepEqual([response.status, response.headers.get('plaudit-voter')], [200, 'accepted']);
    }
    const again = await vote({ review_id, vote: 'positive' }, { 'plaudit-voter': 'v1' });
    assert.deepEqual([again.status, again.headers.get('plaudit-voter')], [409, 'accepted']);
    assert.equal((await votesOn(review_id))[0], 3);
    await service.refused(
      'voteOnProductReview',
      shop,
      { form: { review_id, vote: 'positive' }, headers: { 'plaudit-voter': 'v'.repeat(129) } },
      306,
      400,
      /Plaudit-Voter/,
    );
  });

  test('votes at once by one voter are one vote, by many voters all of them', async () => {
    const { id: review_id } = await add(review);
    const same = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.call('voteOnProductReview', shop, {
          form: { review_id, vote: 'positive' },
          headers: { 'plaudit-voter': 'same' },
        }),
      ),
    );
    assert.deepEqual(
      same.map(({ status }) => status).sort((one, other) => one - other),
      [200, 409, 409, 409, 409],
    );
    service.clock.advance(10_000);
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        service.call('voteOnProductReview', shop, {
          form: { review_id, vote: 'negative' },
          headers: { 'plaudit-voter': `many-${index}` },
        }),
      ),
    );
    assert.deepEqual(
      many.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    assert.deepEqual((await votesOn(review_id)).slice(0, 3), [1, 5, 6]);
  });

  test('only a published review of this business can be voted on', async () => {
    for (const review_id of [2, 3, 70, 9_999])
      await service.refused('voteOnProductReview', shop, { form: { review_id, vote: 'positive' } }, 403, 404);
    await service.refused('voteOnProductReview', shop, { form: { review_id: 1, vote: 'maybe' } }, 306, 400, /vote/);
    await service.refused('voteOnProductReview', shop, { form: { vote: 'positive' } }, 302, 400, /review_id/);
    await service.refused('voteOnProductReview', shop, { form: { review_id: 1 } }, 302, 400, /vote/);
  });

  test('a pending review is published once, and then listed and counted', async () => {
    await service.ok('publishReview', shop, { form: { review_no: 1 } });
    const { review: published } = await service.ok('getReview', shop, { query: { review_no: 1 } });
    assert.match(published.published!, /^2026-/);
    assert.ok((await service.ok('listReviews', shop)).some(({ reviewNo }) => reviewNo === 1));
    for (const review_no of [1, 3, 70, 9_999])
      await service.refused('publishReview', shop, { form: { review_no } }, 305, 404);
    await service.refused('publishReview', shop, {}, 302, 400, /review_no/);
  });

  test('a comment of the business is shown under its review at once', async () => {
    await service.ok('addComment', shop, { form: { review_no: 2, text: 'Thank <b>you</b>' } });
    const { comments } = await service.ok('listComments', shop, { query: { review_no: 2 } });
    assert.deepEqual(
      comments.map(({ content, activated, author }) => [content, activated, author?.username]),
      [['Thank <b>you</b>', true, shop]],
    );
    for (const review_no of [3, 70, 9_999])
      await service.refused('addComment', shop, { form: { review_no, text: 'x' } }, 305, 404);
    await service.refused('addComment', shop, { form: { review_no: 2 } }, 302, 400, /text/);
  });

  test('the same request with the same Idempotency-Key is answered again, not done again', async () => {
    const before = await total();
    const headers = { 'idempotency-key': 'once' };
    const photo = await png();
    const send = () =>
      service.call('addProductReview', shop, {
        form: multipart({ ...review, title: 'Once' }, { image1: photo }),
        headers,
      });
    const first = await send();
    assert.deepEqual(
      [first.headers.get('idempotent-replayed'), first.headers.get('idempotency-key')],
      [null, 'accepted'],
    );
    const { url } = service;
    await service.restart();
    const again = await send();
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    const answer = await first.text();
    assert.ok(answer.includes(`"${url}/`), 'with the address of a picture');
    assert.equal(await again.text(), answer.replaceAll(url, service.url), 'at the address of today');
    assert.equal(await total(), before + 1);
    // Any difference makes it another request.
    for (const form of [
      multipart({ ...review, title: 'Twice' }, { image1: photo }),
      multipart({ ...review, title: 'Once' }, { image1: await png(9, 9) }),
      { ...review, title: 'Once' },
    ]) {
      await service.refused('addProductReview', shop, { form, headers }, 306, 422, /Idempotency-Key/);
    }
    await service.refused('addComment', shop, { form: { review_no: 2, text: 'x' }, headers }, 306, 422);
    service.clock.advance(24 * HOUR);
    assert.equal((await add({ ...review, title: 'Twice' }, headers)).title, 'Twice');
  });

  test('the key belongs to the user: another may use the same', async () => {
    const headers = { 'idempotency-key': 'shared' };
    await service.ok('addComment', shop, { form: { review_no: 2, text: 'x' }, headers });
    const token = await service.logIn('owner@b.example');
    const response = await service.call('addProductReview', 'b.example', {
      token,
      headers,
      form: { ...review, sku: 'THEIRS' },
    });
    assert.deepEqual([response.status, response.headers.get('idempotent-replayed')], [200, null]);
  });

  test('a refusal is repeated too, with the headers of the first answer', async () => {
    const { id: review_id } = await add(review);
    const headers = (key: string) => ({ 'idempotency-key': key, 'plaudit-voter': 'replayed' });
    await vote({ review_id, vote: 'positive' }, headers('v-1'));
    const replayed = await vote({ review_id, vote: 'positive' }, headers('v-1'));
    assert.deepEqual(
      [replayed.status, replayed.headers.get('idempotent-replayed'), replayed.headers.get('plaudit-voter')],
      [200, 'true', 'accepted'],
    );
    await vote({ review_id, vote: 'positive' }, headers('v-2'));
    const refused = await service.refused(
      'voteOnProductReview',
      shop,
      { form: { review_id, vote: 'positive' }, headers: headers('v-2') },
      404,
      409,
    );
    assert.equal(refused.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual((await votesOn(review_id)).slice(0, 2), [1, 0]);
  });

  test('the same request at once is done once: the others are told to wait', async () => {
    const before = await total();
    const photo = await phonePhoto(2_400, 1_800);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        service.call('addProductReview', shop, {
          form: multipart(review, { image1: photo }),
          headers: { 'idempotency-key': 'at once' },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    assert.equal(statuses[0], 200);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.equal(answer.status, 409);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    }
    assert.equal(await total(), before + 1);
  });

  test('a key that is too long is refused', async () => {
    await service.refused(
      'addComment',
      shop,
      { form: { review_no: 2, text: 'x' }, headers: { 'idempotency-key': 'k'.repeat(256) } },
      306,
      400,
      /Idempotency-Key/,
    );
    await service.ok('addComment', shop, {
      form: { review_no: 2, text: 'x' },
      headers: { 'idempotency-key': 'k'.repeat(255) },
    });
  });
});

/** The page that completes a request, as a browser without JavaScript uses it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { heicPhoto, hugePhoto, png } from '../support/pictures.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const MINUTE = 60_000;
const DAY = 86_400_000;
const order = { order_id: 'A-1', order_date: '2026-11-03', first_name: 'Jane', last_name: 'Doe', return_link: 1 };
const filled: Given = {
  rating: 2,
  service: 4,
  title: 'Slow post',
  content: 'Came late.',
  tip: 'Order early',
  name: 'Jane van Doe',
};

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      db.updateTable('business').set({ name: '<i>Shop</i>' }).where('domain', '=', shop).execute(),
    );
    for (const [sku, title, image_url] of [
      ['S-1', 'Blue <b>mug</b>', 'https://cdn.a.example/mug.jpg'],
      ['S-2', 'Red mug', 'http://10.0.0.1/x.jpg'],
    ]) {
      await service.ok('addProduct', shop, { form: { sku: sku!, title: title!, image_url: image_url! } });
    }
  });
  after(() => service.stop());

  let orders = 0;
  /** A request of its own for each test. */
  const ask = async (form: Given = {}) =>
    (
      await service.ok('addReviewRequest', shop, {
        form: { ...order, order_id: `B-${++orders}`, email: `b${orders}@x.example`, ...form },
      })
    ).link!;
  const askForProducts = async (form: Given = {}) =>
    (
      await service.ok('addProductReviewRequest', shop, {
        form: { ...order, order_id: `P-${++orders}`, email: `p${orders}@x.example`, product_skus: 'S-1,S-2', ...form },
      })
    ).link!;
  const open = async (address: string, language = 'en') => {
    const response = await fetch(address, { headers: { 'accept-language': language } });
    return { response, text: await response.text() };
  };
  const send = (address: string, fields: Given, files: Record<string, Blob[]> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    service.clock.advance(MINUTE);
    for (const [name, blobs] of Object.entries(files)) for (const blob of blobs) body.append(name, blob, 'photo.png');
    return fetch(address, { method: 'POST', redirect: 'manual', body });
  };
  const reviews = (query: Given = {}) => service.ok('listReviews', shop, { query: { count: 100, ...query } });
  const productReviews = async () =>
    (await service.ok('listProductReviews', shop, { query: { count: 100 } })).product_reviews;

  test('a request becomes one review: solicited, with its order, labels, aspects, tip and photos, under the address that was asked', async () => {
    const link = await ask({ order_id: 'A-7', email: 'Jane@x.example', labels: 'summer,vip' });
    const { text } = await open(link);
    assert.match(text, /Your order A-7 of 3 November 2026/);
    assert.match(text, /name="name"[^>]*value="Jane Doe"/);
    assert.ok(
      !text.includes('name="email"') && !text.includes('jane@x.example'),
      'the address is neither asked for nor shown',
    );

    const photo = new Blob([new Uint8Array(await png())]);
    const response = await send(
      link,
      { ...filled, email: 'forged@x.example', order_id: 'forged', labels: 'forged' },
      { photos: [photo, photo] },
    );
    assert.deepEqual([response.status, response.headers.get('location')], [303, `${link.split('/').at(-1)}/thanks`]);
    const [review, ...others] = await reviews({ solicited: 1 });
    assert.equal(others.length, 0);
    assert.deepEqual(
      [
        review!.title,
        review!.content,
        review!.tip,
        review!.order_id,
        review!.source,
        review!.labels,
        review!.author?.email,
        review!.author?.firstName,
        review!.author?.lastName,
      ],
      ['Slow post', 'Came late.', 'Order early', 'A-7', 'API', ['summer', 'vip'], 'jane@x.example', 'Jane', 'D'],
    );
    assert.deepEqual(
      review!.rating.filter(({ rating }) => rating !== null),
      [
        { type: 'overall', rating: 2 },
        { type: 'service', rating: 4 },
      ],
    );
    assert.equal(review!.images.length, 2);
    assert.equal((await fetch(review!.images[0]!.large)).status, 200);
  });

  test('however often and however fast the form is sent, it is one review; afterwards the link says thank you', async () => {
    const link = await ask();
    const before = (await reviews()).length;
    const answers = await Promise.all([send(link, filled), send(link, filled), send(link, filled)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    );
    assert.equal((await send(link, { ...filled, title: 'Again' })).status, 303);
    assert.equal((await reviews()).length, before + 1);
    assert.match((await open(link)).text, /<h1>Thank you<\/h1>/);
  });

  test('all products of an order stand on one page; those that are rated become reviews, the rest can be reviewed later', async () => {
    const link = await askForProducts();
    const { response, text } = await open(link);
    assert.match(text, /Blue &#60;b&#62;mug/);
    assert.match(
      response.headers.get('content-security-policy')!,
      /img-src https:\/\/cdn\.a\.example http:\/\/10\.0\.0\.1 blob:; script-src 'sha256-[^']+'; form-action 'self'/,
    );
    assert.match((await open(link, 'de-CH,fr;q=0.5')).text, /<html lang="de" dir="ltr">[\s\S]*Wie gefällt Ihnen/);

    const nothing = await send(link, { name: 'Jane' });
    assert.equal(nothing.status, 400);
    assert.match(await nothing.text(), /href="#product-0-rating-1">Rate at least one product/);
    const half = await send(link, { name: 'Jane', 'product-1-rating': 5 });
    assert.match(await half.text(), /href="#product-1-title">/);

    assert.equal(
      (
        await send(link, {
          name: 'Jane',
          'product-1-rating': 5,
          'product-1-title': 'Red',
          'product-1-content': 'Very red.',
        })
      ).status,
      303,
    );
    const [review] = await productReviews();
    assert.deepEqual(
      [review!.title, review!.rating, review!.solicited, review!.product?.sku, review!.order_id],
      ['Red', 5, 'Yes', 'S-2', `P-${orders}`],
    );
    const rest = await open(`${link}/thanks`);
    assert.match(rest.text, new RegExp(`href="../${link.split(`/`).at(-1)}">Review the rest`));
    assert.match((await open(link)).text, /✓ Reviewed/);
    await send(link, {
      name: 'Jane',
      'product-1-rating': 1,
      'product-1-title': 'Red',
      'product-1-content': 'No.',
      'product-0-rating': 4,
      'product-0-title': 'Blue',
      'product-0-content': 'Quite blue.',
    });
    assert.deepEqual(
      (await productReviews()).map(({ title, rating }) => [title, rating]),
      [
        ['Blue', 4],
        ['Red', 5],
      ],
    );
    assert.match((await open(link)).text, /<h1>Thank you<\/h1>/);
  });

  test('what the shop asks about a product is asked, checked and kept', async () => {
    await service.ok('addProduct', shop, {
      form: {
        sku: 'S-4',
        title: 'Shirt',
        attributes: 'Fit;select;required:Snug,Loose|Colour;select;:<b>True</b>,Off|Worn for;text;',
      },
    });
    const link = await askForProducts({ product_skus: 'S-4' });
    assert.match(
      (await open(link)).text,
      /<select id="product-0-question-0"[\s\S]*<option >Snug<\/option>[\s\S]*&#60;b&#62;True/,
    );
    const written = { name: 'Jane', 'product-0-rating': 5, 'product-0-title': 'Shirt', 'product-0-content': 'Fine.' };
    for (const wrong of ['', 'Tight']) {
      const response = await send(link, { ...written, 'product-0-question-0': wrong });
      assert.equal(response.status, 400);
      assert.match(await response.text(), /href="#product-0-question-0">Please choose/);
    }
    assert.equal(
      (await send(link, { ...written, 'product-0-question-0': 'Loose', 'product-0-question-2': 'Hiking' })).status,
      303,
    );
    assert.deepEqual((await productReviews())[0]!.attributes, [
      { name: 'Fit', value: 'Loose' },
      { name: 'Worn for', value: 'Hiking' },
    ]);
  });

  test('the host of a picture cannot add to the policy of the page', async () => {
    await service.ok('addProduct', shop, {
      form: { sku: 'S-3', title: 'Evil mug', image_url: 'https://a;script-src/mug.jpg' },
    });
    const { response, text } = await open(await askForProducts({ product_skus: 'S-3' }));
    assert.match(text, /Evil mug/);
    assert.match(
      response.headers.get('content-security-policy')!,
      /; img-src blob:; script-src 'sha256-[^']+'; form-action/,
    );
  });

  test('the link of one product shows that one alone, and takes nothing for another', async () => {
    const link = await askForProducts();
    const { text } = await open(`${link}?sku=S-2`);
    assert.ok(text.includes('Red mug') && !text.includes('Blue'));
    const before = (await productReviews()).length;
    await send(`${link}?sku=S-2`, {
      name: 'Jane',
      'product-0-rating': 5,
      'product-0-title': 'x',
      'product-0-content': 'x',
    });
    assert.equal((await productReviews()).length, before);
  });

  test('the business and what was bought on one page; a product that left the catalogue is left out', async () => {
    const link = await ask({ product_skus: 'S-1,GONE' });
    const { text } = await open(link);
    assert.ok(text.includes('Blue') && !text.includes('GONE'));
    await send(link, {
      ...filled,
      title: 'Both',
      'product-0-rating': 3,
      'product-0-title': 'The mug',
      'product-0-content': 'Fine.',
    });
    assert.equal((await reviews())[0]!.title, 'Both');
    assert.equal((await productReviews())[0]!.title, 'The mug');
    assert.equal((await reviews())[0]!.author?.username, (await productReviews())[0]!.user?.username);
  });

  test('what comes from a phone number alone has no address', async () => {
    const link = (
      await service.ok('addReviewRequest', shop, { form: { ...order, phone: '+49 30 12345', order_id: 'T-1' } })
    ).link!;
    await send(link, { ...filled, title: 'By phone', email: 'forged@x.example' });
    const [review] = await reviews();
    assert.deepEqual([review!.title, review!.author?.email], ['By phone', null]);
  });

  test('a photo that is none is named at its field, and nothing is kept; what was typed comes back', async () => {
    const link = await ask();
    const before = (await reviews()).length;
    const response = await send(
      link,
      { ...filled, title: '"><script>alert(1)</script>' },
      { photos: [new Blob(['<svg onload="alert(1)">'])] },
    );
    const text = await response.text();
    assert.equal(response.status, 400);
    assert.match(text, /href="#photos">One of the photos cannot be read/);
    assert.match(text, /value="&#34;&#62;&#60;script&#62;/);
    const many = await send(link, filled, { photos: Array.from({ length: 11 }, () => new Blob(['x'])) });
    assert.equal(many.status, 413);
    assert.match(await many.text(), /at most 10 photos/);
    assert.equal((await reviews()).length, before);
  });

  test('a photo of 48 megapixels is taken from the page of a mail, and what is refused says its limit', async () => {
    const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
    const link = await ask();
    for (const [photo, reason] of [
      [await hugePhoto(true), /too large: 10 MB are the most, and 100 megapixels for JPEG, 25 for other photos/],
      [Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)]), /too large: 10 MB are the most/],
      [heicPhoto(), /One of the photos is HEIC/],
    ] as const) {
      const response = await send(
        link,
        { ...filled, title: 'Still there' },
        { photos: [file(photo), file(await png())] },
      );
      const text = await response.text();
      assert.equal(response.status, 400);
      assert.match(text, reason);
      assert.match(text, /value="Still there"/);
    }
    await send(link, { ...filled, title: 'Huge' }, { photos: [file(await hugePhoto())] });
    const [review] = await reviews();
    assert.deepEqual([review!.title, review!.images.length], ['Huge', 1]);
  });

  test('a GET with everything in its address changes nothing', async () => {
    const link = await ask();
    const before = (await reviews()).length;
    await fetch(
      `${link}?${new URLSearchParams(Object.entries(filled).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    );
    await fetch(link, { method: 'HEAD' });
    assert.equal((await reviews()).length, before);
  });

  test('where reviews are held, both kinds wait, and the page says so', async () => {
    await service.withDatabase((db) =>
      db.updateTable('business').set({ hold_reviews: 1 }).where('domain', '=', shop).execute(),
    );
    const link = await ask({ product_skus: 'S-1' });
    assert.match((await open(link)).text, /looks at new reviews before they appear/);
    await send(link, {
      ...filled,
      title: 'Waits',
      'product-0-rating': 3,
      'product-0-title': 'Waits too',
      'product-0-content': 'Fine.',
    });
    assert.equal((await reviews({ unpublished: 1 })).find(({ title }) => title === 'Waits')?.published, 'pending');
    assert.ok((await productReviews()).every(({ title }) => title !== 'Waits too'));
    await service.withDatabase((db) =>
      db.updateTable('business').set({ hold_reviews: 0 }).where('domain', '=', shop).execute(),
    );
  });

  test('a forged link, that of another business, that of another page and one that expired open nothing and take nothing', async () => {
    const other = await service.account('b.example');
    const foreign = (
      await service.ok('addReviewRequest', 'b.example', { form: { ...order, email: 'x@x.example' }, token: other })
    ).link!;
    const link = await ask({ email: 'forged@y.example' });
    const token = link.split('/').at(-1)!;
    const wrong = [
      link.slice(0, -1),
      `${link}x`,
      link.replace(token, 'A'.repeat(43)),
      link.replace(shop, 'b.example'),
      foreign.replace('b.example', shop),
      link.replace('/request/', '/edit/'),
      link.replace('/request/', '/stop/'),
      link.replace(token, '..%2f..%2fetc'),
      link.replace(token, '%00'),
      link.replace(shop, "x'%20or%201=1"),
    ];
    const before = (await reviews({ unpublished: 1 })).length;
    for (const address of wrong) {
      const { response, text } = await open(address);
      assert.equal(response.status, 404, address);
      assert.match(text, /This link does not work/);
      assert.equal((await send(address, filled)).status, 404, address);
    }
    service.clock.advance(90 * DAY);
    const expired = await open(link);
    assert.equal(expired.response.status, 410);
    assert.match(expired.text, /This link has expired/);
    assert.equal((await send(link, filled)).status, 410);
    assert.equal((await reviews({ unpublished: 1 })).length, before);
  });
});

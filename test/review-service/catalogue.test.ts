/** The product catalogue as a shop keeps it, and reports of reviews. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { importCatalogue } from '../../review-service/catalogue/by-command.ts';
import { acceptUnknownProducts } from '../../review-service/catalogue/unknown-products.ts';
import { hideByCommand } from '../../review-service/content/moderation/by-command.ts';
import { saveContent } from '../support/content.ts';
import { png, svg } from '../support/pictures.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';

onEveryDatabase((place) => {
  let service: TestService;
  const logged: string[] = [];
  before(async () => {
    const logger = pino({}, { write: (line: string) => void logged.push(line) });
    service = await new TestService(await place(), { logger }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        reviews: [{ reviewNo: 1 }, { reviewNo: 2, removedRFC: '2026-01-02T00:00:00+00:00' }],
      });
      await saveContent(db, 'b.example', { products: [{ id: 900, sku: 'THEIRS' }], reviews: [{ reviewNo: 90 }] });
    });
  });
  after(() => service.stop());

  const add = async (form: Given) => (await service.ok('addProduct', shop, { form })).product;
  const withFile = (fields: Given, file: Buffer, name = 'qqfile') => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append(name, new Blob([new Uint8Array(file)]), 'x.png');
    return form;
  };

  test('a product is added with everything that is said of it, and found by it', async () => {
    const product = await add({
      sku: 'MUG',
      title: 'Mug',
      item_group: 'mugs',
      gtin: '1',
      mpn: 'M',
      description: 'Holds tea',
      brand: 'Clay',
      categories: 'Kitchen, Gifts',
      currency: 'eur',
      price: '19.90',
      retail_price: '25',
      product_link: 'https://shop.example/mug',
      image_url: 'https://shop.example/mug.jpg',
      attributes: 'Fit;select;required:Snug,Loose|Colour:Blue,Red',
    });
    assert.deepEqual(
      [
        product.categories.map(({ category_name }) => category_name),
        product.currency,
        product.price,
        product.retail_price,
      ],
      [['Kitchen', 'Gifts'], 'EUR', 19.9, 25],
    );
    assert.deepEqual(product.attributes, [
      { name: 'Fit', type: 'select', required: true, options: ['Snug', 'Loose'] },
      { name: 'Colour', type: 'select', required: false, options: ['Blue', 'Red'] },
    ]);
    assert.deepEqual(
      product.images.map(({ url }) => url),
      ['https://shop.example/mug.jpg'],
    );
    assert.deepEqual((await service.ok('listProducts', shop, { query: { q: 'holds tea' } })).products, [product]);
  });

  test('the same sku again changes the product, and keeps what is not said again', async () => {
    const first = await add({
      sku: 'BOWL',
      title: 'Bowl',
      price: 10,
      brand: 'Clay',
      image_url: 'https://shop.example/1.jpg',
    });
    const second = await add({ sku: 'BOWL', title: 'Large bowl', price: 12, image_url: 'https://shop.example/1.jpg' });
    assert.deepEqual(second, { ...first, title: 'Large bowl', price: 12 });
    const both = await Promise.all([
      service.call('addProduct', shop, { form: { sku: 'TWIN', title: 'A' } }),
      service.call('addProduct', shop, { form: { sku: 'TWIN', title: 'B' } }),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await service.ok('listProducts', shop, { query: { sku: 'TWIN' } })).products.length, 1);
  });

  test('what is missing or malformed is named', async () => {
    await service.refused('addProduct', shop, { form: { title: 'x' } }, 302, 400, /sku/);
    await service.refused('addProduct', shop, { form: { sku: 'X' } }, 302, 400, /title/);
    const wrong: [string, string][] = [
      ['price', 'dear'],
      ['price', '-1'],
      ['retail_price', '1e9'],
      ['currency', 'EURO'],
      ['product_link', 'javascript:alert(1)'],
      ['image_url', 'file:///etc/passwd'],
    ];
    for (const [name, value] of wrong)
      await service.refused(
        'addProduct',
        shop,
        { form: { sku: 'X', title: 'x', [name]: value } },
        306,
        400,
        new RegExp(name),
      );
  });

  test('a removed product is in no listing and takes no reviews; added again, it is there again', async () => {
    const { id } = await add({ sku: 'GONE', title: 'Gone' });
    await service.ok('addProductReview', shop, { form: { sku: 'GONE', title: 't', content: 'c', rating: 4 } });
    await service.ok('removeProduct', shop, { form: { product_id: id } });
    assert.deepEqual((await service.ok('listProducts', shop, { query: { sku: 'GONE' } })).products, []);
    await service.refused('removeProduct', shop, { form: { product_id: id } }, 401, 404);
    await service.refused(
      'addProductReview',
      shop,
      { form: { sku: 'GONE', title: 't', content: 'c', rating: 4 } },
      401,
      404,
    );
    const back = await add({ sku: 'GONE', title: 'Back' });
    assert.deepEqual([back.num_reviews, back.average_rating], [1, 4]);
    for (const product_id of [900, 12_345])
      await service.refused('removeProduct', shop, { form: { product_id } }, 401, 404);
    await service.refused('removeProduct', shop, {}, 302, 400, /product_id/);
  });

  test('reviews of an unknown product that come at once are all taken, though the first makes it', async () => {
    await service.withDatabase((db) => acceptUnknownProducts(db, shop, true));
    const write = (sku: string) =>
      service.call('addProductReview', shop, { form: { title: 't', content: 'c', rating: 5, sku } });
    for (const sku of ['AT-ONCE-1', 'AT-ONCE-2', 'AT-ONCE-3', 'AT-ONCE-4']) {
      const written = await Promise.all([write(sku), write(sku), write(sku)]);
      assert.deepEqual(
        written.map(({ status }) => status),
        [200, 200, 200],
      );
      const { products } = await service.ok('listProducts', shop, { query: { sku } });
      assert.deepEqual(
        products.map(({ num_reviews }) => num_reviews),
        [3],
      );
    }
    await service.withDatabase((db) => acceptUnknownProducts(db, shop, false));
  });

  test('a review of an unknown product is refused with a line in the log, or makes the product', async () => {
    const review = { title: 't', content: 'c', rating: 5 };
    const write = (sku: string) => service.call('addProductReview', shop, { form: { ...review, sku } });
    await service.refused('addProductReview', shop, { form: { ...review, sku: 'NEW' } }, 401, 404);
    await service.withDatabase((db) => acceptUnknownProducts(db, shop, true));
    const both = await Promise.all([write('NEW'), write('NEW')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    const listed = async () => (await service.ok('listProducts', shop, { query: { sku: 'NEW' } })).products;
    const [stub, ...others] = await listed();
    assert.deepEqual([stub!.title, stub!.num_reviews, others], [null, 2, []]);
    const feed = [Buffer.from('sku,title\nNEW,Known at last\n')];
    const { location } = service;
    await service.withDatabase((db) =>
      importCatalogue({ location, db, business: shop }, Readable.from(feed), { onRefused: assert.fail }),
    );
    assert.deepEqual(await listed(), [{ ...stub, title: 'Known at last' }]);

    await service.ok('removeProduct', shop, { form: { product_id: stub!.id } });
    assert.equal((await write('NEW')).status, 404, 'what the shop removed stays removed');
    await service.refused('addProductReview', shop, { form: { ...review, product_id: 12_345 } }, 401, 404);
    await service.refused('addProductReview', shop, { form: { ...review, sku: 'X'.repeat(300) } }, 306, 400);
    await service.withDatabase((db) => acceptUnknownProducts(db, shop, false));
    assert.equal((await write('OTHER')).status, 404);
    const said = logged.filter((line) => line.includes('plaudit products import'));
    const { business, sku } = JSON.parse(said.at(-1)!) as { business: string; sku: string };
    assert.deepEqual([business, sku], [shop, 'OTHER']);
  });

  test('removed reviews of a removed product are found by what it was', async () => {
    const { id } = await add({ sku: 'ENDED', title: 'Ended', item_group: 'endings', brand: 'Last' });
    const { product_review: review } = await service.ok('addProductReview', shop, {
      form: { sku: 'ENDED', title: 't', content: 'c', rating: 1 },
    });
    await service.withDatabase((db) => hideByCommand(db, shop, { kind: 'product', number: review.id }, 'spam'));
    await service.ok('removeProduct', shop, { form: { product_id: id } });
    const wanted: Given[] = [{}, { sku: 'ENDED' }, { item_group: 'endings' }, { brand: 'Last' }];
    for (const query of wanted) {
      const { product_reviews: found } = await service.ok('listProductReviews', shop, {
        query: { deleted: 1, ...query },
      });
      assert.deepEqual(
        found.map((one) => one.id),
        [review.id],
        JSON.stringify(query),
      );
      assert.ok(
        (await service.ok('listProductReviews', shop, { query })).product_reviews.every((one) => one.id !== review.id),
      );
    }
  });

  test('pictures are added from files and removed by their id', async () => {
    const { id } = await add({ sku: 'PICTURED', title: 'Pictured' });
    const { image } = await service.ok('addProductImage', shop, { form: withFile({ product_id: id }, await png()) });
    const { image: second } = await service.ok('addProductImage', shop, {
      form: withFile({ sku: 'PICTURED' }, await png(9, 9), 'image'),
    });
    assert.equal((await fetch(image.url)).status, 200);
    const images = async () =>
      (await service.ok('listProducts', shop, { query: { product_id: id } })).products[0]?.images;
    assert.deepEqual(await images(), [image, second]);
    await service.ok('removeProductImage', shop, {
      form: withFile({ product_id: id, image_id: image.id }, await png()),
    });
    assert.deepEqual(await images(), [second]);
    await service.refused('removeProductImage', shop, { form: { product_id: id, image_id: image.id } }, 402, 404);
    await service.refused('removeProductImage', shop, { form: { product_id: 900, image_id: 1 } }, 401, 404);
    await service.refused('addProductImage', shop, { form: withFile({ product_id: id }, svg) }, 311, 415);
    await service.refused('addProductImage', shop, { form: withFile({ product_id: 900 }, await png()) }, 401, 404);
    await service.refused(
      'addProductImage',
      shop,
      { form: { sku: 'PICTURED', image: 'http://127.0.0.1/x.png' } },
      311,
      415,
      /address in image/,
    );
    await service.refused('addProductImage', shop, { form: { product_id: id } }, 302, 400, /qqfile/);
    await service.refused(
      'addProductImage',
      shop,
      { form: { sku: 'PICTURED' } },
      302,
      400,
      /Parameter image is missing/,
    );
    await service.refused('addProductImage', shop, { form: withFile({}, await png()) }, 302, 400, /product_id/);
  });

  test('a picture that was removed is not served any more', async () => {
    const { id } = await add({ sku: 'TAKEN-DOWN', title: 'Taken down' });
    const { image } = await service.ok('addProductImage', shop, { form: withFile({ product_id: id }, await png()) });
    await service.ok('removeProductImage', shop, { form: { product_id: id, image_id: image.id } });
    assert.equal((await fetch(image.url)).status, 404);
  });

  test('changes of one product that come at once are all kept', async () => {
    const { id } = await add({ sku: 'BUSY', title: 'Busy' });
    const picture = await png();
    const changes: Given[] = [{ brand: 'Clay' }, { gtin: '1' }, { mpn: 'M' }, { price: 5 }];
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        service.call('addProductImage', shop, { form: withFile({ product_id: id }, picture) }),
      ),
      ...changes.map((change) => service.call('addProduct', shop, { form: { sku: 'BUSY', title: 'Busy', ...change } })),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const [product] = (await service.ok('listProducts', shop, { query: { product_id: id } })).products;
    assert.deepEqual(
      [product!.images.length, product!.brand, product!.gtin, product!.mpn, product!.price],
      [4, 'Clay', '1', 'M', 5],
    );
  });

  test('reviews of one person that come at once have one author', async () => {
    await add({ sku: 'IMPORTED', title: 'Imported' });
    const form = {
      sku: 'IMPORTED',
      title: 't',
      content: 'c',
      rating: 5,
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane@import.example',
    };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('addProductReview', shop, { form })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { product_reviews: reviews } = await service.ok('listProductReviews', shop, { query: { sku: 'IMPORTED' } });
    assert.deepEqual(new Set(reviews.map(({ user }) => user?.username)).size, 1);
    assert.equal(reviews[0]!.user?.numReviews, 6);
  });

  test('a report of a review is kept, and changes nothing that is shown', async () => {
    await service.ok('flagReview', shop, { form: { review_no: 1, reason: 'other', message: 'Not a customer' } });
    assert.deepEqual(
      (await service.ok('listReviews', shop)).map(({ reviewNo }) => reviewNo),
      [1],
    );
    await service.withDatabase(async (db) => {
      const flags = await db.selectFrom('review_flag').select(['review_id', 'reason', 'message']).execute();
      assert.deepEqual(
        flags.map((flag) => ({ ...flag })),
        [{ review_id: 1, reason: 'other', message: 'Not a customer' }],
      );
    });
    for (const review_no of [2, 90, 999])
      await service.refused('flagReview', shop, { form: { review_no, reason: 'other', message: 'x' } }, 305, 404);
    await service.refused(
      'flagReview',
      shop,
      { form: { review_no: 1, reason: 'boring', message: 'x' } },
      306,
      400,
      /reason/,
    );
    await service.refused('flagReview', shop, { form: { review_no: 1, reason: 'other' } }, 302, 400, /message/);
  });
});

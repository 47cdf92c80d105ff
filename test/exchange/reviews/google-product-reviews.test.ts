/**
 * Google refuses a whole feed for one element out of place, an empty one or a character that XML cannot hold. The
 * schema itself may not be passed on, so its order and its rules stand here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  toGoogleProductReviews,
  whyUnfit,
  type GooglePublisher,
  type GoogleReview,
} from '../../../exchange/reviews/google-product-reviews.ts';
import { assertGoogleProductReviews } from './google-schema.ts';

const whole: GoogleReview = {
  id: 7,
  name: 'Ada L',
  reviewerId: 'a1',
  verified: true,
  incentivised: false,
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  title: 'Good & "cheap"',
  content: 'It is <b>fine</b> ]]>',
  language: 'en',
  country: 'DE',
  photos: ['https://shop.example/1.jpg', 'https://shop.example/2.jpg?a=1&b=2'],
  rating: 4,
  product: {
    sku: 'S-1',
    gtin: '4006381333931',
    mpn: 'M1',
    brand: 'Brand & Sons',
    title: 'Pen',
    url: 'https://shop.example/pen?a=1&b=2',
  },
  solicited: true,
  transactionId: 'f00',
};
const bare: GoogleReview = {
  ...whole,
  id: 8,
  name: '',
  reviewerId: null,
  verified: null,
  incentivised: null,
  title: '',
  language: null,
  country: null,
  photos: [],
  product: { sku: 'S-2', gtin: null, mpn: null, brand: '', title: null, url: 'https://shop.example/ink' },
  solicited: false,
  transactionId: null,
};

async function write(
  reviews: readonly GoogleReview[],
  publisher: GooglePublisher = { name: 'The shop' },
): Promise<string> {
  let xml = '';
  for await (const piece of toGoogleProductReviews(reviews, publisher)) xml += piece;
  return xml;
}

test('every element in the order of the schema, and none that is empty', async () => {
  const xml = await write([whole, bare]);
  assert.equal(assertGoogleProductReviews(xml), 2);
  const first = /<review>.*<\/review>/.exec(xml)![0];
  assert.equal(
    first,
    '<review><review_id>7</review_id><reviewer><name>Ada L</name><reviewer_id>a1</reviewer_id></reviewer>' +
      '<is_verified_purchase>true</is_verified_purchase><is_incentivized_review>false</is_incentivized_review>' +
      '<review_timestamp>2026-01-02T03:04:05Z</review_timestamp><title>Good &amp; &quot;cheap&quot;</title>' +
      '<content>It is &lt;b&gt;fine&lt;/b&gt; ]]&gt;</content><review_language>en</review_language>' +
      '<review_country>DE</review_country>' +
      '<review_url type="group">https://shop.example/pen?a=1&amp;b=2</review_url>' +
      '<reviewer_images><reviewer_image><url>https://shop.example/1.jpg</url></reviewer_image>' +
      '<reviewer_image><url>https://shop.example/2.jpg?a=1&amp;b=2</url></reviewer_image></reviewer_images>' +
      '<ratings><overall min="1" max="5">4</overall></ratings>' +
      '<products><product><product_ids><gtins><gtin>4006381333931</gtin></gtins><mpns><mpn>M1</mpn></mpns>' +
      '<skus><sku>S-1</sku></skus><brands><brand>Brand &amp; Sons</brand></brands></product_ids>' +
      '<product_name>Pen</product_name><product_url>https://shop.example/pen?a=1&amp;b=2</product_url></product>' +
      '</products><collection_method>post_fulfillment</collection_method><transaction_id>f00</transaction_id>' +
      '</review>',
  );
  assert.match(xml, /<reviewer><name is_anonymous="true">Anonymous<\/name><\/reviewer>/);
  assert.match(xml, /<collection_method>unsolicited<\/collection_method><\/review>/);
});

test('a feed without reviews, and a publisher with a picture', async () => {
  assert.equal(assertGoogleProductReviews(await write([])), 0);
  const xml = await write([], { name: 'A < B', favicon: 'https://shop.example/f.png' });
  assert.equal(assertGoogleProductReviews(xml), 0);
  assert.match(xml, /<publisher><name>A &lt; B<\/name><favicon>https:\/\/shop.example\/f.png<\/favicon>/);
});

test('a control character, half a surrogate pair or an emoji in a text breaks no feed', async () => {
  const content = 'a\0b\x0bc\x1fd\ud800e\uffffg 😀\n\tüß';
  const xml = await write([{ ...whole, content, name: '\x01\x02', title: ' \x00 ' }]);
  assert.equal(assertGoogleProductReviews(xml), 1);
  assert.match(xml, /<content>abcd\ufffdeg 😀\n\tüß<\/content>/);
  assert.match(xml, /is_anonymous="true"/);
  assert.doesNotMatch(xml, /<title>/);
});

test('a review without text, or of a product without a URL or an identifier, is left out and named', async () => {
  const unfit = {
    'no text': { ...whole, content: ' \x00\n' },
    'product without a URL': { ...whole, product: { ...whole.product, url: 'javascript:alert(1)' } },
    'product without an identifier': {
      ...bare,
      product: { ...bare.product, sku: ' ' },
    },
  };
  for (const [reason, review] of Object.entries(unfit)) assert.equal(whyUnfit(review), reason);
  assert.equal(assertGoogleProductReviews(await write([...Object.values(unfit), bare])), 1);
});

test('a feed of any length goes out piece by piece', async () => {
  let asked = 0;
  const endless = (function* () {
    for (;;) yield { ...whole, id: ++asked };
  })();
  const feed = toGoogleProductReviews(endless, { name: 'Shop' });
  for (let pieces = 0; pieces < 10; pieces++) await feed.next();
  assert.equal(asked, 9);
});

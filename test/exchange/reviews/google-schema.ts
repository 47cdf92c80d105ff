/** The rules of Google's schema of product reviews, 2.4, as far as they are about order, number and emptiness. */
import assert from 'node:assert/strict';
import sax from 'sax';

interface Rule {
  /** In their order; `?` may be missing, `+` comes once or more, `*` any number of times. */
  readonly inside?: readonly string[];
  readonly attributes?: Readonly<Record<string, RegExp>>;
  readonly text?: RegExp;
}

const any = /\S/;
const webAddress = /^https?:\/\/\S+$/;
const truth = /^(?:true|false)$/;

const rules: Readonly<Record<string, Rule>> = {
  feed: { inside: ['version', 'aggregator?', 'publisher', 'reviews?'] },
  version: { text: /^2\.4$/ },
  aggregator: { inside: ['name'] },
  publisher: { inside: ['name', 'favicon?'] },
  favicon: { text: webAddress },
  reviews: { inside: ['review*'] },
  review: {
    inside: [
      'review_id',
      'reviewer',
      'is_verified_purchase?',
      'is_incentivized_review?',
      'review_timestamp',
      'title?',
      'content',
      'review_language?',
      'review_country?',
      'pros?',
      'cons?',
      'review_url',
      'reviewer_images?',
      'ratings',
      'products',
      'is_spam?',
      'collection_method?',
      'transaction_id?',
    ],
  },
  review_id: { text: any },
  reviewer: { inside: ['name', 'reviewer_id?'] },
  name: { text: any, attributes: { is_anonymous: truth } },
  reviewer_id: { text: any },
  is_verified_purchase: { text: truth },
  is_incentivized_review: { text: truth },
  review_timestamp: { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/ },
  title: { text: any },
  content: { text: any },
  review_language: { text: /^[a-z]{2,3}$/ },
  review_country: { text: /^[A-Z]{2}$/ },
  review_url: { text: webAddress, attributes: { type: /^(?:singleton|group)$/ } },
  reviewer_images: { inside: ['reviewer_image+'] },
  reviewer_image: { inside: ['url'] },
  url: { text: webAddress },
  ratings: { inside: ['overall'] },
  overall: { text: /^\d+(?:\.\d+)?$/, attributes: { min: /^1$/, max: /^5$/ } },
  products: { inside: ['product+'] },
  product: { inside: ['product_ids', 'product_name?', 'product_url'] },
  product_ids: { inside: ['gtins?', 'mpns?', 'skus?', 'brands?', 'asins?'] },
  gtins: { inside: ['gtin+'] },
  mpns: { inside: ['mpn+'] },
  skus: { inside: ['sku+'] },
  brands: { inside: ['brand+'] },
  asins: { inside: ['asin+'] },
  gtin: { text: any },
  mpn: { text: any },
  sku: { text: any },
  brand: { text: any },
  asin: { text: any },
  product_name: { text: any },
  product_url: { text: webAddress },
  is_spam: { text: truth },
  collection_method: { text: /^(?:post_fulfillment|unsolicited)$/ },
  transaction_id: { text: any },
};

/** @returns how many reviews the feed holds, each with a number of its own. */
export function assertGoogleProductReviews(xml: string): number {
  const parser = sax.parser(true);
  const path: { readonly name: string; readonly inside: string[]; text: string }[] = [];
  const numbers: string[] = [];
  parser.onerror = (error) => assert.fail(error);
  parser.onopentag = ({ name, attributes }) => {
    const rule = rules[name];
    assert.ok(rule, `${name} is no element of the schema`);
    path.at(-1)?.inside.push(name);
    path.push({ name, inside: [], text: '' });
    if (name === 'feed') assertRoot(attributes as Record<string, string>);
    else
      for (const [attribute, value] of Object.entries(attributes))
        assert.match(String(value), rule.attributes?.[attribute] ?? /^\b$/, `${name} ${attribute}="${value}"`);
  };
  parser.ontext = (text) => {
    if (path.length > 0) path.at(-1)!.text += text;
  };
  parser.onclosetag = () => {
    const { name, inside, text } = path.pop()!;
    const rule = rules[name]!;
    if (rule.inside) assertInside(name, inside, rule.inside);
    assert.match(text, rule.text ?? /^\s*$/, `${name}: ${text}`);
    if (name === 'product_ids') assert.notEqual(inside.length, 0, 'product_ids is empty');
    if (name === 'review_id') numbers.push(text);
  };
  parser.write(xml).close();
  // oxlint-disable-next-line no-control-regex -- XML cannot hold these
  assert.doesNotMatch(xml, /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/);
  assert.equal(new Set(numbers).size, numbers.length, 'a number of a review comes twice');
  return numbers.length;
}

function assertRoot(attributes: Readonly<Record<string, string>>): void {
  assert.deepEqual(attributes, {
    'xmlns:vc': 'http://www.w3.org/2007/XMLSchema-versioning',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd',
  });
}

/** A pattern over the names, each with a blank after it. */
function assertInside(name: string, inside: readonly string[], wanted: readonly string[]): void {
  const pattern = wanted.map((one) => one.replace(/^(\w+)([?+*]?)$/, '(?:$1 )$2')).join('');
  assert.match(
    inside.map((one) => `${one} `).join(''),
    new RegExp(`^${pattern}$`),
    `${name} holds ${inside.join(', ')}`,
  );
}

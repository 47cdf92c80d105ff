/** The guides for PHP and WooCommerce, run by PHP: what they print, and what they ask a shop that runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOf } from '../support/markdown.ts';
import { OwnShop } from '../support/own-shop.ts';
import { PhpMachine } from '../support/php.ts';

/** The blocks of a guide, by the names that they say. */
const filesOf = (guide: string): Record<string, string> =>
  Object.fromEntries(
    blocksOf(guide)
      .filter(({ language }) => language === 'php')
      .map(({ code }) => [/^\/\/ (?:\S+\/)?([\w-]+\.php)$/m.exec(code)?.[1] ?? 'page.php', code]),
  );

const wordPress = readFileSync(join(import.meta.dirname, '../support/wordpress.php'), 'utf8');

let own: OwnShop;
before(async () => {
  own = await OwnShop.open(['MUG-1,Mug', '8,Pot', 'DEMO-001,Cup']);
});
after(() => own[Symbol.asyncDispose]());

/** PHP with WordPress, both plugins of the guide, and what it says to put into wp-config.php. */
async function startWordPress(): Promise<PhpMachine> {
  const {
    'plaudit.php': display,
    'plaudit-orders.php': orders,
    'wp-config.php': config,
  } = filesOf('guides/woocommerce.md');
  assert.ok(display && orders && config);
  return PhpMachine.start({
    'wordpress.php': wordPress,
    'plaudit.php': display,
    'plaudit-orders.php': orders.replace('http://127.0.0.1:3000', own.url),
    'wp-config.php': config.replaceAll(
      /'(PLAUDIT_\w+)', '…'/g,
      (_all, name: string) => `'${name}', '${own.secret(name)}'`,
    ),
  });
}

const wholeShop = `require 'wp-config.php'; require 'wordpress.php'; require 'plaudit-orders.php'; require 'plaudit.php';
$orders[1] = new WC_Order('completed', [new WC_Product('MUG-1', 7), false, new WC_Product('', 8, 'variable')]);
$orders[2] = new WC_Order('refunded', [new WC_Product('MUG-1', 7)]);
`;

interface Request {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
interface Happened {
  readonly requests: readonly Request[];
  readonly scheduled: readonly (readonly [seconds: number, hook: string, given: readonly number[]])[];
}

/** Runs hooks in WordPress. @returns what they asked and what they left for later */
async function happen(php: PhpMachine, hooks: string): Promise<Happened> {
  const said = await php.run(
    `${wholeShop} ini_set('error_log', '/dev/null'); ${hooks} echo json_encode(['requests' => $requests, 'scheduled' => $scheduled]);`,
  );
  return JSON.parse(said) as Happened;
}

/** Sends what WordPress would have sent. */
const really = ({ url, headers, body }: Request): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body });

test('the plugin for WooCommerce shows stars and reviews in the place of its own', async () => {
  using php = await startWordPress();
  const said = await php.run(`require 'wordpress.php';
    add_action('woocommerce_after_shop_loop_item_title', 'woocommerce_template_loop_rating', 5);
    add_action('woocommerce_single_product_summary', 'woocommerce_template_single_rating', 10);
    require 'plaudit.php';
    do_action('wp_enqueue_scripts'); do_action('init');
    foreach ([new WC_Product('MUG-1', 7), new WC_Product('', 8, 'variable'), new WC_Product('"><script>', 9)] as $product) {
      do_action('woocommerce_after_shop_loop_item_title'); echo "\\n";
      do_action('woocommerce_single_product_summary'); echo "\\n";
      do_action('woocommerce_product_tabs', ['reviews' => ['callback' => 'comments_template']])['reviews']['callback'](); echo "\\n";
    }`);
  const [script, ...lines] = said.trim().split('\n');
  assert.equal(script, 'module https://reviews.your-shop.example/plaudit.js NULL');
  assert.deepEqual(lines.slice(0, 2), Array(2).fill('<plaudit-stars sku="MUG-1"></plaudit-stars>'));
  assert.match(lines[2]!, /<plaudit-product-reviews sku="MUG-1" page-size="10">.*<plaudit-review-form sku="MUG-1">/);
  assert.match(lines[5]!, /<plaudit-star-summary item-group="8">.*<plaudit-review-form sku="8">/);
  assert.doesNotMatch(said, /<script/);
});

test('a completed order of WooCommerce asks its customer for reviews a week later, in one mail', async () => {
  using php = await startWordPress();
  const completed = await happen(php, `do_action('woocommerce_order_status_completed', 1);`);
  assert.deepEqual(completed, { requests: [], scheduled: [[604_800, 'plaudit_ask', [1]]] });
});

test('the plugin asks for the products of an order by their skus, and the service takes it', async () => {
  using php = await startWordPress();
  const { requests, scheduled } = await happen(php, `do_action('plaudit_ask', 1); do_action('plaudit_ask', 2);`);
  assert.equal(requests.length, 1, 'nothing is asked about an order that was refunded');
  assert.deepEqual(scheduled, []);
  for (const time of ['first', 'second']) {
    const answer = await really(requests[0]!);
    assert.equal(answer.status, 200, `${time}: ${await answer.text()}`);
  }
  while (own.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const [mail, ...more] = own.mails;
  assert.equal(more.length, 0, 'the same order is asked once');
  assert.match(mail!, /^To: .*jane@customers\.example/m);
});

test('an order that cannot be asked about now is asked about in an hour, and one that is wrong is not', async () => {
  using php = await startWordPress();
  const { scheduled } = await happen(
    php,
    `$answers = [new WP_Error(), ['code' => 503, 'body' => 'busy'], ['code' => 404, 'body' => 'unknown product']];
     do_action('plaudit_ask', 1); do_action('plaudit_ask', 1); do_action('plaudit_ask', 1);`,
  );
  assert.deepEqual(scheduled, Array(2).fill([3_600, 'plaudit_ask', [1]]));
});

test('who opens an order in the account writes as its verified buyer', async () => {
  using php = await startWordPress();
  const page = await php.run(
    `${wholeShop} do_action('woocommerce_view_order', 1); do_action('woocommerce_view_order', 2);`,
  );
  assert.match(page, /<h2>The &lt;7&gt;<\/h2>/);
  const forms = [...page.matchAll(/<plaudit-review-form sku="([^"]+)" customer="([^"]+)"><\/plaudit-review-form>/g)];
  assert.deepEqual(
    forms.map(([, sku]) => sku),
    ['MUG-1', '8'],
  );
  const body = new URLSearchParams({
    sku: 'MUG-1',
    title: 'Good',
    content: 'Keeps tea warm.',
    rating: '5',
    first_name: 'X',
  });
  const headers = { 'plaudit-customer': forms[0]![2]! };
  const added = await fetch(`${own.url}/v1/businesses/-/product/reviews/add`, { method: 'POST', body, headers });
  assert.equal(added.status, 200, await added.text());
  const {
    product_reviews: [review],
  } = await own.merchant<{
    product_reviews: { order_id: string; user: { email: string; firstName: string; lastName: string } }[];
  }>('/product/reviews?sku=MUG-1');
  assert.deepEqual([review!.order_id, review!.user.firstName, review!.user.lastName], ['1001', 'Jané', 'O']);
});

/** In place of PHP's own `http`: answers what was fetched before, since this PHP reaches no network. */
const fetchedBefore = `class Fetched {
  public $context; private $text; private $at = 0;
  function stream_open($path) {
    $file = '/shop/' . md5($path);
    return is_file($file) && ($this->text = file_get_contents($file)) !== false;
  }
  function stream_read($count) { $part = substr($this->text, $this->at, $count); $this->at += strlen($part); return $part; }
  function stream_eof() { return $this->at >= strlen($this->text); }
  function stream_stat() { return []; }
}
stream_wrapper_unregister('http'); stream_wrapper_register('http', 'Fetched');`;

test('the page of the guide for PHP has the reviews in its HTML, and without the proxy the bare tags', async () => {
  const files = filesOf('guides/php.md');
  const asked = ['plaudit-stars', 'plaudit-product-reviews'].map((tag) => `/render/${tag}?sku=DEMO-001&locale=en`);
  const { createHash } = await import('node:crypto');
  const fragments = await Promise.all(
    asked.map(async (path) => {
      const answer = await fetch(own.url + path);
      assert.equal(answer.status, 200);
      return [createHash('md5').update(`http://proxy${path}`).digest('hex'), await answer.text()];
    }),
  );
  const page = `putenv('REVIEWS=http://proxy'); ${fetchedBefore} require 'page.php';`;
  using php = await PhpMachine.start({ ...files, ...Object.fromEntries(fragments) });
  const html = await php.run(page);
  assert.match(html, /<plaudit-stars sku="DEMO-001" locale="en"><template shadowrootmode="open">/);
  assert.match(html, /<plaudit-product-reviews sku="DEMO-001" locale="en"><template shadowrootmode="open">/);
  using alone = await PhpMachine.start(files);
  assert.match(
    await alone.run(page),
    /<plaudit-product-reviews sku="DEMO-001" locale="en"><\/plaudit-product-reviews>/,
  );
});

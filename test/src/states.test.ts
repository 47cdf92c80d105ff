import '../../src/all.ts';
import { DEADLINE_MS, ProxyCalls } from '../../src/source/calls.ts';
import { shared } from '../../src/page/shared.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  gate,
  listOf,
  mount,
  mountReady,
  newSku,
  ok,
  pageOf,
  refusal,
  review,
  showsFallback,
  stats,
  statsOf,
  text,
  until,
  usual,
  waitedASecond,
  settled,
} from './support.ts';

/** Every element that loads, with what it asks, something that it then shows, and what it shows where there is nothing. */
const elements = [
  { tag: 'plaudit-stars', path: 'product/reviews/stats', shown: '.stars', empty: statsOf(0) },
  { tag: 'plaudit-star-summary', path: 'product/reviews/stats', shown: '.average', empty: statsOf(0) },
  { tag: 'plaudit-product-reviews', path: 'product/reviews', shown: 'article', empty: pageOf([]) },
  { tag: 'plaudit-review-list', path: 'reviews', shown: 'article', empty: listOf('reviews', []) },
  { tag: 'plaudit-questions', path: 'product/questions', shown: 'article', empty: listOf('questions', []) },
  { tag: 'plaudit-top-rated', path: 'product/reviews/top-rated', shown: 'img', empty: listOf('products', []) },
  { tag: 'plaudit-write-review', path: 'partners/-/write-link/get', shown: 'a', empty: null },
  { tag: 'plaudit-edit-review', path: 'partners/-/edit-link/get', shown: 'a', empty: null },
] as const;
const attributes = () => ({ sku: newSku(), customer: `${newSku()}.x.y` });

for (const { tag, path, shown, empty } of elements) {
  /** A line of stars has no button: it tries again by itself, and leaves the page of the shop as it is meanwhile. */
  const isSilent = tag === 'plaudit-stars';
  const broken = () => refusal(399, 502, isSilent ? { 'Retry-After': '1' } : {});
  const retry = (element: HTMLElement) => {
    if (!isSilent) button(element, /Try again/).click();
  };

  describe(tag, () => {
    it('shows its children, busy, until it is ready', async () => {
      const { promise, open } = gate<void>();
      const proxy = new TestProxy();
      const answer = usual[path]!;
      proxy.on(path, async (call) => (await promise, answer(call)));
      const element = mount(tag, proxy, attributes());
      await until(() => proxy.asked(path).length === 1);
      equal(element.getAttribute('aria-busy'), 'true');
      ok(showsFallback(element), 'no children while it loads');
      open();
      await event(element, 'plaudit-ready');
      ok(!element.hasAttribute('aria-busy'), 'still busy');
      ok(!showsFallback(element), 'children beside the content');
      find(element, shown);
    });

    if (!isSilent)
      it('leads whoever tries again to what then came, or to another try', async () => {
        const proxy = new TestProxy().on(path, broken);
        const element = mount(tag, proxy, attributes());
        await event(element, 'plaudit-error');
        button(element, /Try again/).focus();
        const failed = event(element, 'plaudit-error');
        retry(element);
        await failed;
        await until(() => element.shadowRoot!.activeElement?.textContent === 'Try again');
        proxy.on(path, usual[path]!);
        retry(element);
        await event(element, 'plaudit-ready');
        const focused = await until(() => element.shadowRoot!.activeElement);
        const heading = element.shadowRoot!.querySelector('.bar h2');
        ok(!heading || focused === heading, `the focus is on ${focused.outerHTML.slice(0, 80)}`);
      });

    it('keeps its children when loading fails, and loads when retried', async () => {
      const proxy = new TestProxy().on(path, broken);
      const element = mount(tag, proxy, attributes());
      const { detail, composed, bubbles } = await event(element, 'plaudit-error');
      equal([detail.code, detail.status, composed, bubbles], [399, 502, true, true]);
      ok(showsFallback(element), 'children are gone');
      equal(findAll(element, '[role=alert], button').length, isSilent ? 0 : 2);
      proxy.on(path, usual[path]!);
      retry(element);
      await event(element, 'plaudit-ready');
      find(element, shown);
      equal(findAll(element, '[role=alert]').length, 0);
    });

    it('leaves no gap beside its children when loading fails, whatever room the page keeps, and has it again when retried', async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${tag} { min-block-size: 90vh }`);
      document.adoptedStyleSheets.push(sheet);
      try {
        const proxy = new TestProxy().on(path, broken);
        const element = mount(tag, proxy, attributes());
        await event(element, 'plaudit-error');
        ok(element.offsetHeight < 100, `${element.offsetHeight} px high`);
        proxy.on(path, () => new Promise(() => {}));
        retry(element);
        await until(() => element.ariaBusy);
        await settled(element);
        ok(element.offsetHeight > innerHeight * 0.8, `${element.offsetHeight} px high while it loads again`);
      } finally {
        document.adoptedStyleSheets.pop();
      }
    });

    it('asks nothing before Retry-After, however often retry is pressed, then loads by itself', async () => {
      const proxy = new TestProxy().on(path, () => refusal(429, 429, { 'Retry-After': '1' }));
      const element = mount(tag, proxy, attributes());
      const { detail } = await event(element, 'plaudit-error');
      equal([detail.code, detail.retryAfter], [429, 1]);
      proxy.on(path, usual[path]!);
      const ready = event(element, 'plaudit-ready');
      for (let press = 0; press < 3; press++) {
        const refused = event(element, 'plaudit-error');
        // Not there any more where the machine is so busy that it has waited long enough.
        findAll(element, 'button')
          .find(({ textContent }) => /Try again/.test(textContent))
          ?.click();
        await Promise.race([refused, ready]);
      }
      await ready;
      equal(proxy.asked(path).length, 2);
      ok(waitedASecond(proxy.asked(path)), 'asked too early');
    });

    it('fetches nothing when it is moved, and goes on when it is moved while loading', async () => {
      const { promise, open } = gate<void>();
      const answer = usual[path]!;
      const proxy = new TestProxy().on(path, async (call) => (await promise, answer(call)));
      const element = mount(tag, proxy, attributes());
      await until(() => proxy.asked(path).length === 1);
      document.body.append(document.createElement('main'));
      document.querySelector('main')!.append(element);
      open();
      await event(element, 'plaudit-ready');
      document.body.append(element);
      await settled(element);
      find(element, shown);
      equal(proxy.asked(path).length, 1);
    });

    if (!isSilent)
      it('loads again when it comes back after it was taken away while loading', async () => {
        const answer = usual[path]!;
        const proxy = new TestProxy().on(path, () => new Promise(() => {}));
        const element = mount(tag, proxy, attributes());
        await until(() => proxy.asked(path).length === 1);
        element.remove();
        await Promise.resolve();
        proxy.on(path, answer);
        document.body.append(element);
        await event(element, 'plaudit-ready');
        find(element, shown);
      });

    it('takes properties that were assigned before it was defined', async () => {
      const answer = usual[path]!;
      const proxy = new TestProxy().on(path, answer);
      const late = `late-${tag}`;
      const element = Object.assign(document.createElement(late), { ...attributes(), proxy: proxy.url });
      document.body.append(element);
      const ready = event(element, 'plaudit-ready');
      customElements.define(late, class extends (customElements.get(tag) as typeof HTMLElement) {});
      await ready;
      find(element, shown);
    });

    if (empty)
      it('is ready, not an error, where there is nothing', async () => {
        const element = await mountReady(tag, new TestProxy().on(path, empty), attributes());
        equal(findAll(element, '[role=alert]').length, 0);
        ok(
          /No reviews yet|No questions yet|Nothing to show yet/.test(
            `${text(element)} ${find(element, '.stars, .icon').ariaLabel}`,
          ),
          text(element),
        );
      });

    it('drops the answer for what is no longer meant, and asks for what is', async () => {
      const { promise, open } = gate<void>();
      const answer = usual[path]!;
      const proxy = new TestProxy();
      proxy.on(path, async (call) => {
        if (proxy.asked(path).length === 1) await promise;
        return answer(call);
      });
      const element = mount(tag, proxy, attributes());
      await until(() => proxy.asked(path).length === 1);
      const ready = event(element, 'plaudit-ready');
      element.setAttribute('business', 'other.example');
      await ready;
      open();
      await settled(element);
      equal(proxy.asked(path).length, 2);
      find(element, shown);
    });

    it('asks nothing in an address that it must not, and tells nobody who reads', async () => {
      const proxy = new TestProxy();
      await mountReady(tag, proxy, { ...attributes(), customer: 'secret.token.x' });
      for (const { url, headers } of proxy.calls) {
        ok(!url.includes('secret'), url);
        ok(!headers.has('Plaudit-Visitor'), 'told who reads');
      }
      equal([localStorage.length, sessionStorage.length, document.cookie], [0, 0, '']);
    });

    it('is an error with its children, not an exception, where the proxy address is none', async () => {
      const element = document.createElement(tag);
      element.setAttribute('proxy', 'http://[');
      for (const [name, value] of Object.entries(attributes())) element.setAttribute(name, value);
      element.append('Fallback');
      document.body.append(element);
      await event(element, 'plaudit-error');
      ok(showsFallback(element), 'children are gone');
    });
  });
}

describe('attributes in flight', () => {
  it('one element offers to try again for all of a page, and the next one when it is gone', async () => {
    const broken = () => refusal(399, 502);
    const proxy = new TestProxy().on('product/reviews', broken).on('product/questions', broken);
    const sku = newSku();
    const reviews = mount('plaudit-product-reviews', proxy, { sku });
    await event(reviews, 'plaudit-error');
    const questions = mount('plaudit-questions', proxy, { sku });
    await event(questions, 'plaudit-error');
    const retries = () => [reviews, questions].map((element) => findAll(element, 'button').length);
    await until(() => retries().join() === '1,0');
    equal(questions.offsetHeight < 100, true, 'it takes room');
    proxy.on('product/reviews', usual['product/reviews']!).on('product/questions', usual['product/questions']!);
    const both = Promise.all([event(reviews, 'plaudit-ready'), event(questions, 'plaudit-ready')]);
    button(reviews, /Try again/).click();
    await both;
    reviews.remove();
    questions.remove();
    const others = [1, 2].map(() => mount('plaudit-questions', new TestProxy({ questions: broken })));
    await Promise.all(others.map((element) => event(element, 'plaudit-error')));
    await until(() => others.reduce((all, element) => all + findAll(element, 'button').length, 0) === 1);
    const [first, next] = others.toSorted(
      (one, other) => findAll(other, 'button').length - findAll(one, 'button').length,
    );
    first!.remove();
    await until(() => findAll(next!, 'button').length === 1);
  });

  it('what cannot be rendered is a failure that can be retried, not an element that stays busy', async () => {
    const proxy = new TestProxy().on('product/reviews', () => ({ product_reviews: [{ id: 1 }], total: 1 }));
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    await event(element, 'plaudit-error');
    await until(() => !element.ariaBusy);
    ok(/Fallback/.test(element.textContent), 'its children are gone');
    proxy.on('product/reviews', usual['product/reviews']!);
    (await until(() => findAll(element, 'button')[0])).click();
    await event(element, 'plaudit-ready');
  });

  it('works on a page that extends Object.prototype', async () => {
    Object.defineProperty(Object.prototype, 'plauditTest', { value: () => 'x', enumerable: true, configurable: true });
    try {
      const proxy = new TestProxy();
      const sku = newSku();
      for (const tag of ['plaudit-product-reviews', 'plaudit-star-summary', 'plaudit-stars'] as const) {
        await mountReady(tag, proxy, { sku, order: 'constructor' });
      }
      equal(proxy.asked('product/reviews')[0]!.query['order'], 'created');
    } finally {
      delete (Object.prototype as { plauditTest?: unknown }).plauditTest;
    }
  });

  it('drops the answer for the product that is no longer meant, even if it comes last', async () => {
    const first = gate<void>();
    const proxy = new TestProxy();
    proxy.on('product/reviews', async ({ query }) => {
      if (query['sku'] === 'FIRST') await first.promise;
      return { product_reviews: [review(1, { title: `About ${query['sku']}` })], total: 1 };
    });
    const element = mount('plaudit-product-reviews', proxy, { sku: 'FIRST' });
    await until(() => proxy.asked('product/reviews').length === 1);
    element.sku = 'SECOND';
    await event(element, 'plaudit-ready');
    first.open();
    // What is asked for later has its answer later.
    await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    await settled(element);
    equal(find(element, 'h3').textContent, 'About SECOND');
  });

  it('shows nothing of one product while another loads', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    proxy.on('product/reviews', () => new Promise(() => {}));
    element.setAttribute('sku', newSku());
    await until(() => element.getAttribute('aria-busy') === 'true');
    equal(findAll(element, 'article').length, 0);
  });

  it('fetches the same once for two elements', async () => {
    const proxy = new TestProxy();
    const sku = newSku();
    const both = [mount('plaudit-product-reviews', proxy, { sku }), mount('plaudit-product-reviews', proxy, { sku })];
    await Promise.all(both.map((element) => event(element, 'plaudit-ready')));
    equal(proxy.asked('product/reviews').length, 1);
  });

  it('gives up a proxy that hangs', async () => {
    const proxy = new TestProxy().on('product/reviews', () => new Promise(() => {}));
    ok(DEADLINE_MS <= 30_000, 'longer than half a minute');
    shared.calls![`${proxy.url} -`] = Object.assign(new ProxyCalls(proxy.url, '-'), { deadlineMs: 50 });
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    const { detail } = await event(element, 'plaudit-error');
    ok(detail.reason.startsWith('TimeoutError'), detail.reason);
  });
});

describe('star lines', () => {
  it('24 on a page are one request', async () => {
    const proxy = new TestProxy();
    const lines = Array.from({ length: 24 }, (_, index) => mount('plaudit-stars', proxy, { sku: `CARD-${index}` }));
    await Promise.all(lines.map((line) => event(line, 'plaudit-ready')));
    equal(proxy.calls.length, 1);
    equal(proxy.calls[0]!.query['skus']!.split(',').length, 24);
  });

  it('more than a hundred are asked for a hundred at a time', async () => {
    const proxy = new TestProxy();
    const lines = Array.from({ length: 150 }, (_, index) => mount('plaudit-stars', proxy, { sku: `MANY-${index}` }));
    await Promise.all(lines.map((line) => event(line, 'plaudit-ready')));
    equal(
      proxy.calls.map(({ query }) => query['skus']!.split(',').length),
      [100, 50],
    );
  });

  it('one that is taken away while it loads shows what was asked for once it is back', async () => {
    const { promise, open } = gate<void>();
    const proxy = new TestProxy().on('product/reviews/stats', async (call) => (await promise, statsOf(5)(call)));
    const line = mount('plaudit-stars', proxy, { sku: newSku() });
    await until(() => proxy.calls.length === 1);
    line.remove();
    open();
    await event(line, 'plaudit-ready');
    document.body.append(line);
    await until(() => findAll(line, '.stars').length === 1);
    equal(proxy.calls.length, 1);
  });

  it('that fail together ask again together', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', () => refusal(503, 503, { 'Retry-After': '1' }));
    const lines = Array.from({ length: 24 }, (_, index) => mount('plaudit-stars', proxy, { sku: `AGAIN-${index}` }));
    await Promise.all(lines.map((line) => event(line, 'plaudit-error')));
    proxy.on('product/reviews/stats', usual['product/reviews/stats']!);
    await Promise.all(lines.map((line) => event(line, 'plaudit-ready')));
    // Two, unless a frame falls between their timers.
    ok(proxy.calls.length <= 4, `${proxy.calls.length} calls`);
  });

  it('a sku with a comma is asked for alone, not torn in two', async () => {
    const proxy = new TestProxy();
    await mountReady('plaudit-stars', proxy, { sku: 'A,B' });
    equal(proxy.calls[0]!.query, { sku: 'A,B' });
  });

  it('a summary of the same product asks nothing more', async () => {
    const proxy = new TestProxy();
    const sku = newSku();
    const elements = [mount('plaudit-stars', proxy, { sku }), mount('plaudit-star-summary', proxy, { sku })];
    await Promise.all(elements.map((element) => event(element, 'plaudit-ready')));
    equal(proxy.calls.length, 1);
  });

  it('say so where there are no reviews', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', statsOf(0));
    const line = await mountReady('plaudit-stars', proxy, { sku: newSku() });
    equal(find(line, '.stars').getAttribute('aria-label'), 'No reviews yet');
  });
});

describe('summary', () => {
  it('of the business reads its profile', async () => {
    const proxy = new TestProxy().on('', () => ({
      averageRating: [
        { type: 'service', rating: 2 },
        { type: 'overall', rating: 4.6 },
      ],
      numReviews: [
        { type: 'total', rating: 400 },
        { type: 'fiveStars', rating: 300 },
      ],
    }));
    const element = await mountReady('plaudit-star-summary', proxy);
    ok(/4\.6.*400 reviews.*300/.test(text(element)), text(element));
  });

  it('of the business counts the total among no stars: 300 of 400 fill three quarters of a bar', async () => {
    const numReviews = [
      { type: 'total', rating: 400 },
      { type: 'fiveStars', rating: 300 },
      { type: 'oneStar', rating: 100 },
    ];
    const element = await mountReady(
      'plaudit-star-summary',
      new TestProxy().on('', () => ({ averageRating: [{ type: 'overall', rating: 4 }], numReviews })),
    );
    equal(
      findAll(element, '.bar .on').map((bar) => bar.getAttribute('width')),
      ['75%', '0%', '0%', '0%', '25%'],
    );
  });

  it('of a group of products asks for the group, whatever the sku', async () => {
    const proxy = new TestProxy();
    await mountReady('plaudit-star-summary', proxy, { sku: 'X', 'item-group': 'mugs' });
    equal(proxy.calls[0]!.query, { item_group: 'mugs' });
  });

  it('shows average and number while the distribution is not known', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', ({ query }) => ({
      stats: { [query['skus']!]: { ...stats(7), ratings: null } },
    }));
    const element = await mountReady('plaudit-star-summary', proxy, { sku: newSku() });
    ok(/4\.3.*7 reviews/.test(text(element)), text(element));
    equal(findAll(element, 'li').length, 0);
  });

  it('has plain rows without a list, buttons beside one, and filters it', async () => {
    const proxy = new TestProxy();
    const sku = newSku();
    const summary = await mountReady('plaudit-star-summary', proxy, { sku });
    equal(findAll(summary, 'button').length, 0);
    const list = await mountReady('plaudit-product-reviews', proxy, { sku });
    await until(() => findAll(summary, 'button').length === 5);
    const filtered = event(document, 'plaudit-filter');
    button(summary, /^4 stars/).click();
    equal((await filtered).detail.ratings, [4]);
    await until(() => findAll(list, 'article').length === 6);
    equal(proxy.asked('product/reviews').at(-1)!.query['ratings'], '4');
    equal(button(summary, /^4 stars/).getAttribute('aria-pressed'), 'true');
    button(list, /^4 stars/).click();
    await until(() => findAll(list, 'article').length === 10);
    await until(() => button(summary, /^4 stars/).getAttribute('aria-pressed') === 'false');
  });
});

describe('language', () => {
  it('is that of the nearest lang, with its plurals and numbers', async () => {
    const proxy = new TestProxy().on('product/reviews/stats', statsOf(1234));
    document.body.innerHTML = '<main lang="de-AT"></main>';
    const element = mount('plaudit-star-summary', proxy, { sku: newSku() }, document.querySelector('main')!);
    await event(element, 'plaudit-ready');
    ok(/4,3/.test(text(element)) && /Bewertungen/.test(text(element)), text(element));
    equal(find(element, '.base').lang, 'de-AT');
    element.locale = 'en';
    await until(() => /1,234 reviews/.test(text(element)));
  });

  it('is English where we have no words, or the tag is none', async () => {
    const proxy = new TestProxy();
    for (const locale of ['xx', 'not a tag', '<b>', 'sw']) {
      const element = await mountReady('plaudit-stars', proxy, { sku: newSku(), locale });
      equal(find(element, '.base').lang, 'en');
    }
  });
});

describe('write link', () => {
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    '',
  ]) {
    it(`keeps its children for ${JSON.stringify(url)}`, async () => {
      const proxy = new TestProxy({ 'partners/-/write-link/get': () => ({ url }) });
      const element = await mountReady('plaudit-write-review', proxy);
      equal(findAll(element, 'a').length, 0);
      ok(showsFallback(element), 'children are gone');
    });
  }

  it('is marked as content of others', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-write-review', proxy);
    equal(find(element, 'a').getAttribute('rel'), 'nofollow ugc noopener');
  });
});

describe('edit link', () => {
  const path = 'partners/-/edit-link/get';

  it('sends the token in a header, asks again for another customer, and keeps nothing', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-edit-review', proxy, { customer: 'a.b.c' });
    equal(find(element, 'a').getAttribute('href'), 'https://reviews.example/edit');
    element.customer = 'd.e.f';
    await event(element, 'plaudit-ready');
    element.customer = 'a.b.c';
    await event(element, 'plaudit-ready');
    equal(
      proxy.asked(path).map(({ headers }) => headers.get('Plaudit-Customer')),
      ['a.b.c', 'd.e.f', 'a.b.c'],
    );
    equal(proxy.asked(path)[0]!.query, {});
  });

  it('shows its children alone without a token, and asks nothing', async () => {
    const proxy = new TestProxy();
    const element = mount('plaudit-edit-review', proxy);
    const stars = await mountReady('plaudit-stars', proxy, { sku: newSku() });
    await settled(stars);
    equal(proxy.asked(path).length, 0);
    equal([showsFallback(element), findAll(element, 'a, button, .bone').length], [true, 0]);
  });

  for (const status of [401, 403, 404])
    it(`shows its children alone where the token is refused with ${status}`, async () => {
      const element = mount('plaudit-edit-review', new TestProxy({ [path]: () => refusal(203, status) }), {
        customer: 'x',
      });
      await event(element, 'plaudit-error');
      equal([showsFallback(element), findAll(element, 'a, button').length], [true, 0]);
    });
});

describe('the reply of the shop', () => {
  it('is there once a list is that failed at first, and not below a review that has none', async () => {
    const path = 'product/reviews';
    const reply = { content: 'Thank you!', created: null, createdRFC: null, modified: null, modifiedRFC: null };
    const proxy = new TestProxy().on(path, () => refusal(399, 502));
    const element = mount('plaudit-product-reviews', proxy, attributes());
    await event(element, 'plaudit-error');
    equal(findAll(element, '[part=reply]').length, 0);
    proxy.on(path, pageOf([review(1, { reply }), review(2)]));
    button(element, /Try again/).click();
    await event(element, 'plaudit-ready');
    equal(
      findAll(element, 'article').map((one) =>
        one.querySelector('[part=reply]')?.textContent.replace(/\s+/g, ' ').trim(),
      ),
      ['From the shop Thank you!', undefined],
    );
  });
});

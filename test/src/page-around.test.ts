/** What the page around the elements does: old libraries, shop components, older script tags, shortcuts. */
import { HttpResponse } from 'msw';
import '../../src/all.ts';
import { readDefaults } from '../../src/page/defaults.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  mount,
  mountReady,
  newSku,
  ok,
  pageOf,
  product,
  reviews,
  stats,
  text,
  until,
} from './support.ts';

describe('a page with an old library that gives lists a toJSON', () => {
  const lists = Array.prototype as { toJSON?: unknown };
  /** As Prototype 1.6 does: JSON of its own, which the language then writes as a text. */
  const patch = () => {
    lists.toJSON = () => '"written by an old library"';
  };
  afterEach(() => {
    delete lists.toJSON;
  });
  /** What the test itself writes is written before. */
  const answer = (body: object) => {
    const written = JSON.stringify({ status: 'OK', success: true, ...body });
    return () => new HttpResponse(written, { headers: { 'content-type': 'application/json' } });
  };

  it('remembers votes, and describes the product with lists', async () => {
    const sku = newSku();
    const shown = reviews(3, () => ({ product: product(1, { sku, title: 'Mug' }) as never }));
    const proxy = new TestProxy()
      .on('product/reviews', pageOf(shown))
      .on('product/reviews/stats', answer({ product_reviews_stats: stats(3) }))
      .on('product/reviews/vote', answer({}));
    const element = mount('plaudit-product-reviews', proxy, { sku });
    const ready = event(element, 'plaudit-ready');
    element.scrollIntoView();
    await ready;
    patch();
    const voted = event(document, 'plaudit-vote');
    button(element, /^Helpful/).click();
    await voted;
    await until(() => localStorage.getItem('plaudit-votes') !== null);
    const script = await until(() =>
      document.head.querySelector<HTMLScriptElement>('script[type="application/ld+json"]'),
    );
    delete lists.toJSON;
    equal(JSON.parse(localStorage.getItem('plaudit-votes')!), [[1, 'positive']]);
    const data = JSON.parse(script.text) as { name: string; review: unknown[] };
    equal([data.name, data.review.length], ['Mug', 3]);
  });
});

describe('a page with an old library that has a reduce of its own', () => {
  it('shows the shares of stars all the same', async () => {
    const element = await mountReady(
      'plaudit-star-summary',
      new TestProxy().on('product/reviews/stats', () => ({ product_reviews_stats: stats(4) })),
      {
        sku: newSku(),
      },
    );
    const widths = () => findAll(element, '.bar .on').map((bar) => bar.getAttribute('width'));
    const before = widths();
    const { reduce } = Array.prototype;
    // As Prototype 1.6 does.
    Array.prototype.reduce = function (this: unknown[]) {
      return this.length > 1 ? this : this[0];
    } as typeof reduce;
    try {
      (element as unknown as { requestUpdate(): void }).requestUpdate();
      await (element as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    } finally {
      Array.prototype.reduce = reduce;
    }
    equal(widths(), before);
    ok(before.length === 5 && before.every((width) => /^[\d.]+%$/.test(width!)), before.join());
  });
});

describe('elements in the open shadow root of a shop’s component', () => {
  const card = (): ShadowRoot => {
    const host = document.createElement('div');
    document.body.append(host);
    return host.attachShadow({ mode: 'open' });
  };
  const inRoot = async (
    tag: 'plaudit-star-summary' | 'plaudit-product-reviews',
    root: ShadowRoot | HTMLElement,
    sku: string,
  ) => {
    const element = mount(tag, new TestProxy(), { sku }, root as HTMLElement);
    const ready = event(element, 'plaudit-ready');
    element.scrollIntoView();
    await ready;
    return element;
  };

  for (const [name, ofSummary, ofList] of [
    ['of one component', card, (root: ShadowRoot | HTMLElement) => root],
    ['of two components', card, card],
    ['of the page and of a component', () => document.body, card],
    ['of a component and of the page', card, () => document.body],
  ] as const)
    it(`find each other: ${name}`, async () => {
      const sku = newSku();
      const root = ofSummary();
      const summary = await inRoot('plaudit-star-summary', root, sku);
      equal(findAll(summary, 'button').length, 0, 'filters nothing');
      await inRoot('plaudit-product-reviews', ofList(root), sku);
      await until(() => findAll(summary, 'button').length === 5);
    });

  it('count a review that is written in another', async () => {
    const sku = newSku();
    let total = 5;
    const proxy = new TestProxy()
      .on('product/reviews/stats', () => ({ product_reviews_stats: stats(total) }))
      .on('product/reviews/add', () => {
        total += 1;
        return {};
      });
    const summary = mount('plaudit-star-summary', proxy, { sku }, card() as unknown as HTMLElement);
    const form = mount('plaudit-review-form', proxy, { sku }, card() as unknown as HTMLElement);
    await until(() => /\b5 reviews/.test(text(summary)) && form.shadowRoot?.querySelector('form'));
    const { now } = performance;
    performance.now = () => now.call(performance) + 5_000;
    find<HTMLInputElement>(form, '[name=rating][value="4"]').click();
    for (const [name, value] of Object.entries({ title: 'T', content: 'Good.', first_name: 'Ann', last_name: 'B' })) {
      const field = find<HTMLInputElement>(form, `[name=${name}]`);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }
    find<HTMLFormElement>(form, 'form').requestSubmit();
    await until(() => /\b6 reviews/.test(text(summary)));
    performance.now = now;
  });
});

describe('a page with shortcuts', () => {
  it('gets no letters that are typed in our fields, and all other keys', async () => {
    const heard: string[] = [];
    const hear = ({ type, key }: KeyboardEvent) => heard.push(`${type} ${key}`);
    const types = ['keydown', 'keypress', 'keyup'] as const;
    for (const type of types) document.addEventListener(type, hear);
    const element = await mountReady('plaudit-review-form', new TestProxy(), { sku: newSku() });
    const press = (target: Element, key: string, more: KeyboardEventInit = {}) => {
      for (const type of types)
        target.dispatchEvent(
          new KeyboardEvent(type, { key, bubbles: true, composed: true, cancelable: true, ...more }),
        );
    };
    const content = find(element, '#content');
    for (const key of ['s', '/', '?', ' ', 'Enter', 'ArrowLeft', 'Backspace']) press(content, key);
    press(content, '@', { ctrlKey: true, altKey: true });
    equal(heard, []);
    press(content, 'Escape');
    press(content, 'k', { ctrlKey: true });
    press(content, 'k', { metaKey: true });
    press(find(element, 'h2'), 's');
    equal(
      heard.filter((one) => one.startsWith('keydown')),
      ['keydown Escape', 'keydown k', 'keydown k', 'keydown s'],
    );
    for (const type of types) document.removeEventListener(type, hear);
  });
});

describe('a page with an older script tag', () => {
  it('takes its settings from the tag that runs, not from that of a host that is gone', () => {
    const tag = (src: string, proxy: string) => {
      const script = document.createElement('script');
      script.type = 'text/plain';
      script.src = src;
      script.dataset['proxy'] = proxy;
      document.head.append(script);
      return script;
    };
    const scripts = [
      tag('https://gone.example/plaudit.js', 'https://gone.example/'),
      tag('/here/plaudit.js?v=2', '/here/'),
    ];
    equal(readDefaults(`${location.origin}/here/plaudit.js?v=2`).proxy, `${location.origin}/here/`);
    for (const script of scripts) script.remove();
  });
});

describe('a page without an origin', () => {
  it('is told so, and not to list null', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
    Object.defineProperty(window, 'origin', { value: 'null', configurable: true, writable: true });
    mount('plaudit-stars', new TestProxy({ 'product/reviews/stats': () => HttpResponse.error() }), { sku: newSku() });
    await until(() => warnings.length > 0);
    delete (window as { origin?: string }).origin;
    console.warn = warn;
    ok(/the page has no origin, as one in a sandboxed frame/.test(warnings[0]!), warnings[0]!);
    ok(!warnings[0]!.includes('PLAUDIT_ORIGINS'), warnings[0]!);
  });
});

import '../../src/all.ts';
import { addressPayloads, poison, scriptPayloads } from './payloads.ts';
import {
  TestProxy,
  answer,
  comment,
  equal,
  event,
  findAll,
  mount,
  mountReady,
  ok,
  photo,
  product,
  question,
  review,
  shopReview,
  until,
  settled,
} from './support.ts';

const page = globalThis as unknown as { hacked?: () => void };
let runs = 0;
let outside: string[] = [];

beforeEach(() => {
  runs = 0;
  outside = [];
  page.hacked = () => runs++;
});

const tags = [
  'plaudit-stars',
  'plaudit-star-summary',
  'plaudit-product-reviews',
  'plaudit-review-list',
  'plaudit-questions',
  'plaudit-review-form',
  'plaudit-write-review',
  'plaudit-edit-review',
  'plaudit-top-rated',
] as const;

/** Everything that a proxy can say, the payload in every text; what is asked for several times comes once for each payload. */
function poisoned(payloads: readonly string[]): TestProxy {
  const each = <Item>(make: (id: number) => Item) => payloads.map((payload, index) => poison(make(index + 1), payload));
  const { updated_for: _, ...original } = shopReview(1);
  const all =
    <Item>(key: string, items: readonly Item[]) =>
    () => ({ [key]: items, count: items.length, start: 0, total: items.length });
  const reviews = all(
    'product_reviews',
    each((id) =>
      review(id, { images: [photo('x'), photo('y')], attributes: [{ name: 'a', value: 'b' }], product: product(id) }),
    ),
  );
  const [first = ''] = payloads;
  return new TestProxy({
    'product/reviews': reviews,
    reviews: all(
      'reviews',
      payloads.map((payload, index) => ({
        ...poison(
          shopReview(index + 1, {
            images: [photo('x')],
            tip: 'x',
            datasource: 'google',
            editedRFC: 'x',
            updated_for: original,
          }),
          payload,
        ),
        rating: [
          { type: 'overall', rating: 3 },
          { type: 'service', rating: 3 },
        ],
      })),
    ),
    'review/comments': all(
      'comments',
      each((id) => comment(id, 'x')),
    ),
    'product/questions': all(
      'questions',
      each((id) => question(id, { answers: [answer(1, 'x'), answer(2, 'y')] })),
    ),
    'product/reviews/top-rated': all(
      'products',
      each((id) => product(id, { retail_price: 100 })),
    ),
    products: all('products', [
      poison(
        product(1, { attributes: payloads.map(() => ({ name: 'x', type: 'x', required: true, options: ['a'] })) }),
        first,
      ),
    ]),
    'partners/-/write-link/get': () => ({ url: first, hash: first }),
    'partners/-/edit-link/get': () => ({ link: first }),
  });
}

/** Nothing that was written has become an element, a handler or an address. */
function inspect(root: ParentNode, what: string): void {
  for (const element of root.querySelectorAll('*')) {
    ok(
      !/^(script|iframe|object|embed|base|meta|link|style|math|template|video|audio)$/.test(element.localName),
      `${what}: <${element.localName}> came out of text`,
    );
    for (const { name, value } of element.attributes) {
      ok(!name.startsWith('on') && name !== 'srcdoc' && name !== 'style', `${what}: ${name}="${value}"`);
      if (/^(href|src|action|formaction|data|xlink:href)$/.test(name))
        ok(/^(https?|blob:http)/.test(value), `${what}: ${name}="${value}"`);
    }
  }
}

const attributes = { sku: 'S', customer: 'a.b.c' };

describe('what strangers write', () => {
  it('counts 200 scripts and 60 addresses, each different', () => {
    equal([new Set(scriptPayloads).size, new Set(addressPayloads).size], [200, 60]);
  });

  for (const tag of tags)
    it(`is text in ${tag}, in every field`, async () => {
      const element = await mountReady(tag, poisoned([...scriptPayloads, ...addressPayloads]), attributes);
      inspect(element.shadowRoot!, tag);
      const shown = findAll(element, 'article, li.product');
      if (shown[0]) {
        equal(shown.length, 260);
        for (const [index, payload] of scriptPayloads.entries())
          ok(shown[index]!.textContent.includes(payload), `${tag} does not show ${payload}`);
      }
      equal(runs, 0);
    });

  for (const tag of ['plaudit-write-review', 'plaudit-edit-review'] as const)
    it(`is no address in ${tag}`, async () => {
      for (const payload of addressPayloads) {
        const element = await mountReady(tag, poisoned([payload]), attributes);
        equal(
          findAll(element, 'a').map((link) => link.getAttribute('href')),
          [],
          payload,
        );
        element.remove();
      }
      equal(runs, 0);
    });

  it('is text in the dialogs of photos and reports', async () => {
    const caption = scriptPayloads.map((payload, index) => photo(payload, `${location.origin}/__photo.gif?${index}`));
    const element = await mountReady(
      'plaudit-review-list',
      new TestProxy({ reviews: () => ({ reviews: [poisonedReview(caption)], total: 1 }) }),
    );
    findAll(element, '.frame')[0]!.click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    for (const payload of scriptPayloads) {
      ok(dialog.querySelector('figcaption span')!.textContent === payload, payload);
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    }
    inspect(element.shadowRoot!, 'the dialog');
    equal(runs, 0);
  });

  for (const tag of tags)
    it(`is no more than a value in the attributes of ${tag}`, async () => {
      const element = mount(tag, new TestProxy(), attributes);
      const names = [
        'sku',
        'item-group',
        'business',
        'locale',
        'theme',
        'order',
        'page-size',
        'datasources',
        'category',
        'currency',
        'customer',
      ];
      for (const payload of [...scriptPayloads, ...addressPayloads]) {
        for (const name of names) element.setAttribute(name, payload);
        await settled(element);
        inspect(element.shadowRoot!, `${tag} ${payload}`);
      }
      element.setAttribute('business', '-');
      element.setAttribute('sku', '<b>');
      await event(element, 'plaudit-ready');
      inspect(element.shadowRoot!, tag);
      equal(runs, 0);
    });

  for (const tag of tags)
    it(`is no proxy of ${tag}`, async () => {
      const { fetch } = globalThis;
      globalThis.fetch = async (input) => {
        outside.push(input as string);
        throw new TypeError('not reached');
      };
      try {
        for (const payload of addressPayloads) {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries({ ...attributes, proxy: payload }))
            element.setAttribute(name, value);
          const settled = Promise.race([event(element, 'plaudit-error'), event(element, 'plaudit-ready')]);
          document.body.append(element);
          await settled;
          inspect(element.shadowRoot!, `${tag} ${payload}`);
          element.remove();
        }
      } finally {
        globalThis.fetch = fetch;
      }
      equal([runs, outside.filter((address) => !/^https?:/.test(address))], [0, []]);
    });
});

function poisonedReview(images: ReturnType<typeof photo>[]) {
  return shopReview(1, { images });
}

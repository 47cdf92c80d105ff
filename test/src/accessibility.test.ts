import 'axe-core';
import type axe from 'axe-core';
import '../../src/all.ts';
import {
  TestProxy,
  button,
  comment,
  event,
  find,
  findAll,
  listOf,
  mount,
  mountReady,
  newSku,
  pageOf,
  photo,
  product,
  question,
  answer,
  refusal,
  reviews,
  shopReview,
  statsOf,
  until,
} from './support.ts';

const runner = (globalThis as unknown as { axe: typeof axe }).axe;

async function check(what: string): Promise<void> {
  const { violations } = await runner.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  if (violations.length)
    throw new Error(
      `${what}: ${violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any.map(({ message }) => message).join()}`).join()}`).join('\n')}`,
    );
}

const page = 'product/reviews';
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
const attributes = () => ({ sku: newSku(), customer: 'a.b.c', 'page-size': '5' });

/** A proxy that has something in every place. */
function rich(): TestProxy {
  const { updated_for: _, ...original } = shopReview(90);
  const shop = [
    shopReview(1, {
      tip: 'Bring a bag',
      datasource: 'google',
      images: [photo('A'), photo('')],
      editedRFC: '2026-02-02T10:00:00+00:00',
      updated_for: original,
    }),
    shopReview(2, { title: '', author: null, images: [] }),
  ];
  return new TestProxy({
    reviews: listOf('reviews', shop),
    'review/comments': listOf('comments', [comment(1, 'Thank you.')]),
    'product/questions': listOf('questions', [
      question(1, { answers: [answer(1, 'Yes.', 3), answer(2, 'No.')] }),
      question(2, { answers: [], author: null }),
    ]),
    'product/reviews/top-rated': listOf('products', [
      product(1, { retail_price: 30 }),
      product(2, { images: [], price: null }),
      product(3, { product_link: null }),
    ]),
    products: listOf('products', [
      product(1, {
        attributes: [
          { name: 'Size', type: 'select', required: true, options: ['S', 'M'] },
          { name: 'Used for', type: 'text', required: false, options: [] },
        ],
      }),
    ]),
    [page]: pageOf(
      reviews(30, (id) => ({ attributes: [{ name: 'Size', value: 'M' }], images: id < 4 ? [photo(`${id}`)] : [] })),
    ),
  });
}

for (const theme of ['auto', 'light', 'dark']) {
  describe(`accessibility, ${theme}`, () => {
    before(() => {
      document.body.style.color = '#333';
    });

    for (const tag of tags) {
      it(`of ${tag} with all that it can show, disclosures open, left to right and right to left`, async () => {
        for (const [locale, dir] of [
          ['en', 'ltr'],
          ['ar', 'rtl'],
        ] as const) {
          document.documentElement.dir = dir;
          const element = await mountReady(tag, rich(), { ...attributes(), theme, locale });
          findAll(element, 'details').forEach((details) => ((details as HTMLDetailsElement).open = true));
          await check(`${tag} ${locale}`);
          element.remove();
        }
        document.documentElement.dir = '';
      });

      it(`of ${tag} while it loads, where nothing is there, and where loading failed`, async () => {
        const nothing = listOf('', []);
        const paths = [
          'product/reviews',
          'product/reviews/stats',
          'reviews',
          'product/questions',
          'product/reviews/top-rated',
          'products',
          '',
          'partners/-/write-link/get',
          'partners/-/edit-link/get',
        ];
        const proxies = {
          loading: Object.fromEntries(paths.map((path) => [path, () => new Promise(() => {})])),
          empty: { ...Object.fromEntries(paths.map((path) => [path, nothing])), 'product/reviews/stats': statsOf(0) },
          failed: Object.fromEntries(paths.map((path) => [path, () => refusal(429, 429, { 'Retry-After': '60' })])),
        };
        for (const [state, answers] of Object.entries(proxies)) {
          const proxy = new TestProxy(answers);
          const element = mount(tag, proxy, { ...attributes(), theme });
          await (state === 'loading'
            ? until(() => proxy.calls.length)
            : Promise.race([event(element, 'plaudit-ready'), event(element, 'plaudit-error')]));
          await check(`${tag} ${state}`);
          element.remove();
        }
      });
    }

    it('of the dialog that reports a review, with a mistake', async () => {
      const element = await mountReady('plaudit-review-list', rich(), { theme });
      button(element, /^Report/).click();
      await until(() => element.shadowRoot!.querySelector('dialog[open]'));
      button(element, /Send report/).click();
      await check('report');
    });

    it('of a filtered list, a vote and an open photo', async () => {
      const proxy = new TestProxy({ [page]: pageOf(reviews(12)), 'product/reviews/vote': () => refusal(404, 409) });
      const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku(), theme });
      button(element, /^5 stars/).click();
      button(element, /^Helpful/).click();
      await until(() => findAll(element, 'article').length === 2);
      await check('filtered');
      find(element, '.frame').click();
      await until(() => element.shadowRoot!.querySelector('dialog[open] img'));
      await check('photo');
    });

    it('of a form with mistakes, and of its thanks', async () => {
      const proxy = new TestProxy({ 'product/reviews/add': () => ({}) });
      const element = await mountReady('plaudit-review-form', proxy, { sku: newSku(), theme });
      const transfer = new DataTransfer();
      for (const name of ['a.png', 'b.png'])
        transfer.items.add(new File([await (await fetch('/__photo.gif')).blob()], name, { type: 'image/png' }));
      find<HTMLInputElement>(element, '[type=file]').files = transfer.files;
      find(element, '[type=file]').dispatchEvent(new Event('change'));
      await until(() => findAll(element, '.upload img').length === 2);
      button(element, /Send/).click();
      await until(() => findAll(element, '[aria-invalid=true]').length === 3);
      await check('mistakes');
      find<HTMLInputElement>(element, '[name=rating]').click();
      for (const name of ['title', 'content', 'first_name'])
        find<HTMLInputElement>(element, `[name=${name}]`).value = 'x';
      button(element, /Send/).click();
      await event(document, 'plaudit-submit');
      await check('thanks');
    });
  });
}

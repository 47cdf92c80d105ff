import { translate } from '../../src/locales/i18n.ts';
import '../../src/all.ts';
import type { Transparency } from '../../contract/entities/transparency.ts';
import { isEven, lineOf } from '../../src/element/numbers.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  listOf,
  mount,
  mountReady,
  newSku,
  ok,
  refusal,
  shopReviews,
  text,
  until,
} from './support.ts';

const of = (published: number, removed = 0, waiting = 0) => ({
  received: published + removed + waiting,
  published,
  waiting,
  removed,
});
const numbers: Transparency = {
  received: 130,
  published: 118,
  waiting: 2,
  removed: { total: 10, reasons: { spam: 7, 'personal data': 3 } },
  stars: { 1: of(10, 1), 2: of(8, 1), 3: of(10, 1), 4: of(30, 2, 1), 5: of(60, 5, 1) },
  solicited: 90,
  incentivised: null,
  verified: 100,
};
const proxyOf = (transparency: unknown) => new TestProxy().on('transparency', () => ({ transparency }));

describe('the line below a list', () => {
  const mixed = { ...numbers, published: 118 };

  it('says no more than the numbers do', async () => {
    const uneven: Transparency = {
      ...numbers,
      removed: { total: 10, reasons: { spam: 10 } },
      stars: { 1: of(10, 8), 2: of(8, 2), 3: of(10), 4: of(30), 5: of(60) },
    };
    const none: Transparency = { ...numbers, verified: 118, removed: { total: 0, reasons: {} } };
    const verified =
      '100 published reviews are by verified buyers: the shop invited their authors after a purchase, ' +
      'or vouches for their orders. ' +
      'Nobody has checked whether the authors of the others bought what they review.';
    const even =
      'No review is left out because of its stars: the share that was removed is much the same for each number.';
    for (const [given, known, line] of [
      [mixed, numbers, `${verified} 10 reviews were removed. ${even}`],
      [uneven, uneven, `${verified} 10 reviews were removed.`],
      [
        none,
        none,
        '118 published reviews are by verified buyers: the shop invited their authors after a purchase, ' +
          'or vouches for their orders. No review was removed.',
      ],
      [{ published: 3, verified: 0 }, null, 'Nobody has checked whether the authors bought what they review.'],
      [{ published: 0, verified: 0 }, null, ''],
    ] as const)
      equal(lineOf({ t: (key, values) => translate('en', key, values) }, given, known)(), line);
  });

  it('is below the reviews of a shop, asked for with the first page alone, and missing where nobody can say', async () => {
    const all = shopReviews(12);
    const proxy = new TestProxy().on('reviews', (call) => ({
      ...(listOf('reviews', all)(call) as object),
      ...(call.query['transparency'] && { transparency: { ...numbers, removed: { total: 0, reasons: {} } } }),
    }));
    const element = await mountReady('plaudit-review-list', proxy);
    ok(/No review was removed\./.test(text(element)), text(element));
    button(element, /more reviews/).click();
    await until(() => findAll(element, '.review').length === 12);
    equal(
      proxy.asked('reviews').map(({ query }) => query['transparency']),
      ['1', undefined],
    );
    const silent = new TestProxy().on('reviews', (call) => ({
      ...(listOf('reviews', all)(call) as object),
      transparency: null,
    }));
    const other = await mountReady('plaudit-review-list', silent);
    ok(!/verified buyers|removed/.test(text(other)), text(other));
  });
});

describe('what became of all reviews', () => {
  it('is told by stars and by reason, with what it means', async () => {
    const proxy = proxyOf(numbers);
    const sku = newSku();
    const element = await mountReady('plaudit-transparency', proxy, { sku });
    equal(proxy.asked('transparency')[0]!.query, { sku });
    const rows = findAll(element, 'tbody tr').map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    equal(rows, [
      ['130', '118', '2', '10'],
      ['66', '60', '1', '5'],
      ['33', '30', '1', '2'],
      ['11', '10', '0', '1'],
      ['9', '8', '0', '1'],
      ['11', '10', '0', '1'],
    ]);
    for (const said of [
      /Spam\s*7/,
      /Personal data\s*3/,
      /100 published reviews are by verified buyers/,
      /is not recorded/,
    ])
      ok(said.test(text(element)), `${said} in ${text(element)}`);
    ok(/No review is left out because of its stars/.test(text(element)), 'the numbers say so');
  });

  it('is told on a phone without a table that has to be moved to be read', async () => {
    for (const locale of ['en', 'de', 'pt']) {
      const element = await mountReady('plaudit-transparency', proxyOf(numbers), { sku: newSku(), locale });
      element.style.cssText = 'display: block; width: 288px; font: 16px sans-serif';
      const { scrollWidth, clientWidth } = find(element, '.scroll');
      ok(scrollWidth <= clientWidth, `${locale}: ${scrollWidth} of ${clientWidth}`);
      element.remove();
    }
  });

  it('does not say that stars do not matter where the numbers say otherwise, or nobody knows why', async () => {
    const uneven: Transparency = {
      ...numbers,
      removed: { total: 10, reasons: { spam: 10 } },
      stars: { 1: of(10, 8), 2: of(8, 2), 3: of(10), 4: of(30), 5: of(60) },
    };
    equal(
      [isEven(numbers), isEven(uneven), isEven({ ...numbers, removed: { total: 11, reasons: { spam: 7 } } })],
      [true, false, false],
    );
    const elsewhere = { spam: 9, 'hidden where it was collected': 2 };
    equal(isEven({ ...numbers, removed: { total: 11, reasons: elsewhere } }), false);
    const element = await mountReady('plaudit-transparency', proxyOf(uneven));
    ok(!/left out because/.test(text(element)), text(element));
  });

  it('leaves out what nobody can say, and shows an unknown reason as another', async () => {
    const unknown = { ...numbers, received: null, waiting: null, removed: { total: 3, reasons: { '<b>': 1 } } };
    const element = await mountReady('plaudit-transparency', proxyOf(unknown), { locale: 'de' });
    equal(find(element, 'tbody td').textContent, '–');
    ok(/Andere Gründe\s*1/.test(text(element)) && /Andere Gründe\s*2/.test(text(element)), text(element));
  });

  it('shows its children where the numbers are not known', async () => {
    const element = mount(
      'plaudit-transparency',
      new TestProxy().on('transparency', () => refusal(399, 404)),
      {},
    );
    await event(element, 'plaudit-error');
    ok(/Fallback/.test(element.textContent), 'its children are gone');
  });
});

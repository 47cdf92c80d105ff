import '../../src/all.ts';
import type { Transparency } from '../../contract/transparency.ts';
import { isEven } from '../../src/elements/transparency/statement.ts';
import { TestProxy, equal, event, find, findAll, mount, mountReady, newSku, ok, refusal, text } from './support.ts';

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

/** Above a list: what is said first, the filters that are on, and how few stops they are. */
import '../../src/all.ts';
import { checkAccess } from './access.ts';
import { digest, knowing, open, page, texts } from './knowing.ts';
import {
  TestProxy,
  button,
  equal,
  find,
  findAll,
  mountReady,
  newSku,
  ok,
  pageOf,
  photo,
  review,
  reviews,
  shopReviews,
  text,
  until,
} from './support.ts';

const asked = (proxy: TestProxy) => proxy.asked(page).at(-1)!.query;
const titles = (element: Element, selector: string) =>
  findAll(element, `${selector} h3`).map(({ textContent }) => textContent);
const chips = (element: Element) => findAll(element, '.choices .chip').map(({ textContent }) => textContent.trim());
const focused = (element: Element) => element.shadowRoot!.activeElement as HTMLElement;

const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

afterEach(() => {
  history.replaceState(null, '', location.pathname + location.search);
  document.body.style.width = '';
});

describe('the most helpful favourable and critical review', () => {
  it('stand before the others, whole, marked, once, and within the number that the page shows', async () => {
    const all = [texts[0]!, review(901, { title: 'Splendid', rating: 5 }), ...texts.slice(1)];
    const proxy = knowing({}, all, { can_report: true });
    const element = await open(proxy, { 'page-size': '5' });
    equal(titles(element, '.highlights'), ['Splendid', 'It leaks']);
    equal(titles(element, '.list'), ['Title 1', 'Title 2', 'Title 3']);
    for (const [article, mark] of [
      [findAll(element, '[part~=highlight]')[0]!, 'Most helpful positive review'],
      [findAll(element, '[part~=highlight]')[1]!, 'Most helpful critical review'],
    ] as const) {
      ok(article.textContent.includes(mark), article.textContent);
      for (const part of ['[part=author]', '[part=votes]', '.acts .link']) ok(article.querySelector(part), part);
    }
    ok(/5 of 31 reviews/.test(text(element)), text(element));
    const before = findAll(element, '.list > *').length;
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 10);
    equal(asked(proxy)['start'], '4');
    equal(titles(element, 'article').toSorted().length, new Set(titles(element, 'article')).size);
    ok(focused(element) === findAll(element, '.list > *')[before], 'the first new one has no focus');
    await checkAccess('highlights');
  });

  it('are not there where the page or the shopper chose an order or a filter', async () => {
    const ordered = await open(knowing(), { order: 'created' });
    equal(findAll(ordered, '.highlights').length, 0);
    const element = await open(knowing());
    button(element, /^5 stars/).click();
    await until(() => !findAll(element, '.highlights').length && findAll(element, '.choices')[0]);
    button(element, /Clear all/).click();
    await until(() => findAll(element, '.highlights').length);
    equal(titles(element, '.highlights'), ['Splendid', 'It leaks']);
    // The order that there is without a choice is one, too, once somebody has chosen it.
    element.setAttribute('order', 'created');
    await until(() => !findAll(element, '.highlights').length);
    equal(titles(element, '.list').length, 10);
    element.removeAttribute('order');
    await until(() => findAll(element, '.highlights').length);
  });

  it('open with their photos like any other', async () => {
    const favourable = review(901, { title: 'Splendid', rating: 5, images: [photo('On the table')] });
    const element = await open(knowing({ favourable }));
    find(element, '.highlights .frame').click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    await until(() => /Photo 1 of/.test(dialog.textContent));
    equal(dialog.querySelector('figcaption span')!.textContent, 'On the table');
    dialog.close();
  });
});

describe('what is chosen', () => {
  it('stands in a line, each with a way to take it back and all of them with one', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    button(element, /^5 stars/).click();
    button(element, /^handle/).click();
    button(element, /^Verified only/).click();
    await until(() => chips(element).length === 3);
    equal(chips(element), ['5 stars', 'handle', 'Verified buyer']);
    await until(() => element.ariaBusy === null);
    await checkAccess('what is chosen');
    const first = button(element, /^Remove the filter: 5 stars/);
    first.focus();
    first.click();
    await until(() => !asked(proxy)['ratings'] && asked(proxy)['mention']);
    ok(focused(element).closest('.choices'), 'the focus left the line');
    for (const name of [/Verified buyer$/, /handle$/]) {
      button(element, name).focus();
      button(element, name).click();
      await element.updateComplete;
    }
    await until(() => focused(element) === find(element, '.bar h2'));
    equal(findAll(element, '.choices').length, 0);
  });

  it('can be taken back where a link brought it to a list of few', async () => {
    const sku = newSku();
    history.replaceState(null, '', `#${new URLSearchParams({ plaudit: `sku ${sku}`, with: 'Fit:Larger', q: 'cup' })}`);
    const element = await open(knowing({ favourable: null, critical: null }, texts.slice(0, 3)), { sku });
    await until(() => chips(element).length === 2);
    equal(chips(element), ['Fit: Larger', 'cup']);
    button(element, /^Clear all$/).click();
    await until(() => !chips(element).length && findAll(element, 'article').length === 3);
  });
});

describe('the controls', () => {
  it('are one button where the element is narrow, with a sheet of filters', async () => {
    document.body.style.width = '328px';
    const proxy = knowing();
    const element = await open(proxy);
    ok(!find(element, '.bar > .chips').checkVisibility(), 'the filters are in the way');
    const filter = find(element, '.filter');
    equal(filter.textContent.trim(), 'Filter');
    filter.focus();
    filter.click();
    const sheet = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    await checkAccess('the sheet');
    [...sheet.querySelectorAll('button')].find(({ textContent }) => /^\s*Verified only/.test(textContent))!.click();
    await until(() => asked(proxy)['verified'] === '1');
    await until(() => /^Filter\s*· 1$/.test(filter.textContent.trim()));
    await until(() => /30 reviews/.test(sheet.textContent));
    sheet.querySelector<HTMLElement>('.primary')!.click();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    await until(() => focused(element) === find(element, '.bar h2'));
    filter.focus();
    filter.click();
    await until(() => element.shadowRoot!.querySelector('dialog[open]'));
    element.shadowRoot!.querySelector<HTMLDialogElement>('dialog')!.close();
    await until(() => focused(element) === filter);
  });

  it('keep the focus in the sheet when all of them are cleared there', async () => {
    const element = await open(knowing());
    element.style.width = '340px';
    const opener = find<HTMLElement>(element, '.button.filter');
    await until(() => opener.checkVisibility());
    opener.click();
    const sheet = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    sheet.querySelector<HTMLElement>('.chip')!.click();
    const clear = await until(() => sheet.querySelector<HTMLElement>('footer .link'));
    clear.focus();
    clear.click();
    await until(() => !sheet.contains(clear));
    await until(() => sheet.contains(element.shadowRoot!.activeElement));
    sheet.close();
  });

  it('wrap where there is room, and no row scrolls sideways', async () => {
    document.body.style.width = '620px';
    const element = await open(knowing());
    ok(find(element, '.bar > .chips').checkVisibility(), 'no filters');
    for (const row of findAll(element, '.chips, .mentions .row'))
      equal(getComputedStyle(row).overflowX !== 'auto', true);
    const { right } = element.getBoundingClientRect();
    for (const chip of findAll(element, '.bar > .chips > *'))
      ok(chip.getBoundingClientRect().right <= right, 'cut off');
  });

  it('are behind one button below five reviews, of a product and of the shop', async () => {
    const lists = [
      await mountReady('plaudit-product-reviews', new TestProxy().on(page, pageOf(reviews(4))), { sku: newSku() }),
      await mountReady(
        'plaudit-review-list',
        new TestProxy().on('reviews', () => ({ reviews: shopReviews(4), total: 4 })),
      ),
    ];
    for (const element of lists) {
      equal(findAll(element, '.bar :is(input, select)').length, 0);
      const [only, ...others] = findAll(element, '.bar button').filter((each) => each.checkVisibility());
      equal([only!.textContent.trim(), others.length], ['Filter', 0]);
      only!.click();
      const sheet = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
      equal(
        [...sheet.querySelectorAll('input, .sort select')].map(({ localName }) => localName),
        ['input', 'select'],
      );
      sheet.close();
      await until(() => !element.shadowRoot!.querySelector('dialog'));
    }
  });

  it('lead from the histogram to the new number of reviews', async () => {
    const proxy = knowing();
    const sku = newSku();
    const summary = await mountReady('plaudit-star-summary', proxy, { sku });
    const element = await open(proxy, { sku });
    const row = await until(() => findAll(summary, 'button')[1]);
    row.focus();
    row.click();
    await until(() => asked(proxy)['ratings'] === '4');
    await until(() => focused(element) === find(element, '.bar h2'));
    equal(find(element, '.bar h2').getAttribute('aria-live'), 'polite');
    equal(chips(element), ['4 stars']);
  });
});

describe('a row of photos and a row of words', () => {
  const pictured = reviews(20, (id) => ({ images: [photo(`Photo ${id}`)] }));

  it('is one stop of the Tab key, with arrows within', async () => {
    const element = await open(knowing({}, pictured));
    for (const row of ['.strip ul', '.mentions .row']) {
      const buttons = findAll(element, `${row} button`).filter((each) => each.checkVisibility());
      const stops = () => buttons.filter(({ tabIndex }) => tabIndex === 0);
      equal(stops().length, 1, row);
      stops()[0]!.focus();
      press(stops()[0]!, 'ArrowRight');
      ok(focused(element) === buttons[1] && stops()[0] === buttons[1] && stops().length === 1, row);
      press(buttons[1]!, 'End');
      ok(focused(element) === buttons.at(-1), `${row}: not at the end`);
      press(buttons.at(-1)!, 'ArrowRight');
      ok(focused(element) === buttons.at(-1), `${row}: beyond the end`);
      press(buttons.at(-1)!, 'Home');
      ok(focused(element) === buttons[0], `${row}: not at the beginning`);
    }
  });

  it('is one stop of the Tab key also where it holds the filters, past those that show nothing', async () => {
    const element = await open(knowing({ ...digest, ratings: { 1: 0, 2: 3, 3: 0, 4: 5, 5: 9 } }, pictured));
    const row = find(element, '.chips');
    const all = [...row.querySelectorAll('button')];
    const stops = () => all.filter(({ tabIndex, disabled }) => tabIndex === 0 && !disabled);
    equal([stops().length, stops()[0]!.textContent.includes('5 stars')], [1, true]);
    stops()[0]!.focus();
    press(stops()[0]!, 'ArrowRight');
    press(focused(element)!, 'ArrowRight');
    ok(focused(element)!.textContent.includes('2 stars'), focused(element)!.textContent);
    const field = row.querySelector('select')!;
    field.focus();
    press(field, 'ArrowDown');
    ok(focused(element) === field, 'a key that is the field\u2019s leads away from it');
    button(element, /^Filter$/).click();
    const sheet = await until(() => element.shadowRoot!.querySelector('dialog'));
    await until(
      () =>
        [...sheet.querySelectorAll<HTMLElement>('.chips button:enabled')].filter(({ tabIndex }) => !tabIndex).length ===
        1,
    );
    sheet.close();
  });

  it('has twelve photos at most, none below six, and a way past all of it', async () => {
    const element = await open(knowing({ pictures: 20 }, pictured), { 'page-size': '20' });
    equal(findAll(element, '.strip img').length, 12);
    const skip = button(element, /^Skip to the reviews$/);
    skip.focus();
    ok(skip.getBoundingClientRect().width > 44, 'it is not seen when it has the focus');
    skip.click();
    ok(focused(element) === findAll(element, 'article')[0], 'it leads nowhere');
    const few = await open(knowing({ pictures: 5 }, pictured.slice(0, 5)));
    equal(findAll(few, '.strip').length, 0);
  });

  it('is a stop among few before the first review', async () => {
    const element = await open(knowing({ ...digest, pictures: 20 }, pictured));
    const first = findAll(element, 'article')[0]!;
    const stops = findAll(element, 'a, button, input, select, summary').filter(
      (each) =>
        each.tabIndex === 0 &&
        !(each as HTMLButtonElement).disabled &&
        each.checkVisibility({ visibilityProperty: true }) &&
        each.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    ok(stops.length <= 18, `${stops.length}: ${stops.map(({ textContent }) => textContent.trim()).join(' | ')}`);
  });
});

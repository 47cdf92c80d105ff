/** Where there is nothing to show: no review, no match, no line. */
import '../../src/all.ts';
import { checkAccess } from './access.ts';
import { knowing, open, page, texts } from './knowing.ts';
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
  pageOf,
  refusal,
  reviews,
  text,
  until,
} from './support.ts';

afterEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('a product without reviews', () => {
  it('has stars to press, which are chosen in the form then', async () => {
    const proxy = new TestProxy().on(page, pageOf([]));
    const sku = newSku();
    const form = await mountReady('plaudit-review-form', proxy, { sku });
    const element = await mountReady('plaudit-product-reviews', proxy, { sku });
    const stars = await until(() => findAll(element, '.pick button')[3]);
    equal(stars.ariaLabel, '4 stars');
    await checkAccess('stars to press');
    stars.click();
    const star = find<HTMLInputElement>(form, '[name=rating][value="4"]');
    await until(() => star.checked && form.shadowRoot!.activeElement === star);
  });

  it('has one group of stars, words and a button, around the middle of its room', async () => {
    const proxy = new TestProxy().on(page, pageOf([])).on('product/questions', listOf('questions', []));
    const sku = newSku();
    mount('plaudit-review-form', proxy, { sku });
    document.head.insertAdjacentHTML('beforeend', '<style id="room">.room { min-block-size: 600px }</style>');
    try {
      for (const tag of ['plaudit-product-reviews', 'plaudit-questions'] as const) {
        const element = mount(tag, proxy, { sku, class: 'room' });
        element.scrollIntoView();
        await event(element, 'plaudit-ready');
        const panel = find(element, '.panel');
        const parts = [...panel.children].map((part) => part.getBoundingClientRect());
        for (const [index, part] of parts.entries())
          if (index)
            ok(part.top - parts[index - 1]!.bottom < 24, `${tag}: ${part.top - parts[index - 1]!.bottom} px apart`);
        const room = panel.getBoundingClientRect();
        const off = (parts[0]!.top + parts.at(-1)!.bottom) / 2 - (room.top + room.bottom) / 2;
        ok(Math.abs(off) < room.height / 10, `${tag}: ${off} px off the middle`);
      }
    } finally {
      document.querySelector('#room')!.remove();
    }
  });
});

describe('a search that finds nothing', () => {
  const search = (element: Element, words: string) => {
    const box = find<HTMLInputElement>(element, 'input');
    box.value = words;
    box.dispatchEvent(new Event('input'));
  };

  it('offers what reviews speak of', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    search(element, 'xylophone');
    const offer = await until(() => findAll(element, '.foot .chip')[0]);
    equal(offer.textContent.trim(), 'handle');
    await until(() => element.ariaBusy === null);
    await checkAccess('nothing is found');
    offer.click();
    await until(() => findAll(element, 'article').length === 10);
    const { q, mention } = proxy.asked(page).at(-1)!.query;
    equal([q, mention, find<HTMLInputElement>(element, 'input').value], [undefined, 'en.handl', '']);
  });

  it('says how much it finds without the filter, and shows it', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    const few = listOf('product_reviews', texts.slice(0, 3));
    const none = listOf('product_reviews', []);
    proxy.on(page, (call) => (call.query['q'] && !call.query['ratings'] ? few(call) : none(call)));
    button(element, /^1 star/).click();
    search(element, 'handle');
    const without = await until(() =>
      findAll(element, '.foot button').find(({ textContent }) =>
        /^Without the filter: 3 reviews$/.test(textContent.trim()),
      ),
    );
    without.click();
    await until(() => findAll(element, 'article').length === 3);
    equal(find<HTMLInputElement>(element, 'input').value, 'handle');
  });
});

describe('a line that was gone', () => {
  it('ends what failed as soon as it is back: a list, its filter and its next page', async () => {
    const down = () => refusal(399, 502);
    const back = () => dispatchEvent(new Event('online'));
    const proxy = new TestProxy().on(page, down);
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    await event(element, 'plaudit-error');
    await until(() => findAll(element, '.failure')[0]);
    proxy.on(page, pageOf(reviews(30)));
    back();
    await until(() => findAll(element, 'article').length === 10);

    proxy.on(page, down);
    button(element, /Show more/).click();
    await until(() => findAll(element, '.failure')[0]);
    proxy.on(page, pageOf(reviews(30)));
    back();
    await until(() => findAll(element, 'article').length === 20);

    proxy.on(page, down);
    button(element, /^4 stars/).click();
    await until(() => findAll(element, '.failure')[0]);
    proxy.on(page, pageOf(reviews(7, () => ({ rating: 4 }))));
    back();
    await until(() => findAll(element, 'article').length === 7 && !findAll(element, '.failure')[0]);
    ok(/7 reviews/.test(text(element)), text(element));
  });
});

import '../../src/all.ts';

import { emit } from '../../src/page/events.ts';
import {
  TestProxy,
  equal,
  event,
  find,
  findAll,
  gate,
  listOf,
  mount,
  newSku,
  ok,
  pageOf,
  products,
  questions,
  reviews,
  shopReviews,
  statsOf,
  until,
  usual,
} from './support.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
}

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

/** A proxy that has this many of everything, and answers once the page has been drawn without. */
function slowProxy(count: number, drawn: Promise<unknown>): TestProxy {
  const answers: typeof usual = {
    ...usual,
    'product/reviews': pageOf(reviews(count)),
    'product/reviews/stats': statsOf(count),
    reviews: listOf('reviews', shopReviews(count)),
    'product/questions': listOf('questions', questions(count)),
    'product/reviews/top-rated': listOf('products', products(count)),
  };
  const slow = (path: string) => async (call: Parameters<(typeof usual)[string]>[0]) => (
    await drawn,
    answers[path]!(call)
  );
  return new TestProxy(Object.fromEntries(Object.keys(answers).map((path) => [path, slow(path)])));
}

const nextFrame = () => new Promise(requestAnimationFrame);
/** What was laid out before is drawn, and what it moved is noted. */
const drawn = async () => {
  for (let frame = 0; frame < 3; frame++) await nextFrame();
};

/** Layout shifts from now on. */
function watchShifts(): { expectNone(): void } {
  let shifted = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as Shift[]) shifted += entry.value;
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: false });
  return {
    expectNone() {
      note(observer.takeRecords());
      observer.disconnect();
      ok(shifted <= 0.01, `shifted by ${shifted}`);
    },
  };
}

describe('layout', () => {
  for (const tag of tags)
    for (const [what, count] of [
      ['something', 20],
      ['nothing', 0],
    ] as const)
      it(`of the page does not shift when ${what} arrives for ${tag} on a slow line`, async () => {
        const line = gate<void>();
        // A list is as long as it is: pages keep a screenful free for it, as the demo says.
        const lists = ['plaudit-product-reviews', 'plaudit-review-list', 'plaudit-questions'];
        document.body.innerHTML = `<style>${count ? lists.join() : 'none'} { min-block-size: 100svh }</style><h1>Mug</h1>`;
        const element = mount(tag, slowProxy(count, line.promise), { sku: newSku(), customer: 'a.b.c' });
        document.body.insertAdjacentHTML(
          'beforeend',
          '<footer style="height: 300px; background: silver">Footer</footer>',
        );
        const ready = event(element, 'plaudit-ready');
        await until(() => element.shadowRoot?.childElementCount);
        await drawn();
        const shifts = watchShifts();
        line.open();
        await ready;
        await drawn();
        shifts.expectNone();
      });

  const heightOf = (element: Element) => element.getBoundingClientRect().height;
  for (const tag of [
    'plaudit-product-reviews',
    'plaudit-review-list',
    'plaudit-questions',
    'plaudit-top-rated',
  ] as const)
    it(`leaves no gap in the room that a page keeps for ${tag}, where nothing is to be shown nor while it loads`, async () => {
      document.body.innerHTML = `<style>${tag} { min-block-size: 700px }</style>`;
      const line = gate<void>();
      const element = mount(tag, slowProxy(0, line.promise), { sku: newSku() });
      element.replaceChildren();
      const ready = event(element, 'plaudit-ready');
      equal(heightOf(await until(() => element.shadowRoot?.querySelector('.bone'))), 700, 'the skeleton');
      line.open();
      await ready;
      equal(heightOf(find(element, '.panel')), 700, 'the panel');
      const { top, bottom } = find(element, 'h2').getBoundingClientRect();
      const middle = (top + bottom) / 2 - element.getBoundingClientRect().top;
      ok(middle > 250 && middle < 350, `its heading stands at ${middle}`);
    });

  describe('of an empty list', () => {
    /** A list with neighbours, in the room that the page keeps for it. */
    function place(tag: keyof HTMLElementTagNameMap, above: string, attributes: Record<string, string> = {}) {
      document.body.innerHTML = `<style>${tag} { min-block-size: 700px }</style>
        <div style="height: ${above}; background: silver"></div>`;
      const proxy = new TestProxy({
        'product/reviews': pageOf([]),
        reviews: listOf('reviews', []),
        'product/questions': listOf('questions', []),
        questions: listOf('questions', []),
        'product/reviews/top-rated': listOf('products', []),
      });
      const element = mount(tag, proxy, attributes);
      element.replaceChildren();
      document.body.insertAdjacentHTML('beforeend', '<footer style="height: 2000px; background: gray">Footer</footer>');
      return { element, proxy, ready: event(element, 'plaudit-ready') };
    }
    const below = 'calc(100vh + 100px)';

    for (const [tag, attributes] of [
      ['plaudit-product-reviews', { sku: newSku() }],
      ['plaudit-review-list', {}],
      ['plaudit-questions', { sku: newSku() }],
      ['plaudit-questions', {}],
      ['plaudit-top-rated', {}],
    ] as const)
      it(`leaves no gap for ${tag} below the viewport, and moves nothing (${Object.keys(attributes).join() || 'shop'})`, async () => {
        const shifts = watchShifts();
        const { element, ready } = place(tag, below, attributes);
        equal([heightOf(element), (await ready).detail.total], [700, 0]);
        await until(() => heightOf(element) < 300);
        equal(heightOf(element), heightOf(find(element, '.panel')), 'the panel');
        await drawn();
        element.scrollIntoView({ block: 'center' });
        await drawn();
        ok(heightOf(element) < 300, 'a gap in view');
        shifts.expectNone();
      });

    it('moves nothing in view, and leaves no gap once the shopper has gone back up', async () => {
      const { element, ready } = place('plaudit-product-reviews', '50vh', { sku: newSku() });
      document.querySelector('div')!.insertAdjacentHTML('beforebegin', '<header style="height: 100vh">Shop</header>');
      scrollTo(0, innerHeight);
      await ready;
      await import('../../src/page/room.ts');
      const shifts = watchShifts();
      for (const place of [innerHeight, innerHeight * 1.6, innerHeight * 0.6, innerHeight * 3, innerHeight]) {
        scrollTo(0, place);
        await drawn();
        equal(heightOf(element), 700, `at ${place}`);
      }
      scrollTo(0, 0);
      await until(() => heightOf(element) < 300);
      await drawn();
      shifts.expectNone();
    });

    it('is as tall as what the page has in its place', async () => {
      const { element, ready } = place('plaudit-review-list', below);
      element.innerHTML = '<p slot="empty" style="height: 80px; margin: 0">Ask us for references.</p>';
      await ready;
      await until(() => heightOf(element) === 80);
    });

    it('keeps its room again for another product, and for a review that arrives', async () => {
      const { element, proxy, ready } = place('plaudit-product-reviews', below, { sku: newSku() });
      const roomOf = () => getComputedStyle(element).minHeight;
      await ready;
      await until(() => roomOf() === '0px');
      const line = gate<void>();
      proxy.on('product/reviews', async (call) => (await line.promise, pageOf([])(call)));
      element.setAttribute('sku', newSku());
      await until(() => element.shadowRoot!.querySelector('.bone'));
      equal([roomOf(), heightOf(element)], ['700px', 700], 'for another product');
      const again = event(element, 'plaudit-ready');
      line.open();
      await again;
      await until(() => roomOf() === '0px');
      proxy.on('product/reviews', pageOf(reviews(1)));
      emit(document.body, 'plaudit-submit', { sku: element.getAttribute('sku')!, rating: 5, queued: false });
      await until(() => element.shadowRoot!.querySelector('article'));
      equal([roomOf(), heightOf(element)], ['700px', 700], 'for a review');
    });
  });

  for (const locale of ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'])
    it(`has room for every label of the sort order on a phone: ${locale}`, async () => {
      document.body.innerHTML = '<div style="width: 328px; font: 16px sans-serif"></div>';
      const box = document.querySelector('div')!;
      const proxy = new TestProxy();
      for (const tag of ['plaudit-product-reviews', 'plaudit-review-list'] as const) {
        box.replaceChildren();
        const element = mount(tag, proxy, { sku: newSku(), locale }, box);
        await until(() => element.shadowRoot!.querySelector('article'));
        const select = find<HTMLSelectElement>(element, '.sort select');
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const line = document.createElement('span');
        line.style.cssText = `font: ${font}; white-space: nowrap`;
        const widthOf = (label: string) => {
          line.textContent = label;
          return line.getBoundingClientRect().width;
        };
        box.append(line);
        const cut = [...select.options].filter((option) => widthOf(option.text) > room);
        equal([element.shadowRoot!.querySelector('.base')!.getAttribute('lang'), cut.length], [locale, 0]);
      }
    });

  it('lays out reviews past the fifth when somebody comes near them, and moves nothing under who reads', async () => {
    const element = mount('plaudit-product-reviews', new TestProxy({ 'product/reviews': pageOf(reviews(60)) }), {
      sku: newSku(),
      'page-size': '60',
    });
    await event(element, 'plaudit-ready');
    await drawn();
    const articles = findAll(element, 'article');
    const isLaidOut = (index: number) =>
      articles[index]!.querySelector('.content')!.checkVisibility({ contentVisibilityAuto: true });
    equal([articles.length, isLaidOut(4), isLaidOut(59)], [60, true, false]);
    const shifts = watchShifts();
    for (const article of articles) {
      article.scrollIntoView({ block: 'center' });
      await nextFrame();
    }
    await drawn();
    ok(isLaidOut(59), 'the last one is not laid out when it is looked at');
    shifts.expectNone();
  });

  it('keeps text beside the link to write where it is', async () => {
    document.body.innerHTML = '<p></p>';
    const line = gate<void>();
    const element = mount('plaudit-write-review', slowProxy(0, line.promise), {}, document.querySelector('p')!);
    element.replaceChildren();
    const text = document.createElement('span');
    text.textContent = 'about this shop';
    element.after(text);
    await until(() => element.shadowRoot?.querySelector('.bone'));
    const { top } = text.getBoundingClientRect();
    line.open();
    await event(element, 'plaudit-ready');
    ok(Math.abs(text.getBoundingClientRect().top - top) < 1, `moved by ${text.getBoundingClientRect().top - top}`);
  });
});

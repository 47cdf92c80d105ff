import '../../src/all.ts';
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

describe('layout', () => {
  for (const tag of tags)
    for (const [what, count] of [
      ['something', 20],
      ['nothing', 0],
    ] as const)
      it(`of the page does not shift when ${what} arrives for ${tag} on a slow line`, async () => {
        let shifted = 0;
        const note = (entries: PerformanceEntryList) => {
          for (const entry of entries as Shift[]) shifted += entry.value;
        };
        const observer = new PerformanceObserver((list) => note(list.getEntries()));
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
        observer.observe({ type: 'layout-shift', buffered: false });
        line.open();
        await ready;
        await drawn();
        note(observer.takeRecords());
        observer.disconnect();
        ok(shifted <= 0.01, `shifted by ${shifted}`);
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
    let shifted = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) shifted += entry.value;
    });
    observer.observe({ type: 'layout-shift', buffered: false });
    for (const article of articles) {
      article.scrollIntoView({ block: 'center' });
      await nextFrame();
    }
    await drawn();
    for (const entry of observer.takeRecords() as Shift[]) shifted += entry.value;
    observer.disconnect();
    ok(isLaidOut(59), 'the last one is not laid out when it is looked at');
    ok(shifted <= 0.01, `shifted by ${shifted}`);
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

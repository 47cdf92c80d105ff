/** The photo viewer: each photo with its review, all at a glance, and the page behind it. */
import 'axe-core';
import type axe from 'axe-core';
import '../../src/all.ts';
import {
  TestProxy,
  button,
  equal,
  find,
  findAll,
  listOf,
  mountReady,
  newSku,
  ok,
  pageOf,
  photo,
  reviews,
  shopReviews,
  until,
} from './support.ts';

const runner = (globalThis as unknown as { axe: typeof axe }).axe;
const pictured = (count: number) =>
  new TestProxy({
    'product/reviews': pageOf(
      reviews(count, (id) => ({ images: [photo(`Photo ${id}`)], content: `Content ${id}\nand more` })),
    ),
  });

/** Opens the first photo of a list of ten reviews. */
async function open(count = 53, attributes: Record<string, string> = {}) {
  const element = await mountReady('plaudit-product-reviews', pictured(count), { sku: newSku(), ...attributes });
  const thumbnail = find(element, 'article .frame');
  thumbnail.click();
  const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
  await until(() => dialog.querySelector('header .words')?.checkVisibility());
  return { element, thumbnail, dialog };
}
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const place = (dialog: HTMLElement) => dialog.querySelector('small')!.textContent;
const panel = (dialog: HTMLElement) => dialog.querySelector('article')!;
const image = (dialog: HTMLElement) => dialog.querySelector<HTMLImageElement>('figure img')!;
const scaleOf = (dialog: HTMLElement) => new DOMMatrix(getComputedStyle(image(dialog)).transform).a;

async function checkAccess(what: string): Promise<void> {
  const { violations } = await runner.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  equal(
    violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`),
    [],
    what,
  );
}

describe('the photo viewer', () => {
  it('shows each photo with its review, and another with the next photo', async () => {
    const { dialog } = await open();
    await until(() => /Helpful to 2 people/.test(panel(dialog).textContent));
    const said = panel(dialog).textContent;
    for (const part of ['Title 1', 'Content 1', 'Ann B', 'Jan 2, 2026']) ok(said.includes(part), said);
    equal(panel(dialog).querySelector('[role=img]')!.ariaLabel, '2 out of 5 stars');
    press(dialog, 'ArrowRight');
    ok(/Title 2/.test(panel(dialog).textContent), panel(dialog).textContent);
  });

  it('shows reviews of the business too, and leads to them', async () => {
    const element = await mountReady(
      'plaudit-review-list',
      new TestProxy({ reviews: listOf('reviews', shopReviews(4)) }),
      { locale: 'de' },
    );
    find(element, 'article .frame').click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    await until(() => /2 Personen fanden das hilfreich/.test(panel(dialog).textContent));
    equal(panel(dialog).querySelector('[role=img]')!.ariaLabel, '5 von 5 Sternen');
    button(element, /Zur Bewertung/).click();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    equal(element.shadowRoot!.activeElement?.ariaLabel, 'Title 4');
  });

  it('leads to the review where the list shows it, and nowhere where it does not', async () => {
    const { element, dialog } = await open();
    await until(() => /Photo 1 of 53/.test(place(dialog)));
    press(dialog, 'End');
    ok(/Title 53/.test(panel(dialog).textContent), panel(dialog).textContent);
    ok(!/Go to the review/.test(dialog.textContent), 'leads to nothing');
    press(dialog, 'Home');
    button(element, /Go to the review/).click();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    equal(element.shadowRoot!.activeElement?.ariaLabel, 'Title 1');
  });

  it('shows all at a glance, where arrow keys walk, and goes on with the one that is chosen', async () => {
    const { element, dialog } = await open();
    await until(() => /Photo 1 of 53/.test(place(dialog)));
    button(element, /See all 53/).click();
    const thumbs = [...dialog.querySelectorAll<HTMLElement>('li button')];
    equal([thumbs.length, image(dialog).checkVisibility()], [53, false]);
    equal(element.shadowRoot!.activeElement === thumbs[0], true, 'focus');
    press(thumbs[0]!, 'ArrowRight');
    equal(thumbs.indexOf(element.shadowRoot!.activeElement as HTMLElement), 1);
    press(thumbs[1]!, 'ArrowDown');
    const below = element.shadowRoot!.activeElement as HTMLElement;
    equal(below.getBoundingClientRect().left, thumbs[1]!.getBoundingClientRect().left);
    ok(below.getBoundingClientRect().top > thumbs[1]!.getBoundingClientRect().top, 'not below');
    press(below, 'End');
    equal(element.shadowRoot!.activeElement, thumbs[52]);
    thumbs[52]!.click();
    ok(/Photo 53 of 53/.test(place(dialog)) && image(dialog).checkVisibility(), place(dialog));
    equal(
      thumbs.filter((thumb) => thumb.getAttribute('aria-current')).map((thumb) => thumbs.indexOf(thumb)),
      [52],
    );
    equal(thumbs.filter(({ tabIndex }) => tabIndex === 0).length, 1, 'stops of the Tab key');
  });

  it('enlarges by two fingers, a double tap, a button and a key, and not for the next photo', async () => {
    const { element, dialog } = await open();
    const figure = dialog.querySelector('figure')!;
    const point = (type: string, pointerId: number, clientX: number) =>
      figure.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 200, pointerType: 'touch' }));
    point('pointerdown', 1, 200);
    point('pointerdown', 2, 300);
    point('pointermove', 2, 400);
    equal(scaleOf(dialog), 2);
    point('pointerup', 2, 400);
    point('pointerup', 1, 200);
    ok(/Photo 1 of/.test(place(dialog)), 'a pinch turned to another photo');
    const { left } = image(dialog).getBoundingClientRect();
    press(dialog, 'ArrowRight');
    ok(/Photo 1 of/.test(place(dialog)) && image(dialog).getBoundingClientRect().left < left, 'does not move');
    press(dialog, '-');
    equal(scaleOf(dialog), 1);
    press(dialog, '+');
    ok(scaleOf(dialog) > 2, 'no larger by a key');
    button(element, /Enlarge/).click();
    equal([scaleOf(dialog), button(element, /Enlarge/).ariaPressed], [1, 'false']);
    figure.dispatchEvent(new MouseEvent('dblclick'));
    ok(scaleOf(dialog) > 2, 'no larger by a double click');
    dialog.querySelector<HTMLElement>('.next')!.click();
    equal(scaleOf(dialog), 1);
  });

  it('enlarges at the point that is tapped twice, once, and keeps its words readable', async () => {
    const { element, dialog } = await open();
    await until(() => /Photo 1 of 53/.test(place(dialog)));
    const figure = dialog.querySelector('figure')!;
    const { left, top, width, height } = image(dialog).getBoundingClientRect();
    const [clientX, clientY] = [left + width * 0.7, top + height * 0.4];
    const tap = () => {
      const finger = { pointerId: 1, clientX, clientY, pointerType: 'touch' };
      figure.dispatchEvent(new PointerEvent('pointerdown', finger));
      figure.dispatchEvent(new PointerEvent('pointerup', finger));
    };
    tap();
    tap();
    // As some browsers call it.
    figure.dispatchEvent(new MouseEvent('dblclick', { clientX, clientY }));
    ok(scaleOf(dialog) > 2, 'a double tap does not enlarge, or takes it back at once');
    const large = image(dialog).getBoundingClientRect();
    equal(
      [(clientX - large.left) / large.width, (clientY - large.top) / large.height].map((part) => part.toFixed(2)),
      ['0.70', '0.40'],
    );
    const { backgroundColor } = getComputedStyle(dialog.querySelector('figcaption')!);
    const alpha = Number(/[,/] ?([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? 1);
    ok(alpha > 0.75, `an enlarged photo shines through its words: ${backgroundColor}`);
    tap();
    tap();
    equal(scaleOf(dialog), 1);
    button(element, /See all 53/).click();
    const back = button(element, /^Back to the photo$/);
    back.click();
    ok(image(dialog).checkVisibility() && /Photo 1 of 53/.test(place(dialog)), 'the way back leads elsewhere');
    ok(button(element, /See all 53/), 'no way to all photos');
  });

  it('holds the page behind it, and gives it back as it was', async () => {
    document.body.innerHTML = '<div style="height: 4000px">Shop</div>';
    const before = document.documentElement.style.cssText;
    const { element, thumbnail, dialog } = await open();
    const at = scrollY;
    ok(at > 0, 'not scrolled');
    equal(getComputedStyle(document.documentElement).overflowY, 'hidden');
    press(dialog, 'End');
    dialog.close();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    equal([scrollY, document.documentElement.style.cssText], [at, before]);
    equal(element.shadowRoot!.activeElement === thumbnail, true, 'focus');
  });

  it('gives the page back also where the element goes away', async () => {
    const { element } = await open();
    element.remove();
    await until(() => getComputedStyle(document.documentElement).overflowY !== 'hidden');
  });

  it('opens from its thumbnail within 200 ms, and leaves nothing of that', async () => {
    const start = document.startViewTransition.bind(document);
    const animated: [string | null | undefined, unknown][] = [];
    let done: Promise<unknown> | undefined;
    document.startViewTransition = (callback) => {
      const transition = start(callback as () => void);
      done = transition.finished;
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations())
          animated.push([(effect as KeyframeEffect).pseudoElement, effect!.getTiming().duration]);
      });
      return transition;
    };
    try {
      const { element } = await open();
      await done;
      ok(
        animated.some(([what]) => what === '::view-transition-group(plaudit-photo)'),
        JSON.stringify(animated),
      );
      ok(
        animated.every(([, duration]) => Number(duration) < 200),
        JSON.stringify(animated),
      );
      const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);
      ok(!/plaudit-opening/.test(rules.join()), 'a style sheet stays');
      equal(findAll(element, '[part~=plaudit-opening]').length, 0);
    } finally {
      document.startViewTransition = start;
    }
  });

  for (const locale of ['en', 'ar'])
    it(`is accessible, with a photo and with all at a glance (${locale})`, async () => {
      const { dialog } = await open(12, { locale });
      await checkAccess('photo');
      dialog.querySelector<HTMLElement>('header .words')!.click();
      await checkAccess('all at a glance');
    });
});

/** Translations from the start: before a list is shown, or out of sight. */
import '../../src/all.ts';
import { shared } from '../../src/page/shared.ts';
import { checkAccess } from './access.ts';
import { open } from './knowing.ts';
import { answer, asked, contents, inEnglish, inGerman, knowingGerman, lines, path, translating } from './german.ts';
import { button, equal, event, findAll, gate, mount, newSku, ok, until } from './support.ts';

const press = (element: Element, name: RegExp) => button(element, name).click();
const { defaults } = shared;
beforeEach(() => {
  delete (globalThis as { Translator?: unknown }).Translator;
  shared.defaults = { proxy: location.origin };
});
afterEach(() => {
  if (defaults) shared.defaults = defaults;
  else delete shared.defaults;
});

interface Shift extends PerformanceEntry {
  readonly value: number;
}
const nextFrame = () => new Promise(requestAnimationFrame);
const drawn = async () => {
  for (let frame = 0; frame < 3; frame++) await nextFrame();
};

describe('translations from the start', () => {
  it('are there when the list is, with the originals a click away', async () => {
    const proxy = translating();
    const element = await open(proxy, { translated: '' });
    equal(inEnglish(element), 4);
    equal(
      lines(element),
      Array.from({ length: 4 }, () => 'TranslatedShow the original'),
    );
    await checkAccess('from the start');
    press(element, /^Show the originals$/);
    await until(() => inEnglish(element) === 0);
    press(element, /^Translate all/);
    await until(() => inEnglish(element) === 4);
    element.translated = false;
    await until(() => inEnglish(element) === 0);
    element.translated = true;
    await element.updateComplete;
    equal([asked(proxy), inEnglish(await open(proxy))], [[1, 2, 3, 4], 0]);
  });

  it('that come late change what is below the window, and nothing that is in view until it was out of reach', async () => {
    const line = gate<void>();
    const long = 'Der Deckel schließt gut. '.repeat(8);
    const all = inGerman(8, (id) => ({ content: `Kanne ${id} ${long}` }));
    const proxy = knowingGerman(all).on(path, async (call) => (await line.promise, answer(call)));
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku(), translated: '', 'page-size': '8' });
    await event(element, 'plaudit-ready');
    equal([inEnglish(element), asked(proxy)], [0, [1, 2]]);
    const articles = findAll(element, '.review');
    articles[0]!.scrollIntoView({ behavior: 'instant' });
    await drawn();
    const inView = articles.filter((one) => one.getBoundingClientRect().top < innerHeight).length;
    ok(inView > 0 && inView < 8, `${inView} in view`);
    let shifted = 0;
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) shifted += entry.value;
    });
    shifts.observe({ type: 'layout-shift', buffered: false });
    line.open();
    await until(() => inEnglish(element) > 0 && lines(element).at(inView)!.startsWith('Translated'));
    await drawn();
    for (const entry of shifts.takeRecords() as Shift[]) shifted += entry.value;
    shifts.disconnect();
    equal(shifted, 0);
    equal(
      contents(element)
        .slice(0, inView)
        .map((one) => one.startsWith('en: ')),
      articles.slice(0, inView).map(() => false),
    );
    // They are known, and shown once nobody sees them change.
    await until(() => asked(proxy).includes(inView));
    document.body.insertAdjacentHTML('afterbegin', '<div style="height: 3000px"></div>');
    scrollTo({ top: 0, behavior: 'instant' });
    await until(() => contents(element)[0] === 'en: Kanne 1');
  });

  it('are asked for near the window alone', async () => {
    const line = gate<void>();
    const all = inGerman(30, (id) => ({ content: `Kanne ${id} ${'Der Deckel schließt gut. '.repeat(30)}` }));
    const proxy = knowingGerman(all).on(path, async (call) => (await line.promise, answer(call)));
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku(), translated: '', 'page-size': '30' });
    await event(element, 'plaudit-ready');
    line.open();
    findAll(element, '.review')[29]!.scrollIntoView({ behavior: 'instant' });
    await until(() => asked(proxy).includes(30));
    ok(!asked(proxy).includes(20), asked(proxy).join());
  });
});

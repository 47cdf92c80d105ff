/** Translations from the start: before a list is shown, or out of sight. */
import '../../src/all.ts';
import { shared } from '../../src/page/shared.ts';
import { checkAccess } from './access.ts';
import { knowing, open } from './knowing.ts';
import { answer, asked, contents, inEnglish, inGerman, knowingGerman, lines, path, translating } from './german.ts';
import { button, equal, event, findAll, gate, mount, newSku, ok, text, until } from './support.ts';

const press = (element: Element, name: RegExp) => button(element, name).click();
const { defaults } = shared;
const { setTimeout: start } = globalThis;

/** Holds the waits of that many milliseconds, which may be over on a busy machine before the answer is there. */
function hold(milliseconds: number): void {
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    start(ms === milliseconds ? () => {} : run, ms)) as typeof setTimeout;
}

beforeEach(() => {
  delete (globalThis as { Translator?: unknown }).Translator;
  shared.defaults = { proxy: location.origin };
});
afterEach(() => {
  globalThis.setTimeout = start;
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
    // As long as a list waits for its translations.
    hold(500);
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

  it('leave in view what a server has rendered', async () => {
    const line = gate<void>();
    const proxy = knowingGerman().on(path, async (call) => (await line.promise, answer(call)));
    const ready = event(document, 'plaudit-ready');
    document.body.setHTMLUnsafe(`<plaudit-product-reviews proxy="${proxy.url}" sku="${newSku()}" translated
      ><template shadowrootmode="open"><div class="base"><div class="list"><article class="review">Kanne 1</article
      ></div></div></template></plaudit-product-reviews>`);
    const element = document.querySelector('plaudit-product-reviews')!;
    await ready;
    findAll(element, '.review')[0]!.scrollIntoView({ behavior: 'instant' });
    await until(() => asked(proxy).length === 2);
    line.open();
    await until(() => asked(proxy).length === 4);
    await drawn();
    equal([inEnglish(element), lines(element)[0]], [0, 'Translate']);
    press(element, /^Translate$/);
    await until(() => inEnglish(element) === 1);
    equal(asked(proxy), [1, 2, 3, 4]);
  });

  it('are none where the browser would have to download something, which takes a click', async () => {
    let isAllowed = false;
    let created = 0;
    const create = async () => {
      created++;
      if (!isAllowed) throw new DOMException('Requires a user gesture', 'NotAllowedError');
      return { translate: async (line: string) => `en: ${line}`, destroy() {} };
    };
    const value = { availability: async () => 'downloadable', create };
    Object.defineProperty(globalThis, 'Translator', { value, configurable: true });
    const finnish = knowing(
      { languages: [{ language: 'fi', count: 2 }] },
      inGerman(2, () => ({ language: 'fi' })),
    );
    const element = await open(finnish, { translated: '' });
    await until(() => created === 2);
    await drawn();
    equal(lines(element), ['Translate', 'Translate']);
    ok(!/could not/.test(text(element)), text(element));
    isAllowed = true;
    press(element, /^Translate$/);
    await until(() => inEnglish(element) === 1);
  });
});

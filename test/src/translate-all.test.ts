/** One switch for the translations of all reviews that are shown. */
import '../../src/all.ts';
import type { EventDetails } from '../../src/page/events.ts';
import { shared } from '../../src/page/shared.ts';
import { checkAccess } from './access.ts';
import { knowing, open, page } from './knowing.ts';
import { answer, asked, contents, inEnglish, inGerman, lines, path, translating, upTo } from './german.ts';
import { button, equal, find, findAll, gate, ok, pageOf, refusal, reviews, text, until } from './support.ts';

const browser = globalThis as { Translator?: unknown };
const switches = (element: Element) => findAll(element, '[part=translate-all] button');
const press = (element: Element, name: RegExp) => button(element, name).click();

const { defaults } = shared;
let stop = new AbortController();
beforeEach(() => {
  delete browser.Translator;
  stop = new AbortController();
  shared.defaults = { proxy: location.origin };
});
afterEach(() => {
  delete browser.Translator;
  stop.abort();
  if (defaults) shared.defaults = defaults;
  else delete shared.defaults;
});

describe('a switch for all translations', () => {
  it('is there where two reviews that are shown can be translated', async () => {
    const mixed = (german: number) => reviews(4, (id) => ({ language: id > german ? 'en' : 'de' }));
    equal(switches(await open(translating(mixed(2)))).length, 1);
    equal(switches(await open(translating(mixed(1)))).length, 0);
    equal(switches(await open(translating(), { locale: 'ja' })).length, 0);
    equal(switches(await open(translating(), { locale: 'fr' }))[0]!.textContent, 'Tout traduire en français');
    shared.defaults = { proxy: location.origin, translate: 'off' };
    equal(switches(await open(translating())).length, 0);
  });

  it('translates them and puts the translations away; each has its own button as well', async () => {
    const proxy = translating();
    const element = await open(proxy);
    const line = find(element, '[part=translate-all]');
    press(element, /^Translate all to English$/);
    await until(() => inEnglish(element) === 4);
    equal(
      lines(element),
      Array.from({ length: 4 }, () => 'TranslatedShow the original'),
    );
    await until(() => line.querySelector('[role=status]')!.textContent === 'Translated');
    // Each by itself would be announced four times.
    equal(findAll(element, '.translation [role=status]').length, 0);
    await checkAccess('all translated');
    press(element, /^Show the original$/);
    await until(() => inEnglish(element) === 3);
    press(element, /^Show the originals$/);
    await until(() => inEnglish(element) === 0);
    equal(
      [line.querySelector('[role=status]')!.textContent, ...lines(element)],
      ['', ...upTo(4).map(() => 'Translate')],
    );
    press(element, /^Translate all to English$/);
    await until(() => inEnglish(element) === 4);
    equal(asked(proxy), [1, 2, 3, 4]);
  });

  it('asks for two at a time, in the order of the page, and for nothing more once it is off', async () => {
    const proxy = translating(inGerman(6));
    const gates = new Map(upTo(6).map((id) => [id, gate<void>()]));
    proxy.on(path, async (call) => (await gates.get(Number(call.query['review_id']))!.promise, answer(call)));
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(
      () => asked(proxy).length === 2 && /Translating…/.test(find(element, '[part=translate-all]').textContent),
    );
    gates.get(2)!.open();
    await until(() => asked(proxy).length === 3);
    equal(asked(proxy), [1, 2, 3]);
    // One that is pressed meanwhile is not asked for twice, and says what becomes of it.
    findAll(element, '.translation button')[0]!.click();
    await until(() => lines(element)[0] === 'Translating…Translate');
    press(element, /^Show the originals$/);
    for (const { open: pass } of gates.values()) pass();
    await until(() => contents(element)[0] === 'en: Kanne 1');
    await element.updateComplete;
    equal([inEnglish(element), asked(proxy)], [1, [1, 2, 3]]);
  });

  it('is for the reviews that are added, and for those in another order, too', async () => {
    const proxy = translating(inGerman(14));
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(() => inEnglish(element) === 10);
    press(element, /Show more/);
    await until(() => inEnglish(element) === 14);
    equal(asked(proxy), upTo(14));
    proxy.on(page, pageOf(inGerman(16).toReversed()));
    const menu = find<HTMLSelectElement>(element, '.sort select');
    menu.value = 'oldest';
    menu.dispatchEvent(new Event('change'));
    await until(() => contents(element)[0] === 'en: Kanne 16' && inEnglish(element) === 10);
    equal(asked(proxy), upTo(16));
  });

  it('stops when the proxy asks for time, leaves the rest with their buttons, and goes on after that', async () => {
    const proxy = translating();
    proxy.on(path, async (call) => {
      if (call.query['review_id'] === '1') return answer(call);
      await until(() => asked(proxy).length === 3);
      return refusal(503, 503, { 'Retry-After': '1' });
    });
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(() => asked(proxy).length === 3);
    proxy.on(path, answer);
    const quiet = () => !/could not/.test(text(element)) && findAll(element, '[role=alert]').length === 0;
    await until(() => {
      ok(quiet(), text(element));
      return asked(proxy).length > 3 || inEnglish(element) === 1;
    });
    equal(lines(element), ['TranslatedShow the original', 'Translate', 'Translate', 'Translate']);
    await until(() => inEnglish(element) === 4);
    ok(quiet(), text(element));
    const [refused, next] = proxy.asked(path).slice(2);
    ok(next!.at - refused!.at >= 990, `after ${next!.at - refused!.at} ms`);
  });

  it('says nothing more where that takes long', async () => {
    const line = gate<void>();
    const proxy = translating().on(path, async () => (await line.promise, refusal(503, 503, { 'Retry-After': '60' })));
    const element = await open(proxy);
    const status = find(element, '[part=translate-all] [role=status]');
    press(element, /^Translate all/);
    await until(() => status.textContent === 'Translating…');
    line.open();
    await until(() => status.textContent === '');
    equal(
      lines(element),
      Array.from({ length: 4 }, () => 'Translate'),
    );
    ok(asked(proxy).length <= 2, asked(proxy).join());
  });

  it('passes over a review that cannot be translated, which can still be asked for by itself', async () => {
    const proxy = translating();
    proxy.on(path, (call) => (call.query['review_id'] === '2' ? refusal(306, 400) : answer(call)));
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(() => inEnglish(element) === 3);
    equal([lines(element)[1], asked(proxy)], ['Translate', [1, 2, 3, 4]]);
    findAll(element, '.translation button')[1]!.click();
    await until(() => /It could not be translated\./.test(lines(element)[1]!));
  });

  it('asks the page, which answers or declines, and the browser soon after the click', async () => {
    shared.defaults = { proxy: location.origin, translate: 'on' };
    const heard: EventDetails['plaudit-translate'][] = [];
    document.addEventListener(
      'plaudit-translate',
      (asking) => {
        heard.push(asking.detail);
        if (heard.length === 3) asking.preventDefault();
        else asking.detail.respondWith(asking.detail.texts.map((one) => `en: ${one}`));
      },
      { signal: stop.signal },
    );
    const proxy = translating();
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(() => inEnglish(element) === 3);
    equal([heard.length, asked(proxy), lines(element)[2]], [4, [], 'Translate']);
    stop.abort();
    shared.defaults = { proxy: location.origin };
    let created = 0;
    const create = async () => (created++, { translate: async (line: string) => `en: ${line}`, destroy() {} });
    const value = { availability: async () => 'available', create };
    Object.defineProperty(browser, 'Translator', { value, configurable: true });
    const swedish = await open(
      knowing(
        { languages: [{ language: 'sv', count: 3 }] },
        inGerman(3, () => ({ language: 'sv' })),
      ),
    );
    press(swedish, /^Translate all/);
    await until(() => created >= 2);
    await until(() => inEnglish(swedish) === 3);
  });

  it('follows the language of the shopper', async () => {
    const proxy = translating();
    const element = await open(proxy);
    press(element, /^Translate all/);
    await until(() => inEnglish(element) === 4);
    element.locale = 'fr';
    await until(() => contents(element).every((one) => one.startsWith('fr: ')));
    equal(switches(element)[0]!.textContent, 'Voir les originaux');
  });
});

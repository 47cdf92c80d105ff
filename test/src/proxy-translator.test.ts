/** Translations of reviews by the proxy, which has a translator of the operator's. */
import '../../src/all.ts';
import { shared } from '../../src/page/shared.ts';
import { knowing, open } from './knowing.ts';
import { button, equal, find, findAll, ok, refusal, review, reviews, text, until, type TestProxy } from './support.ts';

const path = 'product/reviews/translation';
const page = globalThis as { Translator?: unknown };
const standIn = { pairs: [] as string[] };

/** A browser that translates everything. */
function useBrowser(): void {
  const value = {
    async availability({ sourceLanguage, targetLanguage }: { sourceLanguage: string; targetLanguage: string }) {
      standIn.pairs.push(`${sourceLanguage} ${targetLanguage}`);
      return 'available';
    },
    create: async () => ({ translate: async (line: string) => line.toUpperCase(), destroy() {} }),
  };
  Object.defineProperty(page, 'Translator', { value, configurable: true });
}

const texts = [
  review(1, { title: 'Schöne Kanne', content: 'Der Deckel schließt gut.', language: 'de' }),
  review(2, { title: 'Fine', content: 'It is fine.', language: 'en' }),
  review(3, { title: '', content: 'Sin título.', language: 'es' }),
];
const languages = ['de', 'en', 'es'].map((language) => ({ language, count: 1 }));
const translates = { de: ['en', 'fr'] };

/** Translates by writing the language in front, one review as often as it likes. */
const translating = (all = texts, change = { languages, translates }): TestProxy =>
  knowing({ favourable: null, critical: null, ...change }, all).on(path, ({ query }) => {
    const { title, content, language, reply } = all.find(({ id }) => String(id) === query['review_id'])!;
    const { to } = query;
    const said = reply && `${to}: ${reply.content}`;
    return {
      translation: { title: title && `${to}: ${title}`, content: `${to}: ${content}`, reply: said, from: language, to },
    };
  });
const offered = (element: Element) =>
  findAll(element, '.review').map((one) => one.querySelectorAll('.translation').length);
const content = (element: Element) => find(element, '.review .content').textContent;

const { defaults } = shared;
let stop = new AbortController();
beforeEach(() => {
  delete page.Translator;
  standIn.pairs.length = 0;
  stop = new AbortController();
  shared.defaults = { proxy: location.origin };
});
afterEach(() => {
  delete page.Translator;
  stop.abort();
  if (defaults) shared.defaults = defaults;
  else delete shared.defaults;
});

describe('a translation by the proxy', () => {
  it("shows the shop's reply in the same language, and the original again", async () => {
    const reply = { content: 'Danke!', created: null, createdRFC: null, modified: null, modifiedRFC: null };
    const element = await open(translating([review(1, { ...texts[0], reply })]));
    const said = () => find(element, '[part=reply] .content').textContent;
    equal(said(), 'Danke!');
    button(element, /^Translate$/).click();
    await until(() => said() === 'en: Danke!');
    equal(content(element), 'en: Der Deckel schließt gut.');
    button(element, /^Show the original$/).click();
    await until(() => said() === 'Danke!');
  });

  it('is offered in every browser where the digest names the languages, and asked for once', async () => {
    const proxy = translating();
    const element = await open(proxy);
    equal(offered(element), [1, 0, 0]);
    equal(proxy.asked(path).length, 0);
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'en: Der Deckel schließt gut.');
    equal([find(element, '.review h3').textContent, find(element, '.review h3').lang], ['en: Schöne Kanne', 'en']);
    button(element, /^Show the original$/).click();
    await until(() => content(element) === 'Der Deckel schließt gut.');
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'en: Der Deckel schließt gut.');
    equal(
      proxy.asked(path).map(({ query, method }) => ({ ...query, method })),
      [{ review_id: '1', to: 'en', method: 'GET' }],
    );
  });

  it('comes before that of the browser, which has the languages that the proxy lacks', async () => {
    useBrowser();
    // What a browser said of a pair holds for the page, and was asked for above.
    const proxy = translating(texts.map((one) => (one.language === 'es' ? { ...one, language: 'ca' } : one)));
    const element = await open(proxy);
    await until(() => offered(element).join() === '1,0,1');
    ok(standIn.pairs.includes('ca en') && !standIn.pairs.includes('de en'), standIn.pairs.join());
    for (const press of findAll(element, '.translation button')) press.click();
    await until(() => /SIN TÍTULO\./.test(text(element)) && /en: Der Deckel/.test(text(element)));
    equal(proxy.asked(path).length, 1);
  });

  it('comes after that of the page, and is not offered where the page wants none', async () => {
    const proxy = translating();
    document.addEventListener(
      'plaudit-translate',
      ({ detail }) => detail.respondWith(detail.texts.map((one) => `page: ${one}`)),
      { signal: stop.signal },
    );
    const element = await open(proxy);
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'page: Der Deckel schließt gut.');
    equal(proxy.asked(path).length, 0);
    shared.defaults = { proxy: location.origin, translate: 'off' };
    equal(offered(await open(translating())), [0, 0, 0]);
  });

  it('that cannot be had says so, keeps no list waiting, and can be asked for again', async () => {
    const all = reviews(30, (id) => ({ content: `Kanne ${id}`, language: 'de' }));
    const proxy = translating(all, { languages: [{ language: 'de', count: 30 }], translates });
    proxy.on(path, () => refusal(503, 503, { 'Retry-After': '1' }));
    const element = await open(proxy);
    button(element, /^Translate$/).click();
    await until(() => /It could not be translated\./.test(text(element)));
    const shown = findAll(element, '.review').length;
    button(element, /more/i).click();
    await until(() => findAll(element, '.review').length > shown);
    proxy.on(path, ({ query }) => ({
      translation: { title: 'A pot', content: `Pot ${query['review_id']}`, from: 'de', to: 'en' },
    }));
    await until(() => {
      if (content(element).startsWith('Pot ')) return true;
      const press = button(element, /^Translate$/);
      if (press.ariaDisabled !== 'true') press.click();
      return false;
    });
  });
});

/** The language of a page, or of one element, changes while reviews are shown. */
import '../../src/all.ts';
import { knowing, open, page } from './knowing.ts';
import {
  TestProxy,
  button,
  equal,
  find,
  findAll,
  gate,
  listOf,
  mountReady,
  ok,
  pageOf,
  reviews,
  shopReviews,
  text,
  until,
} from './support.ts';

const mixed = reviews(30, (id) => ({ language: id % 2 ? 'en' : 'de' }));
/** What was asked for, call by call, of what depends on the language. */
const asked = (proxy: TestProxy) =>
  proxy.asked(page).map(({ query: { prefer = null, languages = null } }) => ({ prefer, languages }));

describe('a list of reviews whose language changes', () => {
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  for (const order of ['relevant', 'helpful'])
    it(`is asked for anew where it is sorted by it (${order}), and stays until the answer is there`, async () => {
      const proxy = knowing({}, mixed);
      const element = await open(proxy, { order });
      const line = gate<void>();
      const answer = pageOf(mixed.toReversed());
      proxy.on(page, async (call) => (await line.promise, answer(call)));
      element.locale = 'de';
      await until(() => proxy.asked(page).length === 2);
      await until(() => element.ariaBusy === 'true');
      equal(find(element, 'article h3').textContent, 'Title 1');
      line.open();
      await until(() => find(element, 'article h3').textContent === 'Title 30');
      await until(() => element.ariaBusy === null);
      equal(
        asked(proxy).map(({ prefer }) => prefer),
        ['en', 'de'],
      );
      equal(proxy.asked(page)[1]!.query['digest'], undefined);
    });

  it('is not asked for anew where it does not matter, and says all of its words in it', async () => {
    const proxy = knowing({}, mixed);
    const element = await open(proxy);
    ok(/30 reviews.*Often mentioned|Often mentioned.*30 reviews/.test(text(element)), text(element));
    element.locale = 'de';
    await until(() => /Oft erwähnt/.test(text(element)) && /30 Bewertungen/.test(text(element)));
    ok(/verifizierten Käufern/.test(text(element)), text(element));
    element.locale = 'en';
    await until(() => /Often mentioned/.test(text(element)));
    equal(asked(proxy), [{ prefer: null, languages: null }]);
  });

  it('follows that of the page', async () => {
    const proxy = knowing({}, mixed);
    const element = await open(proxy, { order: 'helpful' });
    document.documentElement.lang = 'de';
    await until(() => /Bewertungen in Ihrer Sprache stehen oben\./.test(text(element)));
    await until(() => proxy.asked(page).length === 2);
    equal(
      asked(proxy).map(({ prefer }) => prefer),
      ['en', 'de'],
    );
  });

  it('shows those in the new language alone where it showed those in the earlier one alone', async () => {
    const proxy = knowing({}, mixed);
    const element = await open(proxy, { order: 'helpful' });
    button(element, /^Only English$/).click();
    await until(() => proxy.asked(page).length === 2);
    element.locale = 'de';
    await until(() => /nur Bewertungen in Ihrer Sprache/i.test(text(element)));
    await until(() => proxy.asked(page).length === 3);
    // A language that is not the shopper's own was meant as such.
    const select = find<HTMLSelectElement>(element, 'select.chip');
    select.value = 'en';
    select.dispatchEvent(new Event('change'));
    // Its answer may still be kept from before.
    const chosen = () => find<HTMLSelectElement>(element, 'select.chip').selectedOptions[0]!.value;
    await until(() => chosen() === 'en' && element.ariaBusy === null);
    element.locale = 'fr';
    await until(() => /30 avis/.test(text(element)));
    await until(() => element.ariaBusy === null);
    equal(chosen(), 'en');
    equal(
      asked(proxy)
        .slice(0, 3)
        .map(({ languages }) => languages),
      [null, 'en', 'de'],
    );
    ok(!asked(proxy).some(({ languages }) => languages === 'fr'), 'it followed the language of the shopper');
  });

  it('of the shop does so, too', async () => {
    const shown = shopReviews(12, (no) => ({ language: no % 2 ? 'en' : 'de' }) as object);
    const proxy = new TestProxy({ reviews: listOf('reviews', shown) });
    const element = await mountReady('plaudit-review-list', proxy);
    button(element, /^English/).click();
    await until(() => proxy.asked('reviews').length === 2);
    element.locale = 'de';
    await until(() => findAll(element, '[aria-pressed=true]').some(({ textContent }) => /Deutsch/.test(textContent)));
    await until(() => proxy.asked('reviews').length === 3);
    equal(
      proxy.asked('reviews').map(({ query }) => query['languages'] ?? null),
      [null, 'en', 'de'],
    );
  });
});

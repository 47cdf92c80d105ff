import '../../src/all.ts';
import { checkAccess } from './access.ts';
import { Later } from '../../src/elements/product-reviews/overview/later.ts';
import type { OverviewHost } from '../../src/elements/product-reviews/overview/context.ts';
import { shared } from '../../src/page/shared.ts';
import { TestProxy, button, equal, find, findAll, mountReady, newSku, ok, pageOf, text, until } from './support.ts';
import { digest, knowing, open, page, texts } from './knowing.ts';

const asked = (proxy: TestProxy) => proxy.asked(page).at(-1)!.query;
const choose = (select: HTMLSelectElement, value: string) => {
  select.value = value;
  select.dispatchEvent(new Event('change'));
};

afterEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('what all reviews say together', () => {
  it('comes with the first answer, and is not asked for again', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    for (const said of [/92% would recommend it/, /Fit/, /Splendid/, /It leaks/])
      ok(said.test(text(element)), `${said} in ${text(element)}`);
    button(element, /Show more/).click();
    await until(() => findAll(element, '.review').length === 20);
    button(element, /^handle/).click();
    await until(() => asked(proxy)['mention']);
    equal(
      proxy.asked(page).map(({ query }) => query['digest'] ?? null),
      ['1', null, null],
    );
  });

  it('is not there where the proxy cannot say, and takes no room', async () => {
    const element = await open(new TestProxy().on(page, pageOf(texts)));
    equal(findAll(element, '.overview').length, 0);
    const without = { scales: [], recommended: null, mentions: [], quotes: [], favourable: null, critical: null };
    const hollow = await open(knowing(without));
    equal(findAll(hollow, '.overview').length, 0);
  });

  it('asks again for a part whose code did not load', async () => {
    let asked = 0;
    const host = (await open(knowing())) as unknown as OverviewHost;
    const load = async () => {
      if (!asked++) throw new TypeError('Failed to fetch dynamically imported module');
      return 'loaded';
    };
    const later = new Later(host, load, (module) => module);
    await later.ask();
    equal(later.piece, undefined);
    await later.ask();
    equal(later.piece, 'loaded');
    await later.ask();
    equal(asked, 2);
  });

  it('changes with the product', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    proxy.on(page, pageOf(texts));
    element.sku = newSku();
    await until(() => proxy.asked(page).length === 2 && !findAll(element, '.overview')[0]);
  });
});

describe('an accent that shows through, or is the colour of the text', () => {
  it('has words that can be read on it', async () => {
    const element = await mountReady('plaudit-review-form', new TestProxy(), { sku: newSku() });
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const light = (colour: string) => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
      return (red! + green! + blue!) / 765;
    };
    for (const accent of ['transparent', 'rgb(0 0 0 / 0.3)', 'rgb(255 255 0 / 0.1)', 'currentcolor', 'yellow']) {
      element.style.setProperty('--plaudit-accent', accent);
      const { backgroundColor, webkitTextFillColor } = getComputedStyle(find(element, '.primary'));
      equal(/\/|rgba/.test(backgroundColor), false, `${accent} shows through`);
      const apart = Math.abs(light(backgroundColor) - light(webkitTextFillColor));
      ok(apart > 0.5, `${accent}: ${webkitTextFillColor} on ${backgroundColor}`);
    }
  });
});

describe('filters with numbers', () => {
  it('say how many reviews each shows, and switch off what shows none', async () => {
    const element = await open(knowing());
    const chips = findAll(element, '.chips button').map((chip) => [
      chip.textContent.replace(/\s+/g, ' ').trim(),
      (chip as HTMLButtonElement).disabled,
    ]);
    equal(chips, [
      ['5 stars5 198', false],
      ['4 stars4 20', false],
      ['3 stars3 4', false],
      ['2 stars2 0', true],
      ['1 star1 3', false],
      ['With photos 12', false],
      ['Verified only 120', false],
    ]);
  });

  it('narrow the list, together, and let go at once', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    button(element, /^Verified only/).click();
    await until(() => asked(proxy)['verified'] === '1');
    const [language, fit, colour] = findAll(element, '.chips select') as HTMLSelectElement[];
    choose(language!, 'de');
    await until(() => asked(proxy)['languages'] === 'de');
    choose(fit!, 'Larger');
    await until(() => asked(proxy)['with'] === 'Fit:Larger');
    choose(colour!, 'Blue');
    await until(() => asked(proxy)['with'] === 'Colour:Blue');
    equal([fit!.value, asked(proxy)['verified']], ['', '1']);
    button(element, /Clear all/).click();
    await until(() => !asked(proxy)['with'] && !asked(proxy)['verified'] && !asked(proxy)['languages']);
  });

  it('keep the height of the list while it is narrowed', async () => {
    const element = await open(knowing());
    const before = element.getBoundingClientRect().height;
    const box = find<HTMLInputElement>(element, 'input');
    box.value = 'xylophone';
    box.dispatchEvent(new Event('input'));
    await until(() => /Nothing for “xylophone”\./.test(text(element)));
    const after = element.getBoundingClientRect().height;
    // Not to the pixel: what is far down is only estimated until it is on show.
    ok(after > before * 0.9, `the page jumped from ${before} to ${after}`);
    const back = findAll(element, '.foot .link')[0]!;
    const [way, message] = [back, back.parentElement!].map((each) => each.getBoundingClientRect());
    ok(Math.abs(way!.left + way!.right - message!.left - message!.right) < 2, 'the way back stands beside its message');
    back.click();
    await until(() => findAll(element, '.review').length === 10);
  });
});

describe('mentions', () => {
  it('narrow the list, and are marked in the texts as words of their own', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    const chip = button(element, /^handle/);
    ok(/30 reviews, 3 of them critical/.test(chip.textContent), chip.textContent);
    chip.click();
    await until(() => asked(proxy)['mention'] === 'en.handl');
    const marked = () => [...CSS.highlights.get('plaudit-found')!].map(String);
    await until(() => marked().length === 20);
    equal([...new Set(marked())], ['handle', 'Handles']);
    button(element, /^handle/).click();
    await until(() => marked().length === 0);
  });

  it('show hostile words as text', async () => {
    const words = '<img src=x onerror=alert(1)>';
    const element = await open(knowing({ mentions: [{ ...digest.mentions[0]!, words, forms: ['(', '<', ''] }] }));
    ok(text(element).includes(words), text(element));
    button(element, /^<img/).click();
    await until(() => button(element, /^<img/).ariaPressed === 'true');
  });
});

describe('quotes', () => {
  const shown = (element: Element) => findAll(element, '.quotes a');

  it('are links that say their stars, with the mention marked, in the language of the shopper', async () => {
    const proxy = knowing({ quotes: [...digest.quotes, { ...digest.quotes[0]!, review_id: 12, rating: 1 }] });
    for (const [locale, count, mark, direction] of [
      ['en', 2, 'handle', 'ltr'],
      ['de-AT', 1, 'Spülmaschine', 'ltr'],
      ['ar', 1, 'المقبض', 'rtl'],
      // Nobody wrote in Japanese, so they are in the language that most is said in.
      ['ja', 2, 'handle', 'ltr'],
    ] as const) {
      const element = await open(proxy, { locale });
      const language = locale === 'ja' ? 'en' : locale.slice(0, 2);
      const { text: quoted } = digest.quotes.find((quote) => quote.language === language)!;
      equal(
        shown(element).map((link) => {
          const words = link.querySelector('q')!;
          return [
            words.lang,
            words.dir,
            getComputedStyle(words).direction,
            words.textContent.trim(),
            words.querySelector('mark')!.textContent,
          ];
        }),
        Array.from({ length: count }, () => [language, 'auto', direction, quoted, mark]),
        locale,
      );
    }
    const element = await open(proxy);
    equal(find(element, '.quotes h3').textContent, 'In reviewers’ words');
    equal(
      shown(element).map((link) => link.querySelector('svg')!.getAttribute('aria-label')),
      ['5 out of 5 stars', '1 out of 5 stars'],
    );
    await checkAccess('quotes');
  });

  it('open their review, as a permanent link does', async () => {
    const proxy = knowing();
    const element = await open(proxy, { locale: 'de' });
    find<HTMLDetailsElement>(element, '.overview details').open = true;
    const link = shown(element)[0]!;
    link.focus();
    ok(element.shadowRoot!.activeElement === link, 'out of reach of the keyboard');
    link.click();
    const opened = await until(() => findAll(element, '.linked')[0]);
    equal(asked(proxy)['review_id'], '9');
    await until(() => element.shadowRoot!.activeElement === opened);
  });

  it('show hostile words as text, and fit the narrowest window', async () => {
    const text = `<img src=x onerror=alert(1)> ${'handle'.repeat(20)}`;
    const element = await open(knowing({ quotes: [{ ...digest.quotes[0]!, text, marked: [29, 35] }] }));
    equal(find(element, '.quotes q').textContent, text);
    element.style.width = '288px';
    const { right } = element.getBoundingClientRect();
    for (const part of findAll(element, '.quotes *')) {
      const box = part.getBoundingClientRect();
      ok(box.right <= right + 1, `${part.localName} is wider than the element: ${box.right} > ${right}`);
    }
    element.style.width = '';
  });

  it('are in the language of the page around them, and begin at its side', async () => {
    const element = await open(knowing(), { locale: 'ar' });
    equal(find(element, '.quotes h3').textContent, 'بكلمات أصحاب التقييمات');
    const { right } = find(element, '.quotes').getBoundingClientRect();
    ok(Math.abs(find(element, '.quotes svg').getBoundingClientRect().right - right) < 2, 'not at the right');
    await checkAccess('quotes in Arabic');
  });

  it('are not there without any, or where an older answer knows of none', async () => {
    for (const quotes of [[], undefined] as unknown as (typeof digest)['quotes'][]) {
      const element = await open(knowing({ quotes }));
      equal(findAll(element, '.quotes').length, 0);
      ok(findAll(element, '.mentions').length, 'the rest is gone too');
    }
  });
});

describe('the address', () => {
  it('holds what is chosen, and shows it again', async () => {
    const proxy = knowing();
    const sku = newSku();
    const element = await open(proxy, { sku });
    button(element, /^5 stars/).click();
    button(element, /^handle/).click();
    await until(() => /ratings=5.*mention=en\.handl/.test(location.hash));
    element.remove();
    const again = knowing();
    await open(again, { sku });
    await until(() => asked(again)['mention'] === 'en.handl' && asked(again)['ratings'] === '5');
  });

  it('holds an order that is chosen alone', async () => {
    const proxy = knowing();
    const sku = newSku();
    const element = await open(proxy, { sku, order: 'helpful' });
    equal(location.hash, '');
    const menu = find<HTMLSelectElement>(element, '.sort select');
    equal([...menu.options].find(({ value }) => value === 'oldest')?.label, 'Oldest');
    choose(menu, 'oldest');
    await until(() => asked(proxy)['order'] === 'oldest');
    await until(() => new URLSearchParams(location.hash.slice(1)).get('order') === 'oldest');
    element.remove();
    const again = knowing();
    const linked = await open(again, { sku, order: 'helpful' });
    await until(() => asked(again)['order'] === 'oldest');
    equal(find<HTMLSelectElement>(linked, '.sort select').value, 'oldest');
  });

  it('that filters or sorts leads to one request, and back to the order of the page', async () => {
    for (const said of ['ratings=5&mention=en.handl', 'order=oldest', 'q=handle&verified=1&ratings=4,5']) {
      const proxy = knowing();
      const sku = newSku();
      history.replaceState(null, '', `#plaudit=sku+${sku}&${said}`);
      const element = await open(proxy, { sku, order: 'helpful' });
      const query: Record<string, string | undefined> = asked(proxy);
      await until(() => findAll(element, '.review').length > 0);
      equal(proxy.asked(page).length, 1, said);
      for (const [name, value] of new URLSearchParams(said)) equal(query[name], value);
      equal(query['digest'], '1');
      ok(/92% would recommend it/.test(text(element)), 'says nothing of all reviews');
      equal((element as HTMLElement & { all: number }).all, said.startsWith('order') ? 30 : 225);
      location.hash = '#';
      await until(() => asked(proxy)['order'] === 'helpful' && !asked(proxy)['q'] && !asked(proxy)['ratings']);
      element.remove();
    }
  });

  it('that filters does not narrow the number of reviews that the page is told', async () => {
    for (const left of [3, 0]) {
      const sku = newSku();
      history.replaceState(null, '', `#plaudit=sku+${sku}&ratings=1`);
      const told: unknown[] = [];
      const tell = ({ detail }: Event & { detail?: unknown }) => told.push(detail);
      document.addEventListener('plaudit-ready', tell);
      (await open(knowing({}, texts.slice(0, left)), { sku })).remove();
      document.removeEventListener('plaudit-ready', tell);
      equal(told, [{ total: 225 }]);
    }
  });

  it('is left alone where the page uses it, or the shop says so', async () => {
    history.replaceState(null, '', '#/checkout');
    const proxy = knowing();
    const element = await open(proxy);
    button(element, /^handle/).click();
    await until(() => asked(proxy)['mention']);
    equal(location.hash, '#/checkout');
    history.replaceState(null, '', location.pathname);
    const { defaults } = shared;
    shared.defaults = { proxy: proxy.url, address: 'off' } as typeof defaults & object;
    try {
      button(element, /^dishwasher/).click();
      await until(() => asked(proxy)['mention'] === 'en.dishwash');
      await element.updateComplete;
      equal(location.hash, '');
    } finally {
      if (defaults) shared.defaults = defaults;
      else delete shared.defaults;
    }
  });

  it('opens a review by its permanent link', async () => {
    const proxy = knowing();
    const element = await open(proxy);
    const link = find(element, '.list .link-to');
    link.click();
    const opened = await until(() => findAll(element, '.linked')[0]);
    ok(/The one/.test(opened.textContent), opened.textContent);
    equal(asked(proxy)['review_id'], '1');
    await until(() => element.shadowRoot!.activeElement === opened);
    opened.querySelector('button')!.click();
    await until(() => !findAll(element, '.linked')[0]);
  });

  it('is not believed about another product, or where it is nonsense', async () => {
    for (const hash of [
      '#plaudit=sku+OTHER&mention=en.x',
      '#plaudit=',
      '#plaudit=%E0%A4%A',
      '#plaudit=sku+X&ratings=9,-1',
    ]) {
      history.replaceState(null, '', hash);
      const proxy = knowing();
      await open(proxy);
      equal(
        proxy.asked(page).map(({ query }) => [query['mention'] ?? null, query['ratings'] ?? null]),
        [[null, null]],
        hash,
      );
    }
  });
});

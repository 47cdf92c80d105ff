import '../../src/all.ts';
import { languages } from '../../src/locales/index.ts';
import type { Words } from '../../src/locales/catalogue.ts';
import { loadWords, translate } from '../../src/locales/i18n.ts';
import { english, pieces } from './english.ts';
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
  photo,
  question,
  refusal,
  event,
  mount,
  shopReviews,
  stats,
  text,
  until,
} from './support.ts';

type Texts = Readonly<Record<string, Words[keyof Words]>>;
const catalogues: Readonly<Record<string, () => Promise<{ readonly default: Words }>>> = {
  en: async () => ({ default: english }),
  ...languages,
};
const slots = (wording: string) => [...wording.matchAll(/{\w+}/g)].map(String).sort().join();

describe('languages', () => {
  it('are ten', () => {
    equal(Object.keys(catalogues).sort(), ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt']);
  });

  it('have one text for a key, whichever piece of code brings it', () => {
    for (const [name, text] of pieces.flatMap((piece) => Object.entries(piece)))
      equal(text, english[name as keyof Words], name);
  });

  for (const [language, load] of Object.entries(catalogues))
    it(`${language} has every key, every plural category, and every value to fill in`, async () => {
      const texts: Texts = (await load()).default;
      const wantedTexts: Texts = english;
      const names = Object.keys(wantedTexts).sort();
      equal(Object.keys(texts).sort(), names);
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const name of names) {
        const [given, wanted] = [texts[name]!, wantedTexts[name]!];
        if (typeof given === 'string' || typeof wanted === 'string') {
          equal(
            [typeof given, typeof wanted, slots(given as string)],
            ['string', 'string', slots(wanted as string)],
            `${language} ${name}`,
          );
          ok((given as string).trim(), `${language} ${name} is empty`);
        } else {
          equal(Object.keys(given).sort(), [...pluralCategories].sort(), `${language} ${name}`);
          // A category that stands for one number alone may say it in words.
          equal(slots(given.other), '{n}', `${language} ${name}`);
        }
      }
    });

  it('say what they are given', async () => {
    const photo = { name: 'hut.gif', type: 'GIF', n: 1234 };
    for (const [locale, said] of [
      ['de-AT', 'hut.gif ist vom Typ GIF; JPEG, PNG und WebP gehen.'],
      ['fr', 'hut.gif est de type GIF\u202f; JPEG, PNG et WebP conviennent.'],
      ['ar', '\u2068hut.gif\u2069 ملف \u2068GIF\u2069؛ الصيغ المقبولة هي JPEG وPNG وWebP.'],
    ] as const) {
      await loadWords(locale);
      equal(translate(locale, 'wrongType', photo), said);
    }
    equal(translate('de', 'seeAll', photo), 'Alle 1.234 ansehen');
  });

  it('break no number from its unit, and no French mark from its word', async () => {
    for (const [language, load] of Object.entries(catalogues))
      for (const [name, wording] of Object.entries((await load()).default as Texts)) {
        const all = (typeof wording === 'string' ? [wording] : Object.values(wording)).join(' | ');
        ok(
          !/{n} (s|ث)\b/.test(all) &&
            !/{n} ث/.test(all) &&
            !(language === 'fr' && / [;:!?]/.test(all)) &&
            !/ …/.test(all),
          `${language} ${name}: ${all}`,
        );
      }
  });

  it('keep the full stop of a Latin name with it among Arabic words', async () => {
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ 'product/questions': listOf('questions', [question(1)]) }),
      { locale: 'ar', sku: newSku() },
    );
    ok(/سؤال من \u2068Eve B\.\u2069/.test(text(element)), text(element));
  });

  for (const [locale, number, said] of [
    ['pl', 1, '1 opinia'],
    ['pl', 3, '3 opinie'],
    ['pl', 12, '12 opinii'],
    ['pl', 1234567, '1 234 567 opinii'],
    ['ar', 2, 'تقييمان'],
    ['ar', 5, '٥ تقييمات|5 تقييمات'],
    ['ar', 11, '١١ تقييمًا|11 تقييمًا'],
    ['fr', 0, 'Pas encore d’avis'],
    ['fr', 2_000_000, '2 000 000 d’avis'],
    ['ja', 7, 'レビュー7件'],
    ['de', 1234, '1.234 Bewertungen'],
    ['pt-BR', 1, '1 avaliação'],
  ] as const)
    it(`say ${number} in ${locale} as people do`, async () => {
      const proxy = new TestProxy({
        'product/reviews/stats': ({ query }) => ({ stats: { [query['skus']!]: stats(number) } }),
      });
      const element = await mountReady('plaudit-star-summary', proxy, { sku: newSku(), locale });
      const shown = find(element, '[part=count]')
        .textContent.replace(/[\s\u00a0\u202f]+/g, ' ')
        .trim();
      ok(said.split('|').includes(shown), `${shown} instead of ${said}`);
    });

  for (const locale of ['en', 'en-US', 'en-GB', 'de', 'ja'])
    it(`write the dates of ${locale} as the browser does, with or without a formatter`, async () => {
      const moments = Array.from(
        { length: 12 },
        (_, month) =>
          `20${14 + month}-${String(month + 1).padStart(2, '0')}-${String(month * 2 + 1).padStart(2, '0')}T12:00:00+00:00`,
      );
      const element = await mountReady(
        'plaudit-review-list',
        new TestProxy({
          reviews: listOf(
            'reviews',
            shopReviews(12, (no) => ({ publishedRFC: moments[no - 1]! })),
          ),
        }),
        { locale, 'page-size': '12' },
      );
      const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
      equal(
        findAll(element, 'article time').map((time) => time.textContent),
        moments.map((moment) => dates.format(Date.parse(moment))),
      );
    });

  it('read from the right where they are written so, and each element with them', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const element = await mountReady(
        'plaudit-review-list',
        new TestProxy({ reviews: listOf('reviews', shopReviews(3)) }),
        { locale: 'ar' },
      );
      equal(find(element, '.base').lang, 'ar');
      const [portrait, name] = ['.monogram', '[part=author]'].map((selector) =>
        find(element, selector).getBoundingClientRect(),
      );
      ok(portrait!.left > name!.left, 'the portrait is not before the name');
      ok(button(element, /إبلاغ/), 'not in Arabic');
    } finally {
      document.documentElement.dir = '';
    }
  });

  it('run from the right where they are Arabic, also in a page that does not', async () => {
    const element = await mountReady(
      'plaudit-review-list',
      new TestProxy({
        reviews: listOf(
          'reviews',
          shopReviews(1, () => ({ images: [photo('A')] })),
        ),
      }),
      { locale: 'ar' },
    );
    const [portrait, name] = ['.monogram', '[part=author]'].map((selector) =>
      find(element, selector).getBoundingClientRect(),
    );
    ok(portrait!.left > name!.left, 'the portrait is not before the name');
    find(element, '.frame').click();
    const dialog = await until(() => element.shadowRoot!.querySelector('dialog'));
    equal([getComputedStyle(dialog).direction, dialog.lang], ['rtl', 'ar']);
    dialog.close();
  });

  it('say what failed, and that the shopper is offline', async () => {
    const failed = mount('plaudit-questions', new TestProxy({ questions: () => refusal(399, 502) }), { locale: 'nl' });
    await event(failed, 'plaudit-error');
    ok(/De reviewdienst antwoordt op dit moment niet.*Opnieuw proberen/.test(text(failed)), text(failed));
    // One element of a page says it for all.
    failed.remove();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      const offline = mount('plaudit-questions', new TestProxy({ questions: () => Response.error() }), {
        locale: 'fr',
      });
      await event(offline, 'plaudit-error');
      ok(/Vous êtes hors ligne/.test(text(offline)), text(offline));
      equal(findAll(offline, 'button').length, 1);
    } finally {
      delete (navigator as { onLine?: boolean }).onLine;
    }
  });
});

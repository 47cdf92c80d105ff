/** Texts that scripts bring before ours, on a page of its own. */
import { words } from './words-first.ts';
import '../../src/all.ts';
import { TestProxy, equal, find, findAll, mountReady, newSku, ok, text, until } from './support.ts';

describe('texts that a script brings before the elements', () => {
  let proxy: TestProxy;
  beforeEach(() => {
    proxy = new TestProxy().on('product/reviews/vote', () => ({}));
  });
  const list = (locale: string) => mountReady('plaudit-product-reviews', proxy, { sku: newSku(), locale });
  const stars = (locale: string) => mountReady('plaudit-stars', proxy, { sku: newSku(), locale });

  it('are those of a further language, also what loads late', async () => {
    const element = await list('sv-SE');
    const swedish = words.sv;
    ok(text(element).includes(swedish['positive']!) && !/Helpful/.test(text(element)), text(element));
    equal([find(element, '[part=base]').dir, find(element, '[part=base]').lang], ['', 'sv-SE']);
    findAll(element, 'button.positive')[0]!.click();
    await until(() => text(element).includes(swedish['voted']!));
  });

  it('run from the right in Hebrew', async () => {
    const element = await list('he');
    equal([find(element, '[part=base]').dir, find(element, '[part=base]').lang], ['rtl', 'he']);
    ok(text(element).includes(words.he['positive']!), text(element));
  });

  it('are those of Hebrew and Indonesian under the codes that they had before', async () => {
    for (const [locale, language] of [
      ['iw', 'he'],
      ['iw-IL', 'he'],
      ['in', 'id'],
      ['in_ID', 'id'],
    ] as const) {
      const label = find(await stars(locale), 'svg').getAttribute('aria-label')!;
      equal(label.replace(/\d+([.,]\d)?/, '{n}').replace(/[\u2066-\u2069]/g, ''), words[language]['rated'], locale);
      equal(find(await list(locale), '[part=base]').lang, locale.replace(/^../, language).replace('_', '-'));
    }
  });

  it('come with the dates of the region, also where a script is named', async () => {
    const day = (element: Element) => find(element, 'article time').textContent;
    const [taiwan, named, mainland] = await Promise.all(['zh-TW', 'zh-Hant-TW', 'zh-Hans-CN'].map((one) => list(one)));
    const dates = new Intl.DateTimeFormat('zh-TW', { dateStyle: 'medium', timeZone: 'UTC' });
    equal([day(taiwan!), day(named!)], Array(2).fill(dates.format(new Date('2026-01-02T10:00:00Z'))));
    equal(find(named!, '[part=base]').lang, 'zh-TW');
    equal(find(mainland!, '[part=base]').lang, 'zh-CN');
  });

  it('are those of Norwegian under both of its codes', async () => {
    const { rated } = words.nb;
    for (const locale of ['nb', 'no-NO']) {
      const element = await stars(locale);
      const label = find(element, 'svg').getAttribute('aria-label')!;
      equal(label.replace(/\d+([.,]\d)?/, '{n}'), rated, locale);
    }
  });

  it('stand over those that the elements have, in English too', async () => {
    const english = await list('en');
    ok(/Good to know/.test(text(english)) && /Newest/.test(text(english)), text(english));
    const german = await list('de');
    ok(/Gut zu wissen/.test(text(german)), text(german));
  });

  it('that lack one leave a gap, and no element that fails', async () => {
    const label = find(await stars('fy'), 'svg').getAttribute('aria-label')!;
    ok(/fan 5 stjerren/.test(label), label);
    ok(findAll(await list('fy'), 'article').length > 0, 'no reviews');
  });
});

import '../../src/all.ts';
import type { Digest, Summary } from '../../contract/entities/digest.ts';
import { checkAccess } from './access.ts';
import { equal, find, findAll, ok, text, until } from './support.ts';
import { digest, knowing, open, page, summaries } from './knowing.ts';

const sentencesOf = (element: Element) => findAll(element, '.summary span');
const numbersOf = (element: Element) => findAll(element, '.summary a') as HTMLAnchorElement[];
const paragraphOf = (element: Element) => find(element, '.summary p');
const [english, , arabic] = summaries as [Summary, Summary, Summary];

describe('a summary', () => {
  it('is a paragraph in the language of the shopper, or else in the one that most is said in', async () => {
    const proxy = knowing({ summaries });
    for (const [locale, language, direction] of [
      ['en', 'en', 'ltr'],
      ['de-AT', 'de', 'ltr'],
      // The first word of it is in Latin script.
      ['ar', 'ar', 'rtl'],
      ['ja', 'en', 'ltr'],
    ] as const) {
      const element = await open(proxy, { locale });
      equal(
        sentencesOf(element).map(({ lang, textContent }) => [lang, textContent]),
        summaries.find((one) => one.language === language)!.sentences.map((sentence) => [language, sentence.text]),
        locale,
      );
      equal(getComputedStyle(paragraphOf(element)).direction, direction, locale);
      await checkAccess(`a summary for ${locale}`);
    }
    const foreign = await open(
      knowing({ summaries: [{ ...arabic, sentences: [{ text: 'المقبض لا ينزلق أبدا.', review_ids: [11] }] }] }),
    );
    equal(getComputedStyle(paragraphOf(foreign)).direction, 'rtl');
  });

  it('has numbers that lead to reviews, one for each review, with spaces between', async () => {
    const element = await open(knowing({ summaries }));
    equal(
      numbersOf(element).map((link) => [
        link.textContent,
        link.ariaLabel,
        link.rel,
        new URLSearchParams(link.hash.slice(1)).get('review_id'),
      ]),
      [
        ['1', 'Review 1', 'nofollow', '7'],
        ['2', 'Review 2', 'nofollow', '12'],
        ['1', 'Review 1', 'nofollow', '7'],
        ['3', 'Review 3', 'nofollow', '30'],
        ['4', 'Review 4', 'nofollow', '31'],
      ],
    );
    equal(
      paragraphOf(element).textContent.trim(),
      'Most like that the handle stays cool. 1 2 It keeps its colour in the dishwasher. 1 3 ' +
        'Some would have liked it larger. 4',
    );
    equal(numbersOf(await open(knowing({ summaries }), { locale: 'de' }))[0]!.ariaLabel, 'Bewertung 1');
  });

  it('opens a review, as a permanent link does', async () => {
    const proxy = knowing({ summaries });
    const element = await open(proxy);
    find<HTMLDetailsElement>(element, '.overview details').open = true;
    const link = numbersOf(element)[1]!;
    link.focus();
    ok(element.shadowRoot!.activeElement === link, 'out of reach of the keyboard');
    link.click();
    const opened = await until(() => findAll(element, '.linked')[0]);
    equal(proxy.asked(page).at(-1)!.query['review_id'], '12');
    await until(() => element.shadowRoot!.activeElement === opened);
  });

  it('says that a machine wrote it, from how many reviews, above what people wrote', async () => {
    const element = await open(knowing({ summaries }));
    equal(find(element, '.summary h3').textContent, 'In short');
    equal(
      find(element, '.summary .muted').textContent,
      'Written by an AI language model from 42 reviews. The numbers lead to reviews that say it.',
    );
    ok(find(element, '.summary').nextElementSibling === find(element, '.quotes'), 'not above the quotes');
    const german = await open(knowing({ summaries }), { locale: 'de' });
    ok(/KI-Sprachmodell aus 1 Bewertung zusammengefasst/.test(text(german)), text(german));
    const japanese = await open(knowing({ summaries }), { locale: 'ja' });
    ok(/言語モデル）が42件のレビュー/.test(text(japanese)), text(japanese));
  });

  it('has targets of 24 pixels that keep clear of each other, in lines of their usual height', async () => {
    const review_ids = Array.from({ length: 5 }, (_, index) => 101 + index);
    const sentences = Array.from({ length: 4 }, (_, index) => ({
      text: 'It is good.',
      review_ids: review_ids.map((id) => id + 5 * index),
    }));
    const element = await open(knowing({ summaries: [{ ...english, sentences }] }));
    for (const width of ['320px', '900px']) {
      element.style.width = width;
      const boxes = numbersOf(element).map((link) => link.getBoundingClientRect());
      for (const [index, box] of boxes.entries()) {
        ok(box.width >= 24 && box.height >= 24, `${width}: ${box.width} × ${box.height}`);
        for (const other of boxes.slice(index + 1)) {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          ok(across <= 0 || down < 0.5, `${width}: ${across} × ${down} of two targets are the same`);
        }
      }
      const lines = paragraphOf(element).getBoundingClientRect().height / 24;
      ok(Math.abs(lines - Math.round(lines)) < 0.05, `${width}: ${lines} lines`);
    }
  });

  it('shows hostile text as text, and fits the narrowest window', async () => {
    const hostile = `<img src=x onerror=alert(1)> \u202e${'handle'.repeat(40)}`;
    const sentences = [{ text: hostile, review_ids: [1, 2, 3, 4, 5] }, english.sentences[2]!];
    const element = await open(knowing({ summaries: [{ language: '"><b>', reviews: 1e15, sentences }] }));
    equal(sentencesOf(element)[0]!.textContent, hostile);
    equal(findAll(element, '.summary img').length, 0);
    // What turns the direction within a sentence turns none of the numbers after it.
    const [first, second] = numbersOf(element).map((link) => link.getBoundingClientRect());
    ok(first!.left < second!.left, 'the numbers run the other way');
    element.style.width = '288px';
    const { right } = element.getBoundingClientRect();
    for (const part of findAll(element, '.summary *')) {
      const box = part.getBoundingClientRect();
      ok(box.right <= right + 1, `${part.localName} is wider than the element: ${box.right} > ${right}`);
    }
  });

  it('is not there without sentences that rest on reviews, and nothing else goes with it', async () => {
    const [sentence] = english.sentences;
    for (const given of [
      undefined,
      null,
      [],
      [null],
      [{ ...english, sentences: null }],
      [{ ...english, sentences: [] }],
      [{ ...english, sentences: [null, {}, { ...sentence, text: '' }, { text: 'Nobody says this.' }] }],
      [
        {
          ...english,
          sentences: [
            { ...sentence, review_ids: [] },
            { ...sentence, review_ids: [null] },
          ],
        },
      ],
    ] as unknown as Digest['summaries'][]) {
      const element = await open(knowing({ summaries: given }));
      equal(findAll(element, '.summary').length, 0, JSON.stringify(given));
      equal(findAll(element, '.quotes').length, 1, JSON.stringify(given));
    }
    const hollow = { language: 'en', reviews: 2, sentences: [] };
    const element = await open(
      knowing({ summaries: [hollow, { ...english, sentences: [{ text: 'Unfounded.', review_ids: [] }, sentence!] }] }),
    );
    equal(
      sentencesOf(element).map(({ textContent }) => textContent),
      [sentence!.text],
    );
  });

  it('is there without quotes, too', async () => {
    const element = await open(knowing({ summaries, quotes: [] }));
    equal([findAll(element, '.summary').length, findAll(element, '.quotes').length], [1, 0]);
    ok(digest.mentions.length && findAll(element, '.mentions').length, 'the rest is gone');
  });
});

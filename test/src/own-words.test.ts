/** Texts that come as data, over those that are built in. */
import '../../src/all.ts';
import type { Plural } from '../../src/locales/catalogue.ts';
import { addEnglish, loadWords, translate } from '../../src/locales/i18n.ts';
import { languages } from '../../src/locales/index.ts';
import { moreLanguages } from '../../src/locales/more/index.ts';
import { useWords } from '../../src/server/own-words.ts';
import { equal, ok } from './support.ts';

type Texts = Readonly<Record<string, string | Plural>>;
const use = (language: string, texts: Texts) => useWords(language, async () => texts);

describe('own texts', () => {
  it('of a new language stand for it, with English where they say nothing, also if that comes later', async () => {
    void use('sv', { write: 'Skriv en recension', stars: { one: '{n} stjärna', other: '{n} stjärnor' } });
    await loadWords('sv');
    equal(translate('sv', 'write'), 'Skriv en recension');
    equal(translate('sv-FI', 'stars', { n: 2 }), '2 stjärnor');
    equal(translate('sv', 'noReviews'), 'No reviews yet');
    addEnglish({ retry: 'Once more' });
    equal(translate('sv', 'retry'), 'Once more');
    addEnglish({ retry: 'Try again' });
  });

  it('of a language that is built in change those texts alone', async () => {
    void use('it', { write: 'Dicci la tua', seeAmong: 'Guarda' });
    await loadWords('it');
    equal(translate('it', 'write'), 'Dicci la tua');
    equal(translate('it', 'noReviews'), 'Ancora nessuna recensione');
    const { words } = await moreLanguages['it']!();
    equal(words.seeAmong, 'Guarda');
    ok(words.nextStep.length > 0, 'the others are gone');
  });

  it('that do not come leave a language that is built in as it is, and one that is not in English', async () => {
    const fail = async (): Promise<Texts> => Promise.reject(new TypeError('offline'));
    void useWords('nl', fail);
    void useWords('da', fail);
    await Promise.all([loadWords('nl'), loadWords('da')]);
    equal(translate('nl', 'write'), 'Schrijf een review');
    equal(translate('da', 'write'), 'Write a review');
  });

  it('are loaded once, and no sooner than something is said in their language', async () => {
    let loads = 0;
    void useWords('fi', async () => {
      loads++;
      return {};
    });
    equal(loads, 0);
    await Promise.all([languages['fi']!(), languages['fi']!(), moreLanguages['fi']!()]);
    equal(loads, 1);
  });

  it('in English stay when code that loads later brings its own', async () => {
    await use('en', { retry: 'Have another go', recommend: '{share} of you like it' });
    equal(translate('en', 'retry'), 'Have another go');
    addEnglish({ retry: 'Try again', offline: 'You are offline.' });
    equal(translate('en', 'retry'), 'Have another go');
    equal(translate('en', 'offline'), 'You are offline.');
    const { words } = await moreLanguages['en']!();
    equal(words.recommend, '{share} of you like it');
    await use('en', { retry: 'Try again' });
    equal(translate('en', 'retry'), 'Try again');
  });
});

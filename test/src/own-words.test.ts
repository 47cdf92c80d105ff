/** Texts that come as data, as the renderer uses them. */
import '../../src/all.ts';
import { addEnglish, isRightToLeft, loadWords, translate } from '../../src/locales/i18n.ts';
import { useWords } from '../../src/server/own-words.ts';
import { english as complete } from './english.ts';
import { equal } from './support.ts';

describe('own texts', () => {
  it('of a new language stand for it, in the direction in which it is written', async () => {
    useWords('sv', { ...complete, write: 'Skriv en recension', stars: { one: '{n} stjärna', other: '{n} stjärnor' } });
    useWords('fa', { ...complete, write: 'نظر بدهید' });
    await Promise.all([loadWords('sv'), loadWords('fa')]);
    equal(translate('sv', 'write'), 'Skriv en recension');
    equal(translate('sv-FI', 'stars', { n: 2 }), '2 stjärnor');
    equal(translate('fa', 'write'), 'نظر بدهید');
    equal([isRightToLeft('sv'), isRightToLeft('fa')], [false, true]);
  });

  it('of a language that is built in stand in its place, also for what loads late', async () => {
    useWords('it', { ...complete, write: 'Dicci la tua', seeAmong: 'Guarda' });
    await loadWords('it');
    equal(translate('it', 'write'), 'Dicci la tua');
    equal(translate('it', 'seeAmong'), 'Guarda');
  });

  it('in English stay when code that loads later brings its own', () => {
    useWords('en', { ...complete, retry: 'Have another go', recommend: '{share} of you like it' });
    equal(translate('en', 'retry'), 'Have another go');
    addEnglish({ retry: 'Try again', offline: 'You are offline.' });
    equal(translate('en', 'retry'), 'Have another go');
    equal(translate('en', 'recommend', { share: 'All' }), 'All of you like it');
    useWords('en', complete);
    equal(translate('en', 'retry'), 'Try again');
  });
});

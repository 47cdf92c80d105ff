/** Brings texts to the page as scripts do that come before ours; import it before anything of ours. */
import { wordsScript } from '../../contract/texts/words-script.ts';
import { addWords } from '../../src/page-defaults.ts';
import { english } from './english.ts';

/** Runs a script at once, as the page does that contains it. */
function run(text: string): void {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.append(script);
}

/** What comes with the elements for a further language. Modules that are imported later do not wait for this one. */
function read(language: string): Record<string, string> {
  const request = new XMLHttpRequest();
  request.open('GET', `/src/locales/words/${language}.json`, false);
  request.send();
  return JSON.parse(request.responseText) as Record<string, string>;
}

export const words = { sv: read('sv'), he: read('he'), nb: read('nb'), id: read('id'), zh: read('zh') };

for (const [language, texts] of Object.entries(words)) run(wordsScript(language, texts));
// The shop's own, over what the elements have.
run(wordsScript('en', { ...english, positive: 'Good to know' }));
addWords('de', { ...english, positive: 'Gut zu wissen' });
// Of an older version, which had one text.
run(wordsScript('fy', { rated: '{n} fan 5 stjerren' }));

/** Translations of reviews, by a translator that the page of the shop has. */
import 'axe-core';
import type axe from 'axe-core';
import '../../src/all.ts';
import type { EventDetails } from '../../src/page/events.ts';
import { shared } from '../../src/page/shared.ts';
import { knowing, open } from './knowing.ts';
import { button, equal, find, findAll, ok, review, text, until } from './support.ts';

const runner = (globalThis as unknown as { axe: typeof axe }).axe;
type Asked = EventDetails['plaudit-translate'];

const long = `${'Die Kanne ist gut. '.repeat(40)}Ende`;
const texts = [
  review(1, { title: 'Schöne Kanne', content: 'Der Deckel schließt gut.', language: 'de' }),
  review(2, { title: 'Fine', content: 'It is fine.', language: 'en' }),
  review(3, { title: '', content: long, language: 'de' }),
  review(4, { title: 'Hm', content: 'Hm.', language: null }),
];

let stop = new AbortController();
const answer = (respond: (asked: Asked, event: CustomEvent<Asked>) => void) =>
  document.addEventListener('plaudit-translate', (event) => respond(event.detail, event), { signal: stop.signal });
const lines = (element: Element) => findAll(element, '.translation');
/** Without the two reviews that stand above the list. */
const plain = { favourable: null, critical: null };
const contents = (element: Element) => findAll(element, '.review .content').map(({ textContent }) => textContent);
const { defaults } = shared;

// What the browser translates is in another file.
before(() => delete (globalThis as { Translator?: unknown }).Translator);
beforeEach(() => {
  stop = new AbortController();
  shared.defaults = { proxy: location.origin, translate: 'on' };
});
afterEach(() => {
  stop.abort();
  if (defaults) shared.defaults = defaults;
  else delete shared.defaults;
});

describe('a translation', () => {
  it('is offered of reviews in another language, and only where the page says that it answers', async () => {
    const element = await open(knowing(plain, texts));
    equal(
      findAll(element, '.review').map((one) => one.querySelectorAll('.translation').length),
      [1, 0, 1, 0],
    );
    const german = await open(knowing(plain, texts), { locale: 'de' });
    ok(lines(german).length === 1 && /Übersetzen/.test(text(german)), text(german));
    shared.defaults = { proxy: location.origin };
    equal(lines(await open(knowing(plain, texts))).length, 0);
  });

  it('is asked for with all that it takes, shown as text in its language, and put away', async () => {
    const asked: Asked[] = [];
    answer((detail, { bubbles, composed, cancelable }) => {
      asked.push(detail);
      equal([bubbles, composed, cancelable], [true, true, true]);
      detail.respondWith(Promise.resolve(['Lovely pot', '<img src=x onerror=alert(1)> The lid closes well.']));
      detail.respondWith(['too', 'late']);
    });
    const element = await open(knowing(plain, texts));
    const press = button(element, /^Translate$/);
    press.focus();
    press.click();
    await until(() => /The lid closes well/.test(text(element)));
    equal(
      asked.map(({ texts, from, to }) => ({ texts, from, to })),
      [{ texts: ['Schöne Kanne', 'Der Deckel schließt gut.'], from: 'de', to: 'en' }],
    );
    equal(contents(element)[0], '<img src=x onerror=alert(1)> The lid closes well.');
    equal([find(element, '.review h3').textContent, find(element, '.review h3').lang], ['Lovely pot', 'en']);
    equal(lines(element)[0]!.querySelector('[role=status]')!.textContent, 'Translated');
    ok(element.shadowRoot!.activeElement === press, 'focus is lost');
    const { violations } = await runner.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
    equal(
      violations.map(({ id }) => id),
      [],
    );
    button(element, /^Show the original$/).click();
    await until(() => contents(element)[0] === 'Der Deckel schließt gut.');
    equal(find(element, '.review h3').lang, 'de');
    // It is known now.
    button(element, /^Translate$/).click();
    await until(() => /The lid closes well/.test(text(element)));
    equal(asked.length, 1);
  });

  it('of a text without a title has no title, and can be folded', async () => {
    answer(({ texts, respondWith }) => respondWith(texts.map((one) => one.toUpperCase())));
    const element = await open(knowing(plain, texts));
    lines(element)[1]!.querySelector('button')!.click();
    const third = findAll(element, '.review')[2]!;
    await until(() => /DIE KANNE/.test(third.textContent));
    equal([third.querySelectorAll('h3').length, third.querySelectorAll('.folded').length], [0, 1]);
  });

  const failures: Readonly<Record<string, (asked: Asked) => void>> = {
    'nobody answers': () => {},
    'the translator fails': ({ respondWith }) => respondWith(Promise.reject(new Error('quota'))),
    'too few texts come': ({ respondWith }) => respondWith(['one']),
    'something else comes': ({ respondWith }) => respondWith([{}, 1] as unknown as string[]),
    'nothing comes': ({ respondWith }) => respondWith(undefined as unknown as string[]),
    'empty texts come': ({ respondWith }) => respondWith(['', ' ']),
  };
  for (const [what, respond] of Object.entries(failures))
    it(`says so where ${what}, keeps the original, and can be asked for again`, async () => {
      answer(respond);
      const element = await open(knowing(plain, texts));
      button(element, /^Translate$/).click();
      await until(() => /It could not be translated\./.test(text(element)));
      equal(contents(element)[0], 'Der Deckel schließt gut.');
      stop.abort();
      stop = new AbortController();
      answer(({ respondWith }) => respondWith(['Lovely pot', 'The lid closes well.']));
      button(element, /^Translate$/).click();
      await until(() => contents(element)[0] === 'The lid closes well.');
    });

  it('that the page cancels is not spoken of, and one that is on its way is asked for once', async () => {
    answer((_asked, event) => event.preventDefault());
    const element = await open(knowing(plain, texts));
    const press = button(element, /^Translate$/);
    press.click();
    await until(() => press.ariaDisabled === 'false' && !/Translating|could not/.test(text(element)));
    stop.abort();
    stop = new AbortController();
    let calls = 0;
    let finish: (texts: readonly string[]) => void = () => {};
    answer(({ respondWith }) => {
      calls++;
      respondWith(new Promise((resolve) => (finish = resolve)));
    });
    press.click();
    await until(() => /Translating…/.test(text(element)));
    press.click();
    finish(['Lovely pot', 'The lid closes well.']);
    await until(() => contents(element)[0] === 'The lid closes well.');
    equal(calls, 1);
  });
});

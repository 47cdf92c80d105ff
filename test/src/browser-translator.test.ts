/** Translations of reviews by the browser itself, with a stand-in for the translator of Chromium. */
import '../../src/all.ts';
import type { EventDetails } from '../../src/page/events.ts';
import { shared } from '../../src/page/shared.ts';
import { knowing, open } from './knowing.ts';
import { button, equal, find, findAll, ok, review, text, until } from './support.ts';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
interface Pair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}
interface Options extends Pair {
  readonly monitor: (download: EventTarget) => void;
}

/** A browser's translator: what it was asked, and how it answers. */
class StandIn {
  readonly pairs: string[] = [];
  readonly translated: string[] = [];
  readonly download = new EventTarget();
  created = 0;
  destroyed = 0;
  say: () => Availability | Promise<Availability> = () => 'available';
  ready: () => void | Promise<void> = () => {};
  translate: (line: string) => string = (line) => `${line.toUpperCase()}`;

  async availability({ sourceLanguage, targetLanguage }: Pair): Promise<Availability> {
    this.pairs.push(`${sourceLanguage} ${targetLanguage}`);
    return this.say();
  }

  async create({ monitor }: Options) {
    this.created++;
    monitor(this.download);
    await this.ready();
    return {
      translate: async (line: string) => {
        this.translated.push(line);
        return this.translate(line);
      },
      destroy: () => this.destroyed++,
    };
  }
}

const page = globalThis as { Translator?: StandIn };
function use(standIn: StandIn | null): StandIn | null {
  delete page.Translator;
  if (standIn) Object.defineProperty(page, 'Translator', { value: standIn, configurable: true });
  return standIn;
}

/** What a browser said of a pair holds for the page, so each test has a language of its own. */
const inLanguage = (language: string, content = 'Le couvercle ferme bien.') =>
  knowing(
    {
      favourable: null,
      critical: null,
      languages: [
        { language: 'en', count: 2 },
        { language, count: 1 },
      ],
    },
    [
      review(1, { title: 'Jolie', content, language }),
      review(2, { title: 'Fine', content: 'It is fine.', language: 'en' }),
    ],
  );
const lines = (element: Element) => findAll(element, '.translation').length;
const content = (element: Element) => find(element, '.review .content').textContent;

const { defaults } = shared;
let stop = new AbortController();
const answer = (respond: (asked: EventDetails['plaudit-translate'], event: Event) => void) =>
  document.addEventListener('plaudit-translate', (event) => respond(event.detail, event), { signal: stop.signal });

beforeEach(() => {
  stop = new AbortController();
  shared.defaults = { proxy: location.origin };
});
afterEach(() => {
  stop.abort();
  use(null);
  if (defaults) shared.defaults = defaults;
  else delete shared.defaults;
});

describe('a translation by the browser', () => {
  it('is offered where the browser can, and each pair of languages is asked for once', async () => {
    const standIn = use(new StandIn())!;
    const element = await open(inLanguage('fr'));
    equal([lines(element), lines(await open(inLanguage('fr')))], [1, 1]);
    equal(standIn.pairs, ['fr en']);
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'LE COUVERCLE FERME BIEN.');
    equal([find(element, '.review h3').textContent, find(element, '.review h3').lang], ['JOLIE', 'en']);
    await until(() => standIn.destroyed === 1);
    equal([standIn.created, find(element, '.translation [role=status]').textContent], [1, 'Translated']);
    button(element, /^Show the original$/).click();
    await until(() => content(element) === 'Le couvercle ferme bien.');
    equal(find(element, '.review h3').lang, 'fr');
  });

  it('is there with the list, unless the browser takes long to say whether it can', async () => {
    let say: (availability: Availability) => void = () => {};
    use(new StandIn())!.say = () => new Promise((resolve) => (say = resolve));
    const element = await open(inLanguage('it'));
    equal(lines(element), 0);
    say('downloadable');
    await until(() => lines(element) === 1);
  });

  it('keeps the lines of a text', async () => {
    const standIn = use(new StandIn())!;
    const element = await open(inLanguage('es', 'Primera.\n\nSegunda.\n'));
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'PRIMERA.\n\nSEGUNDA.\n');
    equal(standIn.translated.toSorted(), ['Jolie', 'Primera.', 'Segunda.']);
  });

  it('is not offered where the browser cannot, fails to say, or has no translator', async () => {
    const standIn = use(new StandIn())!;
    standIn.say = () => 'unavailable';
    equal(lines(await open(inLanguage('sv'))), 0);
    standIn.say = () => Promise.reject(new RangeError('no language'));
    equal(lines(await open(inLanguage('da'))), 0);
    use(null);
    equal(lines(await open(inLanguage('nl'))), 0);
    // Such a browser is not asked for a translation either.
    use(standIn);
    shared.defaults = { proxy: location.origin, translate: 'on' };
    const element = await open(inLanguage('sv'));
    button(element, /^Translate$/).click();
    await until(() => /It could not be translated\./.test(text(element)));
    equal(standIn.created, 0);
  });

  it('is neither offered nor asked for where the page wants none, nor where all reviews are in one language', async () => {
    const standIn = use(new StandIn())!;
    equal(lines(await open(knowing({ languages: [{ language: 'en', count: 3 }] }))), 0);
    shared.defaults = { proxy: location.origin, translate: 'off' };
    equal(lines(await open(inLanguage('pl'))), 0);
    equal(standIn.pairs, []);
  });

  it('is left to the page where that answers or declines, and else to the browser', async () => {
    const standIn = use(new StandIn())!;
    shared.defaults = { proxy: location.origin, translate: 'on' };
    answer(({ respondWith }) => respondWith(['Pretty', 'The lid closes well.']));
    const element = await open(inLanguage('pt'));
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'The lid closes well.');
    stop.abort();
    stop = new AbortController();
    answer((_asked, event) => event.preventDefault());
    const declined = await open(inLanguage('pt'));
    const press = button(declined, /^Translate$/);
    press.click();
    await until(() => press.ariaDisabled === 'false' && !/Translating|could not/.test(text(declined)));
    equal(standIn.created, 0);
    stop.abort();
    press.click();
    await until(() => content(declined) === 'LE COUVERCLE FERME BIEN.');
  });

  it('that fails says so, keeps the original, and can be asked for again', async () => {
    const standIn = use(new StandIn())!;
    standIn.ready = () => Promise.reject(new DOMException('No space left', 'QuotaExceededError'));
    const element = await open(inLanguage('fi'));
    button(element, /^Translate$/).click();
    await until(() => /It could not be translated\./.test(text(element)));
    standIn.ready = () => {};
    standIn.translate = () => '';
    button(element, /^Translate$/).click();
    await until(() => standIn.destroyed === 1 && /It could not be translated\./.test(text(element)));
    equal(content(element), 'Le couvercle ferme bien.');
    standIn.translate = (line) => line.toUpperCase();
    button(element, /^Translate$/).click();
    await until(() => content(element) === 'LE COUVERCLE FERME BIEN.');
  });

  describe('that has to be downloaded', () => {
    /** The times that shoppers wait at the most. */
    const waits = new Map<number, () => void>();
    const { setTimeout: setOwn, clearTimeout: clearOwn } = globalThis;
    beforeEach(() => {
      waits.clear();
      globalThis.setTimeout = ((end: () => void, ms: number, ...rest: unknown[]) => {
        if (ms !== 30_000) return setOwn(end, ms, ...rest);
        const id = setOwn(() => {}, 0);
        waits.set(id as unknown as number, end);
        return id;
      }) as typeof setTimeout;
      globalThis.clearTimeout = (id) => {
        waits.delete(id as number);
        clearOwn(id);
      };
    });
    afterEach(() => Object.assign(globalThis, { setTimeout: setOwn, clearTimeout: clearOwn }));

    it('is asked for in the click, and waited for as long as it gets on', async () => {
      const standIn = use(new StandIn())!;
      standIn.say = () => 'downloadable';
      let arrive: () => void = () => {};
      standIn.ready = () => new Promise((resolve) => (arrive = resolve));
      const element = await open(inLanguage('cs'));
      equal(standIn.created, 0);
      button(element, /^Translate$/).click();
      equal(standIn.created, 1, 'the click is over');
      await until(() => /Translating…/.test(text(element)));
      const [first] = waits.keys();
      standIn.download.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 0.5, total: 1 }));
      ok(waits.size === 1 && !waits.has(first!), 'the time did not start again');
      arrive();
      await until(() => content(element) === 'LE COUVERCLE FERME BIEN.');
      equal(waits.size, 0);
    });

    it('is given up where nothing more comes, and is there when it is asked for later', async () => {
      const standIn = use(new StandIn())!;
      standIn.say = () => 'downloading';
      let arrive: () => void = () => {};
      standIn.ready = () => new Promise((resolve) => (arrive = resolve));
      const element = await open(inLanguage('hu'));
      button(element, /^Translate$/).click();
      await until(() => waits.size === 1);
      for (const end of waits.values()) end();
      await until(() => /It could not be translated\./.test(text(element)));
      arrive();
      await until(() => standIn.destroyed === 1);
      equal(content(element), 'Le couvercle ferme bien.');
      standIn.ready = () => {};
      button(element, /^Translate$/).click();
      await until(() => content(element) === 'LE COUVERCLE FERME BIEN.');
    });
  });
});

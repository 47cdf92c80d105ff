/** When an element asks for its data, when it asks again, what it drops, and what it shows and says meanwhile. */
import { html, type PropertyDeclarations } from 'lit';
import type { Statistics } from '../../contract/shopper/shopper.ts';
import type { LoadKey } from '../../src/controllers/load.ts';
import { PlauditElement } from '../../src/element/element.ts';
import { fail } from '../../src/source/failure.ts';
import { ScriptedSource } from './scripted-source.ts';
import { button, equal, event, findAll, newSku, ok, showsFallback, stats, text, until } from './support.ts';

/** An element with nothing but a load: the number of reviews of a product. */
class Probe extends PlauditElement {
  static override properties: PropertyDeclarations = { ...PlauditElement.properties, sku: {}, order: {} };

  declare sku: string | null;
  /** Another variant of the same data. */
  declare order: string | null;
  renders = 0;

  readonly load = this.loading<Statistics>(
    (): LoadKey => (this.sku ? [this.sku, this.order ?? ''] : null),
    async (signal) => {
      const answer = await this.source.ask('getProductReviewStats', { sku: this.sku! }, signal);
      return answer.product_reviews_stats;
    },
    ({ total }) => total,
  );

  protected override renderContent(): unknown {
    this.renders++;
    return this.renderLoad(this.load, ({ average_rating: average, total }) => {
      if (average === null) throw new Error('no average');
      return html`<p>${total} reviews</p>`;
    });
  }
}
customElements.define('load-probe', Probe);

/** Answers when a test says so, in any order. */
class SlowSource extends ScriptedSource {
  static #count = 0;
  readonly #open: Array<PromiseWithResolvers<Statistics>>;

  constructor() {
    const open: Array<PromiseWithResolvers<Statistics>> = [];
    super(`${location.origin}/slow-${++SlowSource.#count}/`, {
      getProductReviewStats: async () => {
        const answer = Promise.withResolvers<Statistics>();
        open.push(answer);
        return { product_reviews_stats: await answer.promise };
      },
    });
    this.#open = open;
  }

  get skus(): readonly string[] {
    return this.asked.map(({ query }) => (query as { sku: string }).sku);
  }

  isGivenUp(question = this.asked.length - 1): boolean {
    return this.asked[question]!.signal!.aborted;
  }

  answer(total: number, question = this.asked.length - 1): void {
    this.answerWith(stats(total), question);
  }

  answerWith(answer: unknown, question = this.asked.length - 1): void {
    this.#open[question]!.resolve(answer as Statistics);
  }

  refuse(error: unknown = fail('away', { code: 399, status: 502 }), question = this.asked.length - 1): void {
    this.#open[question]!.reject(error);
  }
}

/** What the page hears of its elements: their events, and exceptions that nobody caught. */
let heard: string[];
const hear = (heardEvent: Event) => {
  const { type, detail } = heardEvent as CustomEvent<{ readonly total?: number; readonly code?: number }>;
  heard.push(`${type} ${detail.total ?? detail.code}`);
};
const names = ['plaudit-ready', 'plaudit-error'] as const;
const hearUncaught = ({ reason }: PromiseRejectionEvent) => heard.push(`uncaught ${reason}`);

/** What the console says. */
let warnings: string[];

/** The waits of a second and more, as those before a retry: they end when a test says so. */
let waits: Map<number, { readonly end: () => void; readonly ms: number }>;
let count = 1e9;
const { setTimeout: start, clearTimeout: stop } = globalThis;
const { warn } = console;

function hold(run: () => void, ms = 0): number {
  if (ms < 1000) return start(run, ms) as unknown as number;
  const id = ++count;
  waits.set(id, {
    ms,
    end: () => {
      waits.delete(id);
      run();
    },
  });
  return id;
}

beforeEach(() => {
  [heard, warnings, waits] = [[], [], new Map()];
  for (const name of names) document.addEventListener(name, hear);
  addEventListener('unhandledrejection', hearUncaught);
  console.warn = (text: string) => warnings.push(text);
  Object.assign(globalThis, {
    setTimeout: hold,
    clearTimeout: (id: number) => (waits.delete(id) ? undefined : stop(id)),
  });
});
afterEach(() => {
  for (const name of names) document.removeEventListener(name, hear);
  removeEventListener('unhandledrejection', hearUncaught);
  console.warn = warn;
  Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
});

function place(source: SlowSource, properties: Partial<Probe> = {}): Probe {
  const probe = Object.assign(new Probe(), { proxy: source.proxy, sku: newSku(), ...properties });
  probe.append('Fallback');
  document.body.append(probe);
  return probe;
}
/** An element that waits for its first answer. */
async function placeWaiting(source: SlowSource, properties?: Partial<Probe>): Promise<Probe> {
  const probe = place(source, properties);
  await until(() => source.asked.length === 1);
  return probe;
}
/** An element that has its first answer. */
async function placeReady(source: SlowSource, properties?: Partial<Probe>): Promise<Probe> {
  const probe = await placeWaiting(source, properties);
  source.answer(5);
  await until(() => heard.length === 1);
  return probe;
}
/** An element whose first load failed. */
async function placeFailed(source: SlowSource, error?: unknown): Promise<Probe> {
  const probe = await placeWaiting(source);
  source.refuse(error);
  await until(() => heard.length === 1);
  return probe;
}
/** All that elements do by themselves is done: another one, that came later, is ready. */
async function everythingIsDone(): Promise<void> {
  const source = new SlowSource();
  const other = place(source);
  // In sight, wherever the page is scrolled to.
  other.style.position = 'fixed';
  other.style.top = '0';
  await until(() => source.asked.length === 1);
  source.answer(1);
  await event(other, 'plaudit-ready');
  other.remove();
  heard.pop();
}
const isMarked = (probe: Probe) => probe.matches(':state(failed)');
const far = () => {
  const space = document.createElement('div');
  space.style.height = '5000px';
  document.body.prepend(space);
  scrollTo(0, 0);
  return space;
};
const away = (retryAfter: number) => fail('busy', { code: 503, status: 503, retryAfter });

describe('an element with a load', () => {
  it('asks when it comes near, not before, even if it is told to', async () => {
    const source = new SlowSource();
    far();
    const probe = place(source);
    equal([probe.load.phase, probe.load.signal, probe.load.done], ['idle', undefined, undefined]);
    probe.load.reload();
    await everythingIsDone();
    equal([source.asked.length, probe.ariaBusy, isMarked(probe), probe.load.phase], [0, null, false, 'idle']);
    probe.scrollIntoView();
    await until(() => source.asked.length === 1);
    await probe.updateComplete;
    equal([probe.ariaBusy, isMarked(probe), probe.load.phase], ['true', false, 'loading']);
    ok(showsFallback(probe), 'no children while it loads');
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal([probe.ariaBusy, isMarked(probe), probe.load.phase], [null, false, 'ready']);
    equal([text(probe), heard, source.asked.length], ['5 reviews', ['plaudit-ready 5'], 1]);
  });

  it('that has what it needs says nothing to whoever builds the page, and one that lacks it does', async () => {
    const source = new SlowSource();
    const misspelt = new Probe();
    misspelt.setAttribute('ordr', 'x');
    Object.assign(misspelt, { proxy: source.proxy, sku: newSku() });
    document.body.append(misspelt);
    await until(() => source.asked.length === 1);
    source.answer(5);
    await event(misspelt, 'plaudit-ready');
    misspelt.load.reload();
    source.refuse();
    await event(misspelt, 'plaudit-error');
    const without = place(source, { sku: null });
    await until(() => warnings.length > 0);
    ok(warnings[0]!.startsWith('Plaudit: <load-probe> shows nothing, because it has no product'), warnings.join());
    equal([warnings.length, without.load.phase], [1, 'idle']);
    misspelt.sku = null;
    await until(() => warnings.length > 1);
    ok(/ordr: did you mean order/.test(warnings[1]!), warnings.join());
  });

  it('keeps no room while there is nothing to ask, and asks for nothing when told to', async () => {
    const source = new SlowSource();
    const probe = place(source, { sku: null });
    await until(() => isMarked(probe));
    probe.load.reload();
    await everythingIsDone();
    equal([source.asked.length, probe.load.phase, probe.ariaBusy], [0, 'idle', null]);
    probe.sku = newSku();
    await until(() => source.asked.length === 1);
    await probe.updateComplete;
    equal([isMarked(probe), probe.ariaBusy], [false, 'true']);
    probe.sku = null;
    await until(() => isMarked(probe));
    equal([probe.load.phase, probe.ariaBusy, source.isGivenUp()], ['idle', null, true]);
    source.answer(5);
    await everythingIsDone();
    equal([heard, probe.load.data], [[], undefined]);
  });

  it('has nothing left of a product once it has none', async () => {
    const source = new SlowSource();
    const probe = await placeReady(source);
    probe.sku = null;
    await probe.updateComplete;
    equal([text(probe), probe.load.phase, showsFallback(probe)], ['', 'idle', true]);
  });
});

describe('an element whose attributes change', () => {
  it('shows the old data, busy, while it loads another variant of it, and is ready but once', async () => {
    const source = new SlowSource();
    const probe = await placeReady(source);
    const { signal } = probe.load;
    probe.order = 'lowest';
    await until(() => source.asked.length === 2);
    await probe.updateComplete;
    equal([text(probe), probe.ariaBusy, probe.load.phase, signal!.aborted], ['5 reviews', 'true', 'loading', true]);
    source.answer(7);
    await until(() => text(probe) === '7 reviews');
    await everythingIsDone();
    equal([heard, probe.ariaBusy, source.asked.length], [['plaudit-ready 5'], null, 2]);
  });

  it('shows nothing of another product, business or proxy meanwhile, and is ready again', async () => {
    const source = new SlowSource();
    const other = new SlowSource();
    const probe = await placeReady(source);
    for (const [index, change] of [{ sku: newSku() }, { proxy: other.proxy }].entries()) {
      Object.assign(probe, change);
      const asked = index ? other : source;
      await until(() => asked.asked.length === 2 - index);
      await probe.updateComplete;
      equal([text(probe), probe.ariaBusy], ['', 'true']);
      asked.answer(index + 6);
      await until(() => heard.length === index + 2);
    }
    equal(heard, ['plaudit-ready 5', 'plaudit-ready 6', 'plaudit-ready 7']);
  });

  it('gives up what it no longer waits for, and renders nothing of what comes of it all the same', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    probe.sku = newSku();
    await until(() => source.asked.length === 2);
    probe.sku = newSku();
    await until(() => source.asked.length === 3);
    equal(
      [0, 1, 2].map((question) => source.isGivenUp(question)),
      [true, true, false],
    );
    ok(probe.load.signal === source.asked[2]!.signal, 'not the signal of the latest load');
    await probe.updateComplete;
    const { renders } = probe;
    source.answer(1, 0);
    source.refuse(undefined, 1);
    await everythingIsDone();
    equal([heard, probe.renders, probe.load.phase, probe.load.failure], [[], renders, 'loading', undefined]);
    source.answer(3);
    await event(probe, 'plaudit-ready');
    equal(text(probe), '3 reviews');
  });

  it('says nothing of a failure that was tried again before anybody saw it', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    const again = probe.load.done!.then(() => probe.load.reload());
    source.refuse();
    await again;
    await everythingIsDone();
    equal([heard, source.asked.length], [[], 2]);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal(heard, ['plaudit-ready 5']);
  });
});

describe('a load that fails', () => {
  it('is an error with the children, which can be tried again', async () => {
    const source = new SlowSource();
    const probe = await placeFailed(source);
    equal([heard, probe.load.phase, probe.load.failure!.code], [['plaudit-error 399'], 'failed', 399]);
    equal([probe.ariaBusy, isMarked(probe), showsFallback(probe), waits.size], [null, true, true, 0]);
    button(probe, /Try again/).click();
    await probe.updateComplete;
    equal([probe.ariaBusy, isMarked(probe), findAll(probe, '[role=alert]').length], ['true', false, 0]);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal([heard.length, source.asked.length, text(probe)], [2, 2, '5 reviews']);
  });

  it('without an answer is explained to whoever builds the page', async () => {
    const source = new SlowSource();
    await placeFailed(source, new TypeError('Failed to fetch'));
    equal(heard, ['plaudit-error 0']);
    await until(() => warnings.length > 0);
    ok(/slow-\d+\/ does not answer this page/.test(warnings[0]!), warnings.join());
  });

  it('because the answer is not what was asked for is an error, not an exception', async () => {
    for (const answer of [undefined, null]) {
      heard = [];
      const source = new SlowSource();
      const probe = await placeWaiting(source);
      source.answerWith(answer);
      await until(() => probe.load.phase !== 'loading' && !probe.isUpdatePending);
      await everythingIsDone();
      equal([heard, probe.load.phase, probe.load.data], [['plaudit-error 0'], 'failed', undefined]);
    }
  });

  it('because the answer cannot be shown is one too', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    source.answerWith({ ...stats(5), average_rating: null });
    const { detail } = await event(probe, 'plaudit-error');
    equal([detail.reason, probe.load.phase, probe.load.data], ['Error: no average', 'failed', undefined]);
    ok(showsFallback(probe), 'children are gone');
    probe.retry();
    source.answer(5);
    await event(probe, 'plaudit-ready');
  });

  it('leaves what is shown as it was, and says so', async () => {
    const source = new SlowSource();
    const probe = await placeReady(source);
    probe.load.reload();
    await probe.updateComplete;
    equal([probe.ariaBusy, text(probe)], ['true', '5 reviews']);
    source.refuse();
    await event(probe, 'plaudit-error');
    equal([text(probe), isMarked(probe), probe.ariaBusy, probe.load.phase], ['5 reviews', false, null, 'failed']);
    probe.load.reload();
    source.answer(6);
    await until(() => text(probe) === '6 reviews');
    await everythingIsDone();
    equal([heard, probe.load.failure], [['plaudit-ready 5', 'plaudit-error 399'], undefined]);
  });
});

describe('a load that is told when to come back', () => {
  it('asks again by itself then, not before', async () => {
    const source = new SlowSource();
    const probe = await placeFailed(source, away(30));
    const [wait] = waits.values();
    ok(wait!.ms >= 30_000 && wait!.ms < 31_000, `${wait!.ms} ms`);
    await everythingIsDone();
    equal(source.asked.length, 1);
    wait!.end();
    await until(() => source.asked.length === 2);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal([heard, waits.size], [['plaudit-error 503', 'plaudit-ready 5'], 0]);
  });

  it('waits no longer once it was tried again, means another product, or was removed', async () => {
    for (const act of [
      (probe: Probe) => probe.load.reload(),
      (probe: Probe) => (probe.sku = newSku()),
      (probe: Probe) => probe.remove(),
    ]) {
      heard = [];
      const probe = await placeFailed(new SlowSource(), away(30));
      equal(waits.size, 1);
      act(probe);
      await until(() => waits.size === 0);
      probe.remove();
    }
  });

  it('asks nothing where the shopper has scrolled on, nor on the way back if it was tried again meanwhile', async () => {
    const source = new SlowSource();
    const probe = await placeFailed(source, away(30));
    far();
    [...waits.values()][0]!.end();
    await everythingIsDone();
    equal(source.asked.length, 1);
    probe.load.reload();
    source.answer(5);
    await event(probe, 'plaudit-ready');
    probe.scrollIntoView();
    await everythingIsDone();
    equal(source.asked.length, 2);
  });
});

describe('an element that leaves its place', () => {
  it('goes on loading where it is moved to', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    document.body.append(document.createElement('main'));
    document.querySelector('main')!.append(probe);
    await everythingIsDone();
    equal([source.asked.length, source.isGivenUp()], [1, false]);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    document.body.append(probe);
    await everythingIsDone();
    equal([source.asked.length, text(probe)], [1, '5 reviews']);
  });

  it('gives up its load when it is removed, and asks once when it is back', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    probe.remove();
    await until(() => source.isGivenUp());
    source.answer(4);
    await everythingIsDone();
    equal([heard, source.asked.length], [[], 1]);
    document.body.append(probe);
    await until(() => source.asked.length === 2);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal([text(probe), source.asked.length], ['5 reviews', 2]);
  });

  it('that is put back out of sight asks once it comes near', async () => {
    const source = new SlowSource();
    const probe = await placeWaiting(source);
    probe.remove();
    await until(() => source.isGivenUp());
    far();
    document.body.append(probe);
    await everythingIsDone();
    equal(source.asked.length, 1);
    probe.scrollIntoView();
    await until(() => source.asked.length === 2);
  });

  it('asks for what it means now when it is back, and for nothing that it meant before', async () => {
    const source = new SlowSource();
    const [first, now] = [newSku(), newSku()];
    const probe = await placeWaiting(source, { sku: first });
    probe.remove();
    await until(() => source.isGivenUp());
    probe.sku = now;
    await probe.updateComplete;
    equal(source.asked.length, 1);
    document.body.append(probe);
    await until(() => source.asked.length > 1);
    source.answer(5);
    await event(probe, 'plaudit-ready');
    equal(source.skus, [first, now]);
  });

  it('has what it showed when it is back, and asks for another product only then', async () => {
    const source = new SlowSource();
    const probe = await placeReady(source);
    probe.remove();
    await everythingIsDone();
    document.body.append(probe);
    await everythingIsDone();
    equal([source.asked.length, text(probe)], [1, '5 reviews']);
    probe.remove();
    probe.sku = newSku();
    await everythingIsDone();
    equal(source.asked.length, 1);
    document.body.append(probe);
    await until(() => source.asked.length === 2);
  });

  it('after a failure tries again when it is back', async () => {
    const source = new SlowSource();
    const probe = await placeFailed(source);
    probe.remove();
    await everythingIsDone();
    document.body.append(probe);
    await until(() => source.asked.length === 2);
    source.answer(5);
    await event(probe, 'plaudit-ready');
  });
});

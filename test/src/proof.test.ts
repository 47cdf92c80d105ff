import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import { HttpResponse } from 'msw';
import '../../src/all.ts';
import { solve } from '../../src/source/proof/solver.ts';
import { TestProxy, button, equal, find, mountReady, newSku, ok, refusal, text, until, type Call } from './support.ts';

const add = 'product/reviews/add';
const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'other' };

const makeChallenge = (counter = 250, cost = 1_000): Promise<Challenge> =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey, data: { until: 1 }, ...secrets });

async function isGood(proof: string | null): Promise<boolean> {
  return !!proof && (await verifySolution({ ...(JSON.parse(atob(proof)) as Payload), deriveKey, ...secrets })).verified;
}

/** As the proxy says it, with the `Retry-After` that an older form goes by. */
const asked = async (): Promise<Response> =>
  HttpResponse.json(
    {
      status: 'ERROR',
      success: false,
      errorCode: 429,
      errorReason: 'Too many writes',
      challenge: await makeChallenge(),
    },
    { status: 429, headers: { 'Retry-After': '3000' } },
  );

/** Takes what comes with a good proof. */
const wary = async ({ headers }: Call): Promise<unknown> =>
  (await isGood(headers.get('Plaudit-Proof'))) ? {} : asked();

const { now } = performance;

/** Fills in a form that has been on show for long, and sends it. */
async function write(proxy: TestProxy): Promise<HTMLElement> {
  const element = await mountReady('plaudit-review-form', proxy, { sku: newSku() });
  performance.now = () => now.call(performance) + 5_000;
  find<HTMLInputElement>(element, '[name=rating][value="5"]').click();
  for (const [name, value] of Object.entries({ title: 'Good', content: 'Very good.', first_name: 'Ann' })) {
    const field = find<HTMLInputElement>(element, `[name=${name}]`);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  button(element, /Send review/).click();
  return element;
}

/** What a page does without, for as long as a test takes. */
function take<Of extends object, Name extends keyof Of>(of: Of, name: Name, instead?: unknown): void {
  const own = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, { value: instead, configurable: true, writable: true });
  given.push(() => (own ? Object.defineProperty(of, name, own) : Reflect.deleteProperty(of, name)));
}
const given: (() => unknown)[] = [];

afterEach(() => {
  performance.now = now;
  for (const giveBack of given.splice(0)) giveBack();
});

describe('a proof of work', () => {
  it('is found in a worker and sent with the same review, without a word to its author', async () => {
    const proxy = new TestProxy().on(add, wary);
    let workers = 0;
    const { Worker } = globalThis;
    take(
      globalThis,
      'Worker',
      class extends Worker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          workers++;
        }
      },
    );
    const element = await write(proxy);
    await until(() => text(element).includes('Thank you'));
    const [first, second] = proxy.asked(add) as [Call, Call];
    equal([proxy.asked(add).length, workers, first.headers.get('Plaudit-Proof')], [2, 1, null]);
    equal(second.headers.get('Idempotency-Key'), first.headers.get('Idempotency-Key'));
    equal([...second.form!], [...first.form!]);
  });

  it("is found without a worker where the page's policy allows none", async () => {
    take(
      globalThis,
      'Worker',
      class {
        constructor() {
          throw new TypeError('This document requires TrustedScriptURL');
        }
      },
    );
    const proxy = new TestProxy().on(add, wary);
    const element = await write(proxy);
    await until(() => text(element).includes('Thank you'));
    equal(proxy.asked(add).length, 2);
  });

  it('is found without a worker where it breaks', async () => {
    const { Worker } = globalThis;
    take(
      globalThis,
      'Worker',
      class extends Worker {
        constructor() {
          super(URL.createObjectURL(new Blob(['throw new Error("no")'])));
        }
      },
    );
    const proxy = new TestProxy().on(add, wary);
    const element = await write(proxy);
    await until(() => text(element).includes('Thank you'));
  });

  it('is found over plain http too, where nothing else has to wait for it', async () => {
    const challenge = await makeChallenge(120);
    take(crypto, 'subtle');
    let turns = 0;
    const other = setInterval(() => turns++);
    const proof = await solve(challenge);
    clearInterval(other);
    for (const giveBack of given.splice(0)) giveBack();
    ok(await isGood(proof), 'it is no good');
    ok(turns >= 3, `everything else had ${turns} turns`);
  });

  it('is the same, made by hand or by the browser', async () => {
    const challenge = await makeChallenge(7, 3);
    const native = await solveChallenge({ challenge, deriveKey });
    take(crypto, 'subtle');
    const { solution } = JSON.parse(atob((await solve(challenge))!)) as Payload;
    equal([solution.counter, solution.derivedKey], [native!.counter, native!.derivedKey]);
  });

  it('that is never taken is a failure, which can be tried again', async () => {
    const proxy = new TestProxy().on(add, asked);
    const element = await write(proxy);
    await until(() => find(element, '[role=alert]').textContent);
    equal(proxy.asked(add).length, 3);
    ok(/60/.test(find(element, '[role=alert]').textContent), 'it says when');
    proxy.on(add, wary);
    button(element, /Send review/).click();
    await until(() => text(element).includes('Thank you'));
  });

  it('is sent with a report of a review as well', async () => {
    const flag = 'reviews/flag';
    const proxy = new TestProxy({ [flag]: wary });
    const element = await mountReady('plaudit-review-list', proxy);
    button(element, /^Report/).click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    dialog.querySelector<HTMLInputElement>('[value=second_hand]')!.click();
    dialog.querySelector('textarea')!.value = 'He was never there.';
    button(element, /Send report/).click();
    await until(() => /We will look at it/.test(text(element)));
    equal(proxy.asked(flag).length, 2);
  });

  it('is not found for a limit that knows none', async () => {
    const proxy = new TestProxy().on(add, () => refusal(429, 429, { 'Retry-After': '30' }));
    const element = await write(proxy);
    await until(() => find(element, '[role=alert]').textContent);
    equal(proxy.asked(add).length, 1);
  });
});

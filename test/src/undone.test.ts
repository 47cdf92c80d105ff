/** What a shopper did and the proxy did not take is undone whole. */
import '../../src/all.ts';
import { HttpResponse } from 'msw';
import { starFilter } from '../../src/page/hub.ts';
import { knowing, open } from './knowing.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  mountReady,
  newSku,
  ok,
  pageOf,
  question,
  refusal,
  reviews,
  statsOf,
  text,
  until,
} from './support.ts';

const page = 'product/reviews';
/** As if the line were cut. */
const offline = () => HttpResponse.error();
const list = (proxy: TestProxy, attributes: Record<string, string> = {}) =>
  mountReady('plaudit-product-reviews', proxy, { sku: newSku(), ...attributes });
const pressed = (element: Element) =>
  findAll(element, '[aria-pressed=true]').map((one) => one.textContent.trim().replace(/\s+/g, ' '));

const refusals = [
  ['refused', () => refusal(399, 502)],
  ['cut off', offline],
] as const;

describe('a vote that the proxy did not take', () => {
  for (const [name, reply] of refusals) {
    it(`leaves no vote pressed, and the next press votes: ${name}`, async () => {
      const proxy = new TestProxy().on('product/reviews/vote', reply);
      const element = await list(proxy);
      button(element, /^Helpful/).click();
      await until(() => /could not be saved/.test(text(element)));
      equal(pressed(element), []);
      proxy.on('product/reviews/vote', () => ({}));
      const voted = event(document, 'plaudit-vote');
      button(element, /^Helpful/).click();
      equal((await voted).detail.vote, 'positive');
      const [first, second] = proxy.asked('product/reviews/vote');
      equal([first!.form!.get('vote'), second!.form!.get('vote')], ['positive', 'positive']);
      // Without an answer it may have counted, so it is the same vote.
      const isSame = first!.headers.get('Idempotency-Key') === second!.headers.get('Idempotency-Key');
      equal(isSame, name === 'cut off');
      ok(/^Helpful\s+3/.test(pressed(element).join()), pressed(element).join());
    });

    it(`leaves a vote as it was before a change or taking back failed: ${name}`, async () => {
      const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
      const element = await list(proxy);
      const voted = event(document, 'plaudit-vote');
      button(element, /^Helpful/).click();
      await voted;
      proxy.on('product/reviews/vote', reply);
      for (const other of [/^Not helpful/, /^Helpful/]) {
        button(element, other).click();
        await until(() => /could not be saved/.test(text(element)));
        ok(/^Helpful\s+3$/.test(pressed(element).join()), pressed(element).join());
      }
      equal(JSON.parse(localStorage.getItem('plaudit-votes')!).at(-1), [1, 'positive']);
    });
  }
});

describe('a filter that the proxy did not answer', () => {
  for (const [name, reply] of refusals) {
    it(`leaves no filter pressed over reviews that it did not narrow: ${name}`, async () => {
      const proxy = new TestProxy({ 'product/reviews/stats': statsOf(300) });
      proxy.on(page, pageOf(reviews(12)));
      const sku = newSku();
      const element = await list(proxy, { sku });
      const summary = await mountReady('plaudit-star-summary', proxy, { sku });
      const filters: unknown[] = [];
      element.addEventListener('plaudit-filter', ({ detail }) => filters.push(detail.ratings, detail.photos));
      proxy.on(page, reply);
      button(element, /With photos/).click();
      await until(() => element.shadowRoot!.querySelector('[part=failure]'));
      await element.updateComplete;
      equal(pressed(element), []);
      equal(filters, [[], true, [], false]);
      equal(findAll(element, 'article').length, 10);

      findAll(summary, 'button')[0]!.click();
      await until(() => proxy.asked(page).at(-1)!.query['ratings'] === '5');
      await until(() => !starFilter(element)[0]);
      await summary.updateComplete;
      equal(pressed(summary), []);
      equal(find(element, 'h2').textContent, '12 reviews');

      // Whoever tries again wants what they had chosen.
      proxy.on(page, pageOf(reviews(12)));
      const asked = proxy.asked(page).length;
      button(element, /Try again/).click();
      await until(() => find(element, 'h2').textContent !== '12 reviews');
      equal(
        proxy
          .asked(page)
          .slice(asked)
          .map(({ query }) => query['ratings']),
        ['5'],
      );
      equal(pressed(summary).length, 1);
    });
  }
});

describe('an order or a choice that the proxy did not answer', () => {
  for (const [name, reply] of refusals) {
    it(`leaves no order over reviews in another: ${name}`, async () => {
      const proxy = new TestProxy().on(page, pageOf(reviews(12)));
      const element = await list(proxy);
      proxy.on(page, reply);
      const select = find<HTMLSelectElement>(element, 'select');
      select.value = 'helpful';
      select.dispatchEvent(new Event('change'));
      await until(() => element.shadowRoot!.querySelector('[part=failure]'));
      await element.updateComplete;
      equal(find<HTMLSelectElement>(element, 'select').value, 'created');
    });

    it(`leaves no language and no option picked: ${name}`, async () => {
      const proxy = knowing();
      const element = await open(proxy);
      const language = find<HTMLSelectElement>(element, '.chips select');
      proxy.on(page, reply);
      language.value = 'de';
      language.dispatchEvent(new Event('change'));
      await until(() => element.shadowRoot!.querySelector('[part=failure]'));
      await until(() => language.value === '');
      equal(language.dataset['on'], 'false');
    });
  }
});

describe('what was typed and not taken', () => {
  for (const [name, reply] of refusals) {
    it(`leaves a report as it was typed: ${name}`, async () => {
      const proxy = new TestProxy({ 'reviews/flag': reply });
      const element = await mountReady('plaudit-review-list', proxy);
      button(element, /^Report/).click();
      const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog.report'));
      dialog.querySelector<HTMLInputElement>('input')!.click();
      const words = dialog.querySelector('textarea')!;
      words.value = 'It is rude.';
      const send = dialog.querySelector<HTMLButtonElement>('.primary')!;
      send.click();
      await until(() => dialog.querySelector('.wrong')!.textContent);
      await until(() => send.ariaDisabled === 'false');
      ok(dialog.open && words.value === 'It is rude.' && !/Thank you/.test(text(element)), text(element));
      // Another text is another report.
      proxy.on('reviews/flag', () => ({}));
      words.value = 'It is rude, twice.';
      send.click();
      await until(() => /Thank you/.test(text(element)));
      const keys = proxy.asked('reviews/flag').map(({ headers }) => headers.get('Idempotency-Key'));
      ok(keys[0] !== keys[1], 'the same key');
    });

    it(`leaves an answer as it was typed: ${name}`, async () => {
      const proxy = new TestProxy({
        'product/questions': () => ({ questions: [question(1)], total: 1, count: 1, start: 0, can_ask: true }),
        'product/questions/answer': reply,
      });
      const element = await mountReady('plaudit-questions', proxy, { sku: newSku() });
      button(element, /^Answer/).click();
      const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog.asking'));
      const words = dialog.querySelector('textarea')!;
      words.value = 'Yes.';
      dialog.querySelector<HTMLButtonElement>('.primary')!.click();
      await until(() => dialog.querySelector('.wrong')!.textContent);
      ok(dialog.open && words.isConnected && words.value === 'Yes.', 'gone');
      equal(findAll(element, '[role=status]').length, 0);
      equal(proxy.asked('product/questions').length, 1);
    });
  }
});

describe('further reviews that the proxy did not answer', () => {
  it('leave the focus at another try, and lead it to the first of them once they are there', async () => {
    const proxy = new TestProxy().on(page, pageOf(reviews(12)));
    const element = await list(proxy);
    const focused = () => element.shadowRoot!.activeElement as HTMLElement | null;
    proxy.on(page, offline);
    const more = button(element, /^Show more reviews$/);
    more.focus();
    more.click();
    for (const tries of [2, 3]) {
      await until(() => proxy.asked(page).length === tries);
      const again = await until(() => (focused()?.textContent === 'Try again' ? focused() : null));
      if (tries === 3) proxy.on(page, pageOf(reviews(12)));
      again.click();
    }
    await until(() => focused() === findAll(element, 'article')[10]);
  });
});

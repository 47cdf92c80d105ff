import '../../src/all.ts';
import { fail } from '../../src/source/failure.ts';
import { ScriptedSource } from './scripted-source.ts';
import { TestProxy, button, equal, event, findAll, mount, newSku, ok, reviews, text, until } from './support.ts';

const page = (count: number) => ({
  product_reviews: reviews(count),
  count,
  start: 0,
  total: count,
  query: '',
  order: 'created' as const,
});

describe('an element and its source', () => {
  it('shows what the source answers, and fetches nothing itself', async () => {
    const proxy = new TestProxy();
    const sku = newSku();
    const source = new ScriptedSource(proxy.url, { listProductReviews: () => page(3) });
    const element = mount('plaudit-product-reviews', proxy, { sku });
    await event(element, 'plaudit-ready');
    equal(findAll(element, 'article').length, 3);
    const { operation, query } = source.asked[0]!;
    equal(operation, 'listProductReviews');
    equal((query as { sku: string }).sku, sku);
    equal(proxy.calls.length, 0);
  });

  it('says what it no longer waits for', async () => {
    const proxy = new TestProxy();
    let answers = 0;
    const source = new ScriptedSource(proxy.url, {
      listProductReviews: () => (answers++ ? page(2) : new Promise<never>(() => {})),
    });
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    await until(() => source.asked[0]);
    const { signal } = source.asked[0]!;
    ok(!signal!.aborted, 'it is given up although it is waited for');
    element.setAttribute('sku', newSku());
    await event(element, 'plaudit-ready');
    ok(signal!.aborted, 'what nobody waits for is not given up');
    equal(findAll(element, 'article').length, 2);
  });

  it('sends an act once, with a key', async () => {
    const proxy = new TestProxy();
    const source = new ScriptedSource(proxy.url, {
      listProductReviews: () => page(1),
      voteOnProductReview: () => ({ queued: true }),
    });
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    await event(element, 'plaudit-ready');
    const voted = event(element, 'plaudit-vote');
    button(element, /^Helpful/).click();
    button(element, /^Helpful/).click();
    equal((await voted).detail.queued, true);
    equal(
      source.sent.map(({ operation, body }) => [operation, body]),
      [['voteOnProductReview', { review_id: '1', vote: 'positive' }]],
    );
    ok(source.sent[0]!.key.length > 15, 'the key could be guessed');
  });

  it('shows a failure of the source, and asks again when told to', async () => {
    const proxy = new TestProxy();
    let tries = 0;
    const source = new ScriptedSource(proxy.url, {
      listProductReviews: () => {
        if (tries++) return page(1);
        throw fail('away', { code: 503, status: 503 });
      },
    });
    const element = mount('plaudit-product-reviews', proxy, { sku: newSku() });
    equal((await event(element, 'plaudit-error')).detail.code, 503);
    await until(() => /does not answer/.test(text(element)));
    const ready = event(element, 'plaudit-ready');
    button(element, /Try again/).click();
    await ready;
    equal(source.asked.filter(({ operation }) => operation === 'listProductReviews').length, 2);
  });
});

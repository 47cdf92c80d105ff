import '../../src/all.ts';
import { setStarFilter } from '../../src/page/hub.ts';
import {
  TestProxy,
  button,
  comment,
  equal,
  event,
  find,
  findAll,
  listOf,
  mountReady,
  ok,
  photo,
  refusal,
  shopReview,
  shopReviews,
  text,
  until,
} from './support.ts';

const listed = async (...reviews: ReturnType<typeof shopReview>[]) =>
  mountReady('plaudit-review-list', new TestProxy({ reviews: listOf('reviews', reviews) }));

describe('reviews of the business', () => {
  it('asks for what page-size, order and datasources say', async () => {
    const proxy = new TestProxy();
    await mountReady('plaudit-review-list', proxy, { 'page-size': '3', order: 'ASC', datasources: 'google, yelp' });
    const transparency = '1';
    equal(proxy.asked('reviews')[0]!.query, { count: '3', order: 'ASC', datasources: 'google,yelp', transparency });
    const plain = new TestProxy();
    await mountReady('plaudit-review-list', plain, { order: 'relevant' });
    equal(plain.asked('reviews')[0]!.query, { count: '10', order: 'DESC', transparency });
  });

  it('tells how many reviews there are, where a filter narrows them from the start', async () => {
    const answer = listOf('reviews', shopReviews(12));
    const proxy = new TestProxy().on('reviews', (call) => ({
      ...(answer(call) as object),
      ...(call.query['ratings'] ? { total: 2 } : {}),
    }));
    const element = document.createElement('plaudit-review-list');
    setStarFilter(element, [4]);
    Object.assign(element, { proxy: proxy.url });
    const ready = event(element, 'plaudit-ready');
    document.body.append(element);
    equal((await ready).detail.total, 12);
    equal(find(element, 'h2').textContent, '2 reviews');
    setStarFilter(element, []);
  });

  it('shows the aspects that were rated, the tip, and who was invited', async () => {
    const rating = [
      { type: 'overall', rating: 5 },
      { type: 'service', rating: 3 },
      { type: 'value', rating: null },
      { type: 'shipping', rating: 0 },
    ] as never;
    const element = await listed(shopReview(1, { rating, tip: 'Take the train', source: 'API' }));
    equal(
      findAll(element, '.aspects dt').map((name) => name.textContent),
      ['Service'],
    );
    equal(find(element, '.aspects svg').getAttribute('aria-label'), '3 out of 5 stars');
    ok(/Tip: Take the train/.test(text(element)), text(element));
    find(element, '.verified');
  });

  it('has no word for who was not invited', async () => {
    const element = await listed(shopReview(1, { source: null, verified: false }));
    equal(text(element).includes('false'), false);
    equal(findAll(element, '.verified').length, 0);
  });

  it('names the site that a review came from, and shows a code that is not known as it is', async () => {
    const element = await listed(
      shopReview(1, { datasource: 'reviewsio' }),
      shopReview(2, { datasource: 'newsite', source: null }),
      shopReview(3),
    );
    equal(
      findAll(element, '[part=source]').map((each) => each.textContent),
      ['from REVIEWS.io', 'from newsite'],
    );
  });

  it('says of a review that its author was given something for it', async () => {
    const element = await listed(
      shopReview(1, { labels: ['autumn', 'incentivised'] }),
      shopReview(2, { labels: ['incentivized'] }),
      shopReview(3, { labels: ['not incentivised'] }),
      shopReview(4),
    );
    equal(
      findAll(element, '[part=review]').map((each) => each.querySelector('[part=reward]')?.textContent),
      ['written for a reward', 'written for a reward', undefined, undefined],
    );
  });

  it('has the original of an update behind a disclosure, with the date of the edit', async () => {
    const { updated_for: _, ...original } = shopReview(7, { content: 'It broke.', title: 'Broken' });
    const element = await listed(
      shopReview(1, { updated_for: original, editedRFC: '2026-03-04T10:00:00+00:00', content: 'It was mended.' }),
    );
    const details = find<HTMLDetailsElement>(element, 'details');
    ok(!details.open && /edited Mar 4, 2026/.test(text(element)), text(element));
    details.querySelector('summary')!.click();
    ok(details.open && /It broke\./.test(details.textContent), details.textContent);
  });

  it('shows what was replied to each review, asked for in one request', async () => {
    const proxy = new TestProxy({
      'review/comments': listOf('comments', [
        comment(2, 'We are sorry.'),
        comment(2, 'Draft', { activated: false }),
        comment(3, 'Thanks!'),
        comment(3, 'And again.'),
      ]),
    });
    const element = await mountReady('plaudit-review-list', proxy);
    equal(
      findAll(element, '[part=comments]').map((each) => each.children.length),
      [1, 2],
    );
    ok(/replied.*We are sorry\./s.test(text(element)), text(element));
    ok(!text(element).includes('Draft'), 'a comment that is not activated');
    equal(proxy.asked('review/comments').length, 1);
  });

  it('folds long comments and what stood there before an update, as it folds long reviews', async () => {
    const long = 'long '.repeat(1000);
    const proxy = new TestProxy({
      reviews: listOf(
        'reviews',
        shopReviews(1, () => ({ updated_for: { ...shopReview(9), content: long } as never })),
      ),
      'review/comments': listOf('comments', [comment(1, long)]),
    });
    const element = await mountReady('plaudit-review-list', proxy);
    for (const part of ['comments', 'original']) {
      const details = find(element, `[part=${part}]`);
      if (details instanceof HTMLDetailsElement) details.open = true;
      const height = details.offsetHeight;
      details.querySelector('button')!.click();
      await until(() => details.offsetHeight > height * 2);
      equal(details.querySelector('button')!.textContent, 'Read less');
    }
  });

  it('asks for the comments of each review where one answer cannot hold them all', async () => {
    const many = Array.from({ length: 130 }, (_, index) => comment(1000 + index, 'Old'));
    const all = [...many, comment(2, 'Late reply')];
    const proxy = new TestProxy({
      reviews: listOf('reviews', shopReviews(3)),
      'review/comments': (call) =>
        listOf(
          'comments',
          all.filter(({ reviewNo }) => !call.query['review_no'] || String(reviewNo) === call.query['review_no']),
        )(call),
    });
    const element = await mountReady('plaudit-review-list', proxy);
    ok(/Late reply/.test(text(element)), text(element));
    equal(proxy.asked('review/comments').length, 4);
  });

  it('does without comments where they do not come', async () => {
    const element = await mountReady(
      'plaudit-review-list',
      new TestProxy({ 'review/comments': () => refusal(399, 502) }),
    );
    equal(findAll(element, 'article').length, 10);
  });

  it('sorts and adds pages, and says how many are shown', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-review-list', proxy);
    const select = find<HTMLSelectElement>(element, 'select');
    const told = event(document, 'plaudit-filter');
    select.value = 'ASC';
    select.dispatchEvent(new Event('change'));
    equal((await told).detail.order, 'ASC');
    await until(() => proxy.asked('reviews').at(-1)!.query['order'] === 'ASC');
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 20);
    ok(/20 of 30 reviews/.test(find(element, '.foot [aria-live]').textContent), 'not announced');
  });

  it('opens its photos, and gives the focus back', async () => {
    const element = await listed(shopReview(1, { images: [photo('A'), photo('B')] }));
    find(element, '.frame').click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    ok(/A.*Photo 1 of 2/.test(dialog.textContent), dialog.textContent);
    dialog.close();
    await until(() => element.shadowRoot!.activeElement === find(element, '.frame'));
  });
});

describe('a report', () => {
  const flag = 'reviews/flag';
  async function open(proxy: TestProxy) {
    const element = await mountReady('plaudit-review-list', proxy);
    const opener = button(element, /^Report/);
    opener.focus();
    opener.click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    return { element, opener, dialog, submit: () => button(element, /Send report/).click() };
  }

  it('needs a reason and words, goes where they are missing, and is then sent once', async () => {
    const proxy = new TestProxy({ [flag]: () => ({}) });
    const { element, opener, dialog, submit } = await open(proxy);
    submit();
    ok(/choose a reason/.test(dialog.querySelector('[role=alert]')!.textContent), 'no message');
    equal((element.shadowRoot!.activeElement as HTMLInputElement).name, 'reason');
    dialog.querySelector<HTMLInputElement>('[value=second_hand]')!.click();
    submit();
    equal(element.shadowRoot!.activeElement?.localName, 'textarea');
    dialog.querySelector('textarea')!.value = 'He was never there.';
    submit();
    submit();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    equal(
      proxy.asked(flag).map(({ form }) => Object.fromEntries(form!)),
      [{ review_no: '1', reason: 'second_hand', message: 'He was never there.' }],
    );
    ok(proxy.asked(flag)[0]!.headers.get('Idempotency-Key'), 'no key');
    await until(() => /We will look at it/.test(text(element)));
    ok(element.shadowRoot!.activeElement === opener, 'focus is lost');
  });

  it('keeps what was written where it is refused, and sends the same key again', async () => {
    const proxy = new TestProxy({ [flag]: () => refusal(399, 502) });
    const { dialog, submit } = await open(proxy);
    dialog.querySelector<HTMLInputElement>('[value=other]')!.click();
    dialog.querySelector('textarea')!.value = 'Spam';
    for (let attempt = 1; attempt <= 2; attempt++) {
      submit();
      await until(
        () =>
          proxy.asked(flag).length === attempt &&
          /could not be sent/.test(dialog.querySelector('[role=alert]')!.textContent),
      );
      await until(() => dialog.querySelector('.primary')!.ariaDisabled === 'false');
    }
    equal(dialog.querySelector('textarea')!.value, 'Spam');
    const [first, second] = proxy.asked(flag).map(({ headers }) => headers.get('Idempotency-Key'));
    equal(first, second);
  });

  it('is called off by Escape or the button, and nothing is sent', async () => {
    const proxy = new TestProxy();
    const { element, opener } = await open(proxy);
    button(element, /Cancel/).click();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    ok(element.shadowRoot!.activeElement === opener, 'focus is lost');
    equal(proxy.asked(flag).length, 0);
  });
});

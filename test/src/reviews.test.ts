import '../../src/all.ts';
import { safeUrl } from '../../src/source/url.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  gate,
  mountReady,
  newSku,
  ok,
  pageOf,
  photo,
  refusal,
  review,
  reviews,
  text,
  until,
} from './support.ts';

const page = 'product/reviews';

async function list(proxy: TestProxy, attributes: Record<string, string> = {}) {
  const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku(), ...attributes });
  return element;
}

const focused = (element: Element) => element.shadowRoot!.activeElement;

describe('a list of reviews', () => {
  it('asks for what page-size and order say, and bounds it', async () => {
    for (const [given, count] of [
      ['3', '3'],
      ['1000', '100'],
      ['-2', '1'],
      ['x', '10'],
    ] as const) {
      const proxy = new TestProxy();
      await list(proxy, { 'page-size': given, order: 'relevant' });
      const { query } = proxy.asked(page)[0]!;
      equal([query['count'], query['order']], [count, 'relevant']);
    }
  });

  it('invites the first review where there is none, and is ready, not an error', async () => {
    const proxy = new TestProxy().on(page, pageOf([]));
    const element = await list(proxy);
    ok(/No reviews yet/.test(text(element)), text(element));
  });

  it('leads to the form beside it where there is no review', async () => {
    const proxy = new TestProxy().on(page, pageOf([]));
    const sku = newSku();
    const form = await mountReady('plaudit-review-form', proxy, { sku });
    const element = await list(proxy, { sku });
    button(element, /Write a review/).click();
    ok(document.activeElement === form, 'elsewhere');
    equal(focused(form)?.getAttribute('name'), 'rating');
  });

  it('adds a page and goes on with its first review', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    const more = button(element, /Show more/);
    more.focus();
    more.click();
    await until(() => findAll(element, 'article').length === 20);
    equal(proxy.asked(page).at(-1)!.query['start'], '10');
    await until(() => focused(element) === findAll(element, 'article')[10]);
    ok(/20 of 30 reviews/.test(find(element, '.foot [aria-live]').textContent), 'not announced');
  });

  it('goes on with the first new review when the button is gone', async () => {
    const proxy = new TestProxy().on(page, pageOf(reviews(12)));
    const element = await list(proxy);
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 12);
    await until(() => focused(element) === findAll(element, 'article')[10]);
  });

  it('shows a review once that a newer one pushed onto the next page', async () => {
    const proxy = new TestProxy().on(page, pageOf(reviews(15)));
    const element = await list(proxy);
    proxy.on(page, pageOf([review(99), ...reviews(15)]));
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 16);
    equal(new Set(findAll(element, 'h3').map(({ textContent }) => textContent)).size, 16);
  });

  it('keeps what it shows when the next page fails, and can try again', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    proxy.on(page, () => refusal(399, 502));
    button(element, /Show more/).click();
    await until(() => findAll(element, '[role=alert]').length === 1);
    equal(findAll(element, 'article').length, 10);
    proxy.on(page, pageOf(reviews(30)));
    button(element, /Try again/).click();
    await until(() => findAll(element, 'article').length === 20);
  });

  it('drops the next page when the filter changed meanwhile', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    proxy.on(page, async (call) => (call.query['start'] ? new Promise(() => {}) : pageOf(reviews(30))(call)));
    button(element, /Show more/).click();
    button(element, /^5 stars/).click();
    await until(() => findAll(element, 'article').length === 6);
    button(element, /^5 stars/).click();
    await until(() => findAll(element, 'article').length === 10);
    proxy.on(page, pageOf(reviews(30)));
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 20);
  });

  it('filters, announces the number, keeps the focus and tells the page', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    const told = event(document, 'plaudit-filter');
    const photos = button(element, /With photos/);
    photos.focus();
    photos.click();
    equal((await told).detail.photos, true);
    await until(() => findAll(element, 'article').length === 7);
    equal(find(element, 'h2[aria-live]').textContent, '7 reviews');
    ok(focused(element) === photos, 'focus is lost');
    equal(photos.getAttribute('aria-pressed'), 'true');
  });

  it('sorts, and keeps what it shows while it does', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    const sorted = gate<void>();
    proxy.on(page, async (call) => (await sorted.promise, pageOf([review(99)])(call)));
    const select = find<HTMLSelectElement>(element, 'select');
    select.value = 'relevant';
    select.dispatchEvent(new Event('change'));
    await until(() => proxy.asked(page).at(-1)!.query['order'] === 'relevant');
    await element.updateComplete;
    equal(findAll(element, 'article').length, 10);
    sorted.open();
    await until(() => find(element, 'h3').textContent === 'Title 99');
    equal([findAll(element, 'article').length, element.order], [1, 'relevant']);
  });

  it('searches once typing rests, and clears everything with one button', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    const box = find<HTMLInputElement>(element, 'input');
    for (const value of ['C', 'Co', 'Content 7']) {
      box.value = value;
      box.dispatchEvent(new Event('input'));
    }
    await until(() => findAll(element, 'article').length === 1);
    equal(proxy.asked(page).filter(({ query }) => query['q']).length, 1);
    button(element, /Clear/).click();
    await until(() => findAll(element, 'article').length === 10);
    equal(box.value, '');
    await until(() => focused(element) === find(element, '.bar h2'));
  });

  it('says so where nothing matches, and keeps the tools', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    proxy.on(page, pageOf([]));
    button(element, /^1 star/).click();
    await until(() => /No review matches/.test(text(element)));
    const answered = gate<void>();
    proxy.on(page, async (call) => {
      await answered.promise;
      return pageOf(reviews(3))(call);
    });
    button(element, /Clear/).click();
    await until(() => element.ariaBusy === 'true');
    ok(!/Be the first|No reviews yet/.test(text(element)), 'invites to a first review');
    answered.open();
    await until(() => findAll(element, 'article').length === 3);
    equal(focused(element)?.localName, 'h2', 'focus is lost');
  });

  it('keeps what it shows when a filter fails', async () => {
    const proxy = new TestProxy();
    const element = await list(proxy);
    proxy.on(page, () => refusal(399, 502));
    button(element, /^3 stars/).click();
    await until(() => findAll(element, '[role=alert]').length === 1);
    equal(findAll(element, 'article').length, 10);
  });

  it('folds a long text and unfolds it', async () => {
    const proxy = new TestProxy().on(page, pageOf([review(1, { content: 'long '.repeat(1000) })]));
    const element = await list(proxy);
    const height = find(element, '.content').offsetHeight;
    button(element, /Read more/).click();
    await until(() => find(element, '.content').offsetHeight > height * 2);
    equal(button(element, /Read less/).getAttribute('aria-expanded'), 'true');
  });

  it('has fields in which a phone does not enlarge the page, however small the text of the shop is', async () => {
    document.body.style.fontSize = '12px';
    try {
      const element = await list(new TestProxy());
      const form = await mountReady('plaudit-review-form', new TestProxy(), { sku: newSku() });
      const fields = [...findAll(element, 'input, select'), ...findAll(form, '.text')];
      ok(fields.length > 6, `only ${fields.length} fields`);
      equal(
        fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
        [],
      );
    } finally {
      document.body.style.fontSize = '';
    }
  });

  it('has targets of at least 24 pixels and nothing wider than 320', async () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const hard = {
      title: word,
      content: word,
      user_location: word,
      attributes: [{ name: word, value: word }],
      images: [photo(word), photo('b'), photo('c')],
    };
    const proxy = new TestProxy().on(page, pageOf(reviews(3, () => hard)));
    document.body.innerHTML = '';
    const frame = document.createElement('div');
    frame.style.width = '320px';
    document.body.append(frame);
    const element = await list(proxy);
    frame.append(element);
    await until(() => findAll(element, 'article').length === 3);
    const edge = frame.getBoundingClientRect().right;
    for (const each of findAll(element, '*:not(.strip *)'))
      ok(each.getBoundingClientRect().right <= edge + 1, `${each.outerHTML.slice(0, 80)} is too wide`);
    for (const each of findAll(element, 'button, input, select')) {
      const { width, height } = each.getBoundingClientRect();
      ok(width >= 24 && height >= 24, `${each.outerHTML.slice(0, 80)} is ${width}x${height}`);
    }
  });
});

describe('votes', () => {
  it('count once, with an id that comes into being with the vote', async () => {
    const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
    const element = await list(proxy);
    ok(
      proxy.calls.every(({ headers }) => !headers.has('Plaudit-Visitor')),
      'reading told who reads',
    );
    equal(localStorage.length, 0, 'reading stored something');
    const helpful = button(element, /^Helpful/);
    const voted = event(document, 'plaudit-vote');
    helpful.click();
    helpful.click();
    equal((await voted).detail, { reviewId: 1, vote: 'positive', queued: false });
    const [vote, ...others] = proxy.asked('product/reviews/vote');
    equal([others.length, vote!.form!.get('review_id'), vote!.form!.get('vote')], [0, '1', 'positive']);
    ok(vote!.headers.get('Plaudit-Visitor') && vote!.headers.get('Idempotency-Key'), 'headers');
    equal(vote!.headers.get('Plaudit-Visitor'), localStorage.getItem('plaudit-visitor'));
    await until(() => /Helpful\s+3/.test(helpful.textContent));
    ok(/Thank you/.test(text(element)), 'no thanks');
  });

  it('are answered by the thumb that was pressed, and taken back without', async () => {
    const moved: Element[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: Element, ...given: Parameters<typeof animate>) {
      moved.push(this);
      return animate.apply(this, given);
    };
    try {
      const element = await list(new TestProxy().on('product/reviews/vote', () => ({})));
      const helpful = button(element, /^Helpful/);
      helpful.focus();
      for (const kind of ['positive', null]) {
        const voted = event(document, 'plaudit-vote');
        helpful.click();
        equal((await voted).detail.vote, kind);
        equal(moved.length, 1);
        ok(moved[0] === helpful.querySelector('svg'), 'something else moves');
      }
    } finally {
      Element.prototype.animate = animate;
    }
  });

  it('can be taken back and changed, and the other button says which one counts', async () => {
    const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
    const element = await list(proxy);
    const [helpful, not] = [button(element, /^Helpful/), button(element, /^Not helpful/)];
    const sent = () => proxy.asked('product/reviews/vote').map(({ form }) => [form!.get('vote'), form!.get('replace')]);
    helpful.click();
    await event(document, 'plaudit-vote');
    await until(() => helpful.ariaPressed === 'true');
    not.click();
    await event(document, 'plaudit-vote');
    await until(() => not.ariaPressed === 'true' && helpful.ariaPressed === 'false');
    ok(/Helpful\s+2$/.test(helpful.textContent.trim()), helpful.textContent);
    not.click();
    equal((await event(document, 'plaudit-vote')).detail, { reviewId: 1, vote: null, queued: false });
    await until(() => not.ariaPressed === 'false');
    equal(sent(), [
      ['positive', null],
      ['negative', '1'],
      ['none', null],
    ]);
  });

  it('are remembered on this device until they are taken back', async () => {
    const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
    button(await list(proxy), /^Helpful/).click();
    await event(document, 'plaudit-vote');
    const again = await list(proxy);
    const helpful = button(again, /^Helpful/);
    await until(() => helpful.ariaPressed === 'true');
    helpful.click();
    await event(document, 'plaudit-vote');
    equal(proxy.asked('product/reviews/vote').at(-1)!.form!.get('vote'), 'none');
    equal(localStorage.getItem('plaudit-votes'), '[]');
  });

  it('do not trip over what somebody else wrote where they are remembered', async () => {
    localStorage.setItem('plaudit-visitor', 'v');
    for (const hostile of ['{', 'null', '[1]', '[["__proto__","positive"]]', '[[1,"<b>"]]', '{"1":"positive"}']) {
      localStorage.setItem('plaudit-votes', hostile);
      const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
      const element = await list(proxy);
      button(element, /^Helpful/).click();
      await event(document, 'plaudit-vote');
      equal(proxy.asked('product/reviews/vote')[0]!.form!.get('vote'), 'positive', hostile);
    }
  });

  it('are not counted twice when the list is read again', async () => {
    const proxy = new TestProxy().on('product/reviews/vote', () => ({}));
    const element = await list(proxy);
    button(element, /^Helpful/).click();
    await event(document, 'plaudit-vote');
    proxy.on(page, pageOf(reviews(30, () => ({ num_positive_votes: 3, title: 'Read again' }))));
    find<HTMLSelectElement>(element, 'select').value = 'relevant';
    find(element, 'select').dispatchEvent(new Event('change'));
    await until(() => find(element, 'h3').textContent === 'Read again');
    ok(/Helpful\s+3/.test(button(element, /^Helpful/).textContent), text(element));
  });

  for (const [reply, said] of [
    [() => refusal(404, 409), /voted already/],
    [() => refusal(399, 502), /could not be saved/],
  ] as const) {
    it(`are taken back where refused: ${said.source}`, async () => {
      const proxy = new TestProxy().on('product/reviews/vote', reply);
      const element = await list(proxy);
      button(element, /^Helpful/).click();
      await until(() => said.test(text(element)));
      ok(/Helpful\s+2/.test(button(element, /^Helpful/).textContent), 'still counted');
    });
  }
});

describe('photos', () => {
  const open = async (proxy: TestProxy) => {
    const element = await list(proxy);
    const thumbnails = findAll(element, '.frame');
    thumbnails[0]!.focus();
    thumbnails[0]!.click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    return { element, dialog, thumbnail: thumbnails[0]! };
  };
  const press = (dialog: HTMLElement, key: string) =>
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

  it('turn by arrow keys, stop at the ends, and give the focus back', async () => {
    const { element, dialog, thumbnail } = await open(new TestProxy());
    const caption = () => dialog.querySelector('figcaption')!.textContent;
    ok(/Photo 4.*Photo 1 of/.test(caption()), caption());
    press(dialog, 'ArrowLeft');
    ok(/Photo 4/.test(caption()), caption());
    press(dialog, 'ArrowRight');
    ok(/Photo 8.*Photo 2 of/.test(caption()), caption());
    await until(() => /of 7/.test(caption()));
    press(dialog, 'End');
    press(dialog, 'ArrowRight');
    ok(/Photo 28.*Photo 7 of 7/.test(caption()), caption());
    equal(dialog.querySelector('.next')!.ariaDisabled, 'true');
    press(dialog, 'Home');
    ok(/Photo 4/.test(caption()), caption());
    dialog.close();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    ok(focused(element) === thumbnail, 'focus is lost');
  });

  it('turn over all photos of customers, also those of reviews that are not on show', async () => {
    const proxy = new TestProxy();
    const { dialog } = await open(proxy);
    const place = () => dialog.querySelector('small')!.textContent;
    await until(() => /Photo 1 of 7/.test(place()));
    equal(proxy.asked(page).at(-1)!.query, {
      sku: proxy.asked(page)[0]!.query['sku']!,
      only_photos: '1',
      count: '100',
    });
    press(dialog, 'End');
    ok(/Photo 28/.test(dialog.textContent) && /Photo 7 of 7/.test(place()), dialog.textContent);
  });

  it('stand in a row above the list, which the others join once it is touched', async () => {
    const proxy = new TestProxy().on(
      page,
      pageOf(reviews(40, (id) => ({ images: id % 5 > 1 ? [photo(`Photo ${id}`)] : [] }))),
    );
    const element = await list(proxy);
    equal([findAll(element, '.strip .frame').length, proxy.calls.length], [6, 1]);
    find(element, '.strip').dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => findAll(element, '.strip .frame').length === 12);
    equal(proxy.asked(page).length, 2);
  });

  it('that are few stand in their reviews alone', async () => {
    const element = await list(new TestProxy());
    equal([findAll(element, '.strip').length, findAll(element, 'article .frame').length], [0, 2]);
  });

  it('turn by a swipe', async () => {
    const { dialog } = await open(new TestProxy());
    const figure = dialog.querySelector('figure')!;
    for (const [from, to, shown] of [
      [200, 100, /Photo 8/],
      [100, 200, /Photo 4/],
      [100, 80, /Photo 4/],
    ] as const) {
      figure.dispatchEvent(new PointerEvent('pointerdown', { clientX: from, pointerType: 'touch' }));
      figure.dispatchEvent(new PointerEvent('pointerup', { clientX: to, pointerType: 'touch' }));
      ok(shown.test(dialog.textContent), dialog.textContent);
    }
  });

  it('turn the other way in a right-to-left page', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const { dialog } = await open(new TestProxy());
      press(dialog, 'ArrowLeft');
      ok(/Photo 8/.test(dialog.textContent), dialog.textContent);
    } finally {
      document.documentElement.dir = '';
    }
  });

  it('that do not load leave the strip and the gallery', async () => {
    const proxy = new TestProxy().on(
      page,
      pageOf([review(1, { images: [photo('gone', `${location.origin}/missing.png`), photo('there')] })]),
    );
    const element = await list(proxy);
    find(element, '.frame').scrollIntoView();
    await until(() => findAll(element, '.frame').length === 1);
    equal(find(element, '.frame img').getAttribute('alt'), 'there');
  });
});

describe('what strangers write', () => {
  const payloads = [
    '<img src=x onerror="window.hacked=1">',
    '<script>window.hacked=1</script>',
    '"><svg onload=window.hacked=1>',
    '${window.hacked=1}',
    '</textarea><script>window.hacked=1</script>',
  ];
  const addresses = [
    'javascript:window.hacked=1',
    'JaVaScRiPt:window.hacked=1',
    'java\nscript:window.hacked=1',
    '\u0000javascript:window.hacked=1',
    'data:text/html,<script>window.hacked=1</script>',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
  ];

  it('is text, wherever it stands', async () => {
    const written = payloads.map((payload, index) =>
      review(index + 1, {
        title: payload,
        content: payload,
        user_location: payload,
        user: { ...review(1).user!, firstName: payload, lastName: payload, username: payload },
        attributes: [{ name: payload, value: payload }],
        images: [photo(payload)],
      }),
    );
    const element = await list(new TestProxy().on(page, pageOf(written)));
    equal(
      findAll(element, 'h3').map((title) => title.textContent),
      payloads,
    );
    equal(findAll(element, 'script, [onload], [onerror]').length, 0);
    equal((window as { hacked?: number }).hacked, undefined);
  });

  it('is checked also in a browser without URL.canParse', () => {
    const { canParse } = URL;
    delete (URL as { canParse?: unknown }).canParse;
    try {
      equal(safeUrl('photo.jpg', 'https://shop.example/'), 'https://shop.example/photo.jpg');
      for (const none of ['', null, 'http://', 'javascript:alert(1)']) equal(safeUrl(none), null);
    } finally {
      URL.canParse = canParse;
    }
  });

  it('is no address unless it is http or https', async () => {
    const written = addresses.map((address, index) => review(index + 1, { images: [photo('x', address)] }));
    const element = await list(new TestProxy().on(page, pageOf(written)));
    equal([findAll(element, 'article').length, findAll(element, 'img').length], [addresses.length, 0]);
  });

  it('does not break out of the JSON-LD, which is there once, and goes with the product', async () => {
    const product = {
      ...({} as NonNullable<ReturnType<typeof review>['product']>),
      sku: 'S',
      title: '</script><script>window.hacked=1</script>',
      images: [],
    };
    const proxy = new TestProxy().on(page, pageOf(reviews(3, () => ({ product, content: '</script><b>' }))));
    const sku = newSku();
    const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')];
    const element = await list(proxy, { sku });
    await until(() => scripts().length === 1);
    ok(!scripts()[0]!.text.includes('<'), 'not escaped');
    const data = JSON.parse(scripts()[0]!.text);
    equal([data['@type'], data.sku, data.aggregateRating.reviewCount, data.review.length], ['Product', sku, 300, 3]);
    const second = await list(proxy, { sku });
    await second.updateComplete;
    equal(scripts().length, 1);
    element.remove();
    second.remove();
    await until(() => scripts().length === 0);
  });

  describe('a page that describes the product itself', () => {
    /** Everything that the elements add; the page's own descriptions are in the body. */
    const added = () =>
      [...document.head.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')]
        .map(({ text }) => JSON.parse(text) as { sku?: string; '@id'?: string })
        .filter((data) => 'aggregateRating' in data);
    const own = (html: string) => {
      const parent = document.createElement('div');
      parent.innerHTML = html;
      document.body.append(parent);
      return parent;
    };
    const json = (data: object, type = 'application/ld+json') =>
      `<script type="${type}">${JSON.stringify(data)}</script>`;
    const shown = async (sku: string) => {
      const product = { ...({} as NonNullable<ReturnType<typeof review>['product']>), sku, title: 'Mug', images: [] };
      const element = await list(new TestProxy().on(page, pageOf(reviews(3, () => ({ product })))), { sku });
      return element;
    };
    /** Shows another product as well, whose description comes after that of the first had its turn. */
    const settled = async () => {
      const other = newSku();
      const element = await shown(other);
      await until(() => added().some((data) => data.sku === other));
      element.remove();
      await until(() => !added().some((data) => data.sku === other));
    };
    const rated = { '@type': 'AggregateRating', ratingValue: 5, reviewCount: 1 };
    for (const [name, html] of [
      [
        'in microdata',
        (sku: string) =>
          `<div itemscope itemtype="https://schema.org/Product"><meta itemprop="sku" content="${sku}"></div>`,
      ],
      [
        'in RDFa',
        (sku: string) => `<div vocab="https://schema.org/" typeof="Product"><span property="sku">${sku}</span></div>`,
      ],
      ['by a full type', (sku: string) => json({ '@type': 'http://schema.org/Product', sku })],
      ['as a group', (sku: string) => json({ '@type': 'ProductGroup', hasVariant: [{ '@type': 'Product', sku }] })],
      ['with a charset', (sku: string) => json({ '@type': 'Product', sku }, 'application/ld+json; charset=utf-8')],
    ] as const)
      it(`${name} is described by the page alone`, async () => {
        const sku = newSku();
        const parent = own(html(sku));
        const element = await shown(sku);
        await settled();
        equal(added(), []);
        element.remove();
        parent.remove();
      });

    it('later, takes over from the elements, and gives back what it takes away', async () => {
      const sku = newSku();
      const element = await shown(sku);
      await until(() => added().length === 1);
      const parent = own(json({ '@type': 'Product', sku, aggregateRating: rated }));
      await until(() => added().length === 0);
      parent.remove();
      await until(() => added().length === 1);
      element.remove();
      await until(() => added().length === 0);
    });

    it('without a rating gets one by its @id; a list of other products does not count', async () => {
      const sku = newSku();
      const parent = own(
        json({ '@type': 'Product', '@id': '#mug', sku }) +
          json({
            '@type': 'ItemList',
            itemListElement: [{ '@type': 'Product', name: 'Other', aggregateRating: rated }],
          }),
      );
      const element = await shown(sku);
      await until(() => added().length === 1);
      equal([added()[0]!['@id'], added()[0]!.sku], ['#mug', sku]);
      parent.remove();
      await until(() => added()[0]?.['@id'] === undefined);
      equal(added().length, 1);
      element.remove();
      await until(() => added().length === 0);
    });
  });

  it('is not described again where the page describes the product, nor without reviews', async () => {
    const sku = newSku();
    const own = document.createElement('script');
    own.type = 'application/ld+json';
    own.text = JSON.stringify({ '@graph': [{ '@type': ['Product'], sku, name: 'Mug' }] });
    document.head.append(own);
    const product = { ...({} as NonNullable<ReturnType<typeof review>['product']>), sku, title: 'Mug', images: [] };
    const proxy = new TestProxy().on(page, pageOf(reviews(3, () => ({ product }))));
    await list(proxy, { sku });
    await until(() => proxy.asked('product/reviews/stats').length === 1);
    await list(new TestProxy().on(page, pageOf([])));
    // What comes after both is described: they had their turn before.
    const other = newSku();
    await list(proxy, { sku: other });
    const described = () =>
      [...document.head.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')].map(
        ({ text }) => (JSON.parse(text) as { sku?: string }).sku,
      );
    await until(() => described().includes(other));
    equal(described(), [undefined, other]);
  });
});

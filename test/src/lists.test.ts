/** What shoppers do in a list of reviews of a product: all photos, reports, languages, variants. */
import '../../src/all.ts';
import { checkAccess } from './access.ts';
import { knowing, open, page } from './knowing.ts';
import {
  button,
  equal,
  find,
  findAll,
  ok,
  photo,
  product,
  refusal,
  review,
  reviews,
  text,
  until,
  type TestProxy,
} from './support.ts';

const asked = (proxy: TestProxy) => proxy.asked(page).at(-1)!.query;
const dialogOf = (element: Element) =>
  until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
const sortBy = (element: Element, order: string) => {
  const select = find<HTMLSelectElement>(element, '.sort select');
  select.value = order;
  select.dispatchEvent(new Event('change'));
};
const nothing = { scales: [], recommended: null, mentions: [], favourable: null, critical: null };

describe('all photos', () => {
  const pictured = reviews(53, (id) => ({ images: [photo(`Photo ${id}`)] }));

  it('are at the end of the row, which does not move it, and open at a glance', async () => {
    const element = await open(knowing({ pictures: 53 }, pictured));
    const all = button(element, /^See all 53$/);
    const { left, top } = all.getBoundingClientRect();
    find(element, '.strip').dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => findAll(element, '.strip img').length === 12);
    const after = all.getBoundingClientRect();
    equal([after.left, after.top], [left, top]);
    ok(after.right <= element.getBoundingClientRect().right, 'outside');
    all.focus();
    all.click();
    const dialog = await dialogOf(element);
    await until(() => dialog.querySelectorAll('li').length === 53);
    ok(!dialog.querySelector('figure')!.checkVisibility(), 'one photo');
    // Over the whole window, also beside the band above the reviews, whatever that is called.
    const place = dialog.getBoundingClientRect();
    equal([place.left, place.top, place.width, place.height], [0, 0, innerWidth, innerHeight]);
    await checkAccess('all photos');
    dialog.close();
    await until(() => element.shadowRoot!.activeElement === all);
  });

  it('are not counted where the proxy does not say, and have no button where there is no row', async () => {
    const { pictures: _, ...older } = { pictures: undefined, photos: 53 };
    const element = await open(knowing({ ...older, pictures: 0 }, pictured));
    ok(button(element, /^See all photos$/), 'no button');
    const few = await open(
      knowing(
        {},
        reviews(10, () => ({ images: [] })),
      ),
    );
    equal(findAll(few, '.strip, .all').length, 0);
  });

  it('are counted without one that is missing, which the dialog does not have', async () => {
    const missing = { ...photo('Gone'), large: '/gone.webp' };
    const shown = pictured.map((review, index) => (index ? review : { ...review, images: [missing] }));
    const element = await open(knowing({ pictures: 53 }, shown));
    await until(() => find(element, '.all').textContent === 'See all 52');
    // What another product has is not less for it.
    Object.assign(element, { sku: 'ANOTHER', proxy: knowing({ pictures: 53 }, pictured).url });
    await until(() => element.shadowRoot!.querySelector('.all')?.textContent === 'See all 53');
  });

  it('of another product are not shown after it changed', async () => {
    const proxy = knowing({}, pictured);
    const element = await open(proxy);
    find(element, '.strip').dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => findAll(element, '.strip img').length === 12);
    proxy.on(page, ({ query }) => ({
      product_reviews: query['only_photos'] ? [] : pictured.slice(0, 6),
      total: 6,
      digest: null,
    }));
    element.sku = 'ANOTHER';
    await until(() => findAll(element, '.strip img').length === 6);
  });
});

describe('the reply of the shop', () => {
  const replied = {
    content: 'Thank you for the photos! We passed your note on to the workshop.',
    created: '2026-02-01 10:00:00',
    createdRFC: '2026-02-01T10:00:00+00:00',
    modified: null,
    modifiedRFC: null,
  };

  it('stands below what shoppers do, also on a phone', async () => {
    const one = reviews(1, () => ({ reply: replied }));
    const element = await open(knowing({}, one, { can_report: true }));
    for (const width of ['300px', '900px']) {
      element.style.width = width;
      const [reply, acts] = ['[part=reply]', '.acts'].map((of) => find(element, of).getBoundingClientRect());
      const across = find(element, '.what').getBoundingClientRect();
      ok(reply!.top >= acts!.bottom, `${width}: beside the buttons`);
      ok(reply!.width > across.width / 2, `${width}: squeezed`);
    }
    ok(/From the shop · .*Thank you for the photos!/s.test(text(element)), text(element));
    await checkAccess('a reply');
  });
});

describe('a report of a review of a product', () => {
  const flag = 'product/reviews/flag';
  const reporting = () => knowing({}, undefined, { can_report: true });

  it('is offered only where the service takes it', async () => {
    const element = await open(knowing());
    ok(!/Report/.test(text(element)), text(element));
  });

  it('is sent once, and thanked for beside the review', async () => {
    const proxy = reporting().on(flag, () => ({}));
    const element = await open(proxy);
    equal(findAll(element, '.acts').length, 10);
    const opener = button(element, /^Report/);
    opener.focus();
    opener.click();
    const dialog = await dialogOf(element);
    await checkAccess('a report');
    dialog.querySelector<HTMLInputElement>('[value=personal_info]')!.click();
    dialog.querySelector('textarea')!.value = 'It has my address.';
    button(element, /Send report/).click();
    button(element, /Send report/).click();
    await until(() => !element.shadowRoot!.querySelector('dialog'));
    equal(
      proxy.asked(flag).map(({ form }) => Object.fromEntries(form!)),
      [{ review_id: '901', reason: 'personal_info', message: 'It has my address.' }],
    );
    ok(proxy.asked(flag)[0]!.headers.get('Idempotency-Key'), 'no key');
    const status = findAll(element, '[part=votes] [role=status]')[0]!;
    await until(() => /We will look at it/.test(status.textContent));
    ok(element.shadowRoot!.activeElement === opener, 'focus is lost');
    await checkAccess('thanks');
  });

  it('says what it lacks, and thanks, after the focus has moved, which would talk over it', async () => {
    const element = await open(reporting().on(flag, () => ({})));
    const root = element.shadowRoot!;
    button(element, /^Report/).click();
    const dialog = await dialogOf(element);
    const wrong = dialog.querySelector('[role=alert]')!;
    const said: string[] = [];
    dialog.addEventListener('focusin', () => said.push(wrong.textContent));
    button(element, /Send report/).click();
    ok(/choose a reason/.test(wrong.textContent), wrong.textContent);
    equal(said.join(), '');
    dialog.querySelector<HTMLInputElement>('[value=other]')!.click();
    dialog.querySelector('textarea')!.value = 'Spam.';
    const opened: boolean[] = [];
    const status = findAll(element, '[part=votes] [role=status]')[0]!;
    new MutationObserver(() => opened.push(!!root.querySelector('dialog'))).observe(status, { childList: true });
    button(element, /Send report/).click();
    await until(() => opened[0] !== undefined);
    equal(opened[0], false);
  });

  it('that is refused is kept, in the language of the shopper', async () => {
    const proxy = reporting().on(flag, () => refusal(399, 502));
    const element = await open(proxy, { locale: 'de' });
    button(element, /^Melden/).click();
    const dialog = await dialogOf(element);
    dialog.querySelector<HTMLInputElement>('[value=other]')!.click();
    dialog.querySelector('textarea')!.value = 'Werbung';
    dialog.querySelector<HTMLElement>('.primary')!.click();
    await until(() => /konnte nicht gesendet werden/.test(dialog.querySelector('[role=alert]')!.textContent));
    equal(dialog.querySelector('textarea')!.value, 'Werbung');
  });
});

describe('reviews in the language of the shopper', () => {
  const mixed = reviews(30, (id) => ({ language: id % 2 ? 'en' : 'de' }));

  it('come first where the order lets them, which is said, and can be the only ones', async () => {
    const proxy = knowing(nothing, mixed);
    const element = await open(proxy);
    equal([asked(proxy)['prefer'], findAll(element, '.languages').length], [undefined, 0]);
    sortBy(element, 'relevant');
    await until(() => asked(proxy)['prefer'] === 'en');
    ok(/Reviews in your language come first\./.test(find(element, '.languages').textContent), text(element));
    await until(() => element.ariaBusy === null);
    await checkAccess('languages');
    button(element, /^Only English$/).click();
    await until(() => asked(proxy)['languages'] === 'en');
    button(element, /^Show all languages$/).click();
    await until(() => /come first/.test(find(element, '.languages').textContent));
    for (const order of ['oldest', 'highest', 'lowest', 'photos', 'created']) {
      sortBy(element, order);
      await until(() => asked(proxy)['order'] === order);
      equal([asked(proxy)['prefer'], findAll(element, '.languages').length], [undefined, 0], order);
    }
  });

  it('is asked for once, in the language of the page, where the order is the one that the page begins with', async () => {
    const proxy = knowing(nothing, mixed);
    const element = await open(proxy, { order: 'helpful', locale: 'de-AT' });
    equal(
      proxy.asked(page).map(({ query }) => query['prefer']),
      ['de'],
    );
    ok(/Bewertungen in Ihrer Sprache stehen oben\./.test(text(element)), text(element));
    ok(button(element, /^Nur Deutsch$/), 'no toggle');
    button(element, /^Mehr/).click();
    await until(() => findAll(element, '.review').length === 20);
    equal(asked(proxy)['prefer'], 'de');
  });

  it('are not spoken of where there are no others', async () => {
    const element = await open(knowing({ languages: [{ language: 'en', count: 30 }] }), { order: 'helpful' });
    equal(findAll(element, '.languages').length, 0);
    const foreign = await open(knowing(), { order: 'helpful', locale: 'ja' });
    equal(findAll(foreign, '.languages').length, 0);
  });

  it('and all others say which it is, in the list, the link and the dialog', async () => {
    const german = review(1, { language: 'de', images: [photo('A')] });
    const element = await open(knowing(nothing, [german]));
    const shown = [...findAll(element, '.review h3'), ...findAll(element, '.review .content')];
    equal(
      shown.map(({ lang }) => lang),
      ['de', 'de'],
    );
    find(element, 'article .frame').click();
    const dialog = await dialogOf(element);
    equal(
      [...dialog.querySelectorAll<HTMLElement>('article :is(h3, p)')].map(({ lang }) => lang),
      ['de', 'de'],
    );
  });
});

describe('the variant that was bought', () => {
  const variants = reviews(2, (id) => ({ product: { ...product(id), title: `Mug, ${id === 1 ? 'blue' : '<b>red'}` } }));

  it('is beside each review of a group, as text, and not where there is one product', async () => {
    const group = await open(knowing(nothing, variants), { 'item-group': 'mugs' });
    equal(
      findAll(group, '.review .who .muted').map(({ textContent }) => textContent),
      ['Lisbon · Mug, blue', 'Lisbon · Mug, <b>red'],
    );
    const one = await open(knowing(nothing, variants));
    ok(!/Mug, /.test(text(one)), text(one));
  });
});

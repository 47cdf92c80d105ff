/** Numbers say what is shown. */
import '../../src/all.ts';
import { knowing, open, page } from './knowing.ts';
import {
  TestProxy,
  button,
  equal,
  find,
  findAll,
  listOf,
  mountReady,
  newSku,
  ok,
  pageOf,
  photo,
  question,
  review,
  reviews,
  shopReview,
  until,
} from './support.ts';

const idsOf = (element: Element) =>
  findAll(element, '.list h3').map((title) => Number(/\d+/.exec(title.textContent)![0]));
const chip = (element: Element, name: RegExp) => button(element, name).textContent.replace(/\s+/g, ' ').trim();

/** As page translators do: other nodes take the place of text nodes, also in open shadow roots. */
function translate(root: ParentNode): void {
  const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (!node.data.trim() || node.parentElement?.closest('style, font')) continue;
    const font = document.createElement('font');
    font.textContent = `«${node.data.trim()}»`;
    node.replaceWith(font);
  }
}

describe('the number of a list', () => {
  for (const hidden of [
    [3, 5],
    [12, 14],
  ]) {
    it(`is that of the reviews shown where ${hidden.join(' and ')} were hidden between two pages`, async () => {
      const proxy = new TestProxy().on(page, pageOf(reviews(45)));
      const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
      button(element, /Show more/).click();
      await until(() => findAll(element, 'article').length === 20);
      const left = reviews(45).filter(({ id }) => !hidden.includes(id));
      proxy.on(page, pageOf(left));
      button(element, /Show more/).click();
      await until(() => find(element, '.foot').textContent.includes('30 of 43'));
      await until(() => element.shadowRoot!.activeElement === findAll(element, '.list > article')[18]);
      equal(
        idsOf(element),
        left.slice(0, 30).map(({ id }) => id),
      );
      button(element, /Show more/).click();
      await until(() => find(element, '.foot').textContent.includes('40 of 43'));
      button(element, /Show more/).click();
      await until(() => find(element, '.foot').textContent.includes('43 of 43'));
      equal(
        idsOf(element),
        left.map(({ id }) => id),
      );
      // Five pages, and the two before the list had shrunk.
      equal(proxy.asked(page).length, 7);
    });
  }

  for (const tag of ['plaudit-product-reviews', 'plaudit-review-list', 'plaudit-questions'] as const)
    it(`is that of all in the end, also where others came before them between two pages: ${tag}`, async () => {
      const [path, key, make] = {
        'plaudit-product-reviews': ['product/reviews', 'product_reviews', review],
        'plaudit-review-list': ['reviews', 'reviews', shopReview],
        'plaudit-questions': ['product/questions', 'questions', question],
      }[tag] as [string, string, (id: number) => unknown];
      const all = (ids: readonly number[]) => listOf(key, ids.map(make));
      const ids = Array.from({ length: 25 }, (_, index) => index + 1);
      const proxy = new TestProxy().on(path, all(ids));
      const element = await mountReady(tag, proxy, { sku: newSku() });
      const articles = () => findAll(element, '.list > article');
      proxy.on(path, all([101, 102, ...ids]));
      for (const [shown, first] of [
        [18, 10],
        [27, 20],
      ] as const) {
        button(element, /Show more/).click();
        await until(() => articles().length === shown);
        await until(() => element.shadowRoot!.activeElement === articles()[first]);
      }
      ok(/27 of 27/.test(find(element, '.foot').textContent), find(element, '.foot').textContent);
    });

  it('follows a filter also where a page translator has taken its place', async () => {
    const proxy = new TestProxy().on(page, pageOf(reviews(30)));
    const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    translate(element.shadowRoot!);
    ok(/«30 reviews»/.test(find(element, 'h2').textContent), find(element, 'h2').textContent);
    button(element, /photos/).click();
    await until(() => findAll(element, 'article').length === 7);
    equal(find(element, 'h2').textContent, '7 reviews');
    translate(element.shadowRoot!);
    button(element, /photos/).click();
    await until(() => findAll(element, 'article').length === 10);
    equal(find(element, '.foot p').textContent, '10 of 30 reviews');
    translate(element.shadowRoot!);
    button(element, /Show more/).click();
    await until(() => findAll(element, 'article').length === 20);
    equal(find(element, '.foot p').textContent, '20 of 30 reviews');
  });

  it('of votes follows a vote also where a page translator has taken its place', async () => {
    const proxy = new TestProxy({ 'product/reviews/vote': () => ({}) }).on(page, pageOf(reviews(3)));
    const element = await mountReady('plaudit-product-reviews', proxy, { sku: newSku() });
    translate(element.shadowRoot!);
    const helpful = find(element, '[part=votes] button');
    helpful.click();
    await until(() => helpful.getAttribute('aria-pressed') === 'true');
    await element.updateComplete;
    equal(helpful.querySelector('.muted')!.textContent, '3');
  });
});

describe('a review', () => {
  it('says that it was written for a reward, where the API says so', async () => {
    const all = reviews(3, (id) => ({ incentivised: [true, false, null][id - 1]! }));
    const plain = await mountReady('plaudit-product-reviews', new TestProxy().on(page, pageOf(all)), { sku: newSku() });
    for (const element of [plain, await open(knowing({}, all))])
      equal(
        findAll(element, '.list article').map((one) => /written for a reward/.test(one.textContent)),
        [true, false, false],
      );
    for (const one of findAll(plain, 'article')) ok(!/false/.test(one.textContent), one.textContent);
  });
});

describe('the number of photos', () => {
  it('is that of the dialog: the same photo counts once, and one that is missing does not', async () => {
    // Seven addresses in twelve reviews, one of which leads nowhere.
    const pictured = reviews(12, (id) => ({
      images: [id % 7 ? photo(`Photo ${id % 7}`) : photo('Missing', `${location.origin}/__missing.gif`)],
    }));
    const element = await open(knowing({ pictures: 7 }, pictured));
    find(element, '.strip').dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => /^See all 6$/.test(find(element, '.all').textContent));
    find(element, '.all').click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    await until(() => dialog.querySelectorAll('li').length === 6);
    dialog.querySelector<HTMLButtonElement>('li button')!.click();
    await until(() => /1 of 6/.test(dialog.querySelector('figcaption')!.textContent));
  });

  it('counts no photo that turns out to be missing in the dialog', async () => {
    const pictured = reviews(12, (id) => ({
      images: id > 10 ? [photo(`Photo ${id}`, id === 12 ? `${location.origin}/__missing.gif` : undefined)] : [],
    }));
    const element = await mountReady('plaudit-product-reviews', new TestProxy().on(page, pageOf(pictured)), {
      sku: newSku(),
      'page-size': '11',
    });
    find(element, '.frame').click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    await until(() => /1 of 1/.test(dialog.querySelector('figcaption')!.textContent));
  });
});

describe('the numbers on filters', () => {
  it('are there only where they are what the filter shows', async () => {
    const element = await open(knowing());
    equal(chip(element, /^4 stars/), '4 stars4 20');
    const [photos, mention] = [/^With photos/, /^handle/];
    const [before, word] = [chip(element, photos), chip(element, mention)];
    ok(/\d/.test(before) && /\d/.test(word), `${before} ${word}`);
    const languages = () => find<HTMLSelectElement>(element, '.chips select').textContent;
    ok(/\(200\)/.test(languages()), languages());

    button(element, /^4 stars/).click();
    await until(() => button(element, /^4 stars/).ariaPressed === 'true');
    equal(chip(element, /^4 stars/), '4 stars4 20');
    for (const name of [photos, mention]) equal(button(element, name).querySelector('.muted'), null);
    ok(!/\(/.test(languages()), languages());

    button(element, /^4 stars/).click();
    await until(() => button(element, /^4 stars/).ariaPressed === 'false');
    equal([chip(element, photos), chip(element, mention)], [before, word]);
  });
});

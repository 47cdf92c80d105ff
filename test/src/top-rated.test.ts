import '../../src/all.ts';
import {
  TestProxy,
  button,
  equal,
  find,
  findAll,
  listOf,
  mountReady,
  ok,
  product,
  products,
  text,
  until,
  photo,
} from './support.ts';

const row = 'product/reviews/top-rated';
const shown = (...all: ReturnType<typeof product>[]) =>
  mountReady('plaudit-top-rated', new TestProxy({ [row]: listOf('products', all) }));

describe('top-rated products', () => {
  it('are asked for by category and currency', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-top-rated', proxy, { category: 'Kitchen', currency: 'EUR' });
    equal(proxy.asked(row)[0]!.query, { category_name: 'Kitchen', currency: 'EUR' });
    element.category = null;
    await until(() => proxy.asked(row).length === 2);
    equal(proxy.asked(row)[1]!.query, { currency: 'EUR' });
  });

  it('have a price in the language and currency, and the one before', async () => {
    const element = await mountReady(
      'plaudit-top-rated',
      new TestProxy({
        [row]: listOf('products', [product(1, { price: 1234.5, retail_price: 1500, currency: 'EUR' })]),
      }),
      { locale: 'de' },
    );
    const said = find(element, '[part=price]').textContent.replace(/\s+/g, ' ').trim();
    equal(said, '1.234,50 € 1.500,00 €');
    equal(find(element, 's').ariaLabel?.replace(/\s/g, ' '), 'statt 1.500,00 €');
  });

  it('have a price with its currency or none', async () => {
    const element = await shown(
      product(1, { price: null }),
      product(2, { price: 5, currency: '<b>' }),
      product(3, { price: 5, currency: null }),
    );
    equal(
      findAll(element, '[part=price]').map((each) => each.textContent.trim()),
      ['5 <b>'],
    );
  });

  it('are there once each, also where one is the best of several categories', async () => {
    const element = await shown(product(1), product(2), { ...product(1), category_name: 'Gifts' });
    equal(
      findAll(element, '[part=title]').map((each) => each.textContent),
      ['Product 1', 'Product 2'],
    );
  });

  it('have photos of the size that is shown, and the original where there is no other', async () => {
    const own = 'https://reviews.example/images/abc-1/original.jpg';
    const element = await shown(
      product(1, { images: [{ id: 1, url: own }] }),
      product(2, { images: [{ id: 1, url: photo('').small }] }),
    );
    const images = () => findAll(element, 'img') as HTMLImageElement[];
    equal(
      images().map((image) => image.getAttribute('srcset')),
      [own.replace('original', 'large') + ' 160w, ' + own.replace('original', 'normal') + ' 600w', null],
    );
    images()[0]!.dispatchEvent(new Event('error'));
    await element.updateComplete;
    equal([images()[0]!.getAttribute('src'), images()[0]!.getAttribute('srcset')], [own, null]);
  });

  it('are no links unless the address is http or https', async () => {
    const element = await shown(
      product(1),
      product(2, { product_link: 'javascript:alert(1)' }),
      product(3, { product_link: null }),
    );
    equal(
      findAll(element, 'a').map((each) => [each.getAttribute('href'), each.getAttribute('rel')]),
      [['https://shop.example/1', 'nofollow ugc noopener']],
    );
    equal(findAll(element, 'li').length, 3);
  });

  it('have a letter for a picture that is missing or does not load', async () => {
    const element = await shown(
      product(1, { images: [] }),
      product(2, { images: [{ id: 1, url: `${location.origin}/missing.png` }] }),
    );
    await until(() => findAll(element, 'img').length === 0);
    equal(
      findAll(element, '.picture').map((each) => each.textContent.trim()),
      ['P', 'P'],
    );
  });

  it('scroll by hand: by the buttons where there is more than fits, and never by themselves', async () => {
    const element = await shown(...products(3));
    document.body.style.width = '900px';
    try {
      await until(() => findAll(element, 'button').length === 0);
      document.body.style.width = '320px';
      await until(() => findAll(element, 'button').length === 2);
      const list = find(element, 'ul');
      equal([list.scrollLeft, list.tabIndex], [0, 0]);
      button(element, /Forward/).click();
      await until(() => list.scrollLeft > 0);
      button(element, /Back/).click();
      await until(() => list.scrollLeft === 0);
    } finally {
      document.body.style.width = '';
    }
    ok(/Product 1/.test(text(element)), text(element));
  });
});

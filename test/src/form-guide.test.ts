/** The review form where it is narrow, and what helps to fill it in. */
import { HttpResponse, http } from 'msw';
import '../../src/all.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  listOf,
  mount,
  mountReady,
  newSku,
  ok,
  pageOf,
  product,
  review,
  text,
  until,
  worker,
} from './support.ts';

const add = 'product/reviews/add';
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const png = (name: string) => new File([pixel], name, { type: 'image/png', lastModified: 1 });

/** A form in a column of this width, in pixels, with its guide. */
async function form(width: number, proxy = new TestProxy(), attributes: Record<string, string> = {}) {
  const column = document.body.appendChild(document.createElement('div'));
  column.style.width = `${width}px`;
  const element = mount('plaudit-review-form', proxy, { sku: newSku(), ...attributes }, column);
  await event(element, 'plaudit-ready');
  await until(() => element.shadowRoot!.querySelector('.guide'));
  return element;
}

const phone = (proxy?: TestProxy, attributes?: Record<string, string>) => form(328, proxy, attributes);
const place = (element: Element) => find(element, 'p.guide').textContent;
const focused = (element: Element) => (element.shadowRoot!.activeElement as HTMLInputElement | null)?.name;
const shownFields = (element: Element) =>
  findAll(element, '[name]:not(.sr)')
    .filter((field) => field.checkVisibility())
    .map((field) => (field as HTMLInputElement).name);
const press = (element: Element, name: RegExp) => button(element, name).click();

function type(element: Element, name: string, value: string): void {
  const field = find<HTMLInputElement>(element, `[name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}
const rate = (element: Element, rating: number) => find(element, `[name=rating][value="${rating}"]`).click();

function choose(element: Element, ...files: File[]): void {
  const input = find<HTMLInputElement>(element, '[type=file]');
  const transfer = new DataTransfer();
  files.forEach((file) => transfer.items.add(file));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change'));
}

afterEach(() => history.replaceState(null, '', location.href.replace(/#.*/, '')));

// First of all: once the code is there, it is not asked for again.
describe('the code of photos', () => {
  it('is asked for again, and takes the files that waited for it', async () => {
    let failures = 2;
    const asked: string[] = [];
    worker.use(
      http.get('*/review-form/photos.ts', ({ request }) => {
        asked.push(request.url);
        return failures-- > 0 ? HttpResponse.error() : undefined;
      }),
    );
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await mountReady('plaudit-review-form', proxy, { sku: newSku() });
    equal(asked.length, 0);
    // Refused, so that this does not load what prepares photos.
    choose(element, new File(['GIF89a'], 'hut.gif', { type: 'image/gif' }));
    await until(() => /does not answer/.test(text(element)));
    rate(element, 5);
    for (const [name, value] of Object.entries({ content: 'x', title: 'y', first_name: 'z' }))
      type(element, name, value);
    press(element, /^Send/);
    await until(() => element.shadowRoot!.activeElement?.closest('.failure'));
    equal(proxy.asked(add).length, 0, 'the review goes without its photos');
    await until(() => {
      findAll(element, '.failure button')[0]?.click();
      return /hut\.gif is of the type GIF/.test(text(element));
    });
    equal(findAll(element, '[aria-invalid=true]').length, 0, 'the button sends the form');
    choose(element, new File(['GIF89a'], 'barn.gif', { type: 'image/gif' }));
    await until(() => /barn\.gif is of the type GIF/.test(text(element)));
    ok(asked.length >= 3, asked.join());
    equal(new Set(asked).size, asked.length);
  });

  it('says beside a photo that it cannot be prepared, and takes it at the next try', async () => {
    let failures = 1;
    const asked: string[] = [];
    worker.use(
      http.get('*/review-form/shrink.ts', ({ request }) => {
        asked.push(request.url);
        return failures-- > 0 ? HttpResponse.error() : undefined;
      }),
    );
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await mountReady('plaudit-review-form', proxy, { sku: newSku() });
    choose(element, png('hut.png'));
    await until(() => /hut\.png could not be prepared/.test(text(element)));
    rate(element, 5);
    for (const [name, value] of Object.entries({ content: 'x', title: 'y', first_name: 'z' }))
      type(element, name, value);
    const said: boolean[] = [];
    element.addEventListener('focusin', () => said.push(/try it again or remove it/.test(text(element))));
    press(element, /^Send/);
    await until(() => /try it again or remove it/.test(text(element)));
    ok(element.shadowRoot!.activeElement?.matches('.again'), 'it does not lead to the photo');
    equal(said, [false], 'whether the focus came after what is said, and talks over it');
    equal(proxy.asked(add).length, 0);
    press(element, /^Try again/);
    await until(() => element.shadowRoot!.activeElement?.matches('[type=file]'));
    await until(() => findAll(element, '.upload img').length === 1);
    equal(asked.length, 2);
    press(element, /^Send/);
    await event(document, 'plaudit-submit');
    equal((proxy.asked(add)[0]!.form!.get('image1') as File).name, 'hut.png');
  });
});

describe('the review form where it is narrow', () => {
  it('asks for one thing at a time, says where it is, and takes the focus along', async () => {
    const attributes = [{ name: 'Size', type: 'select', required: true, options: ['Small'] }];
    const proxy = new TestProxy({ products: listOf('products', [product(1, { attributes })]), [add]: () => ({}) });
    const element = await phone(proxy);
    equal([...new Set(shownFields(element))], ['rating']);
    ok(/Step 1 of 6.*How many stars/.test(place(element)), place(element));
    rate(element, 4);
    press(element, /^Next/);
    equal([shownFields(element), focused(element)], [['content'], 'content']);
    ok(/Step 2 of 6.*What would you tell a friend\?/.test(place(element)), place(element));
    // It is said with the field that has the focus, and not over it.
    equal(find(element, 'p.guide').role, null);
    ok(/(^| )guide( |$)/.test(element.shadowRoot!.activeElement!.getAttribute('aria-describedby')!), 'not said');
    type(element, 'content', 'Very good.');
    press(element, /^Next/);
    equal([shownFields(element), focused(element)], [['title'], 'title']);
    type(element, 'title', 'Good');
    // As Enter does.
    find<HTMLFormElement>(element, 'form').requestSubmit();
    equal(shownFields(element), ['attribute Size']);
    type(element, 'attribute Size', 'Small');
    press(element, /^Next/);
    equal(element.shadowRoot!.activeElement?.id, 'photos');
    press(element, /^Next/);
    equal(shownFields(element), ['first_name', 'last_name', 'user_location']);
    equal(proxy.asked(add).length, 0);
    type(element, 'first_name', 'Ann');
    press(element, /^Send/);
    const { detail } = await event(document, 'plaudit-submit');
    equal(detail.rating, 4);
    const sent = proxy.asked(add)[0]!.form!;
    equal(
      ['title', 'content', 'attributes', 'first_name'].map((name) => sent.get(name)),
      ['Good', 'Very good.', 'Size:Small', 'Ann'],
    );
    await until(() => /Thank you/.test(element.shadowRoot!.activeElement?.textContent ?? ''));
  });

  it('goes on only once a question is answered, and says so beside it', async () => {
    const element = await phone();
    press(element, /^Next/);
    await until(() => /choose your stars/.test(find(element, '#wrong-rating').textContent));
    await until(() => focused(element) === 'rating');
    rate(element, 2);
    await until(() => !find(element, '#wrong-rating').textContent);
    press(element, /^Next/);
    press(element, /^Next/);
    await until(() => /fill in/.test(find(element, '#wrong-content').textContent));
    equal(find(element, '#wrong-title').textContent, '');
  });

  it('goes back with all that was written', async () => {
    const element = await phone();
    rate(element, 2);
    press(element, /^Next/);
    type(element, 'content', 'Half of it');
    press(element, /^Back/);
    equal([...new Set(shownFields(element))], ['rating']);
    equal(find<HTMLInputElement>(element, ':checked').value, '2');
    equal((element.shadowRoot!.activeElement as HTMLInputElement).value, '2');
    press(element, /^Next/);
    equal(find<HTMLInputElement>(element, '#content').value, 'Half of it');
  });

  it('shows the question again whose answer was refused', async () => {
    const proxy = new TestProxy().on(add, () =>
      Response.json(
        { status: 'ERROR', success: false, errorCode: 306, errorReason: 'No', field: 'title' },
        { status: 400 },
      ),
    );
    const element = await phone(proxy);
    rate(element, 2);
    for (const [name, value] of Object.entries({ content: 'x', title: 'y', first_name: 'z' }))
      type(element, name, value);
    for (let question = 1; question < 5; question++) press(element, /^Next/);
    press(element, /^Send/);
    await until(() => /was not accepted/.test(find(element, '#wrong-title').textContent));
    await until(() => focused(element) === 'title');
    equal(shownFields(element), ['title']);
  });

  it('has a button as wide as itself and nothing wider, down to 288 pixels', async () => {
    const element = await form(288);
    choose(element, png('a.png'), png('b.png'));
    await until(() => findAll(element, '.upload img').length === 2);
    rate(element, 2);
    for (const [name, value] of Object.entries({ content: 'x', title: 'y' })) type(element, name, value);
    for (let question = 1; question <= 5; question++) {
      const { width } = element.getBoundingClientRect();
      const inner = find(element, 'form').getBoundingClientRect().width;
      equal([inner, find(element, 'form').scrollWidth <= width], [width, true], `question ${question}`);
      if (question < 5) press(element, /^Next/);
    }
    equal(find(element, '.primary[part]').getBoundingClientRect().width, 288);
  });

  it('speaks the language of the page, also once that changes', async () => {
    const element = await phone(undefined, { locale: 'de' });
    ok(/Schritt 1 von 5/.test(place(element)), place(element));
    element.locale = 'ja';
    await until(() => /ステップ1\/5/.test(place(element)));
    equal(findAll(element, 'p.guide').length, 1);
  });
});

describe('the review form', () => {
  it('shows everything at once where it is wide, with a word for the stars and prompts', async () => {
    const element = await form(700);
    equal([...new Set(shownFields(element))].slice(0, 3), ['rating', 'title', 'content']);
    ok(!find(element, '.guide.steps').checkVisibility(), 'asks for one thing at a time');
    equal(find<HTMLInputElement>(element, '[name=rating]').ariaLabel, '1 star – Terrible');
    rate(element, 5);
    equal(find(element, '.word').textContent, 'Excellent');
    find(element, '[value="2"]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    equal(find(element, '.word').textContent, 'Poor');
    find(element, '.rate').dispatchEvent(new PointerEvent('pointerleave'));
    equal(find(element, '.word').textContent, 'Excellent');
    ok(/tell a friend/.test(find<HTMLTextAreaElement>(element, '#content').placeholder), 'no prompt');
  });

  for (const [width, goesOn] of [
    [700, 'title'],
    [328, 'content'],
  ] as const)
    it(`that is ${width} pixels wide takes the stars from the link in a mail, once, and goes on from there`, async () => {
      location.hash = '#plaudit-rate=4';
      const details = document.body.appendChild(document.createElement('details'));
      const proxy = new TestProxy();
      const sku = newSku();
      details.style.width = `${width}px`;
      const element = mount('plaudit-review-form', proxy, { sku }, details);
      await until(() => focused(element) === goesOn);
      ok(details.open && find<HTMLInputElement>(element, '[value="4"]').checked, 'not chosen');
      equal([location.hash, find(element, '.word').textContent], ['', 'Good']);
      rate(element, 2);
      element.remove();
      const again = await mountReady('plaudit-review-form', proxy, { sku });
      await until(() => again.shadowRoot!.querySelector('.guide'));
      ok(find<HTMLInputElement>(again, '[value="2"]').checked, 'the draft is lost');
    });

  it('takes no other stars from a link than there are', async () => {
    location.hash = '#plaudit-rate=9';
    const element = await phone();
    equal(findAll(element, ':checked').length, 0);
    location.hash = '#plaudit-rate=5';
    await until(() => focused(element) === 'content');
  });

  it('leads to the review among the others, once it is there with the line breaks of another server', async () => {
    const written = review(99, { title: 'Good', content: 'Very good.\r\n\r\nI would buy it again.' });
    const all = [review(1), review(2)];
    const proxy = new TestProxy({ 'product/reviews': (call) => pageOf(all)(call) }).on(add, () => {
      all.unshift(written);
      return { product_review: written };
    });
    const sku = newSku();
    const list = await mountReady('plaudit-product-reviews', proxy, { sku });
    const element = await mountReady('plaudit-review-form', proxy, { sku });
    rate(element, 5);
    for (const [name, value] of Object.entries({
      content: 'Very good.\n\nI would buy it again.',
      title: 'Good',
      first_name: 'Ann',
    }))
      type(element, name, value);
    press(element, /^Send/);
    await until(() => /See it among the reviews/.test(text(element)));
    press(element, /See it among/);
    equal(list.shadowRoot!.activeElement?.ariaLabel, 'Good');
  });
});

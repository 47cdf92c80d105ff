import '../../src/all.ts';
import {
  TestProxy,
  button,
  equal,
  event,
  find,
  findAll,
  listOf,
  mountReady,
  newSku,
  ok,
  product,
  refusal,
  review,
  statsOf,
  text,
  until,
} from './support.ts';

const add = 'product/reviews/add';
/** The smallest picture there is. */
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const png = (name: string, type = 'image/png') => new File([pixel], name, { type, lastModified: 1 });

async function picture(width: number, height: number): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.fillRect(0, 0, 9, 9);
  return new File([await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!)))], 'large.png', {
    type: 'image/png',
    lastModified: 1,
  });
}

const { now } = performance;

/** A form that has been on show for five seconds: one that is sent sooner waits. */
async function form(proxy: TestProxy, attributes: Record<string, string> = {}) {
  const element = await mountReady('plaudit-review-form', proxy, { sku: newSku(), ...attributes });
  performance.now = () => now.call(performance) + 5_000;
  return element;
}

afterEach(() => {
  performance.now = now;
});

function fill(element: Element, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = find<HTMLInputElement>(element, `[name=${name}]`);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
}

function rate(element: Element, rating: number): void {
  find<HTMLInputElement>(element, `[name=rating][value="${rating}"]`).click();
}

function choose(element: Element, ...files: File[]): void {
  const input = find<HTMLInputElement>(element, '[type=file]');
  const transfer = new DataTransfer();
  files.forEach((file) => transfer.items.add(file));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change'));
}

const complete = {
  title: 'Good',
  content: 'Very good.',
  first_name: 'Ann',
  last_name: 'Baker',
  user_location: 'Porto',
};
const run = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve) => (request.onsuccess = () => resolve(request.result)));

/** The database for the photos of drafts. */
async function openPhotos(): Promise<readonly [IDBDatabase, () => IDBObjectStore]> {
  const opening = indexedDB.open('plaudit', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('photos');
  const database = await run(opening);
  return [database, () => database.transaction('photos', 'readwrite').objectStore('photos')];
}

/** The number of photos that are ready. */
const ready = (element: Element) => findAll(element, '.upload img').length;
const refusals = (element: Element) => findAll(element, '.wrong[role=status] p').map((line) => line.textContent);
/** Waits for what helps to fill in the form. */
const guided = (element: Element) => until(() => element.shadowRoot!.querySelector('.guide'));
const send = (element: Element) => button(element, /Send review/).click();
const wrong = (element: Element) =>
  findAll(element, '.wrong[id]')
    .filter((each) => each.textContent)
    .map(({ id }) => id);

describe('the review form', () => {
  it('says by each field what is missing, goes to the first, and sends nothing', async () => {
    const proxy = new TestProxy();
    const element = await form(proxy);
    send(element);
    await until(() => wrong(element).length === 4);
    equal(wrong(element), ['wrong-rating', 'wrong-title', 'wrong-content', 'wrong-first_name']);
    await until(() => element.shadowRoot!.activeElement?.getAttribute('name') === 'rating');
    equal(find(element, '#title').getAttribute('aria-invalid'), 'true');
    rate(element, 4);
    fill(element, { title: 'Good' });
    await until(() => wrong(element).length === 2);
    fill(element, { content: '   ' });
    equal(wrong(element), ['wrong-content', 'wrong-first_name']);
    equal(proxy.asked(add).length, 0);
  });

  it('sends the fields and the photos with their captions, thanks, and takes the focus there', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const sku = newSku();
    const element = await form(proxy, { sku });
    rate(element, 5);
    fill(element, complete);
    choose(element, png('a.png'), png('b.png'));
    await until(() => ready(element) === 2);
    fill(element, { caption2: 'On my desk' });
    const submitted = event(document, 'plaudit-submit');
    send(element);
    equal((await submitted).detail, { sku, rating: 5, queued: false });
    const [{ form: sent, headers }] = proxy.asked(add) as [Required<(typeof proxy.calls)[number]>];
    const { elapsed, ...values } = Object.fromEntries(
      [...sent!].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    );
    ok(/^\d+$/.test(elapsed!) && Number(elapsed) >= 5_000, `on show for ${elapsed} ms`);
    equal(values, {
      rating: '5',
      title: 'Good',
      content: 'Very good.',
      caption1: '',
      caption2: 'On my desk',
      first_name: 'Ann',
      last_name: 'Baker',
      user_location: 'Porto',
      homepage: '',
      sku,
      image1: 'a.png',
      image2: 'b.png',
    });
    ok(headers.get('Plaudit-Visitor') && headers.get('Idempotency-Key'), 'headers');
    await until(() => /Thank you/.test(element.shadowRoot!.activeElement?.textContent ?? ''));
  });

  it('sends the token of a customer for whom the shop vouches in a header, and never in an address', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await form(proxy, { customer: 'signed.by.shop' });
    rate(element, 5);
    fill(element, complete);
    const submitted = event(document, 'plaudit-submit');
    send(element);
    await submitted;
    const [{ headers }] = proxy.asked(add) as [(typeof proxy.calls)[number]];
    equal(headers.get('Plaudit-Customer'), 'signed.by.shop');
    ok(
      proxy.calls.every(({ url }) => !url.includes('signed')),
      'in no address',
    );
  });

  it('keeps the key when the same is sent again, and takes another for another text', async () => {
    const proxy = new TestProxy().on(add, () => refusal(399, 502));
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    choose(element, png('a.png'));
    await until(() => ready(element) === 1);
    for (let attempt = 1; attempt <= 3; attempt++) {
      if (attempt === 3) fill(element, { title: 'Better' });
      send(element);
      await until(() => proxy.asked(add).length === attempt);
      await until(() => /could not be sent/.test(find(element, '[role=alert]').textContent));
    }
    const [first, second, third] = proxy.asked(add).map(({ headers }) => headers.get('Idempotency-Key'));
    ok(first === second && second !== third, `${first} ${second} ${third}`);
    equal(find<HTMLInputElement>(element, '#content').value, 'Very good.');
  });

  it('lets the stars and the summaries of the page count the review', async () => {
    const sku = newSku();
    let total = 5;
    const proxy = new TestProxy({ 'product/reviews/stats': (call) => statsOf(total)(call) }).on(add, () => {
      total++;
      return {};
    });
    const other = await mountReady('plaudit-stars', proxy, { sku: newSku() });
    const line = await mountReady('plaudit-stars', proxy, { sku });
    const summary = await mountReady('plaudit-star-summary', proxy, { sku });
    const element = await form(proxy, { sku });
    rate(element, 4);
    fill(element, complete);
    send(element);
    await until(() => text(line) === '(6)' && /\b6 reviews/.test(text(summary)));
    equal(text(other), '(5)');
  });

  it('sends once, however often the button is pressed', async () => {
    const proxy = new TestProxy().on(add, () => ({ queued: true }));
    const element = await form(proxy);
    rate(element, 1);
    fill(element, complete);
    send(element);
    send(element);
    await event(document, 'plaudit-submit');
    equal(proxy.asked(add).length, 1);
    await until(() => /shortly/.test(text(element)));
  });

  for (const [reply, said] of [
    [() => refusal(429, 429, { 'Retry-After': '7' }), /try again in 7\ss/],
    [() => refusal(401, 404), /cannot take reviews of this product yet/],
    [() => Response.error(), /could not be sent/],
  ] as const) {
    it(`says what to do where it is refused: ${said.source}`, async () => {
      const proxy = new TestProxy().on(add, reply);
      const element = await form(proxy);
      rate(element, 1);
      fill(element, complete);
      send(element);
      await until(() => said.test(find(element, '[role=alert]').textContent));
    });
  }

  for (const status of [413, 415])
    it(`says by the photos that one was refused with ${status}`, async () => {
      const element = await form(new TestProxy().on(add, () => refusal(311, status)));
      rate(element, 1);
      fill(element, complete);
      send(element);
      await until(() => /photo is too large/.test(find(element, '#wrong-photos').textContent));
      await until(() => element.shadowRoot!.activeElement?.id === 'photos');
      equal(find(element, '[role=alert]').textContent, '');
    });

  it('takes ten photos and no other files, and says of each why not', async () => {
    const element = await form(new TestProxy());
    choose(element, png('hut.gif', 'image/gif'), png('README', ''));
    await until(() => refusals(element).length === 2);
    equal(refusals(element), [
      'hut.gif is of the type GIF; JPEG, PNG and WebP work.',
      'README cannot be read as a photo.',
    ]);
    choose(element, ...Array.from({ length: 12 }, (_, index) => png(`${index}.png`)));
    await until(() => ready(element) === 10);
    equal(refusals(element), [
      '10.png is too many: 10 photos are the most.',
      '11.png is too many: 10 photos are the most.',
    ]);
  });

  for (const [how, come] of [
    [
      'dropped',
      (form: HTMLElement, dataTransfer: DataTransfer) => {
        const over = new DragEvent('dragover', { bubbles: true, composed: true, cancelable: true, dataTransfer });
        form.dispatchEvent(over);
        ok(over.defaultPrevented && form.matches('.dropping'), 'does not say that it takes them');
        return new DragEvent('drop', { bubbles: true, composed: true, cancelable: true, dataTransfer });
      },
    ],
    [
      'pasted',
      (_: HTMLElement, clipboardData: DataTransfer) =>
        new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true, clipboardData }),
    ],
  ] as const)
    it(`takes photos that are ${how}`, async () => {
      const element = await form(new TestProxy());
      await guided(element);
      const data = new DataTransfer();
      data.items.add(png('a.png'));
      data.items.add(png('b.gif', 'image/gif'));
      const comes = come(find(element, 'form'), data);
      find(element, '#content').dispatchEvent(comes);
      ok(comes.defaultPrevented, 'left to the browser');
      await until(() => ready(element) === 1);
      equal(refusals(element), ['b.gif is of the type GIF; JPEG, PNG and WebP work.']);
      ok(!find(element, 'form').matches('.dropping'), 'still marked');
    });

  it('leaves to the browser what is pasted without a file', async () => {
    const element = await form(new TestProxy());
    await guided(element);
    const data = new DataTransfer();
    data.setData('text/plain', 'Good');
    const pasted = new ClipboardEvent('paste', {
      bubbles: true,
      cancelable: true,
      composed: true,
      clipboardData: data,
    });
    find(element, '#content').dispatchEvent(pasted);
    ok(!pasted.defaultPrevented, 'taken');
  });

  it('takes the text of what is pasted from Word into a text field, and not the picture of that text', async () => {
    const element = await form(new TestProxy());
    await guided(element);
    const paste = (into: string, given: string) => {
      const clipboardData = new DataTransfer();
      if (given) clipboardData.setData('text/plain', given);
      clipboardData.items.add(png('image.png'));
      const pasted = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true, clipboardData });
      find(element, into).dispatchEvent(pasted);
      return pasted;
    };
    for (const field of ['#content', '#title'])
      ok(!paste(field, 'Holds well.\r\nPours well.').defaultPrevented, `${field} does not get the text`);
    // Where there is no text, where no text can go, and where the text is the name of a file that was copied.
    ok(paste('#content', '').defaultPrevented, 'a picture alone is not taken');
    ok(paste('[type=file]', 'Holds well.').defaultPrevented, 'outside text fields no picture is taken');
    ok(paste('#content', 'image.png').defaultPrevented, 'a copied file is not taken');
    ok(paste('#content', '/home/mia/image.png').defaultPrevented, 'a file of a path is not taken');
    await until(() => ready(element) > 3);
    equal(findAll(element, '.upload').length, 4);
  });

  it('takes the text of a table that comes as HTML alone with its picture', async () => {
    const element = await form(new TestProxy());
    await guided(element);
    const field = find<HTMLTextAreaElement>(element, '#content');
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<html><head><style>td { color: red }</style></head><body><style>p {}</style><table><tr><td>H&#xe4;lt</td><td>5 &lt; 6</td>\n</tr><tr><td>Pours</td><td>well<br>too</td></tr></table></body></html>',
    );
    clipboardData.items.add(png('image.png'));
    const pasted = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true, clipboardData });
    field.focus();
    field.dispatchEvent(pasted);
    ok(pasted.defaultPrevented, 'left to the browser');
    equal(field.value, 'Hält\t5 < 6\nPours\twell\ntoo');
    equal(findAll(element, '.upload').length, 0);
    // A picture of a page comes with HTML that has no text.
    const picture = new DataTransfer();
    picture.setData('text/html', '<meta charset="utf-8"><img src="mug.png" alt="Mug">');
    picture.items.add(png('mug.png'));
    field.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true, clipboardData: picture }),
    );
    await until(() => ready(element) === 1);
  });

  it('keeps the photos of a draft with it, and says that there is one, until the review is sent', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const attributes = { sku: newSku() };
    let element = await form(proxy, attributes);
    ok(!findAll(element, '[part=draft]')[0], 'a draft of nothing');
    ok(!/false/.test(find(element, 'form').textContent), 'says that there is none');
    fill(element, complete);
    choose(element, png('a.png'), png('b.png'));
    await until(() => ready(element) === 2);
    fill(element, { caption2: 'On my desk' });
    button(element, /Remove photo 1/).click();
    await until(() => ready(element) === 1);
    element.remove();
    // Another product has another draft.
    const other = await form(proxy);
    await guided(other);
    equal([ready(other), findAll(other, '[part=draft]').length], [0, 0]);
    other.remove();

    element = await form(proxy, attributes);
    await until(() => ready(element) === 1);
    equal(find<HTMLInputElement>(element, '[name=caption1]').value, 'On my desk');
    equal(find<HTMLTextAreaElement>(element, '#content').value, complete.content);
    ok(/This is what you wrote before/.test(text(element)), text(element));
    rate(element, 5);
    const submitted = event(document, 'plaudit-submit');
    send(element);
    await submitted;
    equal((proxy.asked(add)[0]!.form!.get('image1') as File).name, 'b.png');
    element.remove();
    element = await form(proxy, attributes);
    await guided(element);
    equal([ready(element), findAll(element, '[part=draft]').length], [0, 0]);
  });

  it('removes after a day the photos that a closed tab has left', async () => {
    const [database, store] = await openPhotos();
    for (const [key, hours] of [
      ['closed long ago', 25],
      ['closed today', 23],
    ] as const)
      await run(store().put({ at: Date.now() - hours * 3_600_000, photos: [] }, key));
    await guided(await form(new TestProxy()));
    let keys: IDBValidKey[] = [];
    do keys = await run(store().getAllKeys());
    while (keys.includes('closed long ago'));
    ok(keys.includes('closed today'), 'removed too early');
    await run(store().delete('closed today'));
    database.close();
  });

  it('gives a draft up with its photos', async () => {
    const proxy = new TestProxy();
    const attributes = { sku: newSku() };
    const [database, store] = await openPhotos();
    await run(store().clear());
    let element = await form(proxy, attributes);
    rate(element, 5);
    fill(element, complete);
    choose(element, png('a.png'));
    await until(() => ready(element) === 1);
    element.remove();
    element = await form(proxy, attributes);
    await until(() => ready(element) === 1);
    equal(await run(store().count()), 1);
    button(element, /Start over/).click();
    await until(() => ready(element) === 0);
    while (await run(store().count()));
    database.close();
    const values = [...new FormData(find<HTMLFormElement>(element, 'form'))].map(([, value]) => value);
    equal(
      [values.filter((value) => typeof value === 'string' && value), findAll(element, '[part=draft]').length],
      [[], 0],
    );
    equal(element.shadowRoot!.activeElement?.getAttribute('name'), 'rating');
    element.remove();
    element = await form(proxy, attributes);
    await guided(element);
    equal([ready(element), find<HTMLInputElement>(element, '#title').value], [0, '']);
  });

  for (const [how, giveUp] of [
    ['is given up', (element: Element) => button(element, /Start over/).click()],
    ['is sent', send],
  ] as const)
    it(`brings no photos back where the page goes before those of a draft that ${how} are removed`, async () => {
      const proxy = new TestProxy().on(add, () => ({}));
      const attributes = { sku: newSku() };
      let element = await form(proxy, attributes);
      rate(element, 5);
      fill(element, complete);
      choose(element, png('a.png'));
      await until(() => ready(element) === 1);
      element.remove();
      element = await form(proxy, attributes);
      await until(() => ready(element) === 1);
      const own = IDBObjectStore.prototype.delete;
      IDBObjectStore.prototype.delete = () => {
        throw new Error('The page is gone');
      };
      try {
        giveUp(element);
        await until(() => ready(element) === 0);
        element.remove();
        element = await form(proxy, attributes);
        await guided(element);
        // What is read in turn for another draft is read after that.
        const other = await form(proxy);
        choose(other, png('b.png'));
        await until(() => ready(other) === 1);
        equal([ready(element), findAll(element, '[part=draft]').length], [0, 0]);
      } finally {
        IDBObjectStore.prototype.delete = own;
      }
    });

  it('keeps each caption with its photo when one is removed', async () => {
    const element = await form(new TestProxy());
    choose(element, png('a.png'), png('b.png'));
    await until(() => ready(element) === 2);
    fill(element, { caption1: 'first' });
    await element.updateComplete;
    button(element, /Remove photo 1/).click();
    await until(() => ready(element) === 1);
    equal(find<HTMLInputElement>(element, '[name=caption1]').value, '');
    equal(find(element, '.upload img').getAttribute('alt'), 'b.png');
    await until(() => element.shadowRoot!.activeElement?.getAttribute('type') === 'file');
  });

  it('takes no file that only calls itself a photo, and says so', async () => {
    const element = await form(new TestProxy());
    choose(element, new File(['<svg onload=alert(1)>'], 'a.png', { type: 'image/png' }), png('b.png'));
    await until(() => ready(element) === 1);
    equal(refusals(element), ['a.png cannot be read as a photo.']);
    equal(find(element, '.upload img').getAttribute('alt'), 'b.png');
  });

  it('makes a large photo smaller before it travels, and leaves a small one as it is', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    choose(element, await picture(3000, 1500), png('small.png'));
    await until(() => ready(element) === 2);
    send(element);
    await event(document, 'plaudit-submit');
    const [large, small] = ['image1', 'image2'].map((name) => proxy.asked(add)[0]!.form!.get(name) as File);
    const { width, height } = await createImageBitmap(large!);
    equal(
      [width, height, large!.type, large!.name, small!.name, small!.size],
      [2000, 1000, 'image/jpeg', 'large.jpg', 'small.png', pixel.length],
    );
  });

  it('sends photos in the order that they were put in, and the focus goes with the one that moves', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    choose(element, png('a.png'), png('b.png'), png('c.png'));
    await until(() => ready(element) === 3);
    fill(element, { caption3: 'third' });
    button(element, /Move photo 3 forward/).click();
    await until(() => /Move photo 2 forward/.test(element.shadowRoot!.activeElement?.ariaLabel ?? ''));
    button(element, /Move photo 1 back/).click();
    await until(() => /Move photo 2 back/.test(element.shadowRoot!.activeElement?.ariaLabel ?? ''));
    button(element, /Move photo 1 forward/).click();
    send(element);
    await event(document, 'plaudit-submit');
    const sent = proxy.asked(add)[0]!.form!;
    equal(
      ['image1', 'image2', 'image3'].map((name) => (sent.get(name) as File).name),
      ['c.png', 'a.png', 'b.png'],
    );
    equal(sent.get('caption1'), 'third');
  });

  it('asks what the shop wants to know about the product, and sends it as one text', async () => {
    const attributes = [
      { name: 'Size', type: 'select', required: true, options: ['Small', 'As expected'] },
      { name: 'Used for', type: 'text', required: false, options: [] },
    ];
    const proxy = new TestProxy({
      products: listOf('products', [product(1, { title: 'Tide Mug', attributes })]),
      [add]: () => ({}),
    });
    const element = await form(proxy);
    ok(/Tide Mug/.test(text(element)), text(element));
    rate(element, 5);
    fill(element, complete);
    send(element);
    await until(() => wrong(element).join() === 'wrong-attribute-0');
    await until(() => element.shadowRoot!.activeElement?.localName === 'select');
    fill(element, { '"attribute Size"': 'As expected', '"attribute Used for"': 'tea | coffee' });
    send(element);
    await event(document, 'plaudit-submit');
    const sent = proxy.asked(add)[0]!.form!;
    equal(
      [sent.get('attributes'), [...sent.keys()].filter((name) => name.startsWith('attribute ')).length],
      ['Size:As expected|Used for:tea / coffee', 0],
    );
  });

  it('is there without what the shop asks where that does not come', async () => {
    const element = await form(new TestProxy({ products: () => refusal(399, 502) }));
    equal(findAll(element, 'select').length, 0);
  });

  it('says by the field what the proxy refused', async () => {
    const proxy = new TestProxy().on(add, () =>
      Response.json(
        { status: 'ERROR', success: false, errorCode: 306, errorReason: 'No', field: 'title' },
        { status: 400 },
      ),
    );
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    send(element);
    await until(() => wrong(element).join() === 'wrong-title');
    await until(() => element.shadowRoot!.activeElement?.id === 'title');
  });

  it('has a field for robots that nobody sees or reaches, and empties it where a browser filled it in', async () => {
    const proxy = new TestProxy().on(add, ({ form }) =>
      form!.get('homepage')
        ? Response.json(
            { status: 'ERROR', success: false, errorCode: 306, errorReason: 'No', field: 'homepage' },
            { status: 400 },
          )
        : {},
    );
    const element = await form(proxy);
    const field = find<HTMLInputElement>(element, '[name=homepage]');
    equal(
      [field.tabIndex, field.autocomplete, field.ariaHidden, getComputedStyle(field).clipPath],
      [-1, 'off', 'true', 'inset(50%)'],
    );
    rate(element, 5);
    fill(element, { ...complete, homepage: 'https://spam.example' });
    send(element);
    await until(() => /please try again/.test(find(element, '[role=alert]').textContent));
    send(element);
    await event(document, 'plaudit-submit');
    ok(!JSON.stringify(sessionStorage).includes('spam'), 'kept in the draft');
  });

  it('that is sent at once waits until no robot would have been as slow', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await mountReady('plaudit-review-form', proxy, { sku: newSku() });
    rate(element, 5);
    fill(element, complete);
    const submitted = event(document, 'plaudit-submit');
    send(element);
    await until(() => /Sending your review/.test(text(element)));
    await submitted;
    ok(Number(proxy.asked(add)[0]!.form!.get('elapsed')) >= 2_000, 'too early');
  });

  it('says that the shop looks at it first where it does', async () => {
    const proxy = new TestProxy().on(add, () => ({ product_review: review(1, { published: 'pending' }) }));
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    send(element);
    await until(() => /reads new reviews before they appear/.test(text(element)));
  });

  it('gives back the room that a page kept for it once it thanks, and keeps it again for another product', async () => {
    document.body.innerHTML = '<style>plaudit-review-form { min-block-size: 900px }</style>';
    const element = await form(new TestProxy().on(add, () => ({ product_review: review(1) })));
    fill(element, complete);
    rate(element, 5);
    send(element);
    await until(() => /Thank you/.test(text(element)));
    await until(() => element.getBoundingClientRect().height < 400);
    element.sku = newSku();
    await until(() => element.getBoundingClientRect().height >= 900);
  });

  it('begins anew for another product', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const element = await form(proxy);
    rate(element, 5);
    fill(element, complete);
    send(element);
    await event(document, 'plaudit-submit');
    element.sku = newSku();
    await event(element, 'plaudit-ready');
    equal(find<HTMLInputElement>(element, '#title').value, '');
  });

  it('thanks for no other product than the one that was written about, and forgets that draft once it is sent', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const proxy = new TestProxy().on(add, async () => {
      await answered;
      return {};
    });
    const element = await form(proxy);
    const { sku } = element;
    rate(element, 5);
    fill(element, complete);
    send(element);
    await until(() => proxy.asked(add).length === 1);
    element.sku = newSku();
    await event(element, 'plaudit-ready');
    fill(element, { title: 'Of another' });
    const submitted = event(document, 'plaudit-submit');
    answer();
    equal((await submitted).detail.sku, sku);
    equal(find<HTMLInputElement>(element, '#title').value, 'Of another');
    equal(find(element, '[type=submit], .primary').ariaDisabled, 'false');
    equal(sessionStorage.length, 1, 'drafts');
    sessionStorage.clear();
  });

  it('keeps a draft over a reload and a failed send, once something was typed, until it was sent', async () => {
    const proxy = new TestProxy().on(add, () => refusal(399, 502));
    const sku = newSku();
    const first = await form(proxy, { sku });
    equal([sessionStorage.length, localStorage.length], [0, 0], 'stored before anything was typed');
    rate(first, 4);
    fill(first, complete);
    send(first);
    await until(() => /What you wrote is kept/.test(text(first)));
    first.remove();
    const second = await form(proxy, { sku });
    const values = ['title', 'content', 'user_location'].map(
      (name) => find<HTMLInputElement>(second, `[name=${name}]`).value,
    );
    equal(values, ['Good', 'Very good.', 'Porto']);
    ok(find<HTMLInputElement>(second, '[name=rating][value="4"]').checked, 'stars are lost');
    const other = await form(proxy, { sku: newSku() });
    equal(find<HTMLInputElement>(other, '#title').value, '');
    proxy.on(add, () => ({}));
    send(second);
    await event(document, 'plaudit-submit');
    equal(sessionStorage.length, 0);
  });

  it('brings what was written to the list beside it', async () => {
    const proxy = new TestProxy().on(add, () => ({}));
    const sku = newSku();
    await mountReady('plaudit-product-reviews', proxy, { sku });
    const element = await form(proxy, { sku });
    rate(element, 5);
    fill(element, complete);
    send(element);
    await until(() => proxy.asked('product/reviews').length === 2);
  });
});

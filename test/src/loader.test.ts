import type { TestProxy as Proxy } from './support.ts';
import { TestProxy, equal, event, find, mount, newSku, ok } from './support.ts';

/** The loader is imported once, for the page; what it did is what the tests look at. */
let proxy: Proxy;

before(async () => {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.src = '/somewhere/plaudit.js';
  Object.assign(script.dataset, { proxy: '/page-default/', business: 'shop.example', locale: 'de', theme: 'dark' });
  document.head.append(script);
  await import('../../src/plaudit.ts');
});

beforeEach(() => {
  proxy = new TestProxy();
});

/** The loader has seen what is on the page: an element that came after it, and stands near, is there. */
async function loaded(): Promise<void> {
  const near = document.createElement('plaudit-stars');
  Object.assign(near, { sku: newSku(), proxy: proxy.url });
  const ready = event(near, 'plaudit-ready');
  document.body.prepend(near);
  await ready;
}

describe('the loader', () => {
  it('loads no code for what is far away, hidden or absent, and reserves its space', async () => {
    document.body.innerHTML = '<div style="height: 5000px"></div>';
    const far = mount('plaudit-star-summary', proxy, { sku: newSku() });
    await loaded();
    ok(!customElements.get('plaudit-star-summary'), 'loaded too early');
    ok(far.offsetHeight > 100 && getComputedStyle(far).display === 'block', 'no space');
    far.hidden = true;
    equal(far.offsetHeight, 0, 'hidden takes space');
    far.hidden = false;
    far.scrollIntoView();
    await event(far, 'plaudit-ready');
  });

  it('finds what is added later, deep inside, of no size', async () => {
    document.body.innerHTML = '<main><p></p></main>';
    const element = document.createElement('plaudit-stars');
    Object.assign(element, { sku: newSku(), proxy: proxy.url });
    const wrapper = document.createElement('div');
    wrapper.append(element);
    document.querySelector('p')!.append(wrapper);
    await event(element, 'plaudit-ready');
  });

  it('finds what was hidden once it is shown', async () => {
    document.body.innerHTML = '<div hidden></div>';
    const element = mount('plaudit-write-review', proxy, {}, document.querySelector('div')!);
    proxy.on('partners/-/write-link/get', () => ({ url: 'https://reviews.example/' }));
    await loaded();
    equal(proxy.asked('partners/-/write-link/get').length, 0);
    document.querySelector('div')!.hidden = false;
    await event(element, 'plaudit-ready');
  });

  it('takes the defaults of the page from the script tag', async () => {
    const { shared } = await import('../../src/page/shared.ts');
    equal(shared.defaults, {
      proxy: `${location.origin}/page-default/`,
      business: 'shop.example',
      locale: 'de',
      theme: 'dark',
    });
    const element = mount('plaudit-stars', proxy, { sku: newSku() });
    await event(element, 'plaudit-ready');
    equal([find(element, '.base').lang, find(element, '.base').className.trim()], ['de', 'base themed dark']);
  });

  it('is loaded twice, and beside the file of all elements, without an error or a second request', async () => {
    const errors: string[] = [];
    const note = (error: Event) => errors.push(String((error as ErrorEvent).message));
    addEventListener('error', note);
    await import('../../src/plaudit.ts?again' as string);
    await import('../../src/all.ts?again' as string);
    const element = mount('plaudit-stars', proxy, { sku: newSku(), business: '-' });
    await event(element, 'plaudit-ready');
    removeEventListener('error', note);
    equal([errors, proxy.calls.length], [[], 1]);
  });

  it('finds what is in open shadow roots, nested, also of components that are defined later', async () => {
    document.body.innerHTML = '<shop-card></shop-card>';
    const line = () => Object.assign(document.createElement('plaudit-stars'), { sku: newSku(), proxy: proxy.url });
    const [inner, added] = [line(), line()];
    class Card extends HTMLElement {
      readonly inside = this.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
      connectedCallback(): void {
        this.inside.attachShadow({ mode: 'open' }).append(inner);
      }
    }
    const ready = event(inner, 'plaudit-ready');
    customElements.define('shop-card', Card);
    await ready;
    const late = event(added, 'plaudit-ready');
    document.querySelector<Card>('shop-card')!.shadowRoot!.append(added);
    await late;
    // One that is defined before it is added.
    const again = document.createElement('shop-card');
    const other = line();
    const shown = event(other, 'plaudit-ready');
    again.shadowRoot!.append(other);
    document.body.append(again);
    await shown;
  });

  it('finds what stands in a form that has a field called children', async () => {
    document.body.innerHTML = '<form><input name="children"></form>';
    const element = document.createElement('plaudit-stars');
    Object.assign(element, { sku: newSku(), proxy: proxy.url });
    const ready = event(element, 'plaudit-ready');
    document.querySelector('form')!.append(element);
    await ready;
  });
});

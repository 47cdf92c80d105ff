/** The basket: skus and how many of each, kept in this browser. It leads nowhere, for the shop is imaginary. */

interface Sold {
  readonly sku: string;
  readonly title: string;
  readonly path: string;
  readonly image: string;
  readonly price: number;
}

const KEY = 'marlow-and-fern-basket';
const MOST = 99;

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const lines = Object.entries((kept ?? {}) as Record<string, unknown>).filter(
      ([, number]) => Number.isInteger(number) && (number as number) > 0 && (number as number) <= MOST,
    );
    return Object.fromEntries(lines) as Record<string, number>;
  } catch {
    return {};
  }
}

function write(lines: Record<string, number>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(lines));
  } catch {
    // Without storage the basket lasts as long as the page.
  }
  showCount(lines);
}

function showCount(lines: Record<string, number>): void {
  const number = Object.values(lines).reduce((all, each) => all + each, 0);
  for (const badge of document.querySelectorAll<HTMLElement>('[data-basket-count]')) {
    badge.textContent = number ? String(number) : '';
    badge.hidden = number === 0;
  }
}

function onAdd(event: SubmitEvent): void {
  const form = (event.target as Element).closest<HTMLFormElement>('[data-add-to-basket]');
  if (!form) return;
  event.preventDefault();
  const lines = read();
  const sku = form.dataset['addToBasket']!;
  lines[sku] = Math.min(MOST, (lines[sku] ?? 0) + 1);
  write(lines);
  const { added = '', addedMore = '', look = '' } = form.dataset;
  const said = lines[sku] === 1 ? added : addedMore.replace('{n}', String(lines[sku]));
  const link = Object.assign(document.createElement('a'), { href: '/basket', textContent: look });
  form.querySelector('[data-basket-note]')!.replaceChildren(`${said} `, link);
}

// ---- the page of the basket ----------------------------------------------------------------------------------------

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });

async function showBasket(room: HTMLElement): Promise<void> {
  const part = (name: string) => room.querySelector<HTMLElement>(`[data-basket-${name}]`)!;
  const sold = (await (await fetch('/products.json')).json()) as Sold[];

  const draw = (): void => {
    const lines = read();
    const chosen = sold.filter(({ sku }) => lines[sku]);
    part('empty').hidden = chosen.length > 0;
    for (const name of ['lines', 'total', 'end']) part(name).hidden = chosen.length === 0;
    part('lines').replaceChildren(...chosen.map((product) => line(product, lines[product.sku]!)));
    const total = chosen.reduce((sum, { sku, price }) => sum + price * lines[sku]!, 0);
    part('total').textContent = `${euros.format(total)} in all`;
  };

  const line = ({ sku, title, path, image, price }: Sold, number: number): HTMLLIElement => {
    const unseen = element('span', { className: 'unseen' }, ` ${title}`);
    const remove = element('button', { type: 'button', className: 'basket-remove' }, 'Take out', unseen);
    remove.addEventListener('click', () => {
      const lines = read();
      delete lines[sku];
      write(lines);
      draw();
      document.querySelector<HTMLElement>('#main')?.focus();
    });
    return element(
      'li',
      {},
      element('img', { src: image, alt: '', width: 72, height: 72 }),
      element('a', { href: path }, title),
      element('span', {}, number > 1 ? `${number} × ${euros.format(price)}` : euros.format(price)),
      remove,
    );
  };

  draw();
}

showCount(read());
document.addEventListener('submit', onAdd);
addEventListener('storage', () => showCount(read()));
const room = document.querySelector<HTMLElement>('[data-basket]');
if (room) void showBasket(room);

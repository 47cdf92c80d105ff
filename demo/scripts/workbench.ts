/** The page of an element. It gets what is chosen beside it, and the HTML to paste follows. */

const KEPT_EVENTS = 6;
const names = ['plaudit-ready', 'plaudit-error', 'plaudit-vote', 'plaudit-submit', 'plaudit-filter'];
const rightToLeft = new Set(['ar']);

for (const bench of document.querySelectorAll<HTMLElement>('[data-workbench]')) open(bench);

function open(bench: HTMLElement): void {
  const stage = bench.querySelector<HTMLElement>('[data-stage]')!;
  const element = stage.firstElementChild as HTMLElement;
  const form = bench.querySelector('form')!;
  const heard = bench.querySelector('[data-heard]')!;
  const pasted = document.querySelector('[data-pasted] code')!;
  const fallback = element.innerHTML;
  const changed = new Set<string>();

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement | HTMLSelectElement;
    const [kind, key = ''] = name.split(':');
    if (kind === 'width') stage.style.inlineSize = value === '0' ? '' : `${value}px`;
    if (name === 'attribute:locale') stage.dir = rightToLeft.has(value) ? 'rtl' : 'ltr';
    if (kind === 'attribute' && value) element.setAttribute(key, value);
    if (kind === 'attribute' && !value) element.removeAttribute(key);
    if (name === 'attribute:theme') stage.dataset['theme'] = value;
    if (kind === 'property') {
      element.style.setProperty(key, value);
      changed.add(key);
    }
    pasted.textContent = write(element, fallback, [...changed]);
  });

  for (const name of names) {
    stage.addEventListener(name, (event) => {
      const line = document.createElement('li');
      line.textContent = `${name} ${JSON.stringify((event as CustomEvent).detail)}`;
      if (heard.firstElementChild?.textContent === 'None yet') heard.firstElementChild.remove();
      heard.prepend(line);
      while (heard.children.length > KEPT_EVENTS) heard.lastElementChild!.remove();
    });
  }
}

function write(element: HTMLElement, fallback: string, properties: readonly string[]): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // The rest is this page's own, or the element's.
  const attributes = [...element.attributes].filter(
    ({ name }) => !['class', 'style'].includes(name) && !name.startsWith('aria-'),
  );
  const tag = [element.localName, ...attributes.map(({ name, value }) => `${name}="${quoted(value)}"`)].join(' ');
  const lines = [`<${tag}>`, `  ${fallback}`, `</${element.localName}>`];
  const declared = properties
    .map((name) => `  ${name}: ${element.style.getPropertyValue(name)};`)
    .filter((line) => !line.endsWith(': ;'));
  if (declared.length > 0) lines.push('', '<style>', `${element.localName} {`, ...declared, '}', '</style>');
  return lines.join('\n');
}

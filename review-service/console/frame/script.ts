/** The one script of the console, which no page needs: keys, drafts, the place in a list, the count in the title. */
export const script = `
const { body } = document;
const all = (selector) => [...document.querySelectorAll(selector)];
const keep = sessionStorage;
const isSaid = document.querySelector('main > .said') !== null;

// Words stay in the tab until the page after them says that something was done.
const sent = keep.getItem('sent');
keep.removeItem('sent');
if (sent && isSaid) keep.removeItem(sent);
for (const field of all('form textarea[name=text]')) {
  const key = 'draft ' + field.form.getAttribute('action');
  const draft = keep.getItem(key);
  if (draft !== null && !('filled' in field.dataset)) field.value = draft;
  const note = () =>
    field.value === field.defaultValue ? keep.removeItem(key) : keep.setItem(key, field.value);
  field.addEventListener('input', note);
  field.form.addEventListener('submit', ({ submitter }) => {
    if (!submitter?.hasAttribute('formaction')) keep.setItem('sent', key);
  });
}

// A list is left and found again at the same row.
const links = all('.row .main > a');
if (links.length > 0) {
  const query = new URLSearchParams(location.search);
  for (const name of ['done', 'changed', 'undone']) query.delete(name);
  const key = 'place ' + location.pathname + '?' + query;
  const place = JSON.parse(keep.getItem(key));
  if (place && !isSaid) {
    const row = links.find(({ href }) => href === place.href) ?? links[Math.min(place.at, links.length - 1)];
    row.focus({ preventScroll: true });
    scrollTo(0, place.y);
  }
  const note = (link) => {
    const at = links.indexOf(link);
    if (at >= 0) keep.setItem(key, JSON.stringify({ at, href: link.href, y: scrollY }));
  };
  addEventListener('pagehide', () => note(document.activeElement));
  for (const link of links) link.addEventListener('click', () => note(link));
}

const { count } = body.dataset;
async function tell() {
  if (document.hidden) return;
  const answer = await fetch(count, { redirect: 'error' }).catch(() => null);
  if (!answer?.ok) return;
  const waiting = Number(await answer.text());
  document.title = (waiting ? '(' + waiting + ') ' : '') + document.title.replace(/^\\(\\d+\\) /, '');
}
if (count) {
  tell();
  document.addEventListener('visibilitychange', tell);
}

for (const choice of all('[data-fills]'))
  choice.addEventListener('change', () => {
    const { text } = choice.selectedOptions[0].dataset;
    const field = document.getElementById(choice.dataset.fills);
    if (text === undefined) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input'));
    field.focus();
  });

// The preview follows what is typed.
for (const preview of all('.as-shown')) {
  const button = preview.querySelector('button');
  let waiting;
  const show = () => preview.open && button.form.requestSubmit(button);
  preview.addEventListener('toggle', show);
  button.form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 400);
  });
}

const ownOf = (form, selector) => [...(form?.elements ?? [])].find((one) => one.matches(selector));

function press(key) {
  const element = all('[aria-keyshortcuts]').find((one) => one.getAttribute('aria-keyshortcuts') === key);
  if (!element) {
    const step = { j: 1, k: -1 }[key];
    const at = links.indexOf(document.activeElement);
    const next = step && (at < 0 ? links.at(step > 0 ? 0 : -1) : links[at + step]);
    next?.focus();
    return next;
  }
  const field = element.matches('input') ? element : ownOf(element.form, 'textarea, select');
  if (!field || (field.matches('select') && field.value)) element.click();
  else {
    for (let box = field.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
    field.focus();
    field.select?.();
    if (field.matches('textarea')) field.setSelectionRange(field.value.length, field.value.length);
  }
  return element;
}
if ('keys' in body.dataset)
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.isComposing || event.defaultPrevented || event.repeat) return;
    if (key === 'Enter' && (ctrlKey || metaKey) && target.matches('textarea, select')) {
      event.preventDefault();
      return target.form?.requestSubmit(ownOf(target.form, 'button:not([formaction])'));
    }
    // Signs such as ? are typed with Shift.
    if (ctrlKey || metaKey || altKey || (shiftKey && /[a-z]/i.test(key)) || target.isContentEditable) return;
    if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return;
    if (document.querySelector(':popover-open, dialog[open]')) return;
    if (press(key)) event.preventDefault();
  });
`;

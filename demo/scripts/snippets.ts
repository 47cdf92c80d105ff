/** The HTML to paste: with the address of the proxy that this page came from, and a button that copies it. */

for (const address of document.querySelectorAll('[data-proxy-address]')) address.textContent = location.origin;

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const code = button.parentElement!.querySelector('code')!;
  const label = button.firstChild!;
  const said = label.textContent!;
  button.hidden = false;
  button.addEventListener('click', () => {
    void copy(code).then((done) => {
      label.textContent = button.dataset[done ? 'copied' : 'selected']!;
      setTimeout(() => (label.textContent = said), 2_000);
    });
  });
}

/** @returns false if the browser lets no page copy, as over plain HTTP; the text is then selected. */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

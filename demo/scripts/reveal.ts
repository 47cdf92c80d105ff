/**
 * Opens a closed disclosure when a link leads to something inside it. Browsers that do so by themselves are left alone.
 */

function reveal(): void {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  const closed = target?.closest('details:not([open])');
  if (!target || !closed) return;
  closed.setAttribute('open', '');
  target.scrollIntoView({ block: 'nearest' });
}

addEventListener('hashchange', reveal);
document.addEventListener('click', ({ target }) => {
  // Following the same link again changes no address.
  if ((target as Element).closest('a')?.hash === location.hash) reveal();
});
reveal();

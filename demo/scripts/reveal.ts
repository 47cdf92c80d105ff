/** A link to something inside a closed disclosure opens it; browsers that do so by themselves are not disturbed. */

function reveal(): void {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  const closed = target?.closest('details:not([open])');
  if (!target || !closed) return;
  closed.setAttribute('open', '');
  target.scrollIntoView({ block: 'nearest' });
}

addEventListener('hashchange', reveal);
document.addEventListener('click', ({ target }) => {
  // The same link a second time changes no address.
  if ((target as Element).closest('a')?.hash === location.hash) reveal();
});
reveal();

/**
 * Reviews and what a shopper has chosen, as addresses of the page: `#plaudit=sku MUG&ratings=5&mention=en.handl`. There
 * are such only where the fragment is not the page's own.
 */
import type { OverviewHost, Context } from '../context.ts';

export const MARK = '#plaudit=';

export type State = Readonly<Record<string, string>>;

/** As in `page/hub.ts`. */
export const keyOf = ({ itemGroup, sku }: OverviewHost): string => (itemGroup ? `group ${itemGroup}` : `sku ${sku}`);

/** Whether a fragment is a place in the page, to which the browser has scrolled by now. */
function isPlace(fragment: string): boolean {
  try {
    return /^#top$/i.test(fragment) || !!document.getElementById(decodeURIComponent(fragment.slice(1)));
  } catch {
    return false;
  }
}

/**
 * The address of the page with something of its reviews in it, whatever its `<base>` is; null where the fragment is the
 * page's own, such as the route of a single-page shop.
 */
export function addressOf(host: OverviewHost, state: State): string | null {
  const { hash, pathname, search } = location;
  // A frame with `srcdoc` has no path.
  if (pathname[0] !== '/' || (hash && !hash.startsWith(MARK) && !isPlace(hash))) return null;
  const fragment = Object.keys(state)[0] ? `#${new URLSearchParams({ plaudit: keyOf(host), ...state })}` : '';
  // Two slashes would begin the name of a host, and a `<base>` may be of another.
  const { origin } = new URL(document.baseURI);
  return (
    (origin === location.origin ? pathname.replace(/^\/\//, '/.//') : location.origin + pathname) + search + fragment
  );
}

/** The permanent link to a review; null where there can be none. */
export const permanentLink = (host: OverviewHost, id: number): string | null => addressOf(host, { review_id: `${id}` });

/** Where a link leads that opens a review: if no address can name it, to the page itself. */
export const linkTo = (host: OverviewHost, id: number): string => permanentLink(host, id) ?? location.href;

/** Opens the review on a click on such a link, where following the link would not. */
export const openFrom =
  ({ host, open }: Context, id: number) =>
  (event: Event): void => {
    const link = event.currentTarget as HTMLAnchorElement;
    const address = permanentLink(host, id);
    // The page may have changed its address since the link was drawn.
    if (address) link.href = address;
    if (address && link.href !== location.href) return;
    event.preventDefault();
    open(id);
  };

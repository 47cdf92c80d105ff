/**
 * What a shopper has chosen, in the address of the page: `#plaudit=sku MUG&ratings=5&mention=en.handl`. It is written
 * only where the page has no fragment of its own, and not at all with `data-address="off"` on the script tag.
 */
import type { Chosen } from '../../../element/reviews.ts';
import type { Linked } from './linked.ts';
import { pageDefault } from './page-default.ts';
import type { OverviewHost, Parts } from './parts.ts';

const MARK = '#plaudit=';
const names = ['order', 'ratings', 'only_photos', 'verified', 'languages', 'with', 'mention', 'q'] as const;

/** As in `page/hub.ts`. */
const keyOf = ({ itemGroup, sku }: OverviewHost): string => (itemGroup ? `group ${itemGroup}` : `sku ${sku}`);

const fragment = (host: OverviewHost, state: Readonly<Record<string, string>>): string =>
  `#${new URLSearchParams({ plaudit: keyOf(host), ...state })}`;

/** The permanent link to a review, relative to the page. */
export const linkTo = (host: OverviewHost, id: number): string => fragment(host, { review_id: `${id}` });

function readState(host: OverviewHost): URLSearchParams | null {
  if (!location.hash.startsWith(MARK)) return null;
  const state = new URLSearchParams(location.hash.slice(1));
  return state.get('plaudit') === keyOf(host) ? state : null;
}

/** Chooses what the address says, now and whenever a link of ours is followed. */
export function followAddress(host: OverviewHost, linked: Linked, { productQuery }: Parts): void {
  const follow = () => {
    if (!host.isConnected) return removeEventListener('hashchange', follow);
    const state = readState(host);
    if (!state) return;
    const id = state.get('review_id');
    if (id) return void openReview(host, linked, id, productQuery);
    const { order, ratings, ...chosen } = Object.fromEntries(names.map((name) => [name, state.get(name)]));
    if (order) host.order = order;
    host.choose(
      chosen as Chosen,
      (ratings ?? '')
        .split(',')
        .map(Number)
        .filter((rating) => rating > 0 && rating < 6),
    );
  };
  addEventListener('hashchange', follow);
  void host.updateComplete.then(follow);
}

async function openReview(
  host: OverviewHost,
  linked: Linked,
  id: string,
  productQuery: Parts['productQuery'],
): Promise<void> {
  linked.review = await host.source.ask('listProductReviews', { ...productQuery(host), review_id: id, count: 1 }).then(
    ({ linked, product_reviews }) => linked ?? product_reviews.find((review) => `${review.id}` === id) ?? null,
    () => null,
  );
  host.requestUpdate();
  await host.updateComplete;
  const place = host.shadowRoot!.querySelector<HTMLElement>('.linked');
  place?.scrollIntoView({ block: 'nearest' });
  place?.focus({ preventScroll: true });
}

/** Writes what is chosen into the address, so that a link shows the same. */
export function writeAddress(host: OverviewHost, ratings: readonly number[]): void {
  const { hash, pathname, search } = location;
  if (pageDefault('address') === 'off' || (hash && !hash.startsWith(MARK))) return;
  const state = { ...host.chosen, order: host.order, ratings: ratings.join() };
  const given = names.flatMap((name) => (state[name] ? [[name, `${state[name]}`] as const] : []));
  const address = pathname + search + (given[0] ? fragment(host, Object.fromEntries(given)) : '');
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // A frame with `srcdoc` has no address of its own, and Safari takes a hundred changes in half a minute.
  }
}

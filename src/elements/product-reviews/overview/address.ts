/**
 * What a shopper has chosen, in the address of the page: `#plaudit=sku MUG&ratings=5&mention=en.handl`. It is written
 * only where the fragment is not the page's own, and not at all with `data-address="off"` on the script tag.
 */
import type { Chosen } from '../../../element/reviews.ts';
import type { Linked } from './linked.ts';
import { pageDefault } from './page-default.ts';
import type { OverviewHost, Parts } from './parts.ts';

const MARK = '#plaudit=';
const names = ['only_photos', 'verified', 'languages', 'with', 'mention', 'q'] as const;

type State = Readonly<Record<string, string>>;

/** As in `page/hub.ts`. */
const keyOf = ({ itemGroup, sku }: OverviewHost): string => (itemGroup ? `group ${itemGroup}` : `sku ${sku}`);

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
function addressOf(host: OverviewHost, state: State): string | null {
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

/** What a click on such a link does: it opens the review where following the link would not. */
export const openFrom =
  (host: OverviewHost, id: number) =>
  (event: Event): void => {
    const link = event.currentTarget as HTMLAnchorElement;
    const address = permanentLink(host, id);
    // The page may have changed its address since the link was drawn.
    if (address) link.href = address;
    if (address && link.href !== location.href) return;
    event.preventDefault();
    void followers.get(host)?.open(`${id}`);
  };

function readState(host: OverviewHost): URLSearchParams | null {
  if (!location.hash.startsWith(MARK)) return null;
  const state = new URLSearchParams(location.hash.slice(1));
  return state.get('plaudit') === keyOf(host) ? state : null;
}

const followers = new WeakMap<OverviewHost, Follower>();

/** Keeps the address and what an element shows alike. */
class Follower {
  readonly key: string;
  readonly #host: OverviewHost;
  readonly #parts: Parts;
  #linked: Linked;
  /** The order that the page chose. */
  readonly #order: string | null;
  /** What was chosen when the address was last read or written. */
  #known: string;
  /** Whether a link chose that. */
  #byLink = false;
  /** What had the focus before a review was opened. */
  #opener: HTMLElement | null = null;
  /** Of the latest review that was opened or closed. */
  #turn = 0;

  constructor(host: OverviewHost, linked: Linked, parts: Parts) {
    this.key = keyOf(host);
    this.#host = host;
    this.#parts = parts;
    this.#linked = linked;
    this.#order = host.order;
    this.#known = JSON.stringify(this.#state());
    addEventListener('hashchange', this.#follow);
    void host.updateComplete.then(() => this.#follow());
  }

  stop(): void {
    removeEventListener('hashchange', this.#follow);
  }

  /** Shows what is opened there from now on. */
  use(linked: Linked): this {
    this.#linked = linked;
    linked.close = () => {
      void this.#close(true);
      this.#replace(this.#state());
    };
    return this;
  }

  /** Waits until the list shows what was chosen. */
  async #shown(): Promise<void> {
    const host = this.#host;
    await host.updateComplete;
    await host.loads[0]!.done;
    await host.updateComplete;
  }

  #state(order = this.#host.order, ratings = this.#parts.starFilter(this.#host), chosen = this.#host.chosen): State {
    const all = { order: order === this.#order ? '' : order, ratings: ratings.join(), ...chosen };
    return Object.fromEntries(
      (['order', 'ratings', ...names] as const).flatMap((name) => (all[name] ? [[name, `${all[name]}`]] : [])),
    );
  }

  readonly #follow = (event?: Event): void => {
    const host = this.#host;
    if (!host.isConnected) return this.stop();
    const state = readState(host);
    const id = state?.get('review_id');
    if (id) {
      if (host.arrival !== 'reload') void this.open(id);
      return;
    }
    if (event) void this.#close(false);
    if (state || this.#byLink) void this.#filter(state);
  };

  async #filter(state: URLSearchParams | null): Promise<void> {
    const host = this.#host;
    const changes = this.#choose(state);
    this.#byLink = !!state;
    if (!changes || !state || host.arrival !== 'navigate') return;
    await this.#shown();
    void host.reveal(host.renderRoot.querySelector('.bar') ?? host);
  }

  /** Chooses what a link says. @returns whether that changes anything */
  #choose(given: URLSearchParams | null): boolean {
    const order = given?.get('order') ?? this.#order;
    const stars = (given?.get('ratings') ?? '').split(',').map(Number);
    const ratings = stars.filter((rating) => rating > 0 && rating < 6);
    const chosen = Object.fromEntries(names.map((name) => [name, given?.get(name) ?? null])) as Chosen;
    const wanted = JSON.stringify(this.#state(order, ratings, chosen));
    if (wanted === JSON.stringify(this.#state())) return false;
    this.#known = wanted;
    this.#host.order = order;
    this.#host.choose(chosen, ratings);
    return true;
  }

  /** Writes what is chosen into the address, so that a link shows the same. */
  readonly write = (): void => {
    const state = this.#state();
    const text = JSON.stringify(state);
    if (text === this.#known) return;
    this.#known = text;
    this.#byLink = false;
    this.#replace(state);
  };

  #replace(state: State): void {
    const address = addressOf(this.#host, state);
    const isEmpty = !Object.keys(state)[0] && !location.hash.startsWith(MARK);
    if (!address || isEmpty || pageDefault('address') === 'off') return;
    try {
      history.replaceState(history.state, '', address);
    } catch {
      // Safari takes a hundred changes in half a minute.
    }
  }

  async open(id: string): Promise<void> {
    const host = this.#host;
    const turn = ++this.#turn;
    const root = host.shadowRoot!;
    const opener = root.activeElement as HTMLElement | null;
    if (!opener?.closest('.linked')) this.#opener = opener;
    const query = { ...this.#parts.productQuery(host), review_id: id, count: 1 };
    const review = await host.source.ask('listProductReviews', query).then(
      ({ linked, product_reviews }) => linked ?? product_reviews.find((one) => `${one.id}` === id) ?? null,
      () => null,
    );
    if (turn !== this.#turn) return;
    this.#linked.review = review;
    host.requestUpdate();
    await this.#shown();
    const place = root.querySelector<HTMLElement>('.linked');
    // Who comes back is where they were.
    if (!place || host.arrival !== 'navigate') return;
    void host.reveal(place);
    place.focus({ preventScroll: true });
  }

  /** @param scrolls whether to go back to where it was opened */
  async #close(scrolls: boolean): Promise<void> {
    this.#turn++;
    const [host, opener] = [this.#host, this.#opener];
    const root = host.shadowRoot!;
    const hadFocus = !!root.activeElement?.closest('.linked');
    if (!this.#linked.review) return;
    this.#linked.review = null;
    host.requestUpdate();
    await host.updateComplete;
    if (!hadFocus) return;
    const place = opener?.isConnected ? opener : root.querySelector<HTMLElement>('.bar h2')!;
    place.focus({ preventScroll: true });
    if (scrolls) void host.reveal(place, 'nearest');
  }
}

/**
 * Shows what the address says, now and whenever a link of ours is followed, and no longer once it is left.
 * @returns a function that writes what the shopper has chosen into the address, if that has changed
 */
export function followAddress(host: OverviewHost, linked: Linked, parts: Parts): () => void {
  let follower = followers.get(host);
  if (follower?.key !== keyOf(host)) {
    follower?.stop();
    followers.set(host, (follower = new Follower(host, linked, parts)));
  }
  return follower.use(linked).write;
}

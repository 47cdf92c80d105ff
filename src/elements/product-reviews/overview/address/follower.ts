/** Keeps the address and what an element shows alike. Loaded once the address says something, or is to. */
import type { ShownProductReview } from '../../../../../contract/entities/digest.ts';
import type { Chosen } from '../../../../element/reviews.ts';
import { productQuery, starFilter } from '../../../../page/hub.ts';
import { shared } from '../../../../page/shared.ts';
import { addressOf, keyOf, MARK, type State } from './address.ts';
import { renderLinked } from './linked.ts';
import type { OverviewHost } from '../context.ts';

const names = ['only_photos', 'verified', 'languages', 'with', 'mention', 'q'] as const;

function readState(host: OverviewHost): URLSearchParams | null {
  if (!location.hash.startsWith(MARK)) return null;
  const state = new URLSearchParams(location.hash.slice(1));
  return state.get('plaudit') === keyOf(host) ? state : null;
}

/** The orders that pages chose, from before a link chose others. */
const pageOrders = new WeakMap<OverviewHost, readonly [product: string, order: string | null]>();

function pageOrderOf(host: OverviewHost, order = host.order): string | null {
  const [product, own] = pageOrders.get(host) ?? [];
  return product === keyOf(host) ? own! : order;
}

/** The shopper's choice, as the address says it. */
function stateOf(
  host: OverviewHost,
  own: string | null,
  order = host.order,
  ratings = starFilter(host),
  chosen = host.chosen,
): State {
  const all = { order: order === own ? '' : order, ratings: ratings.join(), ...chosen };
  return Object.fromEntries(
    (['order', 'ratings', ...names] as const).flatMap((name) => (all[name] ? [[name, `${all[name]}`]] : [])),
  );
}

/** Chooses what a link says. @returns what is chosen then, and whether that is a change */
function choose(
  host: OverviewHost,
  own: string | null,
  given: URLSearchParams | null,
): readonly [known: string, changes: boolean] {
  const order = given?.get('order') ?? own;
  const stars = (given?.get('ratings') ?? '').split(',').map(Number);
  const ratings = stars.filter((rating) => rating > 0 && rating < 6);
  const chosen = Object.fromEntries(names.map((name) => [name, given?.get(name) ?? null])) as Chosen;
  const known = JSON.stringify(stateOf(host, own, order, ratings, chosen));
  const changes = known !== JSON.stringify(stateOf(host, own));
  if (changes) {
    host.order = order;
    host.choose(chosen, ratings);
  }
  return [known, changes];
}

/** Chooses what the address says, before anything is asked for. */
export async function begin(host: OverviewHost): Promise<void> {
  const state = readState(host);
  if (!state || state.has('review_id')) return;
  const own = pageOrderOf(host);
  pageOrders.set(host, [keyOf(host), own]);
  choose(host, own, state);
  await host.updateComplete;
}

export class Follower {
  readonly #host: OverviewHost;
  /** The order that the page chose. */
  readonly #order: string | null;
  /** The review that is opened. */
  #review: ShownProductReview | null;
  /** The choice when the address was last read or written. */
  #known = '{}';
  /** Whether a link chose that. */
  #byLink = false;
  /** The element that had the focus before a review was opened. */
  #opener: HTMLElement | null = null;
  /** Of the latest review that was opened or closed. */
  #turn = 0;

  constructor(host: OverviewHost, order: string | null, review: ShownProductReview | null) {
    this.#host = host;
    this.#order = pageOrderOf(host, order);
    this.#review = review;
  }

  render(): unknown {
    return this.#review && renderLinked(this.#host, this.#review, this.#leave);
  }

  readonly #leave = (): void => {
    void this.#close(true);
    this.#replace(this.#state());
  };

  /** Waits until the list shows what was chosen. */
  async #shown(): Promise<void> {
    const host = this.#host;
    await host.updateComplete;
    await host.loads[0]!.done;
    await host.updateComplete;
  }

  #state(): State {
    return stateOf(this.#host, this.#order);
  }

  /** Shows the address's choice in place of the earlier one. @param event that it has changed */
  follow(event?: Event): void {
    const host = this.#host;
    const state = readState(host);
    const id = state?.get('review_id');
    if (id) {
      if (host.arrival !== 'reload') void this.open(id);
      return;
    }
    if (event) void this.#close(false);
    if (state || this.#byLink) void this.#filter(state, !event);
  }

  /** @param isFirst whether what the address says may be chosen already */
  async #filter(state: URLSearchParams | null, isFirst: boolean): Promise<void> {
    const host = this.#host;
    const [known, changes] = choose(host, this.#order, state);
    this.#known = known;
    this.#byLink = !!state;
    if (!(changes || (isFirst && known !== '{}')) || !state || host.arrival !== 'navigate') return;
    await this.#shown();
    void host.reveal(host.renderRoot.querySelector('.bar') ?? host);
  }

  /** Writes what is chosen into the address, so that a link shows the same. */
  write(): void {
    const state = this.#state();
    const text = JSON.stringify(state);
    if (text === this.#known) return;
    this.#known = text;
    this.#byLink = false;
    this.#replace(state);
  }

  #replace(state: State): void {
    const address = addressOf(this.#host, state);
    const isEmpty = !Object.keys(state)[0] && !location.hash.startsWith(MARK);
    if (!address || isEmpty || shared.defaults?.address === 'off') return;
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
    const query = { ...productQuery(host), review_id: id, count: 1 };
    const review = await host.source.ask('listProductReviews', query).then(
      ({ linked, product_reviews }) => linked ?? product_reviews.find((one) => `${one.id}` === id) ?? null,
      () => null,
    );
    if (turn !== this.#turn) return;
    this.#review = review;
    host.requestUpdate();
    await this.#shown();
    const place = root.querySelector<HTMLElement>('.linked');
    // Shoppers who come back are where they were.
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
    if (!this.#review) return;
    this.#review = null;
    host.requestUpdate();
    await host.updateComplete;
    if (!hadFocus) return;
    const place = opener?.isConnected ? opener : root.querySelector<HTMLElement>('.bar h2')!;
    place.focus({ preventScroll: true });
    if (scrolls) void host.reveal(place, 'nearest');
  }
}

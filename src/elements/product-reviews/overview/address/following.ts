import type { ShownProductReview } from '../../../../../contract/entities/digest.ts';
import { MARK } from './address.ts';
import { Later } from '../later.ts';
import type { OverviewHost } from '../context.ts';

/** Keeps the address and what an element shows alike, by code that loads once the address says something, or is to. */
export interface Following {
  /** Shows what the address says, which has changed. */
  follow(event: Event): void;
  /** Writes what is chosen into the address. */
  write(): void;
  /** The review that is opened. */
  render(): unknown;
  open(id: number): void;
}

/** @param review a review that is opened from the start */
export async function followLater(host: OverviewHost, review: ShownProductReview | null): Promise<Following> {
  // The order that the page chose, or a link that was followed before.
  const { order } = host;
  const follower = new Later(
    host,
    () => import('./follower.ts'),
    async ({ Follower }) => {
      await host.updateComplete;
      const loaded = new Follower(host, order, review);
      loaded.follow();
      loaded.write();
      return loaded;
    },
  );
  const isNamed = () => location.hash.startsWith(MARK);
  if (review || host.filtered || isNamed()) await follower.ask();
  return {
    follow(event) {
      if (follower.piece) follower.piece.follow(event);
      else if (isNamed()) void follower.ask();
    },
    write() {
      if (host.filtered || host.order !== order) void follower.ask();
      follower.piece?.write();
    },
    render: () => follower.piece?.render(),
    open: (id) => void follower.ask().then(() => follower.piece?.open(`${id}`)),
  };
}

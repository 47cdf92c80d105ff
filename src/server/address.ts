/**
 * Stand-in for the files of `elements/product-reviews/overview/address/` that follow the address, which the build
 * puts there: a server has no address.
 */
import type { ShownProductReview } from '../../contract/entities/digest.ts';
import type { Following } from '../elements/product-reviews/overview/address/following.ts';
import { renderLinked } from '../elements/product-reviews/overview/address/linked.ts';
import type { OverviewHost } from '../elements/product-reviews/overview/context.ts';

/** An element that knows where one of its reviews can be read without JavaScript. */
export interface Linking {
  linkTo(id: number): string;
}

/** The permanent link to a review; the element puts its own in its place when it takes over. */
export const linkTo = (host: OverviewHost, id: number): string => (host as OverviewHost & Linking).linkTo(id);
export const permanentLink = (host: OverviewHost, id: number): string => linkTo(host, id);

export const openFrom = (): undefined => undefined;

/** Shows the review that a reader has asked for. */
export const followLater = (host: OverviewHost, review: ShownProductReview | null): Pick<Following, 'render'> => ({
  render: () => review && renderLinked(host, review),
});

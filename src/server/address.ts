/** Stand-in for `elements/product-reviews/overview/address.ts`, which the build puts there: a server has no address. */
import type { OverviewHost } from '../elements/product-reviews/overview/parts.ts';

/** An element that knows where one of its reviews can be read without JavaScript. */
export interface Linking {
  linkTo(id: number): string;
}

/** The permanent link to a review; the element puts its own in its place when it takes over. */
export const linkTo = (host: OverviewHost, id: number): string => (host as OverviewHost & Linking).linkTo(id);
export const permanentLink = (host: OverviewHost, id: number): string => linkTo(host, id);

export const openFrom = (): undefined => undefined;
export const followAddress = (): null => null;

/**
 * Asks for a page and for what it names. The operator chose the page, which may be on this machine; what a page of the
 * public internet names must be public as well, since a page could otherwise have us ask our own network.
 */
import { askPublic, isPublicAddress, type PublicAnswer } from '../../../server-kit/network/public-fetch.ts';

export type Ask = (url: URL, headers?: Readonly<Record<string, string>>) => Promise<PublicAnswer>;

const MAX_BYTES = 8 * 1024 * 1024;
const DEADLINE_MS = 15_000;

export function createAsk(): Ask {
  const isReachable = oneNetwork();
  return (url, headers = {}) =>
    askPublic(url.href, {
      maxBytes: MAX_BYTES,
      deadlineMs: DEADLINE_MS,
      isReachable,
      headers,
    });
}

/** @returns which addresses may be asked; the first one that it is given decides about all others. */
export function oneNetwork(): (address: string) => boolean {
  let isPublic: boolean | null = null;
  return (address) => {
    isPublic ??= isPublicAddress(address);
    return !isPublic || isPublicAddress(address);
  };
}

import { isIP, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';

/** Where a server is reached that listens here, without a slash at its end. */
export function urlOf({ address, family, port }: AddressInfo): string {
  // Nobody can be sent to "every address of this machine".
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** An address that paths can be added to. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/**
 * Links begin with an address that the operator gave, or with where the program listens: never with what a request
 * names, which anybody may write. That somebody else would be sent to the wrong place is said once, at the start.
 */
export function sayWhereLinksBegin(logger: Logger, publicUrl: string | undefined, listening: AddressInfo): void {
  if (publicUrl !== undefined) return;
  const message = `links begin with ${urlOf(listening)}, where this program listens; give --public-url if it is reached by another address`;
  if (isLoopback(listening.address)) logger.info(message);
  else logger.warn(message);
}

/** Whether others can read what is sent to this address: plain http to another machine. */
export function isReadOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** Whether what is sent to this host, as a URL names it, stays on this machine. */
function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIP(host) === 0) return false;
  return isLoopback(host) || Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === host));
}

const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./i.test(address);

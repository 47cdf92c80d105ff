import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import { addressOfHost, plainAddress } from './networks.ts';

/** The URL of a server that listens here, without a slash at its end. */
export function urlOf({ address, family, port }: AddressInfo): string {
  // A link cannot lead to "every address of this machine".
  const host =
    address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** A URL that paths can be added to. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/**
 * Links begin with the URL that the operator gave, or with where the program listens; never with what a request
 * names, which anybody may write. If links could lead others astray, the log says so once, at the start.
 */
export function sayWhereLinksBegin(logger: Logger, publicUrl: string | undefined, listening: AddressInfo): void {
  if (publicUrl !== undefined) return;
  const here = urlOf(listening);
  const advice = 'give --public-url if it is reached by another address';
  const message = `links begin with ${here}, where this program listens; ${advice}`;
  if (isLoopback(listening.address)) logger.info(message);
  else logger.warn(message);
}

/** Whether others can read what is sent to this URL: plain http to another machine. */
export function isReadOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** Whether what is sent to this host of a URL stays on this machine. */
function isThisMachine(hostname: string): boolean {
  const address = addressOfHost(hostname);
  if (address === null) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return (
    isLoopback(address) || Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address))
  );
}

function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

import type { AddressInfo } from 'node:net';

/** Where a server is reached that listens here, without a slash at its end. */
export function urlOf({ address, family, port }: AddressInfo): string {
  // Nobody can be sent to "every address of this machine".
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** An address that paths can be added to. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

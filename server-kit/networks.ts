/** Networks as an operator writes them, such as `10.0.0.0/8`; a single address is one as well. */
import { isIP } from 'node:net';

export interface Network {
  readonly address: string;
  /** Bits of the address that all of its addresses share. */
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const WIDTHS = { ipv4: 32, ipv6: 128 } as const;
/** Bits before the IPv4 address in `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;

/**
 * Reads one network. An IPv4 network in the spelling of IPv6 (`::ffff:10.0.0.0/104`) is the IPv4 network that it
 * means: connections from there are known by their IPv4 address.
 * @returns null for what is none, or means something else than it looks like (`::ffff:10.0.0.0/8` is all of `::/8`).
 */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const prefix = length === undefined ? WIDTHS[family] : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (!(prefix <= WIDTHS[family])) return null;
  const mapped = family === 'ipv6' ? mappedAddress(address) : null;
  if (mapped === null) return { address, prefix, family };
  return prefix < MAPPED_BITS ? null : { address: mapped, prefix: prefix - MAPPED_BITS, family: 'ipv4' };
}

/** The IPv4 address in an address of the form `::ffff:10.0.0.1`, however it is spelled; null in every other one. */
export function mappedAddress(address: string): string | null {
  // The parser of addresses knows every spelling, and writes the last 32 bits as two groups.
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
  return bytes.join('.');
}

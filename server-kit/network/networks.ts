/** Network addresses however they are spelled, and networks as an operator writes them, such as `10.0.0.0/8`. */
import { isIP, isIPv6 } from 'node:net';

export interface Network {
  readonly address: string;
  /** How many leading bits its addresses have in common. */
  readonly prefixBits: number;
  readonly family: 'ipv4' | 'ipv6';
}

const WIDTH_BITS = { ipv4: 32, ipv6: 128 } as const;
/** Bits before the IPv4 address in `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;

/**
 * Reads one network; a single address is one too. An IPv4 network spelled as IPv6 (`::ffff:10.0.0.0/104`) is read as
 * IPv4, since connections from there show their IPv4 address.
 * @returns null for anything else, and for a network that is not what it looks like (`::ffff:10.0.0.0/8` is `::/8`).
 */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const prefixBits = length === undefined ? WIDTH_BITS[family] : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (!(prefixBits <= WIDTH_BITS[family])) return null;
  const mapped = family === 'ipv6' ? mappedAddress(address) : null;
  if (mapped === null) return { address, prefixBits, family };
  return prefixBits < MAPPED_BITS ? null : { address: mapped, prefixBits: prefixBits - MAPPED_BITS, family: 'ipv4' };
}

/** Without a zone, and IPv4 as such: a socket that speaks both shows it as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? (mappedAddress(plain) ?? plain) : plain;
}

/** The address that the host of a URL is, without the brackets of IPv6; null for a name. */
export function addressOfHost(hostname: string): string | null {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) === 0 ? null : address;
}

/** The IPv4 address inside one like `::ffff:10.0.0.1`, however it is spelled; null for any other. */
function mappedAddress(address: string): string | null {
  // The URL parser knows every spelling, and writes the last 32 bits as two groups.
  const [, high, low] =
    /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
  return bytes.join('.');
}

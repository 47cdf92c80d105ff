import { isIPv6 } from 'node:net';

/**
 * Whom limits count: an IPv4 address, or the /64 of an IPv6 address, since a household or a phone is given a whole
 * /64 and may change its address in it at will.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/**
 * Whom limits count: an IPv4 address, or the /64 of an IPv6 address, since a household or a phone is given a whole
 * /64 and may change its address in it at will.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').split('%', 1)[0]!;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** Whose address a request has, where `X-Forwarded-For` is believed from some networks. */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  /** By the address that the connection has. */
  readonly #neighbours = new LRUCache<string, { readonly network: string; readonly isTrusted: boolean }>({ max: 10_000 });
  /** By `X-Forwarded-For`, where a trusted proxy sent it. */
  readonly #forwarded = new LRUCache<string, string>({ max: 10_000 });

  /** @param trustedProxies - networks (CIDR) or single addresses. */
  constructor(trustedProxies: readonly string[]) {
    for (const network of trustedProxies) {
      const [address = '', length] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (length === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(length), family);
    }
  }

  /** The network that limits count: of the last address, from the right, that no trusted proxy has. */
  networkOf(remote: string, forwarded: string): string {
    let neighbour = this.#neighbours.get(remote);
    if (neighbour === undefined) this.#neighbours.set(remote, (neighbour = { network: networkOf(remote), isTrusted: this.#isTrusted(remote) }));
    if (!neighbour.isTrusted || forwarded === '') return neighbour.network;
    let network = this.#forwarded.get(forwarded);
    if (network === undefined) this.#forwarded.set(forwarded, (network = networkOf(this.#clientOf(forwarded))));
    return network;
  }

  #clientOf(forwarded: string): string {
    const hops = forwarded.split(',').map((hop) => hop.trim());
    return hops.findLast((hop) => !this.#isTrusted(hop)) ?? hops[0]!;
  }

  #isTrusted(address: string): boolean {
    const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    const family = isIP(plain);
    return family !== 0 && this.#trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}

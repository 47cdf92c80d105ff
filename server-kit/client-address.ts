/**
 * Whom limits count. What a request says of its sender in `X-Forwarded-For` is believed only where somebody sent it
 * whom the operator trusts, and that is decided here alone.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { mappedAddress, readNetwork } from './networks.ts';

/**
 * An IPv4 address, or the /64 of an IPv6 address, since a household or a phone is given a whole /64 and may change its
 * address in it at will.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** Without a zone, and an IPv4 address as one: a socket that speaks both shows it as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? (mappedAddress(plain) ?? plain) : plain;
}

export class ClientAddresses {
  readonly #trusted = new BlockList();
  /** By the address that the connection has. */
  readonly #neighbours = new LRUCache<string, { readonly network: string; readonly isTrusted: boolean }>({ max: 10_000 });
  /** By `X-Forwarded-For`, where a trusted proxy sent it. */
  readonly #forwarded = new LRUCache<string, string>({ max: 10_000 });

  /** @param trustedProxies - networks (CIDR) or single addresses. */
  constructor(trustedProxies: readonly string[]) {
    for (const text of trustedProxies) {
      const network = readNetwork(text);
      if (!network) throw new Error(`${text} is no network`);
      this.#trusted.addSubnet(network.address, network.prefix, network.family);
    }
  }

  /** True where `X-Forwarded-For` is believed from this address. */
  isTrusted(address: string): boolean {
    return this.#neighbour(address).isTrusted;
  }

  /** The network of who sent a request. */
  of({ socket, headers }: IncomingMessage): string {
    return this.networkOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));
  }

  /** The network of the last address, from the right, that no trusted proxy has. */
  networkOf(remote: string, forwarded: string): string {
    const neighbour = this.#neighbour(remote);
    if (!neighbour.isTrusted || forwarded === '') return neighbour.network;
    let network = this.#forwarded.get(forwarded);
    if (network === undefined) this.#forwarded.set(forwarded, (network = networkOf(this.#clientOf(forwarded))));
    return network;
  }

  #clientOf(forwarded: string): string {
    const hops = forwarded.split(',').map((hop) => hop.trim());
    return hops.findLast((hop) => !this.#isListed(hop)) ?? hops[0]!;
  }

  #neighbour(remote: string): { readonly network: string; readonly isTrusted: boolean } {
    let neighbour = this.#neighbours.get(remote);
    if (neighbour === undefined) this.#neighbours.set(remote, (neighbour = { network: networkOf(remote), isTrusted: this.#isListed(remote) }));
    return neighbour;
  }

  #isListed(address: string): boolean {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && this.#trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}

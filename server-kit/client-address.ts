/**
 * Whom limits count. What a request says about its sender in `X-Forwarded-For` is believed only from a proxy that the
 * operator trusts, and only this file decides that.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { plainAddress, readNetwork } from './networks.ts';

/**
 * An IPv4 address, or the /64 of an IPv6 address: a household or a phone has a whole /64, and may take any address
 * in it.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export class ClientAddresses {
  readonly #trusted = new BlockList();
  /** By the address that the connection has. */
  readonly #neighbours = new LRUCache<string, { readonly network: string; readonly isTrusted: boolean }>({
    max: 10_000,
  });
  /** By `X-Forwarded-For`, where a trusted proxy sent it. */
  readonly #forwarded = new LRUCache<string, string>({ max: 10_000 });

  /** @param trustedProxies - networks (CIDR) or single addresses. */
  constructor(trustedProxies: readonly string[]) {
    for (const text of trustedProxies) {
      const network = readNetwork(text);
      if (!network) throw new Error(`${text} is no network`);
      this.#trusted.addSubnet(network.address, network.prefixBits, network.family);
    }
  }

  /** True where `X-Forwarded-For` is believed when it comes from this address. */
  isTrusted(address: string): boolean {
    return this.#neighbour(address).isTrusted;
  }

  /** The network of whoever sent a request. */
  of({ socket, headers }: IncomingMessage): string {
    return this.networkOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));
  }

  /** The network of the rightmost address that is not a trusted proxy's. */
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
    if (neighbour === undefined)
      this.#neighbours.set(remote, (neighbour = { network: networkOf(remote), isTrusted: this.#isListed(remote) }));
    return neighbour;
  }

  #isListed(address: string): boolean {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && this.#trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/**
 * The address that limits count. `X-Forwarded-For` is believed only from a proxy that the operator trusts, and only
 * this file decides that.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress, readNetwork } from './networks.ts';
import { bytesOf, WeighedCache } from '../weighed-cache.ts';

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

interface Hop {
  readonly network: string;
  readonly isTrusted: boolean;
}

/** In characters: an address of IPv6 with a zone and a port, and room around it. */
const LONGEST_HOP = 100;
/** Some ten thousand addresses. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A proxy behind a proxy behind a proxy; a sender that names more has made them up. */
const MOST_HOPS = 20;

export class ClientAddresses {
  readonly #trusted = new BlockList();
  /** By address. */
  readonly #known = new WeighedCache<Hop>({ maxBytes: MOST_BYTES, weigh: ({ network }) => bytesOf(network) + 50 });

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
    return this.#hop(address).isTrusted;
  }

  /** The network of a request's sender. */
  of({ socket, headers }: IncomingMessage): string {
    return this.networkOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));
  }

  /**
   * The network of the rightmost address that is not a trusted proxy's. Where that is no address, nobody says who it
   * is, and the proxy before it counts.
   */
  networkOf(remote: string, forwarded: string): string {
    let last = this.#hop(remote);
    let end = forwarded.length;
    for (let hops = 0; last.isTrusted && end > 0 && hops < MOST_HOPS; hops += 1) {
      const comma = forwarded.lastIndexOf(',', end - 1);
      const address = addressIn(forwarded.slice(comma + 1, end));
      if (address === null) break;
      last = this.#hop(address);
      end = comma;
    }
    return last.network;
  }

  #hop(address: string): Hop {
    let hop = this.#known.get(address);
    if (hop === undefined)
      this.#known.set(address, (hop = { network: networkOf(address), isTrusted: this.#isListed(address) }));
    return hop;
  }

  #isListed(address: string): boolean {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && this.#trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** An address as proxies write it, some with a port; null where it is none. */
function addressIn(hop: string): string | null {
  if (hop.length > LONGEST_HOP) return null;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(hop.trim()) ?? [];
  const address = bracketed ?? plain ?? hop.trim();
  return isIP(plainAddress(address)) === 0 ? null : address;
}

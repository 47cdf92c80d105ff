/**
 * Where this machine can be reached. A connection to one's own address passes no firewall: databases, consoles and our
 * own programs answer there whom they would answer from nowhere else.
 */
import { networkInterfaces } from 'node:os';
import type { Server } from 'node:http';
import { plainAddress } from './networks.ts';

/** A web server for everybody is there. A shop often is on the same machine as its reviews, with its feed. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Where the programs of this process listen: a fact of the process, as its interfaces are of the machine. */
const ownPorts = new Set<number>();

/** Notes where a server listens, until it closes. */
export function noteOwnPort(server: Server): void {
  const address = server.address();
  if (address === null || typeof address === 'string') return;
  ownPorts.add(address.port);
  server.once('close', () => ownPorts.delete(address.port));
}

/** False for an address of this machine, except at the ports where a web server for everybody may be. */
export function isOpenToAll(address: string, port: number): boolean {
  if (!isOwnAddress(plainAddress(address))) return true;
  return WEB_PORTS.has(port) && !ownPorts.has(port);
}

/** Asked each time, since interfaces come and go. */
const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((ofOne) => ofOne?.some((own) => plainAddress(own.address) === address));

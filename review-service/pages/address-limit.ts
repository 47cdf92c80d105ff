import type { FastifyRequest } from 'fastify';
import { PageProblem } from './problem.ts';

/** How many reviews may come from one network address through the pages: enough for an office, too few for a robot. */
const CALLS = 20;
const WITHIN_MS = 600_000;
/** More addresses than this are not told apart; the oldest are forgotten. */
const MAX_ADDRESSES = 10_000;

/** Kept in memory: each instance counts for itself, and a restart forgets. It slows robots, it guards no secret. */
export class AddressLimit {
  readonly #calls = new Map<string, number[]>();

  /** @returns null, or the milliseconds to wait. */
  take(address: string, now: number): number | null {
    const recent = (this.#calls.get(address) ?? []).filter((moment) => moment > now - WITHIN_MS);
    if (recent.length >= CALLS) return recent[0]! + WITHIN_MS - now;
    this.#calls.delete(address);
    this.#calls.set(address, [...recent, now]);
    if (this.#calls.size > MAX_ADDRESSES) this.#calls.delete(this.#calls.keys().next().value!);
    return null;
  }
}

/** @throws PageProblem 429 where too much came from the address of this request. */
export function limitAddress(limit: AddressLimit, request: FastifyRequest, now: number): void {
  const wait = limit.take(request.ip, now);
  if (wait !== null) throw new PageProblem(429, 'tooMany', { retryAfter: wait / 1_000 });
}

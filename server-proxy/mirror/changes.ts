/**
 * Every change of the mirror happens here: in one transaction, by the instance that holds the lease alone, and with a
 * new number of the version that all instances follow.
 */
import type { ProxyDb } from '../state/tables.ts';
import { atomically, takeTurn } from '../state/transaction.ts';
import type { Lease } from '../state/lease.ts';
import type { MirroredBusiness } from './parts.ts';

export interface Changes {
  /** Something that answers are made of is different now. */
  readonly changed: boolean;
  /** Products with reviews that were left out, to be read again. */
  readonly lookAgain: ReadonlySet<string>;
}

/** The same while the work is under way. */
export interface Noting {
  changed: boolean;
  readonly lookAgain: Set<string>;
}

export interface ChangeTools {
  readonly db: ProxyDb;
  readonly lease: Lease;
}

const gate = (business: string): string => `mirror ${business}`;
const walkGate = (business: string): string => `walk ${business}`;

/**
 * @throws LeaseLost where another instance fills the mirror by now; nothing is kept then.
 */
export function changing<Result extends object | void>(
  { db, lease }: ChangeTools, business: MirroredBusiness, work: (db: ProxyDb, changes: Noting) => Promise<Result>,
): Promise<Result & Changes> {
  return atomically(db, async (db) => {
    await lease.confirm(db);
    const changes: Noting = { changed: false, lookAgain: new Set() };
    const result = await work(db, changes);
    if (changes.changed) await nextVersion(db, business.domain);
    return { ...result, ...changes } as Result & Changes;
  });
}

/** Says to all instances that answers made before are out of date. */
export function nextVersion(db: ProxyDb, business: string): Promise<number> {
  return takeTurn(db, gate(business));
}

/** Asks whoever fills the mirror to walk through all of a business soon. */
export async function askForWalk(db: ProxyDb, business: string): Promise<void> {
  await takeTurn(db, walkGate(business));
}

/** How often that was asked for, for each of these businesses. */
export function readAskedWalks(db: ProxyDb, businesses: readonly string[]): Promise<Map<string, number>> {
  return readTurns(db, walkGate, businesses);
}

/** The versions of these businesses; of one that was never changed, none. */
export function readVersions(db: ProxyDb, businesses: readonly string[]): Promise<Map<string, number>> {
  return readTurns(db, gate, businesses);
}

async function readTurns(db: ProxyDb, gate: (business: string) => string, businesses: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('proxy_gate').select(['name', 'revision']).where('name', 'in', businesses.map(gate)).execute();
  return new Map(rows.map((row) => [row.name.slice(gate('').length), row.revision]));
}

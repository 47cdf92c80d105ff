/** Asks whoever fills the mirror to walk through all of a business soon. Each asking is a turn of a gate. */
import type { ProxyDb } from '../state/tables.ts';
import { readTurns, takeTurn } from '../state/transaction.ts';

const gate = (business: string): string => `walk ${business}`;

export async function askForWalk(db: ProxyDb, business: string): Promise<void> {
  await takeTurn(db, gate(business));
}

/** How often that was asked for, for each of these businesses. */
export async function readAskedWalks(db: ProxyDb, businesses: readonly string[]): Promise<Map<string, number>> {
  const turns = await readTurns(db, businesses.map(gate));
  return new Map(businesses.map((business) => [business, turns.get(gate(business)) ?? 0]));
}

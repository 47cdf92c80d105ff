/**
 * Asks the instance that fills the mirror to sweep all of a business soon. Each request is a turn at a gate, whose name
 * is from earlier.
 */
import type { ProxyDb } from '../../state/tables.ts';
import { readTurns, takeTurn } from '../../state/transaction.ts';

const gate = (business: string): string => `walk ${business}`;

export async function askForSweep(db: ProxyDb, business: string): Promise<void> {
  await takeTurn(db, gate(business));
}

/** How often each of these businesses was asked for. */
export async function readAskedSweeps(db: ProxyDb, businesses: readonly string[]): Promise<Map<string, number>> {
  const turns = await readTurns(db, businesses.map(gate));
  return new Map(businesses.map((business) => [business, turns.get(gate(business)) ?? 0]));
}

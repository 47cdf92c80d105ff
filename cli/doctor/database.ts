/** Checks that the databases of both programs share. */
import type { Kysely } from 'kysely';
import { readDatabaseClock } from '../../review-store/databases/readiness.ts';
import { ok, warn, type Finding } from './finding.ts';
import { checkClock } from './host.ts';

/** @param missing - the migrations that this version would run. */
export function checkUpgrade(whose: 'service' | 'proxy', missing: readonly string[]): Finding {
  return missing.length === 0
    ? ok(`${whose} data`, 'up to date')
    : warn(`${whose} data`, `the next start upgrades it (${missing.join(', ')}); more can be checked after that`);
}

export async function checkDatabaseClock<Tables>(db: Kysely<Tables>): Promise<Finding[]> {
  const asked = Date.now();
  const theirs = await readDatabaseClock(db);
  return theirs === null ? [] : [checkClock(theirs, (asked + Date.now()) / 2, 'the database')];
}

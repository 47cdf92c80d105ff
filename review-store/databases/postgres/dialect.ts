import { PostgresDialect, type DialectAdapter } from 'kysely';
import { withEngine } from '../engine.ts';
import { PostgresEngine } from './engine.ts';
import { PostgresPool } from './pool.ts';

/** Kysely's PostgreSQL, with connections that give up. */
export class PatientPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(databaseUrl: string) {
    const pool = new PostgresPool(databaseUrl);
    super({ pool });
    this.#pool = pool;
  }

  override createAdapter(): DialectAdapter {
    return withEngine(super.createAdapter(), new PostgresEngine(this.#pool));
  }
}

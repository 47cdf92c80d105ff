import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type LimitNode,
} from 'kysely';
import { withEngine } from '../engine.ts';
import { SqliteDriver } from './driver.ts';
import { SqliteEngine } from './engine.ts';
import type { SqliteFile } from './file.ts';

/** Kysely's SQLite, with statements that are kept and connections that do not wait for each other. */
export class PreparedSqliteDialect implements Dialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#file);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new PreparedSqliteCompiler();
  }

  createAdapter(): SqliteAdapter {
    return withEngine(new TurnsInTheDriver(), new SqliteEngine(this.#file));
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** The driver makes only those wait who have to; Kysely would make everybody wait. */
class TurnsInTheDriver extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite looks at the value that is bound to a LIMIT when it chooses a plan, and so makes a prepared statement anew
 * each time one is bound: for a page of reviews that takes as long as reading it. Into a sum it does not look.
 */
class PreparedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type DatabaseIntrospector, type Dialect, type Kysely, type LimitNode } from 'kysely';
import { SqliteDriver, type SqliteFiles } from './sqlite-driver.ts';

/** Kysely's SQLite, with statements that are kept and connections that do not wait for each other. */
export class PreparedSqliteDialect implements Dialect {
  readonly #files: SqliteFiles;

  constructor(files: SqliteFiles) {
    this.#files = files;
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#files);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new PreparedSqliteCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TurnsInTheDriver();
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** The driver lets wait whoever has to; Kysely would let all. */
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

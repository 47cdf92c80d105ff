import { existsSync, rmSync } from 'node:fs';
import { access, constants, statfs, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CompiledQuery, sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { makePrivateFile, sync } from '../private-files.ts';
import type { CopyPlan, Engine } from '../engine.ts';
import { slices } from '../slices.ts';
import { copyBeforeUpgrade, deleteCopiesOf, planCopy } from './copy.ts';
import type { SqliteFile } from './file.ts';
import { matching } from './search.ts';

/** Room for a few reviews: with less left, some writes would be refused and others not. */
const ROOM_BYTES = 256 * 1024;
const room = Buffer.alloc(ROOM_BYTES);

/** A transaction that writes is the only one from its first statement to its end, so rows need no locks. */
export class SqliteEngine implements Engine {
  readonly #file: SqliteFile;
  readonly matching = matching;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  forUpdate<Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) {
    return query;
  }

  async lock(): Promise<void> {}

  async lockForUpgrade(): Promise<void> {}

  keepCopy(before: string): Promise<void> {
    return copyBeforeUpgrade(this.#file.path, before);
  }

  async planCopy(before: string): Promise<CopyPlan | null> {
    return planCopy(this.#file.path, before);
  }

  async deleteCopies(madeBefore: number): Promise<number> {
    return deleteCopiesOf(this.#file.path, madeBefore);
  }

  beginService(): void {}

  common(column: string): RawBuilder<unknown> {
    return sql`${sql.ref(column)} + 0`;
  }

  holds(text: Expression<unknown>, part: string): RawBuilder<boolean> {
    return sql`instr(${text}, ${part}) > 0`;
  }

  /** Kysely would make a node of each of some thousand values. */
  async insert<Tables>(db: Kysely<Tables>, table: string, rows: readonly object[]): Promise<void> {
    for (const some of slices(rows)) {
      const columns = Object.keys(some[0]!);
      const names = columns.map((column) => `"${column}"`).join(', ');
      const places = `(${columns.map(() => '?').join(', ')})`;
      const values = some.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
      const text = `insert into "${table}" (${names}) values ${some.map(() => places).join(', ')}`;
      await db.executeQuery(CompiledQuery.raw(text, values));
    }
  }

  elements(items: readonly object[]): RawBuilder<unknown> {
    return sql`json_each(${JSON.stringify(items)})`;
  }

  async hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
    const found = await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
    return found.rows.length > 0;
  }

  /** Only tables that changed much are looked at, and a part of them at most. */
  async gatherStatistics<Tables>(db: Kysely<Tables>): Promise<void> {
    await sql`pragma optimize = 0x10002`.execute(db);
  }

  /**
   * The log keeps what was deleted until it is written over, and the file until the log is written to it; this empties
   * the log. A reader of the file just then hinders it, which a file beside it notes until somebody succeeds.
   */
  async shredDeleted<Tables>(db: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) rmSync(this.#shredNote, { force: true });
    else this.shredLater();
    return rows[0]?.busy === 0;
  }

  shredLater(): void {
    makePrivateFile(this.#shredNote);
    sync(dirname(this.#shredNote));
  }

  isShreddingLeft(): boolean {
    return existsSync(this.#shredNote);
  }

  get #shredNote(): string {
    return `${this.#file.path}-shred`;
  }

  async clock(): Promise<null> {
    return null;
  }

  async oldWriter(): Promise<null> {
    return null;
  }

  storage() {
    const { path, watch } = this.#file;
    return watch.state(
      () => writeBeside(path),
      () => seemsWritable(path),
    );
  }
}

/** Whether there is room, and the file may be written. */
async function seemsWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    const { bavail, bsize } = await statfs(dirname(path));
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

async function writeBeside(path: string): Promise<void> {
  const file = join(dirname(path), '.room');
  try {
    await writeFile(file, room, { mode: 0o600 });
  } finally {
    await unlink(file).catch(() => {});
  }
}

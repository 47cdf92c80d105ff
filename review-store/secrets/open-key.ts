/**
 * Finds the key of a database, or makes it. It does not lie beside the pseudonyms that are made with it:
 *
 *   SQLite       a file of its own in the data directory, `{name}.key`, readable by its owner alone
 *   PostgreSQL   in the database, sealed under PLAUDIT_SECRET; without that, as it is
 *
 * One row says which of these it is. The key is the same for as long as there is the data, wherever it is moved: all
 * that was made with it goes on to be found.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { DataKey, setKey } from './data-key.ts';
import { writePrivateFile } from '../databases/private-files.ts';
import { shredDeleted } from './shred.ts';
import { StoreError } from '../databases/store-error.ts';
import { Vault } from './vault.ts';
import { viewOf } from '../databases/engine.ts';

/** Where the data is, and so the key. */
export type KeyLocation =
  | {
      readonly directory: string;
      /** As in the store's `Location`. */
      readonly keepCopy?: boolean;
    }
  | {
      readonly databaseUrl: string;
      /** As in the store's `Location`. */
      readonly keepCopy?: boolean;
      /** PLAUDIT_SECRET: the same for every program that opens the database. */
      readonly secret?: string | undefined;
    };

export interface KeyPlace<Tables> {
  readonly location: KeyLocation;
  /** File name of the key, without `.key`. */
  readonly file: string;
  /** The table of names and values that holds the key's row, and the name of that row. */
  readonly table: string;
  readonly name: string;
  /** Brings data up to date that is older than the key, in the transaction that makes the key. */
  readonly whenMade?: (db: Kysely<Tables>, key: DataKey) => Promise<void>;
}

const KEY_BYTES = 32;
/**
 * The row holds nothing yet; the key itself, as base64; that it is sealed; or that it is in a file, with its
 * fingerprint.
 */
const SEALED = 'sealed:';
const IN_FILE = 'file:';

/** @throws StoreError if the key is missing, or is not the one that the data was used with. */
export async function openKey<Tables>(db: Kysely<Tables>, place: KeyPlace<Tables>): Promise<void> {
  const rows: Rows = viewOf(db);
  // Writes only if there is something to change: reading alone needs no room on the disk, and no lock.
  const row = await rows.selectFrom(place.table).select('value').where('name', '=', place.name).executeTakeFirst();
  const found = readRow(place, row?.value ?? '');
  if (found && found.row === undefined) {
    // Another process that was at work on this key has finished: the row says so.
    removeHalfWritten(place);
    return setKey(db, found.key);
  }
  const settled = await rows.transaction().execute(async (transaction) => {
    // The second of two waits here, on both databases.
    const { value } = await transaction
      .insertInto(place.table)
      .values({ name: place.name, value: '' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
      .returning('value')
      .executeTakeFirstOrThrow();
    removeHalfWritten(place);
    const { key, row, file } = readRow(place, value) ?? makeKey(place);
    if (file !== undefined) writeKeyFile(file, key.bytes);
    if (value === '') await place.whenMade?.(viewOf(transaction), key);
    if (row !== undefined)
      await transaction.updateTable(place.table).set({ value: row }).where('name', '=', place.name).execute();
    return key;
  });
  // The key that was in the database until now must not stay in its log.
  await shredDeleted(db);
  setKey(db, settled);
}

type Rows = Kysely<Record<string, { name: string; value: string }>>;

interface Found {
  readonly key: DataKey;
  /** The new value of the row, if it does not have it yet. */
  readonly row?: string | undefined;
  /** The file to write the key to. */
  readonly file?: string | undefined;
}

/** Null if there is no key yet. */
function readRow<Tables>({ location, file, table }: KeyPlace<Tables>, value: string): Found | null {
  if (value === '') return null;
  if ('directory' in location) {
    const path = join(location.directory, `${file}.key`);
    if (!value.startsWith(IN_FILE)) return keepInFile(path, Buffer.from(value, 'base64'));
    const key = readKeyFile(path);
    if (key === null)
      throw new StoreError(`The key ${path} is missing: put it back beside the data it belongs to, from the backup`);
    if (IN_FILE + printOf(key) !== value)
      throw new StoreError(
        `The key ${path} is not the one that this data was used with: put that one back, from the backup`,
      );
    return { key: new DataKey(key, false) };
  }
  const { secret } = location;
  if (value.startsWith(SEALED)) {
    if (secret === undefined) throw new StoreError('PLAUDIT_SECRET is not set, and this database was used with one');
    const opened = new Vault(secret, table).open(value.slice(SEALED.length));
    if (opened === null) throw new StoreError('PLAUDIT_SECRET is not the one that this database was used with');
    return { key: new DataKey(Buffer.from(opened, 'base64'), false) };
  }
  return keepInDatabase(table, secret, Buffer.from(value, 'base64'), true);
}

function makeKey<Tables>({ location, file, table }: KeyPlace<Tables>): Found {
  if ('databaseUrl' in location) return keepInDatabase(table, location.secret, randomBytes(KEY_BYTES), false);
  const path = join(location.directory, `${file}.key`);
  // A key that is already there was made for this data by a process that died before it could say so.
  return keepInFile(path, readKeyFile(path) ?? randomBytes(KEY_BYTES));
}

function keepInDatabase(table: string, secret: string | undefined, bytes: Buffer, isThere: boolean): Found {
  const text = bytes.toString('base64');
  if (secret !== undefined)
    return { key: new DataKey(bytes, false), row: SEALED + new Vault(secret, table).seal(text) };
  return { key: new DataKey(bytes, true), row: isThere ? undefined : text };
}

const keepInFile = (path: string, bytes: Buffer): Found => ({
  key: new DataKey(bytes, false),
  row: IN_FILE + printOf(bytes),
  file: path,
});

/** Identifies a key and reveals nothing of it. */
const printOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64url');

function readKeyFile(path: string): Buffer | null {
  let text;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StoreError(`The key ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new StoreError(`The key ${path} is damaged: put it back from the backup`);
  return key;
}

const PART = '.part';

const writeKeyFile = (path: string, key: Buffer): void =>
  writePrivateFile(path, `${key.toString('base64')}\n`, `${path}.${randomUUID()}${PART}`);

/** Removes what a process left that was killed before its key had a name. Where nothing can be removed, it can wait. */
function removeHalfWritten<Tables>({ location, file }: KeyPlace<Tables>): void {
  if (!('directory' in location)) return;
  try {
    for (const name of readdirSync(location.directory))
      if (name.startsWith(`${file}.key.`) && name.endsWith(PART)) rmSync(join(location.directory, name));
  } catch {}
}

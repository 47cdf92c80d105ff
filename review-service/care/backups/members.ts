/**
 * The content of a backup beside the service's database: named members, in a table of the same SQLite file. It is
 * dropped before a service opens what was restored.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DataKey } from '../../../review-store/secrets/data-key.ts';
import type { Shop } from './shop-files.ts';

export interface BackupNote extends Shop {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Of the database of a proxy; SQLite takes a member in pieces. */
const PIECE_BYTES = 2 ** 22;
const SEALED = 'sealed files';

export function makeMembers(data: DatabaseSync): void {
  data.exec(`create table backup_part (
    name text not null, position integer not null, bytes blob not null, primary key (name, position))`);
}

/** Null for a backup of an earlier version, which held a service alone. */
export function readNote(data: DatabaseSync): BackupNote | null {
  const hasMembers = data.prepare(`select 1 from sqlite_schema where name = 'backup_part'`).get();
  const [note] = hasMembers ? [...pieces(data, 'note')] : [];
  return note ? (JSON.parse(Buffer.from(note).toString()) as BackupNote) : null;
}

export const writeNote = (data: DatabaseSync, note: BackupNote): void =>
  insert(data, 'note', 0, Buffer.from(JSON.stringify(note)));

/** @param key - of the backup; 32 bytes. */
export function writeSealed(data: DatabaseSync, files: ReadonlyMap<string, Buffer>, key: Buffer): void {
  const texts = [...files].map(([path, content]) => [path, content.toString('base64')]);
  const sealed = new DataKey(key, false).seal(SEALED, JSON.stringify(Object.fromEntries(texts)));
  insert(data, SEALED, 0, Buffer.from(sealed));
}

/** @throws if the key is another one. */
export function readSealed(data: DatabaseSync, key: Buffer): Map<string, Buffer> {
  const [sealed] = pieces(data, SEALED);
  if (!sealed) return new Map();
  const texts = JSON.parse(new DataKey(key, false).unseal(SEALED, Buffer.from(sealed).toString())) as object;
  return new Map(Object.entries(texts).map(([path, content]) => [path, Buffer.from(String(content), 'base64')]));
}

export function takeFile(data: DatabaseSync, name: string, path: string): void {
  const handle = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let position = 0, length; (length = readSync(handle, piece)) > 0; position++)
      insert(data, name, position, piece.subarray(0, length));
  } finally {
    closeSync(handle);
  }
}

/** @returns whether the backup holds it. */
export function giveFile(data: DatabaseSync, name: string, path: string): boolean {
  let isThere = false;
  for (const piece of pieces(data, name)) {
    const handle = openSync(path, isThere ? 'a' : 'wx', 0o600);
    writeSync(handle, piece);
    closeSync(handle);
    isThere = true;
  }
  return isThere;
}

/** Its content is overwritten. */
export const dropMembers = (data: DatabaseSync): void =>
  data.exec('pragma secure_delete = on; drop table if exists backup_part');

const insert = (data: DatabaseSync, name: string, position: number, bytes: Uint8Array): void =>
  void data.prepare('insert into backup_part values (?, ?, ?)').run(name, position, bytes);

function* pieces(data: DatabaseSync, name: string): Generator<Uint8Array> {
  const rows = data.prepare('select bytes from backup_part where name = ? order by position').iterate(name);
  for (const row of rows) yield row['bytes'] as Uint8Array;
}

/**
 * Erased persons, as keyed hashes, in a file that no backup holds and no restore replaces: a backup still contains
 * everybody whom it contained, and those erased since are erased again when it is restored. The list is beside the
 * data, and beside the backups that the data knows of, which outlast the disk of the data: the newest, and the one
 * that the data came from. The data remember each erasure that they have seen: a hash in the list and not in the data
 * was added since the backup or dump. A list that was copied knows of nobody who was erased afterwards, so each has a
 * line with the moment up to which it is whole.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainHash } from '../../../review-store/secrets/data-key.ts';
import { makePrivateDirectory, makePrivateFile } from '../../../review-store/databases/private-files.ts';
import { hashOfErased, type ErasedSubject } from '../../data/erased-subject.ts';
import { readBackupPlaces } from './schedule.ts';
import { readAllStarted } from './shop-files.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';

export const ERASED_LIST = 'erased.jsonl';

export interface ErasedEntry {
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly hash: string;
}

/**
 * Notes it before anything is erased, so that a restore knows everybody who was erased.
 * @param directory - of the list beside the data; null with a database that no directory is named beside.
 * @param at - now, in milliseconds since 1970.
 * @returns what was noted, and the directories of backups that it could not be noted in.
 */
export async function noteErased(
  db: Database,
  directory: string | null,
  subject: ErasedSubject,
  at: number,
): Promise<{ readonly entry: ErasedEntry; readonly missed: readonly string[] }> {
  const entry = { at, hash: hashOfErased(db, subject) };
  const line = lineOf(entry);
  if (directory !== null) {
    makePrivateDirectory(directory);
    append(directory, [line]);
  }
  const lines = directory === null ? [line] : linesIn(directory);
  const from = directory === null ? undefined : readAllStarted(directory).restoredFrom;
  const places = new Set([...(await readBackupPlaces(db)), ...(from === undefined ? [] : [dirname(from)])]);
  const missed = [...places].filter((place) => !bringIfPossible(place, lines));
  return { entry, missed };
}

const REMEMBERED = 'erased ';
/** With a hash: when that person was erased last. */
const LAST_ERASED = 'last erased ';
const nameOf = (entry: ErasedEntry): string => REMEMBERED + plainHash(lineOf(entry));

/** In the transaction that erases, so that the data remember an erasure exactly where they have lost the person. */
export async function rememberErased(db: Database, entries: readonly ErasedEntry[]): Promise<void> {
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    await writeSetting(db, nameOf(entry), {});
    await writeSetting(db, LAST_ERASED + entry.hash, { at: entry.at });
  }
}

/** Whether somebody was erased at this moment, in milliseconds since 1970, or later. */
export async function wasErasedSince(db: Database, subject: ErasedSubject, since: number): Promise<boolean> {
  const last = await readSetting<Pick<ErasedEntry, 'at'>>(db, LAST_ERASED + hashOfErased(db, subject));
  return last !== null && last.at >= since;
}

/** Erasures since the data were backed up or dumped. */
export async function withoutRemembered(db: Database, entries: readonly ErasedEntry[]): Promise<ErasedEntry[]> {
  const rows = await db.selectFrom('service_setting').select('name').where('name', 'like', `${REMEMBERED}%`).execute();
  const names = new Set(rows.map(({ name }) => name));
  return entries.filter((entry) => !names.has(nameOf(entry)));
}

/** Brings the list beside backups up to that of the data. @param at - now, in milliseconds since 1970. */
export function bringErasedTo(directory: string, from: string, at: number): void {
  bring(directory, linesIn(from));
  date(directory, at);
}

/** After a restore each has what the other had: a list may have outlasted the data, and the next lost disk has it. */
export function shareErased(directory: string, backups: string): void {
  bring(directory, linesIn(backups));
  bringIfPossible(backups, linesIn(directory));
}

function bring(directory: string, lines: readonly string[]): void {
  const there = new Set(linesIn(directory));
  append(
    directory,
    lines.filter((line) => !there.has(line)),
  );
}

/** False for a disk that is away or read-only: the next backup, or the next erasure, brings the list there. */
function bringIfPossible(directory: string, lines: readonly string[]): boolean {
  try {
    // An empty list would say of the time before that nobody was erased.
    if (lines.length > 0) bring(directory, lines);
    return true;
  } catch {
    return false;
  }
}

export interface ErasedPeople {
  readonly entries: readonly ErasedEntry[];
  /** Who was erased later may be missing; in milliseconds since 1970. */
  readonly upTo: number;
}

/** Null where there is no list, or one without a date: then nobody can know. */
export function readErased(directory: string): ErasedPeople | null {
  const lines = linesIn(directory).flatMap((line) => {
    try {
      return [JSON.parse(line) as Pick<ErasedEntry, 'at'> & Partial<ErasedEntry>];
    } catch {
      // A line that a power cut has cut off: what it was about was not erased either.
      return [];
    }
  });
  if (lines.length === 0) return null;
  const entries = lines.filter((line): line is ErasedEntry => line.hash !== undefined);
  return { entries, upTo: lines.reduce((latest, { at }) => Math.max(latest, at), 0) };
}

const lineOf = ({ at, hash }: ErasedEntry): string => JSON.stringify({ at, hash });

function linesIn(directory: string): string[] {
  const path = join(directory, ERASED_LIST);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

function append(directory: string, lines: readonly string[]): void {
  const path = join(directory, ERASED_LIST);
  makePrivateFile(path);
  // The last line may have been cut off: another one that went on from there would be lost with it.
  if (lines.length > 0) appendFileSync(path, ['', ...lines, ''].join('\n'), { flush: true });
}

/** One line that is written over: backups by schedule would make the list longer and longer. */
function date(directory: string, at: number): void {
  const path = join(directory, ERASED_LIST);
  const line = JSON.stringify({ at });
  const before = readFileSync(path, 'latin1').search(/^\{"at":\d{13}\}$/m);
  if (before < 0) return append(directory, [line]);
  const handle = openSync(path, 'r+');
  writeSync(handle, line, before);
  fsyncSync(handle);
  closeSync(handle);
}

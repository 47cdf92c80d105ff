/**
 * The call log of a service whose data are files: the moments in memory, and every call appended to a file before it
 * is answered. That is two system calls, where a transaction of SQLite is a dozen. What was appended survives a crash
 * of the process; a power failure may take the last seconds of it, which the limits can bear.
 *
 * The file, not the memory, says in which order calls came: each is read back, with those that another process on the
 * same directory appended in between, and counts if the limits allow it there. Each hour has a file, so that old ones
 * can go. (Where two processes share a directory, one may miss a call of the other's as an hour ends.)
 *
 * A disk that is full stops nobody from reading: until a call can be appended again, memory alone counts.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory, tighten } from '../../review-store/private-files.ts';
import { isUnwritable } from '../../review-store/unavailable.ts';
import { callLimits, type CallLog } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

/** As long as the longest limit looks back, so that this hour's file and the last one's are all that is needed. */
const FILE_MS = Math.max(...callLimits.map((limit) => limit.milliseconds));

/** A record: the hash of the token, the moment as a double, and who wrote it. */
const [TOKEN_BYTES, WRITER_AT, RECORD_BYTES] = [32, 40, 48];

const fileName = /^calls-(\d+)\.log$/;

export function openFileCallLog(directory: string): CallLog {
  const recent = new RecentCalls();
  const writer = randomBytes(RECORD_BYTES - WRITER_AT);
  const record = Buffer.concat([Buffer.alloc(WRITER_AT), writer]);
  const chunk = Buffer.alloc(RECORD_BYTES * 1_000);
  const pathOf = (number: number) => join(directory, `calls-${number}.log`);
  const listFiles = () => readdirSync(directory).flatMap((name) => fileName.exec(name)?.[1] ?? []).map(Number).toSorted((one, other) => one - other);

  let file = -1;
  let number = -1;
  let position = 0;
  /** How far each file was read: what counted once does not count again where the clock goes back to an hour. */
  const readTo = new Map<number, number>();

  function open(wanted: number): void {
    const opened = openSync(pathOf(wanted), 'a+', 0o600);
    if (file >= 0) closeSync(file);
    tighten(pathOf(wanted));
    readTo.set(number, position);
    [file, number, position] = [opened, wanted, readTo.get(wanted) ?? 0];
    // Half a record, of a crash of the machine, would shift all that follow it.
    const { size } = fstatSync(file);
    if (size % RECORD_BYTES !== 0) ftruncateSync(file, size - (size % RECORD_BYTES));
    catchUp();
  }

  /** Counts what was appended since, by whomever. True where a call of our own was among it, and counted. */
  function catchUp(): boolean {
    let counted = false;
    for (;;) {
      const length = readSync(file, chunk, 0, chunk.length, position);
      for (let at = 0; at + RECORD_BYTES <= length; at += RECORD_BYTES) {
        const allowed = recent.count(chunk.toString('hex', at, at + TOKEN_BYTES), chunk.readDoubleLE(at + TOKEN_BYTES));
        counted ||= allowed && chunk.compare(writer, 0, writer.length, at + WRITER_AT, at + RECORD_BYTES) === 0;
        position += RECORD_BYTES;
      }
      if (length < chunk.length) return counted;
    }
  }

  /** The clock was wrong, and is right again: the memory has the calls of hours that are still to come, as made now. */
  function dropAhead(current: number): void {
    open(current);
    for (const ahead of listFiles().filter((one) => one > current)) {
      unlinkSync(pathOf(ahead));
      readTo.delete(ahead);
    }
  }

  function append(token: string, now: number): void {
    record.write(token, 'hex');
    record.writeDoubleLE(now, TOKEN_BYTES);
    const written = writeSync(file, record);
    if (written === RECORD_BYTES) return;
    ftruncateSync(file, fstatSync(file).size - written);
    throw Object.assign(new Error('The call log cannot be written: the disk is full'), { code: 'ENOSPC' });
  }

  /** False where the disk takes nothing. */
  function isDone(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      return false;
    }
  }

  makePrivateDirectory(directory);
  for (const old of listFiles()) open(old);

  return {
    async record(token, now) {
      const current = Math.floor(now / FILE_MS);
      if (number > current + 1) isDone(() => dropAhead(current));
      if (current > number) {
        if (file >= 0) catchUp();
        isDone(() => open(current));
      }
      if (file >= 0 && recent.waitOf(token, now) !== null) catchUp();
      const wait = recent.waitOf(token, now);
      if (wait !== null) return wait;
      const counted = file >= 0 && isDone(() => append(token, now)) ? catchUp() : recent.count(token, now);
      return counted ? null : recent.waitOf(token, now);
    },
    async prune(now) {
      recent.forget(now - FILE_MS);
      for (const old of listFiles()) {
        if (old >= number || old >= Math.floor(now / FILE_MS) - 1) continue;
        unlinkSync(pathOf(old));
        readTo.delete(old);
      }
    },
    async close() {
      if (file >= 0) closeSync(file);
      file = -1;
    },
  };
}

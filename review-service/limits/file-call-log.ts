/**
 * The call log of a service on files: the moments are in memory, and every call is appended to a file before it is
 * answered. That takes two system calls, where a SQLite transaction takes a dozen. What was appended survives a crash
 * of the process; a power failure may cost the last seconds of it, which the limits can bear.
 *
 * The order of the calls is that of the file, not of memory: each call is read back, with those that another process on
 * the same directory appended in between, and counts if the limits allow it there. Each hour has its own file, so that
 * old ones can go. (If two processes share a directory, one may miss a call of the other as an hour ends.)
 *
 * A full disk keeps nobody from reading: until a call can be appended again, only memory counts.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory, tighten } from '../../review-store/databases/private-files.ts';
import { isUnwritable } from '../../review-store/databases/unavailable.ts';
import { LONGEST_MS, type CallLog } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

/** As far as a limit looks back, so that this hour's file and the last one are enough. */
const FILE_MS = LONGEST_MS;

/** A record: the hash of the token, the moment as a double, and the writer. */
const [TOKEN_BYTES, WRITER_AT, RECORD_BYTES] = [32, 40, 48];

const fileName = /^calls-(\d+)\.log$/;

export class FileCallLog implements CallLog {
  readonly #directory: string;
  readonly #recent = new RecentCalls();
  /** Tells our own records from those of other processes. */
  readonly #writer = randomBytes(RECORD_BYTES - WRITER_AT);
  readonly #record = Buffer.concat([Buffer.alloc(WRITER_AT), this.#writer]);
  readonly #chunk = Buffer.alloc(RECORD_BYTES * 1_000);
  #file = -1;
  /** Of the hour whose file is open. */
  #number = -1;
  #position = 0;
  /** How far each file has been read: what counted once does not count again if the clock goes back to an hour. */
  readonly #readTo = new Map<number, number>();

  constructor(directory: string) {
    this.#directory = directory;
    makePrivateDirectory(directory);
    for (const old of this.#listFiles()) this.#open(old);
  }

  async record(token: string, now: number): Promise<number | null> {
    const current = Math.floor(now / FILE_MS);
    if (this.#number > current + 1) isDone(() => this.#dropAhead(current));
    if (current > this.#number) {
      if (this.#file >= 0) this.#catchUp();
      isDone(() => this.#open(current));
    }
    if (this.#file >= 0 && this.#recent.waitOf(token, now) !== null) this.#catchUp();
    const wait = this.#recent.waitOf(token, now);
    if (wait !== null) return wait;
    const isAppended = this.#file >= 0 && isDone(() => this.#append(token, now));
    const counted = isAppended ? this.#catchUp() : this.#recent.count(token, now);
    return counted ? null : this.#recent.waitOf(token, now);
  }

  async prune(now: number): Promise<void> {
    this.#recent.forget(now - FILE_MS);
    for (const old of this.#listFiles()) {
      if (old >= this.#number || old >= Math.floor(now / FILE_MS) - 1) continue;
      unlinkSync(this.#pathOf(old));
      this.#readTo.delete(old);
    }
  }

  async close(): Promise<void> {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
  }

  #pathOf(number: number): string {
    return join(this.#directory, `calls-${number}.log`);
  }

  #listFiles(): number[] {
    return readdirSync(this.#directory)
      .flatMap((name) => fileName.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((one, other) => one - other);
  }

  #open(wanted: number): void {
    const path = this.#pathOf(wanted);
    const opened = openSync(path, 'a+', 0o600);
    if (this.#file >= 0) closeSync(this.#file);
    tighten(path);
    this.#readTo.set(this.#number, this.#position);
    this.#file = opened;
    this.#number = wanted;
    this.#position = this.#readTo.get(wanted) ?? 0;
    // Half a record, left by a crash of the machine, would shift all that follow it.
    const { size } = fstatSync(opened);
    if (size % RECORD_BYTES !== 0) ftruncateSync(opened, size - (size % RECORD_BYTES));
    this.#catchUp();
  }

  /** Counts what anybody has appended since. True if a call of our own was among it, and counted. */
  #catchUp(): boolean {
    const chunk = this.#chunk;
    let counted = false;
    for (;;) {
      const length = readSync(this.#file, chunk, 0, chunk.length, this.#position);
      for (let at = 0; at + RECORD_BYTES <= length; at += RECORD_BYTES) {
        const token = chunk.toString('hex', at, at + TOKEN_BYTES);
        const allowed = this.#recent.count(token, chunk.readDoubleLE(at + TOKEN_BYTES));
        counted ||= allowed && this.#writer.equals(chunk.subarray(at + WRITER_AT, at + RECORD_BYTES));
        this.#position += RECORD_BYTES;
      }
      if (length < chunk.length) return counted;
    }
  }

  /** The clock was wrong and is right again: memory has the calls of the hours still to come, as if made now. */
  #dropAhead(current: number): void {
    this.#open(current);
    for (const ahead of this.#listFiles().filter((one) => one > current)) {
      unlinkSync(this.#pathOf(ahead));
      this.#readTo.delete(ahead);
    }
  }

  #append(token: string, now: number): void {
    this.#record.write(token, 'hex');
    this.#record.writeDoubleLE(now, TOKEN_BYTES);
    const written = writeSync(this.#file, this.#record);
    if (written === RECORD_BYTES) return;
    ftruncateSync(this.#file, fstatSync(this.#file).size - written);
    throw Object.assign(new Error('The call log cannot be written: the disk is full'), { code: 'ENOSPC' });
  }
}

/** False if the disk takes nothing. */
function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return false;
  }
}

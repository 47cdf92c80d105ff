/** The needs of the programs on the machine that they run on. */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireRights } from '../../review-store/databases/rights.ts';
import { StoreError } from '../../review-store/databases/store-error.ts';
import { duration } from '../settings/durations.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const NEEDED_NODE = [24, 7] as const;

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED_NODE;
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
    ? ok('Node', version)
    : fail('Node', `${version} is too old: install ${NEEDED_NODE.join('.')} or newer`);
}

/** The bits of a file's mode for others than its owner. */
const OTHERS = 0o077;

/** Whether the user who runs this command may work with the data; to be asked as the user of the programs. */
export function checkRights(directory: string): Finding {
  try {
    requireRights(directory);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return fail('rights', error.message);
  }
  const path = resolve(directory);
  if (!existsSync(path)) return ok('rights', `${path} can be made`);
  const { uid, mode } = statSync(path);
  const inside = readdirSync(path).flatMap((name) => {
    // Files come and go beside a database.
    const found = statSync(join(path, name), { throwIfNoEntry: false });
    return found ? [{ name, uid: found.uid, isOpen: (mode & found.mode & OTHERS) !== 0 }] : [];
  });
  const strangers = inside.filter((one) => one.uid !== uid).map(({ name }) => name);
  if (strangers.length > 0)
    return warn(
      'rights',
      `${strangers.join(', ')} in ${path} belong to somebody else than the directory: ` +
        `as root, run: chown -R --reference=${path} ${path}`,
    );
  const open = inside.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  return open.length === 0
    ? ok('rights', `what is in ${path} is for its owner alone`)
    : warn('rights', `others may look into ${open.join(', ')} in ${path}; run: chmod -R go= ${path}`);
}

const MEGABYTE = 2 ** 20;
const TIGHT_BYTES = 100 * MEGABYTE;
const ROOMY_BYTES = 1_024 * MEGABYTE;

/** An upgrade copies the data beside itself, and so may a backup. */
export function checkDisk(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  const data = sizeOf(directory);
  const says = `${megabytes(free)} free, the data takes ${megabytes(data)}`;
  if (free < TIGHT_BYTES) return fail('disk', `${says}: make room, or reviews are refused soon`);
  if (free < data) return warn('disk', `${says}: an upgrade needs room for a copy`);
  return free < ROOMY_BYTES ? warn('disk', `${says}: make room before it is full`) : ok('disk', says);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE).toLocaleString('en')} MB`;

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true })
    .map((name) => statSync(join(directory, String(name)), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

const LEFT_AFTER_MS = 3_600_000;

/** The remains of a copy, a backup or a restore that was killed. */
export function checkLeftovers(directory: string, now: number): Finding {
  const left = readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => /\.partial(?:-wal|-shm|-journal)?$|(?:^|\/)restoring$/.test(name))
    .map((name) => join(directory, name))
    .filter((path) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFT_AFTER_MS);
  return left.length === 0
    ? ok('leftovers', 'none')
    : warn('leftovers', `something was interrupted here and left its work; run: rm -r ${left.join(' ')}`);
}

const SMALL_MS = 5_000;
const LARGE_MS = 60_000;

/**
 * @param other - milliseconds since 1970.
 * @param whose - who says so.
 */
export function checkClock(other: number, own: number, whose: string): Finding {
  const apart = Math.abs(other - own);
  if (apart < SMALL_MS) return ok('clock', `as that of ${whose}`);
  const where = own > other ? 'ahead of' : 'behind';
  const says = `${duration(apart)} ${where} ${whose}: set it by the network (timedatectl)`;
  return apart < LARGE_MS ? warn('clock', says) : fail('clock', says);
}

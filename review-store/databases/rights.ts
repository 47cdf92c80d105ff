/**
 * Finds out whether the user of this process may work in a data directory, before SQLite says of the same thing that
 * it is "unable to open database file".
 */
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from './store-error.ts';

/** Names of our programs' files in a data directory, or in one that holds those of both. */
const OURS =
  /^(?:(?:reviews|proxy|calls)\.(?:sqlite|key|before-).*|mail|backups|restoring(?:\.json|\.lock)?|service|proxy|plaudit\.env|started\.json|erased\.jsonl|words)(?:\.partial)?$/;

/** @throws StoreError with the user, the path, and the command that mends it. */
export function requireRights(directory: string): void {
  const path = resolve(directory);
  if (!isThere(path)) return requireParent(path);
  if (isBarred(path)) throw refusal(path, path);
  for (const name of readdirSync(path)) {
    const inside = join(path, name);
    if (OURS.test(name) && isBarred(inside)) throw refusal(path, inside);
  }
}

/**
 * The same for whoever only looks: in a directory that may not be entered, everything seems to be missing.
 * @throws StoreError
 */
export function requireEntry(directory: string): void {
  const path = resolve(directory);
  if (isThere(path) && isBarred(path, constants.X_OK)) throw refusal(path, path);
}

function requireParent(path: string): void {
  let parent = dirname(path);
  while (!isThere(parent)) parent = dirname(parent);
  if (!isBarred(parent)) return;
  const user = ownName();
  const mend = `mkdir -p ${quoted(path)} && chown -R ${user} ${quoted(path)}`;
  throw new StoreError(
    `The user ${user} may not make ${path}, since ${parent} belongs to ${ownerOf(parent)}; as root, run: ${mend}`,
  );
}

/** @param barred - the directory itself, or something in it. */
function refusal(directory: string, barred: string): StoreError {
  const user = ownName();
  const owner = ownerOf(barred);
  const what = `The user ${user} may not read and write ${barred}`;
  if (owner === user) return new StoreError(`${what}; run: chmod -R u+rwX ${quoted(directory)}`);
  // A command that takes the files of other programs from their owners would not mend anything.
  const isShared = barred === directory && namesIn(directory).some((name) => !OURS.test(name));
  const mend = isShared
    ? 'choose a directory that holds nothing else'
    : `as root, run: chown -R ${user} ${quoted(directory)}`;
  return new StoreError(`${what}, which belongs to ${owner}; ${mend}`);
}

function isBarred(path: string, wanted?: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  const { R_OK, W_OK, X_OK } = constants;
  try {
    accessSync(path, found.isDirectory() ? (wanted ?? R_OK | W_OK | X_OK) : R_OK | W_OK);
    return false;
  } catch (error) {
    // Anything else, such as a read-only disk, is no question of rights.
    return isDenied(error);
  }
}

/** Also false for what lies in a directory that this user may not enter. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A container may run as a number without a name. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function ownerOf(path: string): string {
  const { uid } = statSync(path);
  if (uid === process.getuid?.()) return ownName();
  try {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([, , id]) => id === String(uid));
    return entry?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

const quoted = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/**
 * npm and npx start a program through a shell. Told to end, they pass that on if they can. Killed, or with a shell in
 * between that passes nothing on, they leave the program running, and its port in use. So a program that they started
 * checks whether they are still there, and whether the shell was interrupted.
 */
import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 250;
/** Between two checks, everything stood still: the machine slept, or a container was paused. That wakes shells too. */
const STOOD_STILL_MS = 2_000;

export function watchNpm(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (!env['npm_execpath'] && !env['npm_lifecycle_event']) return;
  const ancestors = [{ of: process.pid, is: process.ppid }];
  // At most a shell stands between npm and the program.
  const above = parentOf(process.ppid);
  if (above !== null && above > 1) ancestors.push({ of: process.ppid, is: above });
  const isInterrupted = watchShell(process.ppid);
  const looking = setInterval(() => {
    const isThere = process.ppid === ancestors[0]!.is && ancestors.slice(1).every(({ of, is }) => parentOf(of) === is);
    if (isThere && !isInterrupted()) return;
    clearInterval(looking);
    onGone();
  }, CHECK_EVERY_MS).unref();
}

/** Null if the system does not say. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/**
 * `dash`, the `sh` of Debian, keeps a SIGINT from npm to itself until its program has ended. It sleeps all that time
 * and wakes only for a signal, so it was interrupted if it has slept once more. A second check tells that from a
 * program that was stopped and continues: this wakes the shell too, and the program hears of it between the checks.
 */
function watchShell(pid: number): () => boolean {
  let first: number | null = null;
  let isSuspected = false;
  let lookedAt = Date.now();
  const forget = () => {
    first = null;
    isSuspected = false;
  };
  process.on('SIGCONT', forget);
  return () => {
    const before = lookedAt;
    lookedAt = Date.now();
    if (lookedAt - before > STOOD_STILL_MS) forget();
    const now = sleepsOf(pid);
    // The signal that woke it shows in its next sleep, for which it may have to wait on a busy machine.
    if (now === 'awake') return false;
    if (first === null || now === null) first = now;
    const wasSuspected = isSuspected;
    isSuspected = now !== first;
    return isSuspected && wasSuspected;
  };
}

/** How often a shell has gone to sleep. Null if it is no shell, waits for others too, or nobody says. */
function sleepsOf(pid: number): number | 'awake' | null {
  try {
    if (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== String(process.pid)) return null;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!/^Name:\t(?:da)?sh$/m.test(status)) return null;
    if (!/^State:\tS/m.test(status)) return 'awake';
    return Number(/^voluntary_ctxt_switches:\t(\d+)$/m.exec(status)?.[1] ?? 0) || null;
  } catch {
    return null;
  }
}

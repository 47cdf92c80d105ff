/**
 * npm and npx start a program through a shell. Told to end, they pass that on if they can. Killed, or with a shell in
 * between that passes nothing on, they leave the program running, and its port in use. So a program that they started
 * checks whether they are still there.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;

export function watchNpm(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (!env['npm_execpath'] && !env['npm_lifecycle_event']) return;
  const ancestors = [{ of: process.pid, is: process.ppid }];
  // At most a shell stands between npm and the program.
  const above = parentOf(process.ppid);
  if (above !== null && above > 1) ancestors.push({ of: process.ppid, is: above });
  const looking = setInterval(() => {
    if (process.ppid === ancestors[0]!.is && ancestors.slice(1).every(({ of, is }) => parentOf(of) === is)) return;
    clearInterval(looking);
    onGone();
  }, LOOK_EVERY_MS).unref();
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

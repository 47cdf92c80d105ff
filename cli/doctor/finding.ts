import { printable } from '../settings/printable.ts';

/** The finding of a check: one line of `plaudit doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  /** The subject of the check, in a word or two. */
  readonly what: string;
  /** The state found and, if it is not as it should be, what to do. */
  readonly says: string;
}

type Say = (what: string, says: string) => Finding;
export const ok: Say = (what, says) => ({ level: 'ok', what, says });
export const warn: Say = (what, says) => ({ level: 'warn', what, says });
export const fail: Say = (what, says) => ({ level: 'fail', what, says });

/** Prints the findings. @returns the exit status: 1 if a check failed. */
export function report(findings: readonly Finding[]): 0 | 1 {
  const lines = findings.map(({ level, what, says }) => `${level.padEnd(4)}  ${printable(what)}: ${printable(says)}\n`);
  process.stdout.write(lines.join(''));
  return findings.some(({ level }) => level === 'fail') ? 1 : 0;
}

/** The program `plaudit` in a process of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { presentProgram } from './present-program.ts';

export interface Outcome {
  status: number | null;
  out: string;
  err: string;
}

/** @param env - beside the own environment, without its `PLAUDIT_…` */
export function startProgram(
  args: string[],
  env: Record<string, string> = {},
  runtime = process.execPath,
  cwd?: string,
): ChildProcessWithoutNullStreams {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLAUDIT_')));
  return spawn(runtime, [presentProgram, ...args], {
    cwd,
    env: { ...inherited, PLAUDIT_LOG_LEVEL: 'silent', PLAUDIT_DRAIN: '0', ...env },
  });
}

/** Runs it to its end. */
export async function runProgram(
  args: string[],
  options: { env?: Record<string, string>; input?: string; runtime?: string; cwd?: string } = {},
): Promise<Outcome> {
  const child = startProgram(args, options.env, options.runtime, options.cwd);
  const outcome: Outcome = { status: null, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    outcome.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    outcome.err += chunk.toString();
  });
  // A program that ends before it reads its input closes the pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  [outcome.status] = (await once(child, 'close')) as [number | null];
  return outcome;
}

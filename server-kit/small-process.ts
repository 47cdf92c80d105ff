/**
 * A module in a process of its own, whose heap is kept small: V8 collects garbage the later, the more memory the
 * machine has, unless a process is started with less. Where it dies, nothing else does.
 */
import { fork, type ChildProcess } from 'node:child_process';

const HEAP_MEGABYTES = 128;
const YOUNG_MEGABYTES = 4;
/** Of what it says when it dies. In characters. */
const MOST_SAID = 10_000;

export interface SmallProcess {
  readonly child: ChildProcess;
  /** All that it has written on standard error, or its beginning. */
  said(): string;
}

/** @param input - of the process, by default nothing. */
export function forkSmall(file: string, input: 'pipe' | 'ignore' = 'ignore'): SmallProcess {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${YOUNG_MEGABYTES}`],
    serialization: 'advanced',
    stdio: [input, 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    if (said.length < MOST_SAID) said += chunk.toString();
  });
  return { child, said: () => said };
}

/** Why one ended that did not finish. */
export const whyEnded = (said: string, status: number | null, signal: string | null): string =>
  said.includes('heap out of memory')
    ? `it needs more than ${HEAP_MEGABYTES} MB of memory`
    : `its process was ended by ${signal ?? `status ${status}`}`;

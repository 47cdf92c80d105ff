/**
 * Runs a command again in a process whose heap is kept small: V8 collects garbage the later, the more memory the
 * machine has, unless a process is started with less. Where either process is killed, the other ends as well.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from './settings/failure.ts';

const HEAP_MEGABYTES = 128;
const YOUNG_MEGABYTES = 16;
const heap = [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${YOUNG_MEGABYTES}`];
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does the command in such a process.
 * @returns there, a signal that is aborted where the command is told to end; told twice, it ends at once. Null once
 * another process has done it.
 */
export async function inSmallHeap(): Promise<AbortSignal | null> {
  if (process.send && process.execArgv.includes(heap[0]!)) return listen();
  const child = fork(process.argv[1]!, process.argv.slice(2), { execArgv: [...process.execArgv, ...heap] });
  // A terminal tells both processes, and whoever else sends a signal only this one.
  const pass = (): void => void (child.connected && child.send('stop'));
  for (const signal of signals) process.on(signal, pass);
  const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const signal of signals) process.off(signal, pass);
  // V8 ends a process that wants more memory than it may have by this signal.
  if (signal === 'SIGABRT') throw new Failure(`It needs more than ${HEAP_MEGABYTES} MB of memory`);
  if (signal !== null)
    throw new Failure(`Its process was ended by ${signal}: the same command again goes on from there`);
  process.exitCode = status!;
  return null;
}

function listen(): AbortSignal {
  const stop = new AbortController();
  for (const signal of signals) process.on(signal, () => {});
  process.on('message', () => (stop.signal.aborted ? process.exit(130) : stop.abort()));
  process.on('disconnect', () => process.exit(1));
  // It must not keep a command from ending that has done its work.
  process.channel!.unref();
  return stop.signal;
}

/**
 * Programs that have been started, and how they are stopped. At the first SIGINT, SIGTERM or SIGHUP, `/readyz` sends
 * traffic elsewhere while requests are still served. After the time set for that, the port closes, running requests
 * are finished, and the program exits with 0. A second signal ends it at once.
 */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { watchNpm } from './parent.ts';
import { say } from './settings/printable.ts';

export interface Running {
  /** From here on it says that it is about to stop, and goes on serving. */
  announceStop(): void;
  /**
   * Stops accepting, finishes requests in flight, keeps the queue.
   * @param graceMs - what is still in flight after this time is cut off.
   */
  close(graceMs?: number): Promise<void>;
}

/** From the signal to the exit, unless the operator wants a longer time to drain. */
const STOP_WITHIN_MS = 9_000;
const MIN_GRACE_MS = 4_000;
/**
 * A second signal as soon as this is the first one again: a terminal sends it to npm and to us, and npm passes it on.
 */
const SAME_SIGNAL_MS = 500;

/** Listens for signals from the moment it is made, so that one during the start is not lost. */
export class StopSignal {
  readonly #told = Promise.withResolvers<void>();
  #toldAt: number | null = null;

  constructor(env: NodeJS.ProcessEnv) {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => this.#tell(constants.signals[name]));
    watchNpm(env, () => this.#tell(null));
  }

  get isTold(): boolean {
    return this.#toldAt !== null;
  }

  get told(): Promise<void> {
    return this.#told.promise;
  }

  #tell(signal: number | null): void {
    const now = performance.now();
    if (this.#toldAt === null) {
      this.#toldAt = now;
      this.#told.resolve();
    } else if (signal !== null && now - this.#toldAt > SAME_SIGNAL_MS) process.exit(128 + signal);
  }
}

/**
 * Prints the line that other programs wait for, and stays until told to stop.
 * @param parts - stopped in this order.
 * @param drainMs - how long requests are served after a stop was announced.
 */
export function serve(readyLine: string, parts: readonly Running[], stop: StopSignal, drainMs: number): void {
  const wasTold = stop.isTold;
  if (!wasTold) say(readyLine);
  void stop.told.then(async () => {
    for (const part of parts) part.announceStop();
    // Nobody has been told that it is there.
    const drain = wasTold ? 0 : drainMs;
    const grace = drain > STOP_WITHIN_MS - MIN_GRACE_MS ? STOP_WITHIN_MS : STOP_WITHIN_MS - drain;
    await wait(drain);
    setTimeout(() => process.exit(0), grace).unref();
    await closeAll(parts, grace);
    process.exit(0);
  });
}

/** @param graceMs - for all of them together. */
export async function closeAll(parts: readonly Running[], graceMs = STOP_WITHIN_MS): Promise<void> {
  const end = performance.now() + graceMs;
  for (const [index, part] of parts.entries()) {
    // A part that never finishes must leave time for those after it, and for closing the data.
    const share = (end - performance.now()) / (parts.length - index);
    await part
      .close(Math.max(500, share * 0.8))
      .catch((error: unknown) => process.stderr.write(`plaudit: ${String(error)}\n`));
  }
}

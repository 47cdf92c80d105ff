/** `plaudit`, of this or another version, in a process of its own that is started, replaced and ended by a test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { presentProgram } from './present-program.ts';

export class RunningProgram implements AsyncDisposable {
  /** Where it said that it listens. */
  readonly url: string;
  /** When it said so, by the clock of this process, in milliseconds. */
  readonly readyAt: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    this.readyAt = performance.now();
  }

  /**
   * Returns once it accepts connections.
   * @param env - beside the own environment, without its `PLAUDIT_…`
   * @param program - `cli/plaudit.js` of the version to run.
   */
  static async start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    program = presentProgram,
  ): Promise<RunningProgram> {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLAUDIT_'));
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...Object.fromEntries(own), PLAUDIT_LOG_LEVEL: 'error', PLAUDIT_DRAIN: '0', ...env },
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /^\w[\w ]* is ready: (http\S*)$/m.exec(said);
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (status) => reject(new Error(`plaudit ${args[0]} ended with ${status}: ${said}`)));
    return new RunningProgram(child, await promise);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Tells it to stop, and returns its exit status once it has ended. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const [status] = (await gone) as [number | null];
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

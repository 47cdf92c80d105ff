/** A review service in a process of its own, as an operator starts it: to be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { presentProgram } from './present-program.ts';

export class ServiceProcess {
  readonly url: string;
  /** From the start of the process until it accepted connections, in milliseconds. */
  readonly startedIn: number;
  readonly pid: number;
  /** What it wrote to its log. */
  log = '';
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, startedIn: number) {
    this.#child = child;
    this.url = url;
    this.startedIn = startedIn;
    this.pid = child.pid!;
    child.stderr!.on('data', (chunk: Buffer) => {
      this.log += chunk.toString();
    });
  }

  /**
   * @param args - of `plaudit service`, beside the port.
   * @param under - the program that runs it, and its arguments.
   */
  static async start(
    args: readonly string[],
    logLevel = 'error',
    under: readonly string[] = [],
  ): Promise<ServiceProcess> {
    const begun = performance.now();
    const env = { ...process.env, PLAUDIT_LOG_LEVEL: logLevel, PLAUDIT_DRAIN: '0' };
    const [program, ...rest] = [...under, process.execPath, presentProgram, 'service', '--port', '0', ...args];
    const child = spawn(program!, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const ready = /^Review service is ready: (.*)\/v1$/m.exec(said);
        if (ready) resolve(ready[1]!);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('exit', (status) => reject(new Error(`The service ended with ${status}: ${said}`)));
    });
    return new ServiceProcess(child, url, performance.now() - begun);
  }

  /** Ends the process at once, as a power cut would, if it has not ended by itself. */
  async kill(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}

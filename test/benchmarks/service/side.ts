/** One of two servers that are compared: started as a process of its own, asked how much of the processor it took. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'undici';
import { tokenOf } from './data.ts';

/** In the server's process: says where it listens, and answers each question with the microseconds it worked so far. */
export function answerForCpu(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.on('disconnect', () => process.exit());
  process.send!(url);
}

export class Side {
  readonly #child: ChildProcess;
  readonly #client: Client;
  #calls = 0;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#client = new Client(url);
  }

  static async start(script: string, directory: string): Promise<Side> {
    const child = fork(join(import.meta.dirname, script), [directory]);
    const [url] = (await once(child, 'message')) as [string];
    return new Side(child, url);
  }

  async get(path: string): Promise<string> {
    const { statusCode, body } = await this.#client.request({
      method: 'GET',
      path,
      headers: { user_token: tokenOf(this.#calls++) },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${text}`);
    return text;
  }

  /** Microseconds of processor time for one request, over `requests` of them. */
  async measure(path: string, requests: number): Promise<number> {
    const before = await this.#cpu();
    for (let index = 0; index < requests; index++) await this.get(path);
    return ((await this.#cpu()) - before) / requests;
  }

  async #cpu(): Promise<number> {
    const answer = once(this.#child, 'message');
    this.#child.send('cpu');
    return ((await answer) as [number])[0];
  }

  async stop(): Promise<void> {
    await this.#client.destroy();
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}

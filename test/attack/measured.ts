/** What requests cost a program in processor time and in memory, which a busy machine makes no longer or larger. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { testProgram } from '../support/present-program.ts';

export const shop = 'shop.example';
export const owner = { business: shop, email: 'owner@shop.example', password: 'correct horse battery' };

/** How many times faster than the wall's the clock of the proxy runs. */
export const clockFactor = 60;

/** The heap of the program: a small machine's, which what it keeps must not fill. */
export const HEAP_MEGABYTES = 256;

/** What the program says first. */
export interface Started {
  readonly url: string;
  /** Of the service. */
  readonly clientToken: string;
}

/** What the program says when it is asked. */
export interface Measured {
  readonly cpuMs: number;
  readonly keptBytes: number;
}

/** The most that anything may cost beyond what a plain request costs, in milliseconds. */
const MOST_MS = 50;
/** For what a plain request costs. */
const ROUNDS = 4;
/**
 * What costs too much costs it each time; a collection of garbage comes once, and what a program does besides while a
 * busy machine makes it wait comes now and then.
 */
const TRIES = 20;

export class MeasuredProgram implements AsyncDisposable {
  readonly url: string;
  readonly clientToken: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { url, clientToken }: Started) {
    this.#child = child;
    this.url = url;
    this.clientToken = clientToken;
  }

  /** @param args - see measured-program.ts */
  static async start(...args: string[]): Promise<MeasuredProgram> {
    const execArgv = [...process.execArgv, `--max-old-space-size=${HEAP_MEGABYTES}`, '--expose-gc'];
    const child = fork(testProgram('test/attack/measured-program.ts'), args, { execArgv });
    const [started] = (await once(child, 'message')) as [Started];
    return new MeasuredProgram(child, started);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** Milliseconds since its start. */
  async cpuMs(): Promise<number> {
    return (await this.#measure('cpu')).cpuMs;
  }

  /** What it keeps: what is left after a collection of garbage, in bytes. */
  async keptBytes(): Promise<number> {
    return (await this.#measure('kept')).keptBytes;
  }

  async #measure(what: 'cpu' | 'kept'): Promise<Measured> {
    this.#child.send(what);
    const [measured] = (await once(this.#child, 'message')) as [Measured];
    return measured;
  }

  async costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.cpuMs();
    await work();
    return (await this.cpuMs()) - before;
  }

  /** What it costs at best of a few times. */
  async plainCost(work: () => Promise<unknown>): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) costs.push(await this.costOf(work));
    return Math.min(...costs);
  }

  async assertCheap(what: string, plainMs: number, work: () => Promise<unknown>): Promise<void> {
    let least = Infinity;
    for (let round = 0; round < TRIES && least > plainMs + MOST_MS; round += 1)
      least = Math.min(least, await this.costOf(work));
    assert.ok(
      least <= plainMs + MOST_MS,
      `${what} costs ${least.toFixed(1)} ms, a plain request ${plainMs.toFixed(1)} ms`,
    );
  }
}

/** The same for what runs in this process. */
export function assertCheap(what: string, mostMs: number, work: () => unknown): void {
  let least = Infinity;
  for (let round = 0; round < TRIES && least > mostMs; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  assert.ok(least <= mostMs, `${what} costs ${least.toFixed(1)} ms`);
}

/** Texts that keep bad readers busy, without an end: each is repeated as often as it takes, between a beginning and an end. */
const patterns: readonly (readonly [begin: string, body: string, end: string])[] = [
  ['', ' ', ''],
  ['1', ' ', 'x'],
  ['[', ' ', '1'],
  ['', '1', ''],
  ['', '1', 'x'],
  ['', '1,', ''],
  ['', 'a@', ''],
  ['a@', 'b.', '!'],
  ['', 'a.', ''],
  ['', '(', ''],
  ['', '\t', 'x'],
  ['', '"-"', ''],
  ['', '%25', ''],
  ['', '.', ''],
  ['', '-', ''],
  ['', '/', 'x'],
  ['', '\u0301\u0323', ''],
  ['', '☃', ''],
  ['', '茶', ''],
  ['', 'a|', ''],
  ['a:', 'b;', ''],
  ['', '[', ''],
  ['', '+1 ', ''],
  ['', 'tel 1-1-1 ', ''],
  ['', '%40', ''],
  ['http://', '%', ''],
  ['', 'a ', ''],
  ['', '&#39;', ''],
];

/** @param length - in UTF-16 code units */
export const fillers = (length: number): string[] =>
  patterns.map(([begin, body, end]) => {
    const rest = Math.max(0, length - begin.length - end.length);
    return `${begin}${body.repeat(Math.ceil(rest / body.length)).slice(0, rest)}${end}`.slice(0, length);
  });

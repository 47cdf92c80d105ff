/**
 * Follows the commands of a document in one folder, as somebody would who pastes them. At full length the folder has the
 * packed programs, installed by npm, and `npx` is npm's own; otherwise `npx plaudit` runs this checkout.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isLong } from './length.ts';
import { emptyFolder, install, pack, root } from './packed.ts';
import { freePort } from './ports.ts';
import { presentProgram } from './present-program.ts';

export const password = 'correct horse battery';

/** Shell blocks of a document, or of one section of it; not those that are environment files. */
export function shellBlocksOf(path: string): string[] {
  const [file, heading] = path.split('#') as [string, string?];
  const text = readFileSync(join(root, file), 'utf8');
  const section = heading === undefined ? text : text.slice(text.indexOf(`## ${heading}\n`)).split(/\n(?=## )/)[0]!;
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block]) => block!.replaceAll(/ *\\\n */g, ' '))
    .filter((block) => !/^(?:#.*\n)?(?:[A-Z_]+=\S+\n)+$/.test(block));
}

/** The lines that are commands. */
export const commandsOf = (path: string): string[] =>
  shellBlocksOf(path).flatMap((block) =>
    block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')),
  );

/** Whether a block goes on until it is stopped. */
export const serves = (block: string): boolean =>
  /npx plaudit (?:start(?! --setup-link)|service|proxy(?! (?:queue|accept|status)))\b/.test(block);

export class Follower implements AsyncDisposable {
  readonly folder: string;
  /** Neighbouring ports that are free, in place of 3000 and 3001. */
  readonly port: number;
  /** What was exported stays, as in one terminal. */
  readonly #env: Record<string, string>;
  readonly #running: ChildProcess[] = [];

  private constructor(folder: string, port: number, path: string) {
    this.folder = folder;
    this.port = port;
    const own = Object.entries(process.env).filter(([name]) => !/^(PLAUDIT_|npm_)/i.test(name));
    this.#env = {
      ...(Object.fromEntries(own) as Record<string, string>),
      PATH: path,
      // What npm thinks of the settings of whoever runs this.
      npm_config_loglevel: 'error',
      PLAUDIT_LOG_LEVEL: 'silent',
      PLAUDIT_DRAIN: '0',
    };
  }

  static async open(): Promise<Follower> {
    const folder = emptyFolder();
    const path = [dirname(process.execPath), process.env['PATH']];
    if (isLong) install(folder, pack().programs);
    else {
      const shims = join(folder, '.bin');
      mkdirSync(shims);
      const npx = join(shims, 'npx');
      writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${presentProgram}" "$@"\n`);
      chmodSync(npx, 0o755);
      path.unshift(shims);
    }
    return new Follower(folder, await freePort(2), path.join(delimiter));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What the terminal has exported, or sourced. */
  exported(name: string): string {
    return this.#env[name] ?? assert.fail(`${name} is not set`);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), this.#asRun(text));
  }

  /** As the document has it, but for places and secrets, which are examples there. */
  #asRun(block: string): string {
    return block
      .replaceAll('/var/lib/plaudit', './service-data')
      .replaceAll('/backup/', './backup/')
      .replaceAll('--port 3000', `--port ${this.port}`)
      .replaceAll('--port 3001', `--port ${this.port + 1}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${this.port}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${this.port + 1}`)
      .replaceAll(/(PASSWORD=)…/g, `$1'${password}'`);
  }

  #shell(script: string, port: boolean): ChildProcess {
    return spawn('bash', ['-euc', script], {
      cwd: this.folder,
      env: { ...this.#env, ...(port ? { PLAUDIT_PORT: String(this.port) } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  /**
   * Runs a block to its end.
   * @param refusal - what it complains of, and ends with status 1 for; otherwise it must not complain.
   * @returns what it printed
   */
  async run(block: string, refusal?: RegExp): Promise<string> {
    const kept = join(this.folder, '.exported');
    const child = this.#shell(`${this.#asRun(block)}\nenv -0 > '${kept}'`, false);
    let [out, err] = ['', ''];
    child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    // curl shows how far it is.
    const complaints = /^curl /m.test(block) ? '' : err;
    if (refusal === undefined) assert.deepEqual([status, complaints], [0, ''], `${block}\n${out}${err}`);
    else assert.match(`${status} ${err}`, refusal, block);
    for (const [, name, value] of readFileSync(kept, 'utf8').matchAll(/([^=\0]+)=([^\0]*)\0/g))
      if (name !== '_' && name !== 'SHLVL') this.#env[name!] = value!;
    return out;
  }

  /** Starts what goes on until it is stopped. @returns what it had said when it was ready */
  async serve(block: string): Promise<string> {
    for (const [, name, value] of block.matchAll(/^export (\w+)=(\S+)$/gm)) this.#env[name!] = value!;
    const child = this.#shell(this.#asRun(block), !block.includes('--port'));
    this.#running.push(child);
    let said = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    while (!/is ready: http/.test(said)) {
      assert.equal(child.exitCode, null, `${block}\n${said}`);
      await wait(50);
    }
    return said;
  }

  /** As Ctrl-C in each terminal, the last first. */
  async stopAll(): Promise<void> {
    for (const child of this.#running.splice(0).toReversed()) {
      if (child.exitCode !== null) continue;
      const gone = once(child, 'exit');
      process.kill(-child.pid!, 'SIGINT');
      await gone;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopAll();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

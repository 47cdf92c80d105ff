/** A shop of `plaudit start` in a process of its own, with two products and the secrets that it has made. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { presentProgram } from './present-program.ts';
import { freePort } from './ports.ts';
import { RunningProgram } from './running-program.ts';

export const shop = 'your-shop.example';

export class OwnShop implements AsyncDisposable {
  readonly folder: string;
  #program: RunningProgram;
  readonly #args: readonly string[];

  private constructor(folder: string, args: readonly string[], program: RunningProgram) {
    this.#args = args;
    this.folder = folder;
    this.#program = program;
  }

  /** @param products - lines of a table: sku and title. */
  static async open(products: readonly string[]): Promise<OwnShop> {
    const folder = mkdtempSync(join(tmpdir(), 'plaudit-shop-'));
    const data = join(folder, 'data');
    const port = String(await freePort(2));
    const owner = ['--business', shop, '--name', 'Your shop', '--email', `owner@${shop}`];
    const args = ['start', '--data', data, '--port', port];
    const program = await RunningProgram.start([...args, ...owner], {
      PLAUDIT_OWNER_PASSWORD: 'correct horse battery',
    });
    const own = new OwnShop(folder, args, program);
    own.run(['products', 'import', '-', '--data', data, '--business', shop], {
      input: ['sku,title', ...products, ''].join('\n'),
    });
    return own;
  }

  get url(): string {
    return this.#program.url;
  }

  /** @param whileDown - what is done between. */
  async restart(whileDown: () => Promise<void>): Promise<void> {
    await this.#program.stop();
    await whileDown();
    this.#program = await RunningProgram.start(this.#args);
  }

  /** Runs a command to its end. @returns what it printed */
  run(args: readonly string[], { input = '' } = {}): string {
    const done = spawnSync(process.execPath, [presentProgram, ...args], { input, encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout;
  }

  /** What the programs keep beside the data, such as `PLAUDIT_MERCHANT_KEY`. */
  secret(name: string): string {
    const file = readFileSync(join(this.folder, 'data', 'plaudit.env'), 'utf8');
    return new RegExp(`^${name}=(.+)$`, 'm').exec(file)![1]!;
  }

  /** A route of merchants. */
  async merchant<Answer>(path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.secret('PLAUDIT_MERCHANT_KEY')}` };
    const answer = await fetch(`${this.url}/merchant/v1/businesses/-${path}`, { headers });
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Answer;
  }

  /** Mails that nobody has sent, since there is no mail server. */
  get mails(): string[] {
    const folder = join(this.folder, 'data', 'service', 'mail');
    return globSync('**/*.eml', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

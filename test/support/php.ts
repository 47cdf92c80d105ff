/** PHP as WebAssembly, which no machine needs to have installed. It reaches no network and no file but those given. */
import assert from 'node:assert/strict';
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

export class PhpMachine implements Disposable {
  readonly #php: PHP;

  private constructor(php: PHP) {
    this.#php = php;
  }

  /** @param files - by their names, all in one folder. */
  static async start(files: Readonly<Record<string, string>>): Promise<PhpMachine> {
    const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
    php.mkdir('/shop');
    for (const [name, text] of Object.entries(files)) php.writeFile(`/shop/${name}`, text);
    return new PhpMachine(php);
  }

  /** Runs a program in the folder. @returns what it printed; it must not even warn */
  async run(code: string): Promise<string> {
    const { text, errors, exitCode } = await this.#php.run({
      code: `<?php error_reporting(E_ALL); ini_set('display_errors', '1'); ini_set('html_errors', '0'); chdir('/shop'); ${code}`,
    });
    assert.deepEqual([exitCode, errors], [0, ''], text);
    return text;
  }

  [Symbol.dispose](): void {
    this.#php.exit();
  }
}

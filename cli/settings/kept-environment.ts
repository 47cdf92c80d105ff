/**
 * The settings of `plaudit start`, as the environment that the proxy takes when it runs alone: `plaudit.env` in the
 * data directory, readable by its owner alone. Lines that somebody added stay.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { makePrivateDirectory, writePrivateFile } from '../../review-store/databases/private-files.ts';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { Failure } from './failure.ts';

const HEADER = `# Made by 'plaudit start'. It holds secrets: keep it readable by its owner alone.
# 'plaudit proxy' takes it as its environment; a secret whose line is deleted is made anew at the next start.
`;

const madeOnce = [
  'PLAUDIT_CLIENT_TOKEN',
  'PLAUDIT_PASSWORD',
  'PLAUDIT_MERCHANT_KEY',
  'PLAUDIT_CUSTOMER_SECRET',
] as const;

export class KeptEnvironment {
  readonly path: string;
  #text: string;

  /** @throws Failure if the file cannot be read or written. */
  constructor(path: string, accountEmail: string) {
    this.path = path;
    try {
      makePrivateDirectory(dirname(path));
      this.#text = read(this.path) ?? HEADER;
    } catch (error) {
      throw new Failure(`${this.path} cannot be read: ${reasonOf(error)}`);
    }
    const missing = madeOnce.filter((name) => !this.values[name]);
    const made = missing.map((name) => [name, randomBytes(32).toString('base64url')]);
    const email = this.values['PLAUDIT_EMAIL'] ? [] : [['PLAUDIT_EMAIL', accountEmail]];
    if (made.length + email.length > 0) this.set(Object.fromEntries([...made, ...email]));
  }

  get values(): Readonly<Record<string, string | undefined>> {
    return parseEnv(this.#text);
  }

  /** @throws Failure if the file cannot be written; it is then as it was. */
  set(values: Readonly<Record<string, string>>): void {
    let text = this.#text;
    for (const [name, value] of Object.entries(values)) {
      const line = `${name}=${quoted(value)}\n`;
      const others = text.split(/(?<=\n)/).filter((one) => !one.startsWith(`${name}=`));
      const before = others.join('');
      text = before === '' || before.endsWith('\n') ? before + line : `${before}\n${line}`;
    }
    try {
      writePrivateFile(this.path, text);
    } catch (error) {
      throw new Failure(`${this.path} cannot be written: ${reasonOf(error)}`);
    }
    this.#text = text;
  }
}

/** As both a shell and Node read it. */
const quoted = (value: string): string => (/^[\w./:@,=+%-]*$/.test(value) ? value : `'${value}'`);

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

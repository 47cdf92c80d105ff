/**
 * Secrets as files, as Docker and systemd hand them out: `PLAUDIT_PASSWORD_FILE` names the file that holds what would
 * otherwise be in `PLAUDIT_PASSWORD`.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { environmentName, UsageError } from './settings.ts';

const secretNames = [
  'PLAUDIT_CLIENT_TOKEN',
  'PLAUDIT_PASSWORD',
  'PLAUDIT_OWNER_PASSWORD',
  'PLAUDIT_MERCHANT_KEY',
  'PLAUDIT_CUSTOMER_SECRET',
  'PLAUDIT_SECRET',
  'PLAUDIT_DATABASE_URL',
  'PLAUDIT_SMTP_URL',
  'PLAUDIT_TRANSLATE_KEY',
  'PLAUDIT_SUMMARISE_KEY',
  'PLAUDIT_CATALOGUE_URL',
] as const;

/**
 * Reads every secret whose file the environment names, into the environment of this process alone: it is not visible
 * from outside, as variables that a program was started with are.
 * @throws UsageError that names the variable.
 */
export function takeSecretFiles(env: NodeJS.ProcessEnv): void {
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new UsageError(`Both ${name} and ${name}_FILE are set: keep one of them`);
    env[name] = readSecretFile(`${name}_FILE`, file);
  }
}

function readSecretFile(name: string, file: string): string {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    throw new UsageError(`${name} names a file that cannot be read: ${(error as Error).message}`);
  }
  if (!isUtf8(content) || content.includes(0)) throw new UsageError(`${name} names a file that is no text: ${file}`);
  // Editors and `echo` end a file with a newline that nobody meant.
  const value = content.toString().replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UsageError(`${name} names a file that is empty: ${file}`);
  return value;
}

/** The note on files in the help of a command that takes secrets. */
export function secretFilesNote({ flags, environment = {} }: Command): string {
  const taken = new Set([...Object.keys(flags).map(environmentName), ...Object.keys(environment)]);
  const [first, ...others] = secretNames.filter((name) => taken.has(name));
  if (!first) return '';
  const also = others.length > 0 ? ` (also for ${others.join(', ')})` : '';
  return `\nA secret may be in a file instead, which ${first}_FILE names${also}.\n`;
}

/** Commands that a command prints, for people to paste. */
import { quoted } from '../../server-kit/shell-words.ts';
import { environmentName, type Given } from './settings.ts';

/**
 * Flags with the values that they were given, so that a printed command works on the same data. Values from the
 * environment are there for the next command, too.
 */
export function sameFlags(given: Given, names: readonly string[], env = process.env): string[] {
  return names.flatMap((name) => {
    const value = given[name];
    if (typeof value !== 'string' || value === env[environmentName(name)]) return [];
    return [`--${name}`, quoted(name === 'database-url' ? withoutPassword(value) : value)];
  });
}

/** @param name - the words after `plaudit`. */
export const commandOf = (name: string, flags: Readonly<Record<string, string | true>>): string =>
  [
    'plaudit',
    name,
    ...Object.entries(flags).map(([flag, value]) => (value === true ? `--${flag}` : `--${flag} ${quoted(value)}`)),
  ].join(' ');

/** A command line can be read by every user of the machine: PostgreSQL's own `PGPASSWORD` has the password. */
export function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password === '') return databaseUrl;
  url.password = '';
  return url.href;
}

/** Commands that a command prints, for people to paste. */
import { environmentName } from './settings.ts';

/**
 * Flags with the values that they were given, so that a printed command works on the same data. What came from the
 * environment is there for the next command, too. Whoever gave a password knows it.
 */
export function sameFlags(
  settings: Readonly<Record<string, string | boolean | undefined>>,
  names: readonly string[],
  env = process.env,
): string[] {
  return names.flatMap((name) => {
    const value = settings[name];
    if (typeof value !== 'string' || value === env[environmentName(name)]) return [];
    return [`--${name}`, quoted(name === 'database-url' ? withoutPassword(value) : value)];
  });
}

/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password === '') return databaseUrl;
  url.password = 'PASSWORD';
  return url.href;
}

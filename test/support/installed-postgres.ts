/** A PostgreSQL of the machine, whose `pg_dump` can dump its own server: that of the npm package comes without one. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'] as const;

/** The directory of all these programs; null where the machine has none. */
export function findInstalledPostgres(): string | null {
  const directories = [
    configured(),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ];
  return directories.find((directory) => PROGRAMS.every((name) => existsSync(join(directory, name)))) ?? null;
}

function configured(): string {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** SQLite files with the tables of a program and no rows: migrations take several times as long as a copy. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../review-store/open.ts';
import { migrationSets, type Program } from './schemas.ts';

const DIRECTORY = 'PLAUDIT_TEST_FILES_OF_DATABASES';
const names = { service: 'reviews', proxy: 'proxy' } as const;

/** Makes them for a whole run. */
export async function makeMigratedFiles(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-migrated-'));
  for (const program of ['service', 'proxy'] as const) {
    const db = await openDatabase({ directory, name: names[program] }, migrationSets[program].slice(1));
    await db.destroy();
  }
  process.env[DIRECTORY] = directory;
}

/** Puts one where a program is about to keep its data for the first time, if the run has made some. */
export function copyMigratedFile(program: Program, location: object): void {
  const made = process.env[DIRECTORY];
  if (made === undefined || !('directory' in location)) return;
  const directory = String(location.directory);
  if (existsSync(directory)) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  copyFileSync(join(made, `${names[program]}.sqlite`), join(directory, `${names[program]}.sqlite`));
}

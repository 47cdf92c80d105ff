import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A directory and everything in it that somebody else than its owner may read, write or enter: `mode path`. */
export function openToOthers(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true }).map(String).toSorted();
  return ['.', ...names]
    .map((name) => join(directory, name))
    .flatMap((path) => {
      // Files come and go beside a database.
      const found = statSync(path, { throwIfNoEntry: false });
      return found && (found.mode & 0o077) !== 0 ? [`${(found.mode & 0o7777).toString(8)} ${path}`] : [];
    });
}

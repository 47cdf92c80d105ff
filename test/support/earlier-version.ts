/**
 * A version that was released before this one, to run beside it. `PLAUDIT_EARLIER_PACKAGE` names its packed file
 * (`plaudit-VERSION.tgz`, as `npm run pack` writes it), which a release keeps; a checkout has none.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** `cli/plaudit.js` of this checkout. */
export const presentProgram = join(root, 'cli/plaudit.js');

/** The packed file of the earlier version; null where none is given. */
export const earlierPackage = process.env['PLAUDIT_EARLIER_PACKAGE'] || null;

/**
 * Unpacks the earlier version, beside the dependencies of this checkout.
 * @returns its `cli/plaudit.js`.
 */
export function unpackEarlier(file: string, directory: string): string {
  const place = join(directory, 'earlier');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['xzf', resolve(file), '-C', place, '--strip-components', '1']);
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return join(place, 'cli/plaudit.js');
}

/**
 * A version that was released before this one, to run beside it. `PLAUDIT_EARLIER_PROGRAM` is the path of its
 * `cli/plaudit.js`, where its packed file (`plaudit-VERSION.tgz`) was installed in a folder of its own. A package with
 * its dependencies is too large to keep in a checkout.
 */
import { join } from 'node:path';

/** `cli/plaudit.js` of this checkout. */
export const presentProgram = join(import.meta.dirname, '../../cli/plaudit.js');

/** The same of the earlier version; null where none is given. */
export const earlierProgram = process.env['PLAUDIT_EARLIER_PROGRAM'] || null;

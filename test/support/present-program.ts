/** `cli/plaudit.js` of this checkout: its bundle where a run of many files has made one, else the sources. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const presentProgram = process.env['PLAUDIT_TEST_PROGRAM'] ?? join(root, 'cli/plaudit.js');

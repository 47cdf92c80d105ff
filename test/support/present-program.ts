/** The programs of this checkout: of the bundle where a run of many files has made one, else the sources. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const bundle = process.env['PLAUDIT_TEST_BUNDLE'];

export const presentProgram = join(bundle ?? root, 'cli/plaudit.js');

/** A program that tests start. @param file - its source. */
export const testProgram = (file: string): string =>
  bundle === undefined ? join(root, file) : join(bundle, file.replace(/\.ts$/, '.js'));

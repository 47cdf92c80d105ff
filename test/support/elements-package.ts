/** The package `plaudit-elements` as it was built, for pages of shops that have a bundler. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const built = join(import.meta.dirname, '..', '..', 'dist', 'elements');

/** Puts the package where code in this folder finds it by its name. */
export function linkElements(directory: string): void {
  const installed = join(directory, 'node_modules');
  mkdirSync(installed, { recursive: true });
  rmSync(join(installed, 'plaudit-elements'), { force: true });
  symlinkSync(built, join(installed, 'plaudit-elements'));
}

/**
 * Runs test files one after the other in this process, each that no other worker has taken: what all of them load is
 * loaded, and made fast by the engine, once for many.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import './bundled-forks.ts';
import { loadTests } from './untraced.ts';

const root = join(import.meta.dirname, '../..');
const taken = process.env['PLAUDIT_TEST_TAKEN']!;
/** Of a file, so that a run ends where one hangs. */
const timeout = 1_200_000;

for (const file of process.env['PLAUDIT_TEST_FILES']!.split('\n').filter(Boolean)) if (take(file)) await runFile(file);

function take(file: string): boolean {
  try {
    mkdirSync(join(taken, file.replaceAll('/', ' ')));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Returns when its tests are over. */
async function runFile(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  void describe(file, { timeout }, async () => {
    after(() => resolve());
    await loadTests(join(root, file));
  });
  await promise;
}

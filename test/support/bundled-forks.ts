/**
 * What programs in this process start in one of its own comes from the bundle of a run as well: from the sources it
 * takes four times as long to begin.
 */
import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { testProgram } from './present-program.ts';

const root = join(import.meta.dirname, '../..');
const { fork } = childProcess;
type Fork = (file: string, ...more: unknown[]) => childProcess.ChildProcess;

const forkBundled: Fork = (file, ...more) => {
  const bundled = testProgram(relative(root, file));
  return (fork as Fork)(existsSync(bundled) ? bundled : file, ...more);
};
Object.assign(childProcess, { fork: forkBundled });
syncBuiltinESMExports();

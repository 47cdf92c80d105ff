import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Compiles a project of `tsconfig/` into a folder. */
export function compile(project: string, directory: string): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', join('tsconfig', project), '--outDir', directory], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

import { execFileSync } from 'node:child_process';
import { globSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const file = join(root, 'dist', 'server', 'render.js');

/** Brings the bundle that renders elements up to date with its sources, as `npm run build` does. */
export function buildRenderer(): void {
  const sources = globSync(['src/**/*.ts', 'contract/*.ts', 'vite.config.ts'], { cwd: root });
  if (existsSync(file) && sources.every((source) => statSync(join(root, source)).mtimeMs <= statSync(file).mtimeMs))
    return;
  execFileSync(process.execPath, [join(root, 'tools', 'build.ts'), 'server'], { stdio: 'pipe' });
}

// Runs after `npm ci` in a checkout: builds the widgets and the storefront, so that the first start need not. An
// installation without development dependencies brings its own build along. `npx plaudit` in a checkout runs this too
// when its cache is empty, and must not replace what a running proxy serves.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (process.env['npm_command'] !== 'exec' && existsSync('node_modules/vite')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = status ?? 1;
}

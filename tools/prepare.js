// Runs after `npm ci` in a checkout: builds the widgets and the storefront, so that the first start need not. An
// installation without development dependencies brings its own build along.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('node_modules/vite')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = status ?? 1;
}

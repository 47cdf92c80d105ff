/**
 * `npm run test:one FILE`: runs one test file with the runner of its kind. Further arguments go to the runner, as in
 * `npm run test:one test/src/form.test.ts -- --watch`.
 */
import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const [given = '', ...options] = process.argv.slice(2);
const file = relative(root, resolve(given)).replaceAll('\\', '/');

/** The first kind whose folder holds the file is its kind. */
const runners: ReadonlyArray<readonly [folder: string, command: readonly string[]]> = [
  [
    'test/src/',
    [
      'node_modules/@web/test-runner/dist/bin.js',
      '--config',
      'test/src/web-test-runner.config.mjs',
      '--files',
      file,
      ...options,
    ],
  ],
  [
    'test/end-to-end/',
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'test/end-to-end', file, ...options],
  ],
  ['test/', ['--test', '--test-timeout=1200000', ...options, file]],
];

const runner = runners.find(([folder]) => file.startsWith(folder));
if (!runner || !/\.(test|spec)\.ts$/.test(file)) {
  console.error("Name a test file, such as 'npm run test:one test/contract/reading.test.ts'.");
  process.exit(2);
}
const { status } = spawnSync(process.execPath, runner[1], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;

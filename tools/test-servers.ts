/**
 * `npm run test:servers`: runs the tests of both programs, of what they are made of and of what is released, in a few
 * processes at a time. `npm run test:servers -- GLOB…` runs those files alone.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const root = join(import.meta.dirname, '..');
const support = join(root, 'test/support');
/** The slow ones first: no process is left alone with them in the end. */
const folders =
  'attack,durability,packages,cli,server-proxy,review-service,contract,review-store,server-kit,exchange,demo-data'
    .split(',')
    .map((folder) => `test/${folder}/**/*.test.ts`);

/** Their settings stay for their process, such as the words of its renderer: they have one of their own. */
const alone = ['test/server-proxy/words.test.ts'];

const given = process.argv.slice(2);
const globs = given.length > 0 ? given : folders;
const files = globs.flatMap((glob) => globSync(glob, { cwd: root }).toSorted());
if (files.length === 0) throw new Error(`There is no test file ${globs.join(', ')}`);
/** Four for a core: many wait, for a program that they started or for a moment. */
const workers = Math.min(files.length, 4 * availableParallelism());
process.env['PLAUDIT_TEST_FILES'] = files.filter((file) => !alone.includes(file)).join('\n');

const processes = [
  ...Array.from({ length: workers }, () => join(support, 'worker.ts')),
  ...files.filter((file) => alone.includes(file)).map((file) => join(root, file)),
];
const options = {
  files: processes,
  concurrency: processes.length,
  // More threads that collect garbage would wait for each other, as more workers run than there are cores.
  execArgv: [
    '--single-threaded-gc',
    ...['untraced.ts', 'idle-connections.ts', 'end-with-tests.ts'].flatMap((file) => ['--import', join(support, file)]),
  ],
  globalSetupPath: join(support, 'use-postgres.ts'),
};
run(options)
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);

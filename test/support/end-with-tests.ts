/**
 * Ends a test file half a minute after its last test if it does not end by itself, and fails it: of a test that failed,
 * a program may run on, and a run that waits for it would say nothing until somebody ends it. Loaded with `--import`.
 */
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const LEFT_MS = 30_000;

/** Set in the process of a file, and not in the one that runs them all. */
if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined)
  after(() => {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      process.stderr.write(`${process.argv[1]} does not end after its last test; open are: ${open}\n`);
      process.exit(1);
    }, LEFT_MS).unref();
  });

/** The element tests that `elements.config.mjs` runs, with the change that Stryker wants to be tried. */
import elements from '../src/web-test-runner.config.mjs';

/** Stryker says it to a process; the changed code runs in a page. */
const activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;

export default {
  ...elements,
  files: 'test/src/load.test.ts',
  testRunnerHtml: (framework) => `<!doctype html>
    <script>globalThis.__stryker__ = ${JSON.stringify({ activeMutant })};</script>
    <script type="module" src="${framework}"></script>`,
  // What waits in vain has noticed the change: each test takes a fraction of a second.
  testFramework: { config: { timeout: 10_000, bail: true } },
  testsFinishTimeout: 60_000,
};

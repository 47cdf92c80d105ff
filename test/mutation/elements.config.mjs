/**
 * Mutation testing of the loads of the elements, in a browser: `npm run test:mutation:elements`. Like its neighbour,
 * `stryker.config.mjs`, it is fetched for the run. Every change starts a browser, so only one fast test runs here.
 */
export default {
  // The runner that Stryker brings along: a command that fails has noticed the change.
  commandRunner: {
    command: 'node node_modules/@web/test-runner/dist/bin.js --config test/mutation/web-test-runner.config.mjs',
  },
  mutate: ['src/controllers/*.ts'],
  ignorePatterns: ['/demo', '/demo-data', '/dist', '/docs', '/test/end-to-end', '/test/packages'],
  // The browser runs the sources without their types: a change that does not type-check is tried like any other.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  concurrency: 1,
  // A busy machine is no endless loop.
  timeoutMS: 120_000,
  tempDirName: 'coverage/mutation',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
};

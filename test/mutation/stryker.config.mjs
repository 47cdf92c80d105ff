/**
 * Mutation testing: Stryker changes one thing after the other in the pure parts of the program, and says which changes
 * no test noticed. `npm run test:mutation` fetches it for the run (it is no dependency of the project) and takes about
 * half an hour; `npm run test:mutation -- --mutate contract/entities/dates.ts` takes a part of it.
 *
 * Only fast tests run here. What survives in `contract/endpoints/answers.ts` and `contract/endpoints/parameters.ts` are schemas of whole
 * answers and operations, which the tests of the servers hold.
 */
const contract = (name) => `test/contract/${name}.test.ts`;
const proxy = (name) => `test/server-proxy/${name}.test.ts`;

export default {
  testRunner: 'tap',
  tap: {
    testFiles: [
      ...['endpoints', 'parameters', 'parameter-values', 'reading', 'fields', 'dates', 'domains', 'refusals'].map(
        contract,
      ),
      ...['plan', 'cold-start-plan', 'upkeep', 'schedule', 'failures', 'upstream'].map(proxy),
    ],
    nodeArgs: ['-r', '{{hookFile}}', '--test-reporter=tap', '--test-force-exit', '{{testFile}}'],
  },
  mutate: [
    'contract/domains.ts',
    'contract/endpoints/{answers,errors,parameter-values,parameters,read-parameters}.ts',
    'contract/entities/{dates,fields}.ts',
    'server-proxy/mirror/plan/{plan,planned,cold-start,upkeep,schedule,sizes,failures}.ts',
    'api-client/{account-errors,answer,body,client}.ts',
    'server-kit/network/exchange.ts',
  ],
  ignorePatterns: ['/demo', '/demo-data/pictures', '/dist', '/docs', '/test/end-to-end', '/test/src'],
  // Node runs the sources as they are: a change that does not type-check is tried like any other.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  concurrency: 1,
  // A busy machine is no endless loop.
  timeoutMS: 60_000,
  tempDirName: 'coverage/mutation',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
};

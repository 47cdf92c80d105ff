/**
 * Tests that kill, wait or flood come in two lengths: a short one with every `npm test`, and the whole one by
 * `npm run test:attack`, `npm run test:durability`, `npm run test:packages` and `npm run test:databases`.
 */
export const isLong = process.env['PLAUDIT_TEST_LENGTH'] === 'long';

/** How many rounds to go, how many clients to open, and the like. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

/**
 * For a suite on one of the databases. In the short form it runs on SQLite alone where it is about pages, mails or the
 * proxy's clients, and the statements below them run on PostgreSQL in suites of the store and of the API, or in
 * another test of the file.
 */
export const longOn = (database: string): { skip?: string } =>
  !isLong && database === 'PostgreSQL' ? { skip: 'npm run test:databases' } : {};

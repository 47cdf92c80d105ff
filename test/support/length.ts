/**
 * Tests that kill, wait or flood come in two lengths: a short one with every `npm test`, and the whole one by
 * `npm run test:attack` and `npm run test:durability`.
 */
export const isLong = process.env['PLAUDIT_TEST_LENGTH'] === 'long';

/** How many rounds to go, how many clients to open, and the like. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

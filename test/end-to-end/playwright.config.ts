import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../../tools/chromium.ts';

/** Specs with a shop and a proxy of their own beside the demo's; see support/elsewhere.ts. */
const elsewhere =
  /(csp|frameworks|guides|links|look|package|page-around|policies|render|site|snippets|upgraded|waiting|words)\.spec\.ts$/;

/** The whole way: SQLite, review service, proxy and the built widgets in the demo's shop, started as `npm start` does. */
export default defineConfig({
  outputDir: '../../test-results',
  globalSetup: './support/start-demo.ts',
  // The tests of the demo share one shop, as shoppers do, and see each other's reviews: one at a time. Those with a shop
  // of their own go on beside them, since most of either is waiting.
  workers: 3,
  projects: [
    { name: 'demo', testIgnore: elsewhere, workers: 1 },
    { name: 'elsewhere', testMatch: elsewhere, workers: 2 },
  ],
  // There only to end what hangs: a busy machine takes its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? 'line' : 'list',
  use: {
    launchOptions: {
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 860 },
    trace: 'retain-on-failure',
  },
});

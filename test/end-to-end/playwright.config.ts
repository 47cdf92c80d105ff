import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../../tools/chromium.ts';

/** Specs with a shop and a proxy of their own beside the demo's; see support/elsewhere.ts. */
const elsewhere = /(csp|frameworks|guides|package|page-around|policies|render|upgraded|waiting|words)\.spec\.ts$/;
/** Those of them that take longest, together as long as the others. */
const long = /(links|site|snippets)\.spec\.ts$/;
/** Specs that write in the demo's shop, or compare what is written there. */
const writing = /(category|phone|shop-reviews|writing)\.spec\.ts$/;

/** The whole way: SQLite, review service, proxy and the built widgets in the demo's shop, started as `npm start` does. */
export default defineConfig({
  outputDir: '../../test-results',
  globalSetup: './support/start-demo.ts',
  // Who writes in the shop of the demo does so one after the other, since after some reviews a shopper is asked for a
  // proof. All else goes on beside them: much of it is waiting.
  workers: 4,
  projects: [
    { name: 'long', testMatch: long, workers: 1 },
    { name: 'elsewhere', testMatch: elsewhere, workers: 1 },
    { name: 'reading', testIgnore: [long, elsewhere, writing], workers: 1 },
    { name: 'writing', testMatch: writing, workers: 1 },
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
    // A trace of each test would be a quarter of what all of them cost: `--trace retain-on-failure` for one that fails.
    screenshot: 'only-on-failure',
  },
});

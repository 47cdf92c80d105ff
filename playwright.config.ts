import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tools/chromium.ts';

/** The whole way: SQLite, review service, proxy and the built widgets in the demo's shop, started as `npm start` does. */
export default defineConfig({
  testDir: 'test/end-to-end',
  outputDir: 'test-results',
  globalSetup: './test/end-to-end/support/start-demo.ts',
  // The tests share one shop, as shoppers do.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? 'line' : 'list',
  use: {
    launchOptions: {
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 860 },
    trace: 'retain-on-failure',
  },
});

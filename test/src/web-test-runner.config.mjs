import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';

const executablePath = await chromiumPath();
const worker = await readFile(new URL(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8');

export default {
  files: 'test/src/**/*.test.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  // Each page has a context of its own: in one they would share, and stop, one service worker. More than cores, since
  // some wait for a second that a proxy asked for.
  concurrency: availableParallelism() + 1,
  // The test of leaks asks for the garbage to be collected.
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath, args: [...chromiumArgs, '--js-flags=--expose-gc'], headless: 'shell' },
      async createPage({ browser }) {
        const page = await (await browser.createBrowserContext()).newPage();
        await page.emulateFocusedPage(true);
        return page;
      },
    }),
  ],
  plugins: [
    esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig/browser.json' }),
    {
      name: 'msw-worker',
      serve(context) {
        if (context.path === '/mockServiceWorker.js')
          return { body: worker, type: 'js', headers: { 'Service-Worker-Allowed': '/' } };
        return undefined;
      },
    },
  ],
  coverageConfig: {
    include: ['src/**/*.ts'],
    report: true,
    reporters: ['lcovonly', 'text-summary'],
    reportDir: 'coverage/src',
    threshold: { statements: 85, branches: 80, functions: 80, lines: 85 },
  },
  // There only to end what hangs: a busy machine takes its time.
  browserStartTimeout: 300_000,
  testsStartTimeout: 300_000,
  testsFinishTimeout: 1_200_000,
  testFramework: { config: { timeout: 120_000 } },
};

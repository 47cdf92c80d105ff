/**
 * The packed elements in small shops with Next, Nuxt, Astro and SvelteKit: installed with npm and a lock, type-checked,
 * built, rendered on their server, and open in Chromium in front of the demo's proxy.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { assertServed, inNewPage, visit } from '../support/framework-shop.ts';
import { isLong } from '../support/length.ts';
import { emptyFolder, manifestIn, pack, readJson } from '../support/packed.ts';
import { freePort } from '../support/ports.ts';
import { RunningProgram } from '../support/running-program.ts';

const projects = join(import.meta.dirname, 'frameworks');
const skip = isLong ? false : 'installs frameworks from the registry: npm run test:packages';

interface Framework {
  readonly name: string;
  /** Tells its pages where the proxy is. */
  readonly variable: string;
  /** Pages that are served beside the one that is visited. */
  readonly besides?: readonly string[];
}
const frameworks: readonly Framework[] = [
  { name: 'next', variable: 'NEXT_PUBLIC_REVIEWS' },
  { name: 'nuxt', variable: 'NUXT_PUBLIC_REVIEWS' },
  { name: 'astro', variable: 'PUBLIC_REVIEWS', besides: ['/live/DEMO-001'] },
  { name: 'sveltekit', variable: 'VITE_REVIEWS' },
];

let folder: string;
let elements: string;
let browser: Browser;
let demo: RunningProgram;
/** Of the first shop; the others have the next ones. */
let firstPort: number;

const env = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PLAUDIT_|npm_)/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  ...more,
});

before(async () => {
  if (!isLong) return;
  const { chromium } = await import('@playwright/test');
  ({ elements } = pack());
  folder = emptyFolder();
  firstPort = await freePort(frameworks.length);
  const args = ['demo', '--port', String(await freePort(2)), '--data', join(folder, 'demo')];
  const origins = frameworks.map((_, index) => `http://127.0.0.1:${firstPort + index}`);
  demo = await RunningProgram.start(args, { PLAUDIT_ORIGINS: origins.join() });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await demo?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Lock {
  readonly packages: Record<string, object>;
}

/** Puts a project into a folder of its own, with the packed elements where its package.json expects them. */
function installProject(name: string): string {
  const project = join(folder, name);
  cpSync(join(projects, name), project, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  copyFileSync(elements, join(project, 'plaudit-elements.tgz'));
  // All but the package that is tested stays locked.
  const lock = readJson(join(project, 'package-lock.json')) as Lock;
  const { version, dependencies, peerDependencies, peerDependenciesMeta } = manifestIn(elements);
  const own = { version, resolved: 'file:plaudit-elements.tgz', dependencies, peerDependencies, peerDependenciesMeta };
  lock.packages['node_modules/plaudit-elements'] = own;
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  run(project, ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  return project;
}

function run(cwd: string, args: string[], more: Readonly<Record<string, string>> = {}): void {
  try {
    execFileSync('npm', args, { cwd, env: env(more), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
}

/** @returns the page of the first product, as soon as the server answers. */
async function firstPage(server: ChildProcess, origin: string, said: () => string): Promise<string> {
  for (;;) {
    assert.equal(server.exitCode, null, said());
    try {
      const answer = await fetch(`${origin}/products/DEMO-001`);
      assert.equal(answer.status, 200, said());
      return await answer.text();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await wait(100);
    }
  }
}

for (const [index, { name, variable, besides = [] }] of frameworks.entries()) {
  test(`${name}: the elements are in the HTML of the server, and come to life in the browser`, { skip }, async () => {
    const project = installProject(name);
    const settings = { [variable]: `${demo.url}/` };
    run(project, ['run', 'build'], settings);
    run(project, ['run', '--if-present', 'check'], settings);
    const port = firstPort + index;
    const origin = `http://127.0.0.1:${port}`;
    const server = spawn('npm', ['run', 'start'], {
      cwd: project,
      env: env({ ...settings, PORT: String(port), HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' }),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let said = '';
    server.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      assertServed(await firstPage(server, origin, () => said));
      for (const path of besides) assertServed(await (await fetch(origin + path)).text());
      await inNewPage(browser, (page) => visit(page, origin));
      assert.doesNotMatch(said, /Error|is not defined/);
    } finally {
      const gone = once(server, 'exit');
      process.kill(-server.pid!, 'SIGTERM');
      await gone;
      rmSync(project, { recursive: true, force: true });
    }
  });
}

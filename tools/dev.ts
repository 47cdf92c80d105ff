/**
 * `npm run dev`: the demo, with every change shown. When a source changes, what is made of it is built, the servers
 * start again, and open pages reload (`demo/scripts/reload.ts`). Arguments after `--` go to `plaudit demo`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watchNpm } from '../cli/parent.ts';

const root = join(import.meta.dirname, '..');
/** An editor may write a file in several steps, and a checkout many files. */
const SETTLES_IN_MS = 100;

const widgets = ['tools/build.ts', 'server', 'widgets'];
const storefront = ['demo/build.ts'];

/** The builds that follow a change in a room, in this order. The storefront needs the widgets' manifest. */
const builds: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  contract: [widgets, storefront],
  src: [widgets, storefront],
  demo: [storefront],
  'demo-data': [storefront],
  'review-store': [],
  'review-service': [],
  'server-proxy': [],
  'server-kit': [],
  insights: [],
  'api-client': [],
  exchange: [],
  cli: [],
};

let changed = new Set(Object.keys(builds));
let woken = Promise.withResolvers<void>();
let stopping = false;
let demo: ChildProcess | undefined;

async function stopDemo(): Promise<void> {
  if (!demo || demo.exitCode !== null || demo.signalCode !== null) return;
  demo.kill('SIGTERM');
  await once(demo, 'exit');
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [status] = (await once(
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
    'exit',
  )) as [number | null];
  return status === 0;
}

/** @returns false where a build fails: what was there before goes on being shown. */
async function buildFor(rooms: ReadonlySet<string>): Promise<boolean> {
  for (const build of new Set([...rooms].flatMap((room) => builds[room]!))) {
    if (!(await run(build, { PLAUDIT_DEV: '1' }))) return false;
  }
  return true;
}

async function showChanges(): Promise<void> {
  const rooms = changed;
  changed = new Set();
  if (!(await buildFor(rooms)) || stopping) return;
  await stopDemo();
  writeFileSync(join(root, 'dist', 'storefront', 'built.txt'), String(Date.now()));
  demo = spawn(process.execPath, ['cli/plaudit.js', 'demo', '--drain', '0', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
}

const watched = new Set<string>();

/** Folder by folder: on Linux, a recursive watch loses a file that an editor replaces by renaming. */
function watchFolders(): void {
  for (const room of Object.keys(builds)) {
    const folders = readdirSync(join(root, room), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const folder of [join(root, room), ...folders.map(({ parentPath, name }) => join(parentPath, name))]) {
      if (watched.has(folder)) continue;
      watched.add(folder);
      watch(folder, () => {
        changed.add(room);
        woken.resolve();
      }).on('error', () => watched.delete(folder));
    }
  }
}

function stop(): void {
  stopping = true;
  woken.resolve();
}

process.on('SIGINT', stop).on('SIGTERM', stop);
watchNpm(process.env, stop);

while (!stopping) {
  watchFolders();
  woken = Promise.withResolvers();
  await showChanges();
  if (changed.size === 0 && !stopping) await woken.promise;
  await wait(SETTLES_IN_MS);
}
await stopDemo();
// Without the script that reloads.
await run(storefront);
process.exit(0);

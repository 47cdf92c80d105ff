/** Where the built widgets and storefront are, and whether they are as new as their sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';

const root = join(import.meta.dirname, '..');

export interface Bundle {
  readonly widgets: string;
  readonly storefront: string;
}

const bundle: Bundle = { widgets: join(root, 'dist', 'widgets'), storefront: join(root, 'dist', 'storefront') };
const elementSources = ['{src,contract}/**/*.{ts,css,json}', 'vite*.config.ts', 'package.json'];
/** The last file that each build writes, and what it is built from. */
const results: ReadonlyArray<readonly [file: string, sources: readonly string[]]> = [
  [join(root, 'dist', 'server', 'render.js'), elementSources],
  [join(bundle.widgets, 'sri.json'), elementSources],
  [join(bundle.storefront, 'index.html'), ['{demo,demo-data}/**/*.{ts,css,js,json,svg}', 'package.json']],
];

/** @throws Failure if nothing has been built. */
export function requireBundle(): Bundle {
  if (!existsSync(join(bundle.widgets, 'sri.json')))
    throw new Failure(`The widgets are not built yet: run 'npm run build' in ${root}`);
  return bundle;
}

/** Builds what is older than its sources, as after a pull. An installed package stays as it is. */
export async function bringBundleUpToDate(): Promise<Bundle> {
  if (!existsSync(join(root, 'src'))) return requireBundle();
  if (isUpToDate()) return bundle;
  process.stderr.write('Building the widgets and the storefront …\n');
  const build = spawn('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  build.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = (await once(build, 'close')) as [number | null];
  if (status !== 0)
    throw new Failure(`The widgets could not be built: ${said.trim() || `npm run build ended with ${status}`}`);
  return bundle;
}

function isUpToDate(): boolean {
  return results.every(([file, sources]) => {
    if (!existsSync(file)) return false;
    const builtAt = statSync(file).mtimeMs;
    return globSync(sources, { cwd: root }).every((source) => statSync(join(root, source)).mtimeMs <= builtAt);
  });
}

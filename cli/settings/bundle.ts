/** The built widgets and storefront, and whether they are as new as their sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles } from '../../server-kit/program-files.ts';
import { Failure } from './failure.ts';

const { root, widgets, storefront, renderer } = programFiles;

export interface Bundle {
  readonly widgets: string;
  readonly storefront: string;
}

const elementSources = ['{src,contract}/**/*.{ts,css,json}', 'vite*.config.ts', 'package.json'];
/** The last file that each build writes, and what it is built from. */
const results: ReadonlyArray<readonly [file: string, sources: readonly string[]]> = [
  [renderer, elementSources],
  [join(widgets, 'sri.json'), elementSources],
  [join(storefront, 'index.html'), ['{demo,demo-data}/**/*.{ts,css,js,json,webp}', 'package.json']],
];

/** @throws Failure if nothing has been built. */
export function requireBundle(): Bundle {
  if (existsSync(join(widgets, 'sri.json'))) return { widgets, storefront };
  throw new Failure(
    programFiles.isCheckout
      ? `The widgets are not built yet: run 'npm run build' in ${root}`
      : `The widgets are missing below ${root}: install the package again`,
  );
}

/**
 * Builds what is older than its sources, as after a pull. Only `npm start` and `node` do: whoever runs `npx plaudit` in
 * a checkout may have a proxy running from it, and an installed package stays as it is.
 */
export async function bringBundleUpToDate(env: NodeJS.ProcessEnv): Promise<Bundle> {
  if (!programFiles.isCheckout || isUpToDate()) return requireBundle();
  if (env['npm_command'] === 'exec') {
    const bundle = requireBundle();
    process.stderr.write("The widgets are older than their sources: 'npm run build' builds them\n");
    return bundle;
  }
  await buildAll();
  return requireBundle();
}

async function buildAll(): Promise<void> {
  process.stderr.write('Building the widgets and the storefront …\n');
  const build = spawn('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  build.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = (await once(build, 'close')) as [number | null];
  if (status !== 0)
    throw new Failure(`The widgets could not be built: ${said.trim() || `npm run build ended with ${status}`}`);
}

function isUpToDate(): boolean {
  return results.every(([file, sources]) => {
    if (!existsSync(file)) return false;
    const builtAt = statSync(file).mtimeMs;
    return globSync(sources, { cwd: root }).every((source) => statSync(join(root, source)).mtimeMs <= builtAt);
  });
}

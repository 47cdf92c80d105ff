/** A proxy in a process of its own, to be killed: see proxy-process.ts. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { testProgram } from './present-program.ts';

export interface SpawnedProxy {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Returns once it listens. @param args - of proxy-process.ts */
export async function spawnProxy(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stderr: 'inherit' | 'pipe' = 'inherit',
): Promise<SpawnedProxy> {
  const child = spawn(process.execPath, [testProgram('test/server-proxy/proxy-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, ...env },
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}

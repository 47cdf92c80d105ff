/**
 * `npm run check`: runs every script of package.json that is named `check:…`, one for each core at a time, and shows
 * what each said once it has ended. `npm run check -- lint types` runs those alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

const PREFIX = 'check:';
const known = Object.keys(manifest.scripts).flatMap((name) =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
);
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown[0]) throw new Error(`There is no check ${unknown.join(', ')}, only ${known.join(', ')}`);

async function run(name: string): Promise<void> {
  const start = performance.now();
  // Both outputs as one, in the order in which they were written.
  const check = spawn('sh', ['-c', '"$0" --run "$1" 2>&1', process.execPath, PREFIX + name], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [status]] = await Promise.all([text(check.stdout), once(check, 'close') as Promise<[number | null]>]);
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)\n${said}`);
  if (status !== 0) failed.push(name);
}

const failed: string[] = [];
const waiting = positionals[0] ? positionals : known;
const work = async (): Promise<void> => {
  for (let name; (name = waiting.shift());) await run(name);
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed[0]) {
  process.stdout.write(`✖ failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

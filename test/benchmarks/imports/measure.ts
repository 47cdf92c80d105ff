/** `plaudit products import` of a feed, into a shop without products on SQLite. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createAccount } from '../../../review-service/people/accounts/manage.ts';
import { openServiceDatabase } from '../../../review-service/database.ts';
import { presentProgram } from '../../support/present-program.ts';
import { writeFeed, type ShapeName } from './feed-files.ts';

const business = 'bench.example';
const KILOBYTE = 1_024;

export interface MeasuredImport {
  readonly seconds: number;
  /** The most that each process had in memory, in bytes: the one that takes the file, and the command. */
  readonly taking: number;
  readonly command: number;
}

export async function measureImport(shape: ShapeName, products: number): Promise<MeasuredImport> {
  const place = mkdtempSync(join(tmpdir(), 'plaudit-bench-import-'));
  try {
    const [file, directory] = [join(place, `feed.${shape}`), join(place, 'data')];
    await writeFeed(file, shape, products);
    const db = await openServiceDatabase({ directory });
    const email = `owner@${business}`;
    await createAccount(db, { business, email, password: 'correct horse battery' }, Date.now());
    await db.destroy();
    return await runImport(
      ['products', 'import', file, '--business', business, '--data', directory],
      place,
      `${products} products: ${products} added, 0 changed, 0 unchanged, 0 refused\n`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param wanted - the end of what the command is to say. */
export async function runImport(args: readonly string[], place: string, wanted: string): Promise<MeasuredImport> {
  const { said, seconds, peakOf } = await runNotingPeaks(args, place);
  if (!said.endsWith(wanted)) throw new Error(`The import said: ${said}`);
  return { seconds, taking: peakOf('taking'), command: peakOf('command') };
}

/** `plaudit reviews export` of everything there is, in the format that holds all. */
export async function runExport(where: readonly string[], place: string): Promise<{ seconds: number; peak: number }> {
  const file = join(place, 'export.tar');
  const { seconds, peakOf } = await runNotingPeaks(['reviews', 'export', '--to', file, ...where], place);
  rmSync(file);
  return { seconds, peak: peakOf('command') };
}

async function runNotingPeaks(args: readonly string[], place: string) {
  const begun = performance.now();
  const peaks = join(place, 'peaks');
  const child = spawn(process.execPath, [presentProgram, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `--import ${join(import.meta.dirname, 'note-peak.js')}`, BENCH_PEAKS: peaks },
  });
  const said = await text(child.stdout);
  const seconds = (performance.now() - begun) / 1_000;
  const peakOf = (name: string): number => Number(readFileSync(`${peaks}-${name}`, 'utf8')) * KILOBYTE;
  return { said, seconds, peakOf };
}

/**
 * Takes one catalogue, in a process of its own: importing.ts says why. The file comes on standard input, the task by
 * message. It writes through a connection of its own to the database, as any other program would.
 */
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { FileRefused } from '../../exchange/file-refused.ts';
import { importProducts, type ImportCounts } from '../../exchange/products/import.ts';
import { openServiceDatabase } from '../database.ts';
import { storeOf, type Database } from '../data/tables.ts';
import type { FileTask, ImportEnd, ImportNote, ImportOrder, ImportTask } from './import-task.ts';
import { takeFeed } from './take-feed.ts';

const tell = (note: ImportNote): void => void process.send!(note);

// The parent decides when it ends; a terminal and systemd signal both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));

const orders = Promise.withResolvers<ImportTask>();
const whole = Promise.withResolvers<void>();
process.on('message', (order: ImportOrder) => {
  if (order.kind === 'whole') whole.resolve();
  else orders.resolve(order);
});

/** It ends only once all of it was sent: the last row of a file that was cut off would look whole. */
async function* input(): AsyncGenerator<Uint8Array> {
  yield* process.stdin as AsyncIterable<Uint8Array>;
  await whole.promise;
}

async function take(db: Database, task: ImportTask): Promise<ImportEnd> {
  const rest = () => wait(task.restMs);
  if (task.kind === 'file') return { kind: 'done', outcome: await takeFile(db, task, rest) };
  const { feed, now } = task;
  return { kind: 'done', outcome: await takeFeed(db, feed, await buffer(input()), { now, rest }) };
}

function takeFile(db: Database, task: FileTask, rest: () => Promise<void>): Promise<ImportCounts> {
  const { businessId, format, isDry, now } = task;
  return importProducts(storeOf(db), businessId, input(), {
    format,
    dryRun: isDry,
    now: () => now,
    onRefused: (line, reason) => tell({ kind: 'refused', line, reason }),
    onNotice: (notice) => tell({ kind: 'notice', notice }),
    async onStored(_skus, counts) {
      tell({ kind: 'stored', counts });
      await rest();
    },
  });
}

async function run(): Promise<ImportEnd> {
  const task = await orders.promise;
  await using db = await openServiceDatabase(task.location);
  return await take(db, task);
}

const end = await run().catch((error: unknown): ImportEnd => {
  if (error instanceof FileRefused) return { kind: 'fileRefused', line: error.line, reason: error.message };
  return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
});
process.send!(end, () => process.exit());

/**
 * Has a catalogue taken by a process of its own, for three reasons. Requests are answered meanwhile: storing two
 * hundred products takes a moment in which nothing else runs. Its heap is kept small. And where it dies, nothing else
 * does: a thread that asks for too much memory at once takes the whole program with it. Products that it had committed
 * stay: whole ones.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRefused } from '../../exchange/file-refused.ts';
import type { ImportCounts, ImportOptions } from '../../exchange/products/import.ts';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { forkSmall, whyEnded, type SmallProcess } from '../../server-kit/small-process.ts';
import type { ServiceLocation } from '../database.ts';
import type { FeedTask, ImportNote, ImportOrder, ImportTask, Outcomes } from './import-task.ts';
import type { FeedOutcome } from './take-feed.ts';

/** A write of the service asks for the lock of a SQLite file at least this often: see the store's driver. */
const REST_MS = 50;

/** The import ended early: what was stored until then stays. The message says why, in one line. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
}

export interface ImportingOptions extends Omit<ImportOptions, 'onStored'> {
  onStored?(counts: ImportCounts): void;
  /** Whether other writers get their turn between two batches, as those of a running service must. */
  readonly isPatient: boolean;
}

/**
 * Stores the products of a file: see `importProducts`.
 * @throws FileRefused if the file is of no known format; nothing was stored then.
 * @throws ImportFailed
 */
export function importFile(
  location: ServiceLocation,
  businessId: number,
  input: AsyncIterable<Uint8Array>,
  options: ImportingOptions,
): Promise<ImportCounts> {
  const { format, dryRun: isDry = false, now = Date.now, isPatient } = options;
  const restMs = isPatient ? REST_MS : 0;
  return run<'file'>({ kind: 'file', location, businessId, format, isDry, now: now(), restMs }, { input, options });
}

/**
 * Takes a feed: see `takeFeed`.
 * @param signal - ends it.
 * @throws ImportFailed
 */
export function importFeed(
  task: Omit<FeedTask, 'kind' | 'restMs'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  return run<'feed'>({ kind: 'feed', ...task, restMs: REST_MS }, { input: [bytes], signal });
}

interface Work {
  readonly input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly options?: ImportingOptions;
  readonly signal?: AbortSignal;
}

async function run<Kind extends ImportTask['kind']>(
  task: ImportTask & { readonly kind: Kind },
  { input, options, signal }: Work,
): Promise<Outcomes[Kind]> {
  signal?.throwIfAborted();
  const file = join(import.meta.dirname, `import-process${extname(import.meta.filename)}`);
  // Two hundred of the largest products that a file may hold have room in it.
  const small = forkSmall(file, 'pipe');
  const { child } = small;
  const stop = () => void child.kill('SIGKILL');
  const gone = once(child, 'exit');
  signal?.addEventListener('abort', stop);
  try {
    order(child, task);
    return (await Promise.race([outcomeOf(small, options), feed(child, input)])) as Outcomes[Kind];
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await gone;
  }
}

/** One that has died is noticed by its exit. */
const order = (child: ChildProcess, what: ImportOrder): void => void child.send(what, () => {});

/** Sends the file. @throws ImportFailed where it cannot be read; otherwise this never returns. */
async function feed(child: ChildProcess, input: Work['input']): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* input;
    } catch (error) {
      // A process that has ended reads no more, and its outcome says why.
      if (error !== child.stdin!.errored) reject(failed(reasonOf(error), error));
      throw error;
    }
  };
  await pipeline(Readable.from(pieces()), child.stdin!).then(
    () => order(child, { kind: 'whole' }),
    () => {},
  );
  return promise;
}

function outcomeOf(
  { child, said }: SmallProcess,
  options: ImportingOptions | undefined,
): Promise<Outcomes[ImportTask['kind']]> {
  return new Promise((resolve, reject) => {
    child.on('message', (note: ImportNote) => {
      switch (note.kind) {
        case 'refused':
          return options?.onRefused(note.line, note.reason);
        case 'notice':
          return options?.onNotice?.(note.notice);
        case 'stored':
          return options?.onStored?.(note.counts);
        case 'done':
          return resolve(note.outcome);
        case 'fileRefused':
          return reject(new FileRefused(note.line, note.reason));
        case 'failed':
          return reject(failed(reasonOf(note.error), note.error));
      }
    });
    child.once('error', (error) => reject(failed(reasonOf(error), error)));
    // By then all that it told has been heard.
    child.once('close', (status, signal) => reject(failed(whyEnded(said(), status, signal), said())));
  });
}

const failed = (why: string, cause: unknown): ImportFailed =>
  new ImportFailed(`The import ended early: ${why}; what was stored until then stays`, { cause });

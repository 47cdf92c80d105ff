/** Works out gists in a thread of the program, from the first text until none has come for a while. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Gist, Text } from './gist-worker.ts';

/** Then the thread and its memory are given back. */
const IDLE_MS = 30_000;

/**
 * V8 would let it have as much as a program, and nothing that lasts is made here but the language model, which takes a
 * third of the old generation.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 };

/** One for all that a process works out: the language model is large. */
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One batch at a time, in the order they come in. */
export function makeGists(texts: readonly Text[]): Promise<readonly Gist[]> {
  const made = last.then(() => make(texts));
  last = made.catch(() => {});
  return made;
}

async function make(texts: readonly Text[]): Promise<readonly Gist[]> {
  clearTimeout(idle);
  thread ??= begin();
  try {
    return await answerOf(thread, texts);
  } finally {
    idle = setTimeout(() => void thread?.terminate(), IDLE_MS).unref();
  }
}

function begin(): Worker {
  const file = join(import.meta.dirname, `gist-worker${extname(import.meta.filename)}`);
  // The thread needs no secrets.
  const begun = new Worker(file, { env: {}, resourceLimits });
  begun.unref();
  begun.on('exit', () => {
    if (thread === begun) thread = null;
  });
  return begun;
}

/** @throws where the thread ends before it has answered. */
function answerOf(thread: Worker, texts: readonly Text[]): Promise<readonly Gist[]> {
  return new Promise((resolve, reject) => {
    const ended = () => settle(() => reject(new Error('The thread that works out gists has ended')));
    const failed = (error: Error) => settle(() => reject(error));
    const answered = (gists: readonly Gist[]) => settle(() => resolve(gists));
    const settle = (how: () => void) => {
      thread.off('message', answered).off('error', failed).off('exit', ended);
      how();
    };
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(texts);
  });
}

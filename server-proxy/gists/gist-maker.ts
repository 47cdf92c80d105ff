/** Has gists worked out in a thread, which begins with the first text and ends after a while without any. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Gist, Text } from './gist-worker.ts';

/** Then the thread and its memory are given back. */
const IDLE_MS = 30_000;

export class GistMaker {
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** One batch at a time. */
  async make(texts: readonly Text[]): Promise<readonly Gist[]> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#begin());
    try {
      return await answerOf(thread, texts);
    } finally {
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #begin(): Worker {
    const file = join(import.meta.dirname, `gist-worker${extname(import.meta.filename)}`);
    // The thread needs no secrets.
    const thread = new Worker(file, { env: {} });
    thread.unref();
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
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

/**
 * Frees the memory that large bodies leave behind. The engine sees of a buffer little more than its handle, and looks
 * for those that nobody holds any more only after 64 MB of them; so it is asked to look sooner. Mostly it looks at
 * what is new alone, which takes about a millisecond. A body that had to wait for room is not new any more: all is
 * looked at once such buffers have piled up.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;
setFlagsFromString('--no-expose-gc');

const MEBIBYTE = 1024 * 1024;
const NEW_BYTES = 4 * MEBIBYTE;
const OLD_BYTES = 24 * MEBIBYTE;

let bytesSince = 0;
/** Bytes in buffers after all was looked at last. */
let keptBytes = 0;

/** To be told of everything that is read. */
export function collectAfter(bytes: number): void {
  bytesSince += bytes;
  if (bytesSince < NEW_BYTES) return;
  bytesSince = 0;
  collect({ type: 'minor' });
  const { arrayBuffers } = process.memoryUsage();
  keptBytes = Math.min(keptBytes, arrayBuffers);
  if (arrayBuffers - keptBytes < OLD_BYTES) return;
  collect({ type: 'major' });
  keptBytes = process.memoryUsage().arrayBuffers;
}

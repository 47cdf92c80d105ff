/**
 * What large bodies leave behind. The engine sees of a buffer little more than its handle, and looks for those that
 * nobody holds any more only after 64 MB of them; so it is asked to look sooner. It looks at what is new alone, which
 * takes about a millisecond.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

const EVERY_BYTES = 8 * 1024 * 1024;
let bytesSince = 0;

/** To be told of everything that is read. */
export function collectAfter(bytes: number): void {
  bytesSince += bytes;
  if (bytesSince < EVERY_BYTES) return;
  bytesSince = 0;
  collect({ type: 'minor' });
}

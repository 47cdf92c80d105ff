/** What runs in the worker: a challenge comes in, and its proof goes out, or null where there is none. */
import type { Challenge } from 'altcha-lib/types';
import { solve } from './solver.ts';

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solve(data).then(
    (proof) => postMessage(proof),
    () => postMessage(null),
  );
});

/** The worker receives a challenge and posts its proof, or null if it finds none. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { proofOf } from './proof-of.ts';

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  proofOf(data, deriveKey).then(
    (proof) => postMessage(proof),
    () => postMessage(null),
  );
});

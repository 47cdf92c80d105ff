import { askModel, summariserAt, type SummariserSettings } from './chat-completions.ts';
import { readClaims } from './validator.ts';
import { toMessages } from './prompt.ts';

/** It may have to load the model first. */
const TIMEOUT_MS = 120_000;

/** Made up, so that nobody's words are sent. */
const madeUp = [
  { rating: 5, title: 'Tight lid', text: 'The lid closes tightly and the handle stays cool.' },
  { rating: 4, title: 'Cool handle', text: 'A lid that fits, and a handle that one can touch.' },
  { rating: 2, title: 'Heavy', text: 'The kettle is far too heavy once there is water in it.' },
  { rating: 2, title: '', text: 'Too heavy for me, and slow until the water is hot.' },
];

/**
 * Has a summariser write of four reviews that are made up.
 * @returns how many sentences of what it wrote a shop could show, as far as they show it by themselves.
 * @throws NotAnswered with what the operator must know.
 */
export async function trySummariser(settings: SummariserSettings): Promise<{ readonly sentences: number }> {
  const service = summariserAt(settings);
  try {
    const written = await askModel(service, settings.model, toMessages('en', madeUp), { timeoutMs: TIMEOUT_MS });
    const claims = readClaims(written);
    if (!claims) throw new Error('the model answers, but not with the JSON that it is asked for: try another model');
    return { sentences: claims.length };
  } finally {
    await service.stop();
  }
}

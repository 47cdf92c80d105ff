import type { ServiceSettings } from '../asked-service.ts';
import { askLanguages, askTranslation, translatorAt } from './libre-translate.ts';

const TIMEOUT_MS = 15_000;

/**
 * Has a translator translate a word, as the proxy has it translate reviews.
 * @returns how many languages it translates from.
 * @throws NotAnswered with what the operator must know.
 */
export async function tryTranslator(settings: ServiceSettings): Promise<{ readonly languages: number }> {
  const service = translatorAt(settings);
  try {
    const pairs = await askLanguages(service, TIMEOUT_MS);
    const pair = pairs.anyPair();
    if (!pair) throw new Error('it has fewer than two languages');
    await askTranslation(service, ['4711'], pair, TIMEOUT_MS);
    return { languages: pairs.size };
  } finally {
    await service.stop();
  }
}

import { askLanguages, askTranslation, translatorAgent, type TranslatorSettings } from './libre-translate.ts';

const TIMEOUT_MS = 15_000;

/**
 * Has a translator translate a word, as the proxy has it translate reviews.
 * @returns how many languages it translates from.
 * @throws NotTranslated with what the operator must know.
 */
export async function tryTranslator(settings: TranslatorSettings): Promise<{ readonly languages: number }> {
  const agent = translatorAgent();
  try {
    const call = { settings, agent, timeoutMs: TIMEOUT_MS };
    const pairs = await askLanguages(call);
    const pair = pairs.anyPair();
    if (!pair) throw new Error('it has fewer than two languages');
    await askTranslation(call, ['4711'], pair);
    return { languages: pairs.size };
  } finally {
    await agent.destroy();
  }
}

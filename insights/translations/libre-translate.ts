/** The two calls of a LibreTranslate server (https://docs.libretranslate.com) that are made here. */
import { z } from 'zod';
import { refuse } from '../../contract/endpoints/errors.ts';
import { tolerant } from '../../contract/entities/fields.ts';
import { AskedService, NotAnswered, type ServiceSettings } from '../asked-service.ts';
import { LanguagePairs } from './language-pairs.ts';

/** Its answers take four times the longest text that shoppers can write, each character escaped. */
export const translatorAt = (settings: ServiceSettings): AskedService =>
  new AskedService(
    {
      name: 'translator',
      connections: 5,
      answerBytes: 512 * 1024,
      refusals: { 400: 'refused a review (HTTP 400): it may be too long for it, or need a key' },
      aboutText: 400,
    },
    settings,
  );

/** A text may become longer in another language, in UTF-16 code units, but not like this. */
const longestOf = (text: string): number => 200 + 10 * text.length;

/** @throws NotAnswered */
export async function askLanguages(service: AskedService, timeoutMs: number): Promise<LanguagePairs> {
  const answer = await service.ask({ path: '/languages', timeoutMs });
  try {
    return new LanguagePairs(answer);
  } catch (cause) {
    throw new NotAnswered((cause as Error).message);
  }
}

const TranslateAnswer = z.object({ translatedText: z.array(z.string()) });

/**
 * @param pair - in the translator's own codes.
 * @returns as many texts as there were, none empty.
 * @throws NotAnswered
 */
export async function askTranslation(
  service: AskedService,
  texts: readonly string[],
  { source, target }: { readonly source: string; readonly target: string },
  timeoutMs: number,
): Promise<string[]> {
  const { key } = service.settings;
  const body = { q: texts, source, target, format: 'text', ...(key === undefined ? {} : { api_key: key }) };
  const read = TranslateAnswer.safeParse(await service.ask({ path: '/translate', body, timeoutMs }));
  if (!read.success) throw new NotAnswered('The translator answered with something unknown');
  const given = read.data.translatedText;
  const translated = given.map((text) => tolerant.text.parse(text).trim());
  const isWhole =
    given.length === texts.length && translated.every((text, at) => text && text.length <= longestOf(texts[at]!));
  if (!isWhole) throw new NotAnswered('The translator did not translate every text of a review', { isAboutText: true });
  return translated;
}

/** The refusal that shoppers get. */
export const notNow = (retryAfterSeconds: number, cause?: unknown) =>
  refuse('unavailable', 'This cannot be translated at the moment', { retryAfterSeconds, cause });

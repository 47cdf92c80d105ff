/**
 * The two calls of a LibreTranslate server (https://docs.libretranslate.com) that are made here. What it answers is
 * another program's: it is bounded, checked and cleaned, and no redirect is followed.
 */
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { tolerant } from '../../../contract/entities/fields.ts';
import { parseJson, readRetryAfter } from '../../upstream/answer.ts';
import { createAgent, exchange, type Exchange } from '../../upstream/exchange.ts';
import { LanguagePairs } from './language-pairs.ts';

export interface TranslatorSettings {
  /** Without a slash at its end. */
  readonly url: string;
  /** Absent where it takes none. */
  readonly key?: string | undefined;
}

interface Call {
  readonly settings: TranslatorSettings;
  readonly agent: Dispatcher;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** It takes four times the longest text that shoppers can write, each character escaped. */
const MOST = { connections: 5, answerBytes: 512 * 1024 };

export const translatorAgent = () => createAgent(MOST);

/** A text may become longer in another language, in UTF-16 code units, but not like this. */
const longestOf = (text: string): number => 200 + 10 * text.length;

/** Until it is worth asking again about a text that the translator cannot translate. */
const TEXT_AGAIN_SECONDS = 600;
/** Until it is worth asking again for anything, where the translator does not say when. */
const AGAIN_SECONDS = 10;

/** The translator did not translate, with what the operator can do about it; it never holds the text. */
export class NotTranslated extends Error {
  /** Whether another text may do better, so that the translator can go on being asked. */
  readonly isAboutText: boolean;
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    { isAboutText = false, retryAfterSeconds = AGAIN_SECONDS, cause = undefined as unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.isAboutText = isAboutText;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** @throws NotTranslated */
export async function askLanguages(call: Call): Promise<LanguagePairs> {
  const answer = await ask(call, 'GET', '/languages');
  if (answer.http !== 200) throw refusedWith(answer);
  try {
    return new LanguagePairs(parseJson(answer.text));
  } catch (cause) {
    throw new NotTranslated((cause as Error).message, {});
  }
}

/**
 * @param pair - in the translator's own codes.
 * @returns as many texts as there were, none empty.
 * @throws NotTranslated
 */
export async function askTranslation(
  call: Call,
  texts: readonly string[],
  { source, target }: { readonly source: string; readonly target: string },
): Promise<string[]> {
  const { key } = call.settings;
  const body = { q: texts, source, target, format: 'text', ...(key === undefined ? {} : { api_key: key }) };
  const answer = await ask(call, 'POST', '/translate', JSON.stringify(body));
  if (answer.http !== 200) throw refusedWith(answer);
  const read = TranslateAnswer.safeParse(parseJson(answer.text));
  if (!read.success) throw new NotTranslated('The translator answered with something unknown', {});
  const given = read.data.translatedText;
  const translated = given.map((text) => tolerant.text.parse(text).trim());
  const isWhole =
    given.length === texts.length && translated.every((text, at) => text && text.length <= longestOf(texts[at]!));
  if (!isWhole)
    throw new NotTranslated('The translator did not translate every text of a review', {
      isAboutText: true,
      retryAfterSeconds: TEXT_AGAIN_SECONDS,
    });
  return translated;
}

const TranslateAnswer = z.object({ translatedText: z.array(z.string()) });

async function ask(
  { settings, agent, timeoutMs, signal }: Call,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<Exchange> {
  try {
    return await exchange(agent, {
      method,
      url: `${settings.url}${path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      timeoutMs,
      signal,
      peer: 'translator',
    });
  } catch (cause) {
    throw new NotTranslated((cause as Error).message, { cause });
  }
}

/** Its own words may repeat the text, so they stay out. */
function refusedWith({ http, headers }: Exchange): NotTranslated {
  const retryAfterSeconds = readRetryAfter(headers) ?? AGAIN_SECONDS;
  if (http === 400)
    return new NotTranslated('The translator refused a review (HTTP 400): it may be too long for it, or need a key', {
      isAboutText: true,
      retryAfterSeconds: TEXT_AGAIN_SECONDS,
    });
  if (http === 403) return new NotTranslated('The translator refuses the key, or this address (HTTP 403)', {});
  if (http === 429) return new NotTranslated('The translator was asked too often (HTTP 429)', { retryAfterSeconds });
  if (http >= 300 && http < 400) return new NotTranslated('The translator answered with a redirect', {});
  return new NotTranslated(`The translator answered with HTTP ${http}`, { retryAfterSeconds });
}

/** The refusal that shoppers get. */
export const notNow = (retryAfterSeconds: number, cause?: unknown) =>
  refuse('unavailable', 'This cannot be translated at the moment', { retryAfterSeconds, cause });

/**
 * The one call that is made of an OpenAI-compatible server (`POST /chat/completions`), as Ollama, llama.cpp, vLLM and
 * many vendors have it. What it answers is another program's: it is bounded and checked, and no redirect is followed.
 */
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { parseJson, readRetryAfter } from '../../upstream/answer.ts';
import { createAgent, exchange, type Exchange } from '../../upstream/exchange.ts';

export interface SummariserSettings {
  /** Without a slash at its end. */
  readonly url: string;
  /** By its name at the server. */
  readonly model: string;
  /** Absent where it takes none. */
  readonly key?: string | undefined;
}

export interface Messages {
  readonly system: string;
  readonly user: string;
}

interface Call {
  readonly settings: SummariserSettings;
  readonly agent: Dispatcher;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MOST = { connections: 1, answerBytes: 256 * 1024 };

export const summariserAgent = () => createAgent(MOST);

/** For four sentences in any script, and the JSON around them. */
const MOST_TOKENS = 2_000;

/** The summariser did not answer, with what the operator can do about it; it never holds what was sent. */
export class NotAnswered extends Error {
  /** What the summariser asked for. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown }) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * @returns what the model wrote.
 * @throws NotAnswered
 */
export async function askModel(call: Call, messages: Messages): Promise<string> {
  const answer = await post(call, messages);
  if (answer.http !== 200) throw refusedWith(answer);
  const { success, data } = Completion.safeParse(parseJson(answer.text));
  if (!success) throw new NotAnswered('The summariser answered with something unknown', {});
  return data.choices[0]!.message.content;
}

async function post({ settings, agent, timeoutMs, signal }: Call, { system, user }: Messages): Promise<Exchange> {
  const { url, model, key } = settings;
  const body = {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0,
    max_tokens: MOST_TOKENS,
    response_format: { type: 'json_object' },
    stream: false,
  };
  try {
    return await exchange(agent, {
      method: 'POST',
      url: `${url}/chat/completions`,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      timeoutMs,
      signal,
      peer: 'summariser',
    });
  } catch (cause) {
    throw new NotAnswered((cause as Error).message, { cause });
  }
}

/** Its own words may repeat a review, so they stay out. */
function refusedWith({ http, headers }: Exchange): NotAnswered {
  const retryAfterSeconds = readRetryAfter(headers);
  const refused = (why: string) => new NotAnswered(why, { retryAfterSeconds });
  if (http === 400 || http === 413 || http === 422)
    return refused(`The summariser refused a request (HTTP ${http}): it may be too long for its context`);
  if (http === 401 || http === 403) return refused(`The summariser refuses the key, or this address (HTTP ${http})`);
  if (http === 404) return refused('The summariser does not know the model, or the URL is not its base (HTTP 404)');
  if (http === 429) return refused('The summariser was asked too often (HTTP 429)');
  if (http >= 300 && http < 400) return refused('The summariser answered with a redirect');
  return refused(`The summariser answered with HTTP ${http}`);
}

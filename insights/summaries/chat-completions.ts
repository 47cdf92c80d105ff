/**
 * The one call that is made of an OpenAI-compatible server (`POST /chat/completions`), as Ollama, llama.cpp, vLLM and
 * many vendors have it.
 */
import { z } from 'zod';
import { AskedService, NotAnswered, type ServiceSettings } from '../asked-service.ts';

export interface SummariserSettings extends ServiceSettings {
  /** By its name at the server. */
  readonly model: string;
}

export interface Messages {
  readonly system: string;
  readonly user: string;
}

const refused = (http: number) => `refused a request (HTTP ${http}): it may be too long for its context`;

export const summariserAt = (settings: ServiceSettings): AskedService =>
  new AskedService(
    {
      name: 'summariser',
      connections: 1,
      answerBytes: 256 * 1024,
      refusals: {
        400: refused(400),
        413: refused(413),
        422: refused(422),
        404: 'does not know the model, or the URL is not its base (HTTP 404)',
      },
    },
    settings,
  );

/** For four sentences in any script, and the JSON around them. */
const MOST_TOKENS = 2_000;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * @returns what the model wrote.
 * @throws NotAnswered
 */
export async function askModel(
  service: AskedService,
  model: string,
  { system, user }: Messages,
  call: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<string> {
  const { key } = service.settings;
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
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await service.ask({ path: '/chat/completions', body, headers, ...call });
  const { success, data } = Completion.safeParse(answer);
  if (!success) throw new NotAnswered('The summariser answered with something unknown');
  return data.choices[0]!.message.content;
}

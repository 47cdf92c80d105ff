/**
 * An OpenAI-compatible server as far as the proxy asks it (`POST /v1/chat/completions`). Its model writes what a test
 * lets it write. It can be told to misbehave, and it remembers every call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeServer, sendJson } from './fake-server.ts';

export interface NumberedReview {
  readonly number: number;
  readonly stars: number;
  readonly title: string;
  readonly text: string;
}

export interface CompletionCall {
  readonly authorization: string | undefined;
  /** As it came. */
  readonly text: string;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  } & Readonly<Record<string, unknown>>;
  readonly reviews: readonly NumberedReview[];
}

export interface WrittenSentence {
  readonly text: string;
  readonly reviews: readonly unknown[];
}

/** Answers a call itself, or leaves it to the fake by answering false. */
export type SummariserFault = (call: CompletionCall, response: ServerResponse) => boolean | Promise<boolean>;

/** Of reviews that have this word. */
export const having = (reviews: readonly NumberedReview[], word: string, most = 5): number[] =>
  reviews.flatMap(({ number, text }) => (text.includes(word) ? [number] : [])).slice(0, most);

export class FakeSummariser extends FakeServer {
  readonly calls: CompletionCall[] = [];
  /** What the model writes: sentences, or a text as it is. */
  write: (reviews: readonly NumberedReview[]) => readonly WrittenSentence[] | string;
  fault: SummariserFault | null = null;

  private constructor(write: FakeSummariser['write']) {
    super();
    this.write = write;
  }

  static start(write: FakeSummariser['write']): Promise<FakeSummariser> {
    return new FakeSummariser(write).listen();
  }

  get url(): string {
    return `${this.origin}/v1`;
  }

  protected override async answer(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    if (`${request.method} ${request.url}` !== 'POST /v1/chat/completions') {
      this.strayed.push(`${request.method} ${request.url}`);
      return sendJson(response, 200, completionOf('strayed'));
    }
    const body = JSON.parse(text) as CompletionCall['body'];
    const { reviews } = JSON.parse(body.messages[1]!.content) as { reviews: NumberedReview[] };
    const call = { authorization: request.headers.authorization, text, body, reviews };
    this.calls.push(call);
    if (this.fault && (await this.fault(call, response))) return;
    const written = this.write(reviews);
    sendJson(
      response,
      200,
      completionOf(typeof written === 'string' ? written : JSON.stringify({ sentences: written })),
    );
  }
}

/** Of `POST /chat/completions`. */
export const completionOf = (content: unknown): unknown => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/**
 * A LibreTranslate server (https://docs.libretranslate.com) as far as the proxy asks it: it “translates” by writing the
 * language in front of each text. It can be told to misbehave, and it remembers every call.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TranslateCall {
  readonly q: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly format: string;
  readonly api_key?: string;
}

/** Answers a translation itself, or leaves it to the fake by answering false. */
export type TranslatorFault = (call: TranslateCall, response: ServerResponse) => boolean | void | Promise<boolean>;

/** Its codes, and into which it translates. */
type Languages = Readonly<Record<string, readonly string[]>>;

export class FakeTranslator implements AsyncDisposable {
  /** Of `/translate`. */
  readonly calls: TranslateCall[] = [];
  languagesAsked = 0;
  languages: Languages = { en: ['de', 'fr', 'zh-Hans'], de: ['en', 'fr'], fr: ['en', 'de'], nb: ['en'] };
  /** Answers `/languages` with this instead. */
  otherLanguages: unknown;
  fault: TranslatorFault | null = null;
  /** Everything else that was asked for: where a redirect leads, if somebody follows it. */
  readonly strayed: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FakeTranslator> {
    const fake = new FakeTranslator();
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    switch (`${request.method} ${request.url}`) {
      case 'GET /languages':
        this.languagesAsked += 1;
        return sendJson(response, 200, this.otherLanguages ?? this.#describeLanguages());
      case 'POST /translate': {
        const call = JSON.parse(Buffer.concat(chunks).toString()) as TranslateCall;
        this.calls.push(call);
        if (this.fault && (await this.fault(call, response)) !== false) return;
        return sendJson(response, 200, { translatedText: call.q.map((text) => `${call.target}: ${text}`) });
      }
      default:
        this.strayed.push(`${request.method} ${request.url}`);
        return sendJson(response, 200, { translatedText: ['strayed', 'strayed'] });
    }
  }

  #describeLanguages(): unknown {
    return Object.entries(this.languages).map(([code, targets]) => ({ code, name: code, targets: [code, ...targets] }));
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

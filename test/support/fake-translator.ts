/**
 * A LibreTranslate server (https://docs.libretranslate.com) as far as the proxy asks it: it “translates” by writing the
 * language in front of each text. It can be told to misbehave, and it remembers every call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeServer, sendJson } from './fake-server.ts';

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

export class FakeTranslator extends FakeServer {
  /** Of `/translate`. */
  readonly calls: TranslateCall[] = [];
  languagesAsked = 0;
  languages: Languages = { en: ['de', 'fr', 'zh-Hans'], de: ['en', 'fr'], fr: ['en', 'de'], nb: ['en'] };
  /** Answers `/languages` with this instead. */
  otherLanguages: unknown;
  fault: TranslatorFault | null = null;

  static start(): Promise<FakeTranslator> {
    return new FakeTranslator().listen();
  }

  get url(): string {
    return this.origin;
  }

  protected override async answer(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    switch (`${request.method} ${request.url}`) {
      case 'GET /languages':
        this.languagesAsked += 1;
        return sendJson(response, 200, this.otherLanguages ?? this.#describeLanguages());
      case 'POST /translate': {
        const call = JSON.parse(body) as TranslateCall;
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

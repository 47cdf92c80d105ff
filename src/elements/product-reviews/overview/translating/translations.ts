/**
 * The translations of the reviews of a list: who can make them, and what is known of each. The page goes first, then
 * the proxy, then the browser.
 */
import type { Repeating } from '../../../../../contract/entities/digest.ts';
import type { ProductReview } from '../../../../../contract/entities/entities.ts';
import { shared } from '../../../../page/shared.ts';
import { askTranslation, textsOf, within, type TranslatedTexts } from './ask-translation.ts';
import { canTranslate, translateHere } from './browser-translator.ts';
import { ownOf } from '../languages.ts';
import type { Context } from '../context.ts';

/** Maximum time that a list waits for what the browser says it translates, in milliseconds. Some never say it. */
const SOON_MS = 100;

/** A review whose language may be known. */
export type Foreign = ProductReview & Repeating & { readonly language?: string | null };

export interface Translation {
  /** The message beside it; null where the original is shown. */
  readonly state: 'translating' | 'translated' | 'notTranslated' | null;
  /** Once there are any. */
  readonly texts?: TranslatedTexts | undefined;
  /** Whether it is on its way without a word about it. */
  readonly isComing?: boolean;
  /** Whether it waits until it can be shown out of sight. */
  readonly isPutOff?: boolean;
  /** Whether the shopper has asked for this very review. */
  readonly isOwn?: boolean;
}

export class Translations {
  /** By language and review; null where the page declined. */
  readonly known = new Map<string, Translation | null>();
  readonly #context: Context;
  readonly #isByPage = shared.defaults?.translate === 'on';
  /** Pairs of languages that the proxy lacks, and whether the browser has said that it translates them. */
  readonly #pairs = new Map<string, boolean>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Before the list is shown, so that nothing moves later. */
  async learn(): Promise<void> {
    const { languages } = this.#context.digest;
    await within(SOON_MS, () =>
      Promise.all(languages.map(({ language }) => this.#learn(language, ownOf(this.#context)))),
    );
  }

  async #learn(from: string, to: string): Promise<void> {
    if (from === to || this.#can(from, to) !== undefined) return;
    this.#pairs.set(from + to, false);
    this.#pairs.set(from + to, await canTranslate(from, to));
    this.#context.host.requestUpdate();
  }

  /** Undefined where that has to be found out. */
  #can(from: string, to: string): boolean | undefined {
    return this.#context.digest.translates?.[from]?.includes(to) || this.#pairs.get(from + to);
  }

  /** Whether somebody translates a review for its reader. */
  isOffered({ language: from }: Foreign): boolean {
    const to = ownOf(this.#context);
    if (!from || from === to) return false;
    void this.#learn(from, to);
    return this.#isByPage || !!this.#can(from, to);
  }

  /** Names a review in the language of its reader at the time. */
  keyOf({ id }: Foreign): string {
    return ownOf(this.#context) + id;
  }

  of(review: Foreign): Translation | null | undefined {
    return this.known.get(this.keyOf(review));
  }

  note(key: string, translation: Translation | null): void {
    this.known.set(key, translation);
    this.#context.host.requestUpdate();
  }

  /**
   * Has a review translated that is noted as on its way, and shows it if its reader pressed its button meanwhile.
   * @returns for how many seconds the proxy is not to be asked for others
   */
  async make(review: Foreign): Promise<number | undefined> {
    const key = this.keyOf(review);
    const settle = (state: Translation['state'], texts?: TranslatedTexts) => {
      const isOwn = this.known.get(key)?.state === 'translating';
      this.note(key, { texts, state: isOwn ? state : null, isOwn });
    };
    try {
      const given = textsOf({ ...review, reply: review.reply && review.reply.content });
      const texts = await this.#ask(
        review,
        given.map(([, text]) => text),
      );
      if (texts) settle('translated', Object.fromEntries(given.map(([name], at) => [name, texts[at]!])));
      else this.note(key, null);
    } catch (error) {
      console.warn(`Plaudit: a review was not translated: ${String(error)}`);
      settle('notTranslated');
      return (error as { readonly retryAfter?: number }).retryAfter;
    }
  }

  /** @returns null where the page declines */
  #ask({ id, language }: Foreign, texts: readonly string[]): Promise<readonly string[] | null> {
    const { host } = this.#context;
    const [from, to] = [language!, ownOf(this.#context)];
    const askProxy = async () =>
      textsOf((await host.source.ask('getTranslation', { review_id: id, to })).translation).map(([, text]) => text);
    return askTranslation(host, texts, from, to, (progress) =>
      this.#pairs.get(from + to) ? translateHere(texts, from, to, progress) : this.#can(from, to) && askProxy(),
    );
  }
}

/** Which languages a translator translates into which, by primary subtags, as reviews and elements have languages. */
import { z } from 'zod';

const MOST_LANGUAGES = 300;
const code = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i);
const LanguagesAnswer = z
  .array(z.object({ code, targets: z.array(code).max(MOST_LANGUAGES) }))
  .min(1)
  .max(MOST_LANGUAGES);

/** LibreTranslate says which Norwegian, Chinese and Portuguese; what finds the languages of reviews does not. */
const otherCodes: Readonly<Record<string, string>> = { nb: 'no', zt: 'zh', pb: 'pt' };

const subtagOf = (code: string): string => {
  const primary = code.toLowerCase().split(/[-_]/)[0]!;
  return otherCodes[primary] ?? primary;
};

/** The code of the translator's own for each language; of several for one, the plainest. */
function byLanguage(codes: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const code of codes) {
    const language = subtagOf(code);
    if (!found.has(language) || code === language) found.set(language, code);
  }
  return found;
}

export class LanguagePairs {
  /** By language: the translator's code for it, and for each language that it translates it into. */
  readonly #pairs = new Map<string, { readonly source: string; readonly targets: ReadonlyMap<string, string> }>();
  /** The same in any two that have the same pairs. */
  readonly print: string;

  /** @throws Error where this is not what LibreTranslate answers to `GET /languages`. */
  constructor(answer: unknown) {
    const { success, data } = LanguagesAnswer.safeParse(answer);
    if (!success) throw new Error('what answers /languages is not LibreTranslate');
    const sources = byLanguage(data.map((one) => one.code));
    for (const [language, source] of sources) {
      const targets = byLanguage(data.find((one) => one.code === source)!.targets);
      targets.delete(language);
      if (targets.size > 0) this.#pairs.set(language, { source, targets });
    }
    this.print = JSON.stringify([...this.#pairs].map(([from, { targets }]) => [from, [...targets.keys()]]));
  }

  /** The languages that texts in this one are translated into. */
  targetsOf(from: string): readonly string[] {
    return [...(this.#pairs.get(from)?.targets.keys() ?? [])];
  }

  /** The translator's own codes; null for a pair that it does not have. */
  find(from: string, to: string): { readonly source: string; readonly target: string } | null {
    const pair = this.#pairs.get(from);
    const target = pair?.targets.get(to);
    return pair && target !== undefined ? { source: pair.source, target } : null;
  }

  /** Null where there is none. */
  anyPair(): { readonly source: string; readonly target: string } | null {
    for (const { source, targets } of this.#pairs.values())
      for (const target of targets.values()) return { source, target };
    return null;
  }

  /** How many languages it translates from. */
  get size(): number {
    return this.#pairs.size;
  }
}

/**
 * The translator that a browser may have on the device, as Chromium does; no text leaves it. See
 * https://webmachinelearning.github.io/translation-api/
 */

interface Pair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}
interface Translators {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: Pair & { readonly monitor: (download: EventTarget) => void }): Promise<{
    translate(text: string): Promise<string>;
    destroy(): void;
  }>;
}

const translators = () => (globalThis as { readonly Translator?: Translators }).Translator;

/** The browser's answer for each pair of languages, for all elements of the page. */
const answers = new Map<string, Promise<boolean>>();

const ask = async (pair: Pair) => (await translators()!.availability(pair)) !== 'unavailable';

/** Whether the browser can translate a pair of languages, be it after a download. */
export function canTranslate(from: string, to: string): Promise<boolean> {
  const pair = from + to;
  // It fails where there is no translator, or where that does not know the language.
  const answer = answers.get(pair) ?? ask({ sourceLanguage: from, targetLanguage: to }).catch(() => false);
  answers.set(pair, answer);
  return answer;
}

/**
 * Has to be called in the click of a shopper, without which a browser downloads nothing.
 * @param progress - called for each piece of a download
 */
export async function translateHere(
  texts: readonly string[],
  from: string,
  to: string,
  progress: () => void,
): Promise<readonly string[]> {
  const translator = await translators()!.create({
    sourceLanguage: from,
    targetLanguage: to,
    monitor: (download) => download.addEventListener('downloadprogress', progress),
  });
  try {
    // Line by line: to a translator, the end of a line may be a space like any other.
    const translateLine = async (line: string) => (line.trim() ? translator.translate(line) : line);
    const translateText = async (text: string) => (await Promise.all(text.split(/(\n+)/).map(translateLine))).join('');
    return await Promise.all(texts.map(translateText));
  } finally {
    translator.destroy();
  }
}

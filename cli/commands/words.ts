/** The texts of the elements, for people who translate or change them. */
import type { Texts } from '../../contract/texts/words-script.ts';
import { readBuiltIn, readShipped } from '../../server-proxy/words/built.ts';
import { inFormsOf, missingIn } from '../../contract/texts/text-faults.ts';
import { faultOfName, languageOf, readOwnFile } from '../../server-proxy/words/own-files.ts';
import { requireBundle } from '../settings/bundle.ts';
import { command } from '../settings/command.ts';
import { UsageError } from '../settings/settings.ts';
import { describeFaults, readEnglish, shorten } from '../settings/words.ts';
import { say } from '../settings/printable.ts';

/** Texts that come with the elements, if they do in this language. */
const known = (language: string): Texts | undefined =>
  readBuiltIn().get(language) ?? readShipped(requireBundle().widgets).get(language);

const print = command({
  name: 'words',
  purpose: 'prints all texts of the elements in a language, to change or translate them',
  flags: {
    language: { value: 'LANGUAGE', bare: true, required: true, help: 'its two letters, such as sv' },
  },
  async run({ language: given }) {
    const language = languageOf(given.toLowerCase());
    if (faultOfName(language) !== null)
      throw new UsageError(`${JSON.stringify(given)} is not the two letters of a language, such as sv`);
    const english = readEnglish();
    const own = known(language);
    const texts = Object.entries(english).map(([key, text]) => [key, own?.[key] ?? inFormsOf(language, text)]);
    say(JSON.stringify(Object.fromEntries(texts), null, 2));
  },
});

const check = command({
  name: 'words check',
  purpose: "says what is wrong with files of the shop's own texts, or missing from them",
  flags: {
    file: { value: 'FILE', bare: true, several: true, required: true, help: 'one file or several, such as sv.json' },
  },
  async run({ file }) {
    const english = readEnglish();
    for (const path of file) {
      const own = readOwnFile(path, english);
      const wrong = shorten(describeFaults(path, own));
      for (const line of wrong) process.stderr.write(`${line}\n`);
      if (wrong.length > 0) process.exitCode = 1;
      else say(`${path}: all right, ${describe(own.language, own.texts, english)}`);
    }
  },
});

function describe(language: string, texts: Texts, english: Texts): string {
  const number = `${Object.keys(texts).length} of ${Object.keys(english).length} texts`;
  const missing = missingIn({ ...known(language), ...texts }, english);
  if (missing.length > 0) return `${number}; missing, and so in English: ${missing.join(', ')}`;
  return Object.keys(texts).length === Object.keys(english).length ? number : `${number}; the others stay as they are`;
}

export const words = [print, check];

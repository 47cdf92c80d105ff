/** The texts of the elements, as commands read and check them. */
import { readBuiltIn, type TextsByLanguage } from '../../server-proxy/words/built.ts';
import { readOwnFiles, textsOf, type OwnFile } from '../../server-proxy/words/own-files.ts';
import type { Texts } from '../../contract/texts/words-script.ts';
import { requireBundle } from './bundle.ts';
import { Failure } from './failure.ts';
import { printable } from './printable.ts';
import { UsageError } from './settings.ts';

/** Of what is wrong, this much is listed at once. */
const MOST_LISTED = 100;
const LONGEST_LINE = 300;

/** @throws Failure if nothing has been built. */
export function readEnglish(): Texts {
  requireBundle();
  const english = readBuiltIn().get('en');
  if (!english) throw new Failure("The texts of the elements are not built yet: 'npm run build' does so");
  return english;
}

/** A line for each fault: the file, the key where there is one, and what is wrong. */
export function describeFaults(name: string, { faults }: OwnFile): string[] {
  const lines = faults.map(({ key, reason }) => `${name}: ${key === null ? '' : `${key}: `}${reason}`);
  return lines.map((line) => printable(line).slice(0, LONGEST_LINE));
}

export function shorten(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LISTED;
  return more > 0 ? [...lines.slice(0, MOST_LISTED), `and ${more} more`] : [...lines];
}

/**
 * An operator's own texts, of `--words`; none where no folder is given.
 * @throws UsageError if there are none in it
 * @throws Failure that lists all that is wrong
 */
export function readWords(directory: string | undefined): TextsByLanguage {
  if (directory === undefined) return new Map();
  const files = readFolder(directory, readEnglish());
  if (files.size === 0) throw new UsageError(`--words ${directory} has no file such as sv.json`);
  const wrong = [...files].flatMap(([name, file]) => describeFaults(name, file));
  if (wrong.length > 0)
    throw new Failure(`--words ${directory} has texts that cannot be used:\n  ${shorten(wrong).join('\n  ')}`);
  return textsOf(files.values());
}

function readFolder(directory: string, english: Texts): Map<string, OwnFile> {
  try {
    return readOwnFiles(directory, english);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'ENOTDIR' ? 'is no folder' : `cannot be read: ${code}`;
    throw new UsageError(`--words ${directory} ${reason}`);
  }
}

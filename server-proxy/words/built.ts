/** The texts that come with the elements, as the build wrote them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Texts } from '../../contract/texts/words-script.ts';
import { programFiles } from '../../server-kit/program-files.ts';

/** By primary subtag. */
export type TextsByLanguage = ReadonlyMap<string, Texts>;

export const FOLDER = 'words';

/** Those of the languages whose texts the elements have in their code, English among them; none before a build. */
export const readBuiltIn = (): TextsByLanguage => readTexts(programFiles.texts);

/** Those of further languages, which pages name. */
export const readShipped = (widgets: string = programFiles.widgets): TextsByLanguage =>
  readTexts(join(widgets, FOLDER));

function readTexts(directory: string): TextsByLanguage {
  if (!existsSync(directory)) return new Map();
  const names = globSync('*.json', { cwd: directory }).toSorted();
  return new Map(
    names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(directory, name), 'utf8')) as Texts]),
  );
}

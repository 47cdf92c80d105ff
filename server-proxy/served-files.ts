/** All that is served from files, as it is at the start, and the assets of other builds. */
import type { Logger } from 'pino';
import type { Clock } from '../server-kit/clock.ts';
import { programFiles } from '../server-kit/program-files.ts';
import { readBuilt } from './http/built-files.ts';
import { assetsOf } from './http/files.ts';
import { KeptAssets } from './state/kept-assets.ts';
import type { ProxyDb } from './state/tables.ts';
import { readBuiltIn, readShipped, type TextsByLanguage } from './words/built.ts';
import { combineWords, filesByCode, isWordsFile } from './words/words.ts';

interface FileSources {
  readonly widgetsDirectory?: string;
  readonly storefrontDirectory?: string;
  readonly imageOrigins?: readonly string[];
  readonly words?: TextsByLanguage;
  readonly logger: Logger;
}

export function readFiles(sources: FileSources, db: ProxyDb, clock: Clock) {
  const { widgetsDirectory = programFiles.widgets, storefrontDirectory, imageOrigins = [] } = sources;
  const { words: own = new Map(), logger } = sources;
  const built = readBuilt(widgetsDirectory);
  const widgets = built.filter((file) => !isWordsFile(file));
  const storefront = storefrontDirectory === undefined ? [] : readBuilt(storefrontDirectory);
  const words = combineWords({
    builtIn: readBuiltIn(),
    shipped: readShipped(widgetsDirectory),
    own,
    files: built.filter(isWordsFile),
    logger,
  });
  const keptAssets = new KeptAssets(db, clock, assetsOf(widgets));
  return { files: { widgets, words: filesByCode(words), storefront, imageOrigins }, words, keptAssets };
}

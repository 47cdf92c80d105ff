import type { Words } from './catalogue.ts';

/** Languages besides English, by primary subtag, loaded on demand. The build points these imports at files. */
export const languages: Readonly<Record<string, () => Promise<{ readonly words: Words }>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
};

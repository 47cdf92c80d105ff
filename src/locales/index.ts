import type { Catalogue } from './catalogue.ts';

/** Languages beside English, by primary subtag; each is loaded when first needed. The build points these at files. */
export const languages: Readonly<Record<string, () => Promise<{ readonly words: Catalogue }>>> = {
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

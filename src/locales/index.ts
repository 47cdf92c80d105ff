import type { Catalogue } from './catalogue.ts';

/** Languages beside English, by primary subtag; each is loaded when first needed. The build points these at files. */
export const languages: Readonly<Record<string, () => Promise<{ readonly words: Catalogue }>>> = {
  de: () => import('./de.ts'),
};

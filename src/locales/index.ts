import type { Words } from './catalogue.ts';

/** Languages besides English, by primary subtag, loaded on demand. */
export const languages: Readonly<Record<string, () => Promise<{ readonly default: Words }>>> = {
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  nl: () => import('./nl.json', { with: { type: 'json' } }),
  pl: () => import('./pl.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
};

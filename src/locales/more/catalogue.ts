import type { Plural } from '../catalogue.ts';
import type { among } from './en/among.ts';
import type { asking } from './en/asking.ts';
import type { guide } from './en/guide.ts';
import type { numbers } from './en/numbers.ts';
import type { overview } from './en/overview.ts';
import type { photos } from './en/photos.ts';
import type { translating } from './en/translating.ts';
import type { transparency } from './en/transparency.ts';
import type { viewer } from './en/viewer.ts';
import type { voting } from './en/voting.ts';

type English = typeof among &
  typeof asking &
  typeof guide &
  typeof numbers &
  typeof overview &
  typeof photos &
  typeof translating &
  typeof transparency &
  typeof viewer &
  typeof voting;
/** Every catalogue has all the texts of the English ones. */
export type MoreWords = { readonly [Key in keyof English]: English[Key] extends string ? string : Plural };

/** The texts of a language, and whether it is written from right to left. */
export type DirectedWords = MoreWords & { readonly rtl?: true };

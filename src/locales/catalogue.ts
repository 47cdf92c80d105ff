/**
 * The elements' texts are data: `en/` has a file for each piece of code with texts of its own; every other language is
 * one file, loaded on demand. `words/` has languages that pages load by a script of their own. Texts are listed by key
 * and, if they depend on a number, by plural category. Placeholders such as `{n}` are filled in.
 */
import type { Translation } from '../../contract/texts/texts.ts';
import type asking from './en/asking.json';
import type business from './en/business.json';
import type common from './en/common.json';
import type core from './en/core.json';
import type filling from './en/filling.json';
import type form from './en/form.json';
import type links from './en/links.json';
import type list from './en/list.json';
import type numbers from './en/numbers.json';
import type overview from './en/overview.json';
import type photos from './en/photos.json';
import type questions from './en/questions.json';
import type report from './en/report.json';
import type sheet from './en/sheet.json';
import type translating from './en/translating.json';
import type transparency from './en/transparency.json';
import type viewer from './en/viewer.json';
import type voting from './en/voting.json';

type English = typeof asking &
  typeof business &
  typeof common &
  typeof core &
  typeof filling &
  typeof form &
  typeof links &
  typeof list &
  typeof numbers &
  typeof overview &
  typeof photos &
  typeof questions &
  typeof report &
  typeof sheet &
  typeof translating &
  typeof transparency &
  typeof viewer &
  typeof voting;
/** Every catalogue has all the texts of the English one. */
export type Words = Translation<English>;
export type Key = keyof Words;

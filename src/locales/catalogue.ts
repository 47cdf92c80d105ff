import type { aspects } from './en/aspects.ts';
import type { business } from './en/business.ts';
import type { common } from './en/common.ts';
import type { core } from './en/core.ts';
import type { form } from './en/form.ts';
import type { lightbox } from './en/lightbox.ts';
import type { links } from './en/links.ts';
import type { list } from './en/list.ts';
import type { questions } from './en/questions.ts';
import type { report } from './en/report.ts';
import type { sheet } from './en/sheet.ts';
import type { states } from './en/states.ts';
import type { submission } from './en/submission.ts';

/** A text with one form per plural category. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
type English = typeof core &
  typeof states &
  typeof common &
  typeof list &
  typeof form &
  typeof business &
  typeof aspects &
  typeof questions &
  typeof links &
  typeof lightbox &
  typeof report &
  typeof sheet &
  typeof submission;
/** Every catalogue has all the texts of the English one. */
export type Catalogue = { readonly [Key in keyof English]: English[Key] extends string ? string : Plural };
export type Key = keyof Catalogue;

/** The texts of a language, and whether it is written from right to left. */
export type Words = Catalogue & { readonly rtl?: true };

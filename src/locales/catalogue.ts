import type { common } from './en/common.ts';
import type { core } from './en/core.ts';
import type { form } from './en/form.ts';
import type { list } from './en/list.ts';

/** A text that depends on a number, by plural category. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
type English = typeof core & typeof common & typeof list & typeof form;
/** A catalogue says everything that the English one says. */
export type Catalogue = { readonly [Key in keyof English]: English[Key] extends string ? string : Plural };
export type Key = keyof Catalogue;

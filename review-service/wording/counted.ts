type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Words that depend on a number, by the plural rules of their language; `{n}` is the number. */
export function counted(language: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('{n}', String(count));
}

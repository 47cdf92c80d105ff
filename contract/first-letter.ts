let segmenter: Intl.Segmenter | undefined;

/**
 * The first letter of a name, as people see it: a letter with its accents, a flag, a family. Quotation marks, marks of
 * direction and other characters that nobody sees are none; without any other, it is empty.
 */
export function firstLetter(name: string): string {
  // Most names of a large import: nothing can join a letter of ASCII but what stands behind it.
  if (/^[a-z](?:[ -~]|$)/i.test(name)) return name[0]!;
  const seen = name.replace(/^[\p{C}\p{P}\p{Z}\p{Default_Ignorable_Code_Point}]+/u, '');
  // Browsers of before 2024 may have no segmenter.
  const [first] = Intl.Segmenter
    ? (segmenter ??= new Intl.Segmenter()).segment(seen)
    : [...seen].map((segment) => ({ segment }));
  return first?.segment ?? '';
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['#39', "'"],
  ['#8217', '’'],
]);

/**
 * What a reader sees of HTML, in one paragraph, cut to this many UTF-16 code units. It is not made safe: whoever shows
 * it must treat it as text.
 */
export function plainText(html: string, maxLength: number): string {
  const text = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, maxLength).toWellFormed();
}

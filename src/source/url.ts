/**
 * The one check that every address passes before it is bound: an absolute http or https address, or null. `new URL`
 * undoes the tricks (case, tabs, control characters) that a comparison of text would miss.
 */
export function safeUrl(address: unknown, base?: string): string | null {
  if (!address || !URL.canParse(address as string, base)) return null;
  const { href, protocol } = new URL(address as string, base);
  return /^https?:$/.test(protocol) ? href : null;
}

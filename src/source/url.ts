/**
 * Checks every URL before it is bound, and returns an absolute http or https URL, or null. `new URL` normalises the
 * tricks (case, tabs, control characters) that a string comparison would miss.
 */
export function safeUrl(address: unknown, base?: string): string | null {
  if (!address || !URL.canParse(address as string, base)) return null;
  const { href, protocol } = new URL(address as string, base);
  return /^https?:$/.test(protocol) ? href : null;
}

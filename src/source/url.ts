/**
 * Checks every URL before it is bound, and returns an absolute http or https URL, or null. `new URL` normalises the
 * tricks (case, tabs, control characters) that a string comparison would miss.
 */
export function safeUrl(address: unknown, base?: string): string | null {
  try {
    // `URL.canParse` is not in every browser that has all the rest.
    const { href, protocol } = new URL(address as string, base);
    return address && /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}

/**
 * The one grammar of a site domain (RFC 1123, ASCII), by which a business is known to every program. What it takes
 * cannot step out of a path or begin another header.
 */

const MAX_LENGTH = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain in lower case, as it is stored and compared; null for anything else. */
export function readDomain(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const domain = text.toLowerCase();
  return domain.split('.').every((part) => label.test(part)) ? domain : null;
}

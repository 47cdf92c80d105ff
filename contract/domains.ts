/**
 * The one grammar of a site domain (RFC 1123, ASCII), by which a business is known to every program. A name that it
 * takes cannot step out of a path or begin another header.
 */

const MAX_LENGTH = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** The same as somebody types it, in any script: `münchen.example` is `xn--mnchen-3ya.example`. */
export function readTypedDomain(text: string): string | null {
  const isName = /[^!-~]/.test(text) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(text);
  return readDomain(isName && URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text);
}

/** An e-mail address with its domain as the wire has it, so that both spellings are one person. */
export function readTypedEmail(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const read = /[^!-~]/.test(domain) ? readTypedDomain(domain) : null;
  return read === null ? address : address.slice(0, -domain.length) + read;
}

/** A domain in lower case, as it is stored and compared; null for anything else. */
export function readDomain(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const domain = text.toLowerCase();
  return domain.split('.').every((part) => label.test(part)) ? domain : null;
}

/**
 * The rules of a Content-Security-Policy (CSP Level 3), as far as the elements need them. Hashes of inline scripts and
 * reporting do not concern them.
 */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** @param text - one header or one `content` of a `<meta>`; a comma separates policies. */
export function parsePolicies(text: string): Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const directives = new Map<string, readonly string[]>();
      for (const directive of policy.split(';')) {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        // The first of a name counts.
        if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
      }
      return directives;
    })
    .filter((policy) => policy.size > 0);
}

/** Which directive decides, in order; the first that is there does. */
const fallbacks = {
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'style-src-elem': ['style-src-elem', 'style-src', 'default-src'],
} as const;

export interface Wanted {
  readonly url: URL;
  /** The page's own URL, which `'self'` and sources without a scheme are about. */
  readonly page: URL;
  /** Of the script tag. */
  readonly nonce?: string | undefined;
}

/** @returns null if it is allowed, else the directive that does not allow it. */
export function blockedBy(policy: Policy, kind: keyof typeof fallbacks, wanted: Wanted): string | null {
  const directive = fallbacks[kind].find((name) => policy.has(name));
  if (!directive) return null;
  const sources = policy.get(directive)!;
  if (wanted.nonce && sources.includes(`'nonce-${wanted.nonce}'`)) return null;
  // Only a nonce or a hash counts then.
  const isStrict = kind === 'script-src-elem' && sources.includes("'strict-dynamic'");
  return !isStrict && sources.some((source) => matches(source, wanted)) ? null : directive;
}

/** Whether inline `<style>` is allowed by more than hashes. */
export function allowsInlineStyles(policy: Policy): boolean {
  const directive = fallbacks['style-src-elem'].find((name) => policy.has(name));
  const sources = directive ? policy.get(directive)! : ["'unsafe-inline'"];
  return sources.some((source) => source === "'unsafe-inline'" || /^'sha(256|384|512)-/.test(source));
}

/** Whether scripts may make Lit's Trusted Types policy, or need not. */
export function allowsLit(policy: Policy): boolean {
  if (!policy.get('require-trusted-types-for')?.includes("'script'")) return true;
  const names = policy.get('trusted-types');
  return names === undefined || names.includes('*') || names.includes('lit-html');
}

/** By host and path: what ports and schemes a policy means besides, nobody writes otherwise than the page works. */
function matches(source: string, { url, page }: Wanted): boolean {
  const lower = source.toLowerCase();
  if (lower === '*') return url.host !== '';
  if (lower === "'self'") return url.origin === page.origin;
  if (lower.endsWith(':')) return url.protocol === lower || (lower === 'http:' && url.protocol === 'https:');
  const [, wildcard, host = '', path = '/'] =
    /^(?:[a-z]+:\/\/)?(\*\.)?([^/:']+)(?::(?:\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  const isHost = wildcard ? url.hostname.endsWith(`.${host.toLowerCase()}`) : url.hostname === host.toLowerCase();
  return isHost && (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}

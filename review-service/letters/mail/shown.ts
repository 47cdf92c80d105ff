/** A mail as a frame of a page shows it. Nothing in it runs or leads anywhere. */
import { createHash } from 'node:crypto';

const sheets = /(?<=<style>)[^<]*(?=<\/style>)/g;

/**
 * Mail programs want a style on every element, and a policy without `unsafe-*` refuses such. So they become one style
 * sheet, which the policy names by its hash.
 * @param html - with addresses that can be loaded.
 * @param publicUrl - of the service, from which its pictures come.
 */
export function showMail(html: string, publicUrl: string): { headers: Record<string, string>; content: string } {
  const rules: string[] = [];
  // No value in a mail can look like this: their quotation marks are escaped.
  const moved = html.replaceAll(/ style="([^"]*)"/g, (_, escaped: string) => {
    const style = escaped.replaceAll(/&#(\d+);/g, (_code, code: string) => String.fromCharCode(Number(code)));
    const at = rules.includes(style) ? rules.indexOf(style) : rules.push(style) - 1;
    return ` data-style="${at}"`;
  });
  const sheet = rules.map((style, at) => `[data-style="${at}"]{${style}}`).join('\n');
  const content = moved.replace('</head>', () => `<style>${sheet}</style>\n</head>`);
  const hashes = [...content.matchAll(sheets)].map(
    ([text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src ${hashes.join(' ')}; img-src ${new URL(publicUrl).origin}; ` +
        "frame-ancestors 'self'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    content,
  };
}

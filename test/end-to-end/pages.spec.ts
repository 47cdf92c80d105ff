/** Every page and file of the shop answers, and every link on it leads somewhere. */
import { expect, test } from './support/shop.ts';

test('no link of the shop is dead', async ({ page, baseURL }) => {
  const seen = new Set<string>();
  const next = ['/'];
  while (next.length) {
    const path = next.pop()!;
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    if (!answer.headers()['content-type']?.startsWith('text/html')) continue;
    const markup = await answer.text();
    for (const [, address] of markup.matchAll(/\b(?:href|src|action)="([^"]+)"/g)) {
      const url = new URL(address!.replaceAll('&amp;', '&'), new URL(path, baseURL));
      if (url.origin === baseURL) next.push(url.pathname + url.search);
    }
  }
  expect([...seen].filter((path) => path.startsWith('/products/demo-'))).toHaveLength(24);
});

/** Pages of a shop in languages that the elements do not have in their code, with the tags of docs/guides/words.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/elsewhere.ts';
import { expect, expectNoSidewaysScrolling } from './support/shop.ts';

const root = join(import.meta.dirname, '..', '..');
const [, tags] = /```html\n(.+?)```/s.exec(readFileSync(join(root, 'docs/guides/words.md'), 'utf8'))!;

type Texts = Readonly<Record<string, string>>;
const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(root, 'src/locales/words', `${language}.json`), 'utf8')) as Texts;

for (const [language, direction, width] of [
  ['sv', 'ltr', 1280],
  ['he', 'rtl', 360],
] as const) {
  test(`the elements are in ${language} by a script before theirs, under a strict policy`, async ({
    page,
    elsewhere,
  }) => {
    const { proxy } = elsewhere;
    const head = tags!
      .replaceAll('https://reviews.your-shop.example', proxy)
      .replace('/words/sv.js', `/words/${language}.js`);
    const policy = [`default-src 'none'`, `script-src ${proxy}`, `connect-src ${proxy}`, `img-src http: data:`];
    const address = elsewhere.put(`/in-${language}`, {
      html: `<!doctype html><html lang="${language}" dir="${direction}"><head><title>Mug</title>${head}</head>
<body><h1>Mug</h1><main><plaudit-product-reviews sku="DEMO-001"></plaudit-product-reviews></main></body></html>`,
      headers: {
        'content-security-policy': `${policy.join('; ')}; require-trusted-types-for 'script'; trusted-types lit-html`,
      },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.setViewportSize({ width, height: 860 });
    await page.goto(address);
    const texts = textsOf(language);
    const reviews = page.locator('plaudit-product-reviews');
    await expect(reviews.getByRole('button', { name: texts['more']! })).toBeAttached();
    // Late words, too.
    await reviews.getByRole('button', { name: texts['positive']! }).first().click();
    await expect(reviews.getByText(texts['voted']!)).toBeVisible();
    await expect(reviews.locator('[part=base]')).toHaveCSS('direction', direction);
    expect(
      asked.filter((path) => /\/(words|assets)\/.*\b(sv|he|more-\w\w)\.js/.test(path)),
      'asked for their texts',
    ).toEqual([`/words/${language}.js`]);
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  });
}

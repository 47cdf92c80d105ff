/** Pages of the demo's shop in its other languages, from the first line of the header to the last of the footer. */
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf, starsOf, test } from './support/shop.ts';

const languages = {
  العربية: {
    code: 'ar',
    direction: 'rtl',
    letters: /\p{Script=Arabic}/u,
    title: 'كوب تايد، حبري',
    reviews: /141 تقييمًا/,
    price: /^‏24\.00\s€$/u,
    add: 'أضف إلى السلة',
    added: 'أصبح في سلتك.',
  },
  日本語: {
    code: 'ja',
    direction: 'ltr',
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    title: 'タイド・マグ インク',
    reviews: /レビュー141件/,
    price: /^€24\.00$/,
    add: 'カートに入れる',
    added: 'カートに入れました。',
  },
} as const;

for (const [name, { code, direction, letters, title, reviews, price, add, added }] of Object.entries(languages)) {
  test(`a product in ${name}: chosen in the footer, whole, and back again`, async ({ page }) => {
    await page.goto('/products/demo-002');
    await page.getByRole('navigation', { name: 'Read it in' }).getByRole('link', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('.product .price span')).toHaveText(price);

    // The elements speak it too.
    await expect(starsOf(page.locator('.product'))).toHaveCount(0);
    const summary = page.locator('plaudit-star-summary');
    await summary.scrollIntoViewIfNeeded();
    await expect(summary).toContainText(reviews);
    await expect((await reviewsOf(page)).getByRole('heading', { level: 2 }).first()).toHaveText(letters);

    // Whatever is read of the page itself, except names, addresses and codes.
    const left = await page.evaluate(() => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement!;
        const text = walker.currentNode.textContent!.trim();
        if (
          text &&
          !parent.closest('.snippet-body, script, a[lang], a[href^=mailto], .wordmark, .foot-name, .brand, dd')
        )
          texts.push(text);
      }
      return texts;
    });
    const untranslated = left.filter((text) => /[a-z]{3}/i.test(text) && !letters.test(text) && text !== 'SQLite');
    expect(untranslated).toEqual([]);

    await page.getByRole('button', { name: add }).click();
    await expect(page.locator('[data-basket-note]')).toContainText(added);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Mug, Ink');
  });

  for (const width of [360, 1280]) {
    test(`a product in ${name} can be read by everybody at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 860 });
      await page.goto(`/${code}/products/demo-001`);
      await reviewsOf(page);
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    });
  }
}

test('a page says in which languages it is there', async ({ page }) => {
  await page.goto('/ja/products/demo-007');
  const alternates = page.locator('link[rel=alternate]');
  expect(
    await alternates.evaluateAll((all) => all.map((one) => [one.getAttribute('hreflang'), one.getAttribute('href')])),
  ).toEqual([
    ['en-GB', '/products/demo-007'],
    ['ar', '/ar/products/demo-007'],
    ['ja', '/ja/products/demo-007'],
  ]);
  await page.goto('/products/demo-008');
  await expect(alternates).toHaveCount(0);
});

for (const [lang, photos] of [
  ['en', /\S \(optional\)$/],
  ['de', /\S \(freiwillig\)$/],
  ['ja', /\S \(任意\)$/],
] as const)
  test(`a space stays before the word in brackets beside the name of a field: ${lang}`, async ({ page }) => {
    await page.goto('/products/demo-023');
    const form = page.locator('plaudit-review-form');
    await form.evaluate((element, told) => element.setAttribute('locale', told), lang);
    await page.getByText('Write a review').first().click();
    await expect(form.locator('fieldset.field legend').last()).toHaveText(photos);
  });

import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, reviewsOf, starsOf, test } from './support/shop.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 860 } });

      test('the category page is accessible', async ({ page }) => {
        await page.goto('/');
        await expect(starsOf(page)).toHaveCount(24);
        await page.getByText('Show the HTML').first().click();
        await expectAccessible(page);
      });

      test('the product page is accessible', async ({ page }) => {
        await page.goto('/products/demo-001');
        await reviewsOf(page);
        await page.getByText('Write a review').first().click();
        const onward = width === 360 ? 'Next' : 'Send review';
        await expect(page.locator('plaudit-review-form').getByRole('button', { name: onward })).toBeVisible();
        await expectAccessible(page);
      });

      test('the page of the shop is accessible', async ({ page }) => {
        await page.goto('/about');
        await expect(page.locator('plaudit-write-review').getByRole('link')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}

test('words on the accent can be read, whatever colour a shop chooses', async ({ page }) => {
  await page.goto('/products/demo-023');
  await page.getByText('Write a review').first().click();
  const form = page.locator('plaudit-review-form');
  const send = form.getByRole('button', { name: 'Send review' });
  for (const accent of ['#ffd600', '#f4f1ec', '#1a56db', '#e11d48', '#767676', '#00ff00', '#0000ff'])
    expect(
      await contrastOf(form, send, { '--plaudit-accent': accent, '--plaudit-on-accent': 'initial' }),
      accent,
    ).toBeGreaterThan(4.5);
});

test('who asks the system for more contrast gets it', async ({ page }) => {
  await page.goto('/products/demo-001');
  const chip = (await reviewsOf(page)).locator('.chip').first();
  const edge = () => chip.evaluate((one) => getComputedStyle(one).borderColor);
  const usual = await edge();
  await page.emulateMedia({ contrast: 'more' });
  expect(await edge()).not.toBe(usual);
  expect(await edge()).toBe(await chip.evaluate((one) => getComputedStyle(one).color));
});

/** As WCAG counts it, between the text of a button and its ground. */
const contrastOf = (form: Locator, button: Locator, settings: Readonly<Record<string, string>>): Promise<number> =>
  form
    .evaluate((element, set) => {
      for (const [name, value] of Object.entries(set)) (element as HTMLElement).style.setProperty(name, value);
    }, settings)
    .then(() =>
      button.evaluate((one) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
        const luminance = (colour: string): number => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
            part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
        };
        const { color, backgroundColor } = getComputedStyle(one);
        const [dark, light] = [luminance(color), luminance(backgroundColor)].toSorted((low, high) => low - high);
        return (light! + 0.05) / (dark! + 0.05);
      }),
    );

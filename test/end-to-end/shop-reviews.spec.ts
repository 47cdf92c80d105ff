import { expect, test } from './support/shop.ts';

// Until the mirror is filled, every answer is a call to the review service, and those are few.
test.beforeAll(async ({ request, baseURL }) => {
  await expect
    .poll(
      async () =>
        (await (await request.get(`${baseURL}/metrics`)).text())
          .match(/^plaudit_mirror_complete\{.*\} [01]$/gm)
          ?.every((line) => line.endsWith('1')),
      { timeout: 240_000 },
    )
    .toBe(true);
});

test('reviews of the shop read well to those who hear them', async ({ page }) => {
  await page.goto('/about');
  const list = page.locator('plaudit-review-list');
  await list.scrollIntoViewIfNeeded();
  const first = list.getByRole('article', { name: 'How shops used to be' });
  await expect(first).toMatchAriaSnapshot(`
    - article "How shops used to be":
      - text: Martha W.
      - img "5 out of 5 stars"
      - time: /17 Nov 2026/
      - heading "How shops used to be" [level=3]
      - paragraph: /I rang because/
      - term: Service
      - definition:
        - img "5 out of 5 stars"
  `);
});

test('replies stand open', async ({ page }) => {
  await page.goto('/about');
  await expect(page.locator('plaudit-review-list').locator('.comment').first()).toBeVisible();
});

test('a review is reported by keyboard, and the report reaches the review service', async ({ page }) => {
  await page.goto('/about');
  const list = page.locator('plaudit-review-list');
  const report = list.getByRole('button', { name: 'Report' }).first();
  await report.focus();
  await page.keyboard.press('Enter');
  const dialog = list.getByRole('dialog', { name: 'Report this review' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(report).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'Profanity or bigotry' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('It calls me names.');
  const sent = page.waitForResponse(/reviews\/flag$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await sent).status()).toBeLessThan(300);
  await expect(list.getByText('We will look at it.')).toBeVisible();
  await expect(report).toBeFocused();
});

test('questions about a product come with their answers, best first', async ({ page }) => {
  await page.goto('/products/demo-001');
  const questions = page.locator('plaudit-questions');
  const first = questions.getByRole('article').first();
  // Reviews that come meanwhile push them away again, and what is far does not load.
  await expect(async () => {
    await questions.scrollIntoViewIfNeeded();
    await expect(first.getByRole('listitem').first()).toContainText(/\d votes?/, { timeout: 2_000 });
  }).toPass();
  await first.locator('summary').click();
  await expect(first.getByRole('listitem').nth(1)).toBeVisible();
});

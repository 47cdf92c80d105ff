/** The built elements on a page with an old library, a dead script tag, a component of the shop and shortcuts. */
import { test } from './support/elsewhere.ts';
import { loader } from './support/every-element.ts';
import { expect } from './support/shop.ts';

test.describe('a page of a shop that has grown', () => {
  test.use({ allowedFaults: [/ERR_|gone\.example|127\.0\.0\.1:9/] });

  test('does not break the elements, and they do not break it', async ({ page, elsewhere }) => {
    const html = `<!doctype html><html lang="en"><title>Mug</title>
      <script>Array.prototype.toJSON = () => 'written by an old library';</script>
      <script type="module" src="http://127.0.0.1:9/plaudit.js" data-proxy="http://127.0.0.1:9/"></script>
      ${loader(elsewhere.proxy)}
      <script>
        document.addEventListener('keydown', (event) => {
          if (event.key.length === 1 && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) event.preventDefault();
        });
      </script>
      <div><template shadowrootmode="open"><plaudit-star-summary sku="DEMO-001"></plaudit-star-summary></template></div>
      <plaudit-review-form sku="DEMO-001"></plaudit-review-form>
      <plaudit-product-reviews sku="DEMO-001"></plaudit-product-reviews>`;
    await page.goto(elsewhere.put('/grown', { html }));
    const text = page.locator('plaudit-review-form').getByRole('textbox').first();
    await text.scrollIntoViewIfNeeded();
    await text.pressSequentially('slash / and s');
    await expect(text).toHaveValue('slash / and s');
    const list = page.locator('plaudit-product-reviews');
    await list.scrollIntoViewIfNeeded();
    await expect(list.getByRole('article').first()).toBeVisible();
    await expect(page.locator('plaudit-star-summary').getByRole('button').first()).toBeAttached();
    const json = page.locator('head script[type="application/ld+json"]');
    await expect(json).toHaveCount(1);
    const data = JSON.parse((await json.textContent())!) as { review: { author: object }[] };
    expect(data.review.length).toBeGreaterThan(1);
  });
});

test.describe('a sandboxed frame', () => {
  test.use({ allowedFaults: [/.*/] });

  test('has no origin, and the console says what to do', async ({ page, elsewhere }) => {
    elsewhere.put('/inside', { html: `${loader(elsewhere.proxy)}<plaudit-stars sku="DEMO-001"></plaudit-stars>` });
    const told = page.waitForEvent('console', (message) => message.text().startsWith('Plaudit: '));
    await page.goto(elsewhere.put('/framed', { html: '<iframe sandbox="allow-scripts" src="/inside"></iframe>' }));
    expect((await told).text()).toContain('the page has no origin, as one in a sandboxed frame');
  });
});

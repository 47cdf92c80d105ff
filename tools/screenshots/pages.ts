/** Pages of the demo's shop from top to bottom, with all that loads as somebody scrolls. */
import type { BrowserContext } from '@playwright/test';

/** As far as a wheel turns, in CSS pixels. */
const STEP_PX = 600;

export async function shootPage(context: BrowserContext, address: string): Promise<Buffer> {
  await using page = await context.newPage();
  await page.goto(address);
  // Late content makes the page longer.
  for (let top = 0; top < (await page.evaluate(() => document.documentElement.scrollHeight)); top += STEP_PX) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await page.waitForLoadState('networkidle');
  }
  const { width } = page.viewportSize()!;
  const height = await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    return document.documentElement.scrollHeight;
  });
  // Reviews that are out of sight are not drawn.
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return await page.screenshot({ fullPage: true });
}

import type { Page } from '@playwright/test';

/**
 * Looks at a page, which is loaded once, at each width and in both colour schemes.
 * @param widths - in CSS pixels
 * @param look - told where it is, such as `360 px, dark`
 */
export async function atAllSizes(
  page: Page,
  widths: readonly number[],
  look: (where: string) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await look(`${width} px, ${colorScheme}`);
    }
  }
}

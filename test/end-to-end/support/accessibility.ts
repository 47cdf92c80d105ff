import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing serious that axe can see, on the whole page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A list is dimmed while another takes its place.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async () => {
    // Between two colours there are others. What turns for ever has no end.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { run } = (globalThis as unknown as { axe: typeof Axe }).axe;
    return run(document, { resultTypes: ['violations'] });
  });
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    })),
  ).toEqual([]);
}

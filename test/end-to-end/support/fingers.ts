/** Measures what a finger presses. */
import type { Locator } from '@playwright/test';
import { expect } from './shop.ts';

/** The least size of what a finger presses, in CSS pixels. */
const FINGER = 44;

/** Measures all at one moment: a page may take one away while the others are measured, and it would be waited for. */
export async function expectLargeEnough(controls: Locator, sides: ('width' | 'height')[] = ['height']): Promise<void> {
  const found = await controls.evaluateAll((all) =>
    all.map((control) => {
      const { width, height } = control.getBoundingClientRect();
      return { width, height, text: control.textContent.trim() };
    }),
  );
  expect(found).not.toEqual([]);
  for (const control of found)
    for (const side of sides) expect(control[side], control.text).toBeGreaterThanOrEqual(FINGER);
}

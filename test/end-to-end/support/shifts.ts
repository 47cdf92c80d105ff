/** How much a page moves while it loads over a slow line. */
import type { Page } from '@playwright/test';

export interface Shift {
  readonly value: number;
  readonly sources: readonly string[];
}

/** A phone in a lift: 400 kbit/s, and every answer takes 400 ms to begin. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Notes what moves in the page from its beginning. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; sources: string[] }[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
        if (!hadRecentInput)
          shifts.push({
            value,
            sources: sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? 'in a shadow')}: ${rect(previousRect)} to ${rect(currentRect)}`,
            ),
          });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved so far, as the browser counts it. */
export const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);

export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((all, { value }) => all + value, 0);

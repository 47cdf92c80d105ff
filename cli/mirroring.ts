/** Shows on a terminal how the first mirroring gets on, in one line that is written over; in a log it would be noise. */
import type { Mirroring } from '../server-proxy/mirroring.ts';

export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const EVERY = 1_000;
const CLEAR = '\r\x1b[K';

/**
 * @param read - how far it is; null once it is done.
 * @returns when it is done, or at once where nobody looks.
 */
export async function showMirroring(read: () => Promise<Mirroring | null>, terminal: Terminal, every = EVERY): Promise<void> {
  if (!terminal.isTTY) return;
  let begun = { what: '', items: 0, at: 0 };
  let shown = false;
  for (;;) {
    // Closed meanwhile: there is nothing to show any more.
    const now = await read().catch(() => null);
    if (!now) break;
    const what = `${now.business} ${now.what}`;
    if (begun.what !== what) begun = { what, items: now.items, at: performance.now() };
    terminal.write(`${CLEAR}${describe(now, (now.items - begun.items) / (performance.now() - begun.at))}`);
    shown = true;
    await new Promise((resolve) => { setTimeout(resolve, every).unref(); });
  }
  if (shown) terminal.write(CLEAR);
}

/** @param speed - items in a millisecond. */
function describe({ business, what, items, expected, callsLeftThisHour }: Mirroring, speed: number): string {
  const number = (value: number) => value.toLocaleString('en');
  const left = expected === null || expected <= items || !(speed > 0) ? '' : `, ${timeToGo((expected - items) / speed)} to go`;
  return `Mirroring ${business}: ${number(items)}${expected === null ? '' : ` of ${number(expected)}`} ${what}, ${number(callsLeftThisHour)} calls left this hour${left}`;
}

function timeToGo(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

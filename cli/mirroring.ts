/**
 * Shows on a terminal how the first mirroring is going, in one line that is overwritten. In a log that would be noise.
 */
import type { Mirroring } from '../server-proxy/mirroring.ts';

export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const LOOK_EVERY_MS = 1_000;
const CLEAR = '\r\x1b[K';

/**
 * @param read - how far it is; null once it is done.
 * @returns when it is done, or at once if nobody is watching.
 */
export async function showMirroring(
  read: () => Promise<Mirroring | null>,
  terminal: Terminal,
  every = LOOK_EVERY_MS,
): Promise<void> {
  if (!terminal.isTTY) return;
  let begun = { what: '', items: 0, at: 0 };
  let shown = false;
  for (;;) {
    // Closed meanwhile: there is nothing left to show.
    const now = await read().catch(() => null);
    if (!now) break;
    const what = `${now.business} ${now.what}`;
    if (begun.what !== what) begun = { what, items: now.items, at: performance.now() };
    terminal.write(`${CLEAR}${describe(now, (now.items - begun.items) / (performance.now() - begun.at))}`);
    shown = true;
    await new Promise((resolve) => {
      setTimeout(resolve, every).unref();
    });
  }
  if (shown) terminal.write(CLEAR);
}

/** @param speed - items per millisecond. */
function describe({ business, what, items, expected, callsLeftThisHour }: Mirroring, speed: number): string {
  const number = (value: number) => value.toLocaleString('en');
  const left =
    expected === null || expected <= items || !(speed > 0) ? '' : `, ${timeToGo((expected - items) / speed)} to go`;
  const read = number(items) + (expected === null ? '' : ` of ${number(expected)}`);
  const calls = callsLeftThisHour === null ? '' : `, ${number(callsLeftThisHour)} calls left this hour`;
  return `Mirroring ${business}: ${read} ${what}${calls}${left}`;
}

function timeToGo(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

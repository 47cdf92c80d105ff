import type { Told } from './parts.ts';

/** Windows of phones. */
const NARROW = '(width < 40em)';
/** How many reviews make a long list. */
const LONG = 8;

/** Returns what is to be done after each update: the line above a long list comes and goes. */
export function lineOffer(told: Told): () => void {
  const root = told.host.shadowRoot!;
  let isLoaded = false;
  let update: (() => void) | undefined;
  return () => {
    const bar = root.querySelector<HTMLElement>('.bar');
    // Another product is on its way.
    if (!bar) root.querySelector('.summary-line')?.remove();
    else if (!isLoaded && root.querySelector(`.review:nth-child(${LONG})`) && matchMedia(NARROW).matches) {
      isLoaded = true;
      import('./summary-line.ts').then(({ addSummaryLine }) => (update = addSummaryLine(told, bar))).catch(() => {});
    }
    update?.();
  };
}

import { Later } from './later.ts';
import type { Told } from './told.ts';

/** Windows of phones. */
const NARROW = '(width < 40em)';
/** How many reviews make a long list. */
const LONG = 8;

/** Returns what is to be done after each update: the line above a long list comes and goes. */
export function lineOffer(told: Told): () => void {
  const root = told.host.shadowRoot!;
  const bar = () => root.querySelector<HTMLElement>('.bar');
  const line = new Later(
    told.host,
    () => import('./summary-line.ts'),
    ({ addSummaryLine }) => addSummaryLine(told, bar()),
  );
  return () => {
    // Another product is on its way.
    if (!bar()) root.querySelector('.summary-line')?.remove();
    else if (root.querySelector(`.review:nth-child(${LONG})`) && matchMedia(NARROW).matches) void line.ask();
    line.piece?.();
  };
}

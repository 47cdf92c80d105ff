import { Later } from './later.ts';
import type { Context } from './context.ts';

/** Windows of phones. */
const NARROW = '(width < 40em)';
/** How many reviews make a long list. */
const LONG = 8;

/** Returns what is to be done after each update: the line above a long list comes and goes. */
export function lineOffer(context: Context): () => void {
  const root = context.host.shadowRoot!;
  const bar = () => root.querySelector<HTMLElement>('.bar');
  const line = new Later(
    context.host,
    () => import('./summary-line.ts'),
    ({ addSummaryLine }) => addSummaryLine(context, bar()),
  );
  return () => {
    // Another product is on its way.
    if (!bar()) root.querySelector('.summary-line')?.remove();
    else if (root.querySelector(`.review:nth-child(${LONG})`) && matchMedia(NARROW).matches) void line.ask();
    line.piece?.();
  };
}

/**
 * On a phone, the average and the number of reviews, and the way to the filters, at the top of the window while a long
 * list scrolls by. It takes no room, and is off with `--plaudit-summary-line: none`. Loaded for long lists on narrow
 * windows.
 */
import { sumOf } from '../../../../contract/averages.ts';
import { html, render } from 'lit';
import { fresh } from '../../../element/fresh.ts';
import { formatAverage } from '../../../locales/i18n.ts';
import { colourBehind, outwards } from '../../../page/around.ts';
import { adopt } from '../../../styles/adopt.ts';
import { cssText as css } from '../../../styles/css-text.ts';
import { star } from '../../../templates/star.ts';
import { openFilters } from '../../../templates/toolbar.ts';
import type { Context } from './context.ts';

const styles = css`
  /* Its height is taken back, so that nothing moves. */
  .summary-line {
    --height: 48px;
    display: var(--plaudit-summary-line, flex);
    position: sticky;
    inset-block-start: var(--plaudit-sticky-top, 0px);
    z-index: 1;
    align-items: center;
    gap: 0.4em;
    height: var(--height);
    margin-block-end: calc(-1 * var(--height));
    padding-inline: 0.25em;
    border-block-end: 1px solid var(--line);
    background: var(--plaudit-background, var(--behind, Canvas));
    color: var(--plaudit-color, var(--ink, inherit));
    visibility: hidden;
    opacity: 0;
  }
  .summary-line.on {
    visibility: visible;
    opacity: 1;
  }
  /* Chosen filters stay in view below it. */
  .summary-line ~ .choices {
    inset-block-start: calc(48px + var(--plaudit-sticky-top, 0px));
  }
  .summary-line .button {
    margin-inline-start: auto;
  }
  /* The review that has the focus is not hidden below it. */
  .review {
    scroll-margin-block-start: calc(56px + var(--plaudit-sticky-top, 0px));
  }
  @media (prefers-reduced-motion: no-preference) {
    .summary-line {
      transition:
        opacity 0.15s,
        visibility 0.15s;
    }
  }
  @media (forced-colors: active) {
    .summary-line {
      background: Canvas;
      border-color: CanvasText;
    }
  }
  /* With words twice as large there is room for the average and the way to the filters. */
  @container (width < 13em) {
    .summary-line .muted {
      display: none;
    }
  }
  @media print, (width >= 40em) {
    .summary-line {
      display: none;
    }
  }
`;

/** Whether the window is what scrolls the element: otherwise it would stick to something that may be anywhere. */
function scrollsWithPage(host: Element): boolean {
  for (const element of outwards(host)) {
    if (element === document.body) break;
    const { overflowX, overflowY, transform, perspective, filter, contain } = getComputedStyle(element);
    const clips = [overflowX, overflowY].some((overflow) => overflow !== 'visible' && overflow !== 'clip');
    const isOff = [transform, perspective, filter].some((value) => value !== 'none');
    if (element !== document.documentElement && (clips || isOff || /paint|strict|content/.test(contain))) return false;
  }
  return true;
}

/**
 * Adds the line, which shows while the toolbar is above the window.
 * @param bar the toolbar
 * @returns what brings its number up to date; undefined if there can be no line
 */
export function addSummaryLine(
  { host, digest: { ratings } }: Context,
  bar: HTMLElement | null,
): (() => void) | undefined {
  const root = host.shadowRoot!;
  if (!bar || !scrollsWithPage(host)) return undefined;
  adopt(root, styles);
  const stars = Object.entries(ratings).map(([rating, count]) => [Number(rating), count] as const);
  const total = sumOf(stars.map(([, count]) => count));
  const average = sumOf(stars.map(([rating, count]) => rating * count)) / total;
  const shown = formatAverage(host.usedLocale, average);
  const line = document.createElement('div');
  line.className = 'summary-line';
  line.setAttribute('part', 'summary-line');
  const count = () => {
    const { items = [], total: matching } = host.shown ?? {};
    return (matching ?? total) > items.length
      ? host.t('shown', { n: items.length, total: matching ?? total })
      : host.t('reviews', { n: items.length });
  };
  const update = () =>
    render(
      html`${star()}<b role="img" aria-label=${host.t('rated', { n: shown })}>${shown}</b>
      <span class="muted">${fresh(count())}</span>
      <button class="button" part="button" aria-haspopup="dialog"
          @click=${(event: Event) => void openFilters(host, event).catch(() => {})}>${host.t('filter')}</button>`,
      line,
    );
  update();
  const base = root.querySelector('.base')!;
  base.prepend(line);
  new IntersectionObserver(
    (entries) => {
      const { isIntersecting, boundingClientRect } = entries.at(-1)!;
      const isAbove = !isIntersecting && boundingClientRect.bottom < 1;
      if (isAbove) {
        // Both at once, so that they fit each other even if the page changes its colours later.
        line.style.setProperty('--behind', colourBehind(base));
        line.style.setProperty('--ink', getComputedStyle(base).color);
      }
      line.classList.toggle('on', isAbove);
    },
    // All that is below the window counts as seen: who jumps past the toolbar goes from there to above it at once.
    { rootMargin: '0px 0px 9999999px 0px' },
  ).observe(bar);
  return update;
}

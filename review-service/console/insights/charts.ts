/** Charts without text, as wide as there is room: their numbers stand beside them in a table. */
import { html, type Markup } from '../../letters/html.ts';

/** The part of the largest value that a value is. */
export function bar(value: number, most: number): Markup {
  const width = most === 0 ? 0 : Math.round((1_000 * value) / most) / 10;
  return html`<svg class="bar-of" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"
><rect class="track" width="100" height="8"></rect><rect width="${width}" height="8"></rect></svg>`;
}

export interface Period {
  /** Shows under a pointer. */
  readonly title: string;
  /** Null for nothing. */
  readonly value: number | null;
}

const STEP = 10;
const HEIGHT = 100;

const frame = (label: string, count: number, lines: number, drawn: Markup | readonly Markup[]): Markup => {
  const grid = Array.from({ length: lines + 1 }, (_, line) => (HEIGHT * line) / lines);
  return html`<svg class="chart" viewBox="0 0 ${count * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img"
aria-label="${label}">${grid.map((y) => html`<path class="grid" d="M0 ${y}H${count * STEP}"></path>`)}${drawn}</svg>`;
};

const titled = (periods: readonly Period[]): Markup[] =>
  periods.map(
    ({ title }, at) =>
      html`<rect class="hit" x="${at * STEP}" width="${STEP}" height="${HEIGHT}"><title>${title}</title></rect>`,
  );

export function columnChart(label: string, periods: readonly Period[], most: number): Markup {
  const columns = periods.map(({ value }, at) => {
    const height = most === 0 ? 0 : Math.round((HEIGHT * (value ?? 0)) / most);
    return html`<rect x="${at * STEP + 1}" y="${HEIGHT - height}" width="${STEP - 2}" height="${height}"></rect>`;
  });
  return frame(label, periods.length, 2, html`${columns}${titled(periods)}`);
}

/** A line of steps, broken where there is no value. */
export function lineChart(
  label: string,
  periods: readonly Period[],
  { least, most }: { readonly least: number; readonly most: number },
): Markup {
  const steps = periods.map(({ value }, at) => {
    if (value === null) return '';
    const y = Math.round((HEIGHT * (most - value)) / (most - least));
    const begins = at === 0 || periods[at - 1]!.value === null;
    return `${begins ? 'M' : 'L'}${at * STEP + 2} ${y}H${(at + 1) * STEP - 2}`;
  });
  return frame(
    label,
    periods.length,
    most - least,
    html`<path class="line-of" d="${steps.join('') || 'M0 0'}"></path>${titled(periods)}`,
  );
}

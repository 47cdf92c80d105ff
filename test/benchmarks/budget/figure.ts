/** The figure of the README: what each policy asks of the API, and what shoppers get of it. */

export interface Point {
  /** Page views in an hour. */
  readonly rate: number;
  /** Calls in an hour that the policy would make. */
  readonly calls: number;
  /** Share of page views answered within the limits, from 0 to 1. */
  readonly answered: number;
}

export interface BudgetFigure {
  readonly mirror: readonly Point[];
  readonly plain: readonly Point[];
  readonly stale: readonly Point[];
}

const LIMIT = 1_000;
const panel = { width: 360, height: 260, top: 96 };
const lefts = { calls: 84, shares: 546 };
const bottom = panel.top + panel.height;
const decades = { first: 1, last: 6 };
const names = ['1', '10', '100', '1,000', '10,000', '100,000', '1 million'];

const x = (rate: number, left: number) =>
  left + ((Math.log10(rate) - decades.first) / (decades.last - decades.first)) * panel.width;
const callsY = (calls: number) => bottom - (Math.log10(Math.max(1, calls)) / decades.last) * panel.height;
const shareY = (share: number) => bottom - share * panel.height;

export function drawBudget({ mirror, plain, stale }: BudgetFigure): string {
  const calls = (points: readonly Point[]) =>
    points.map((point) => [x(point.rate, lefts.calls), callsY(point.calls)] as const);
  const shares = (points: readonly Point[]) =>
    points.map((point) => [x(point.rate, lefts.shares), shareY(point.answered)] as const);
  const [ours, cache, staleCache] = [mirror.at(-1)!, plain.at(-1)!, stale.at(-1)!];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 430" role="img" aria-labelledby="title description" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">
<title id="title">Calls an hour against page views for three policies</title>
<desc id="description">The more page views there are, the more calls a cache asks for, far beyond the 1,000 that the API allows, and the fewer of the views it can answer: at a million an hour ${percent(cache.answered)}, or ${percent(staleCache.answered)} with stale answers. The mirror makes ${number(ours.calls)} calls and answers ${percent(ours.answered)}.</desc>
<style>
  .ground { fill: #fff; stroke: #e4e7eb } .ink { fill: #1f2933 } .soft { fill: #52606d } .grid { stroke: #e9ecef } .beyond { fill: #b42318; opacity: .055 } .limit { stroke: #b42318; stroke-dasharray: 5 5; stroke-width: 1.5 } .limit-text { fill: #b42318 }
  .line { fill: none; stroke-width: 3.5; stroke-linejoin: round; stroke-linecap: round } .label { font-size: 13px; font-weight: 600; paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
  .mirror { stroke: #0b7a5b } .plain { stroke: #b8500b } .stale { stroke: #5b4fc7; stroke-dasharray: 1 8 } .mirror-text { fill: #0b7a5b } .plain-text { fill: #b8500b } .stale-text { fill: #5b4fc7 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #12181f; stroke: #273442 } .ink { fill: #f0f4f8 } .soft { fill: #a7b6c6 } .grid { stroke: #222e3a } .beyond { fill: #ff8a80; opacity: .08 } .limit { stroke: #ff8a80 } .limit-text { fill: #ff8a80 } .label { stroke: #12181f }
    .mirror { stroke: #3ecf9f } .plain { stroke: #f59e5b } .stale { stroke: #a79bff } .mirror-text { fill: #3ecf9f } .plain-text { fill: #f59e5b } .stale-text { fill: #a79bff }
  }
</style>
<rect class="ground" x=".5" y=".5" width="959" height="429" rx="12"/>
${heading(lefts.calls, 'Calls to the API in an hour', 'wanted by each policy')}
${heading(lefts.shares, 'Page views that get an answer', 'where the API’s limit holds')}
${names.map((name, decade) => gridLine(lefts.calls, callsY(10 ** decade), name)).join('\n')}
${[0, 0.25, 0.5, 0.75, 1].map((share) => gridLine(lefts.shares, shareY(share), `${share * 100}%`)).join('\n')}
${Object.values(lefts)
  .map((left) => rateLabels(left))
  .join('\n')}
<rect class="beyond" x="${lefts.calls}" y="${panel.top}" width="${panel.width}" height="${round(callsY(LIMIT) - panel.top)}"/>
<line class="limit" x1="${lefts.calls}" x2="${lefts.calls + panel.width}" y1="${round(callsY(LIMIT))}" y2="${round(callsY(LIMIT))}"/>
<text class="limit-text" x="${lefts.calls + panel.width - 6}" y="${round(callsY(LIMIT) - 9)}" font-size="12.5" text-anchor="end">the API allows 1,000</text>
${curve('plain', calls(plain))}
${curve('stale', calls(stale))}
${curve('mirror', calls(mirror))}
${curve('plain', shares(plain))}
${curve('stale', shares(stale))}
${curve('mirror', shares(mirror))}
${label('plain', lefts.calls + panel.width - 34, callsY(cache.calls) - 1, `either cache: ${number(cache.calls)}`)}
${label('mirror', lefts.calls + panel.width, callsY(ours.calls) + 24, `Plaudit’s mirror: ${number(ours.calls)}`)}
${label('mirror', lefts.shares + panel.width, shareY(ours.answered) + 24, `Plaudit’s mirror: ${percent(ours.answered)}`)}
${label('stale', lefts.shares + panel.width, shareY(staleCache.answered) - 44, 'stale-while-revalidate:')}
${label('stale', lefts.shares + panel.width, shareY(staleCache.answered) - 26, percent(staleCache.answered))}
${label('plain', lefts.shares + 206, shareY(0.035), `60 s cache: ${percent(cache.answered)}`)}
</svg>
`;
}

const heading = (left: number, text: string, below: string) =>
  `<text class="ink" x="${left}" y="46" font-size="17" font-weight="650">${text}</text><text class="soft" x="${left}" y="67" font-size="13">${below}</text>`;

function gridLine(left: number, y: number, text: string): string {
  return `<line class="grid" x1="${left}" x2="${left + panel.width}" y1="${round(y)}" y2="${round(y)}"/><text class="soft" x="${left - 10}" y="${round(y + 4)}" font-size="12" text-anchor="end">${text}</text>`;
}

function rateLabels(left: number): string {
  const labels = names
    .slice(decades.first)
    .map(
      (name, index) =>
        `<text class="soft" x="${round(x(10 ** (decades.first + index), left))}" y="${bottom + 22}" font-size="12" text-anchor="middle">${name}</text>`,
    );
  return `${labels.join('')}<text class="soft" x="${left + panel.width / 2}" y="${bottom + 45}" font-size="13" text-anchor="middle">page views in an hour</text>`;
}

function curve(name: string, points: readonly (readonly [number, number])[]): string {
  return `<polyline class="line ${name}" points="${points.map(([left, top]) => `${round(left)},${round(top)}`).join(' ')}"/>`;
}

/** Ends at `right`. */
const label = (name: string, right: number, y: number, text: string) =>
  `<text class="label ${name}-text" x="${round(right)}" y="${round(y)}" text-anchor="end">${text}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;
const number = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (share: number): string => `${share === 1 ? '100' : (Math.floor(share * 1_000) / 10).toFixed(1)}%`;

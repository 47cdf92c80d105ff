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

const panel = { width: 360, height: 250, top: 78 };
const lefts = [76, 536];
const decades = { first: 1, last: 6 };
const superscript = ['1', '10', '100', '1,000', '10,000', '100,000', '1 million'];

const x = (rate: number, left: number) => left + ((Math.log10(rate) - decades.first) / (decades.last - decades.first)) * panel.width;
const callsY = (calls: number) => panel.top + panel.height - (Math.log10(Math.max(1, calls)) / 6) * panel.height;
const shareY = (share: number) => panel.top + panel.height - share * panel.height;

export function drawBudget({ mirror, plain, stale }: BudgetFigure): string {
  const [first, second] = lefts as [number, number];
  const calls = (points: readonly Point[]) => points.map(({ rate, calls }) => [x(rate, first), callsY(calls)] as const);
  const shares = (points: readonly Point[]) => points.map(({ rate, answered }) => [x(rate, second), shareY(answered)] as const);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 410" role="img" aria-labelledby="title description" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">
<title id="title">Calls an hour against page views for three policies</title>
<desc id="description">A cache asks for more calls the more page views there are, far beyond the 1,000 that the API allows, and so answers fewer and fewer of them; the mirror stays below the limit and answers all.</desc>
<style>
  .ground { fill: #fff } .ink { fill: #1f2933 } .soft { fill: #52606d } .grid { stroke: #e4e7eb } .limit { stroke: #b42318; stroke-dasharray: 6 5; stroke-width: 1.5 } .limit-text { fill: #b42318 }
  .line { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round }
  .mirror { stroke: #0b7a5b } .plain { stroke: #c2570c } .stale { stroke: #5b4fc7; stroke-dasharray: 2 7 } .mirror-dot { fill: #0b7a5b } .plain-dot { fill: #c2570c } .stale-dot { fill: #5b4fc7 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #12181f } .ink { fill: #f0f4f8 } .soft { fill: #9fb3c8 } .grid { stroke: #273442 } .limit { stroke: #ff8a80 } .limit-text { fill: #ff8a80 }
    .mirror { stroke: #3ecf9f } .plain { stroke: #f59e5b } .stale { stroke: #a79bff } .mirror-dot { fill: #3ecf9f } .plain-dot { fill: #f59e5b } .stale-dot { fill: #a79bff }
  }
</style>
<rect class="ground" width="940" height="410" rx="10"/>
${heading(first, 'Calls an hour that it takes')}
${heading(second, 'Page views answered within the limit')}
${[0, 1, 2, 3, 4, 5, 6].map((decade) => gridLine(first, callsY(10 ** decade), superscript[decade]!)).join('\n')}
${[0, 0.25, 0.5, 0.75, 1].map((share) => gridLine(second, shareY(share), `${share * 100} %`)).join('\n')}
${lefts.map((left) => rateLabels(left)).join('\n')}
<line class="limit" x1="${first}" x2="${first + panel.width}" y1="${callsY(1_000)}" y2="${callsY(1_000)}"/>
<text class="limit-text" x="${first + panel.width - 4}" y="${callsY(1_000) - 8}" font-size="12" text-anchor="end">the API allows 1,000</text>
${curve('plain', calls(plain))}
${curve('stale', calls(stale))}
${curve('mirror', calls(mirror))}
${curve('plain', shares(plain))}
${curve('stale', shares(stale))}
${curve('mirror', shares(mirror))}
${legend()}
</svg>
`;
}

const heading = (left: number, text: string) => `<text class="ink" x="${left}" y="52" font-size="15" font-weight="600">${text}</text>`;

function gridLine(left: number, y: number, label: string): string {
  return `<line class="grid" x1="${left}" x2="${left + panel.width}" y1="${round(y)}" y2="${round(y)}"/><text class="soft" x="${left - 8}" y="${round(y + 4)}" font-size="11" text-anchor="end">${label}</text>`;
}

function rateLabels(left: number): string {
  const y = panel.top + panel.height + 20;
  const labels = [1, 2, 3, 4, 5, 6].map((decade) => `<text class="soft" x="${round(x(10 ** decade, left))}" y="${y}" font-size="11" text-anchor="middle">${superscript[decade]}</text>`);
  return `${labels.join('')}<text class="soft" x="${left + panel.width / 2}" y="${y + 20}" font-size="12" text-anchor="middle">page views an hour</text>`;
}

function curve(name: string, points: readonly (readonly [number, number])[]): string {
  const path = points.map(([left, top]) => `${round(left)},${round(top)}`).join(' ');
  const dots = points.map(([left, top]) => `<circle class="${name}-dot" cx="${round(left)}" cy="${round(top)}" r="3.5"/>`).join('');
  return `<polyline class="line ${name}" points="${path}"/>${dots}`;
}

function legend(): string {
  const entries = [['mirror', 'Plaudit’s mirror'], ['plain', 'a 60 s cache'], ['stale', 'the same, stale-while-revalidate']] as const;
  const lefts = [76, 236, 366];
  return entries.map(([name, label], index) => `<line class="line ${name}" x1="${lefts[index]}" x2="${lefts[index]! + 26}" y1="388" y2="388"/><text class="ink" x="${lefts[index]! + 34}" y="392" font-size="13">${label}</text>`).join('\n');
}

const round = (value: number): number => Math.round(value * 10) / 10;

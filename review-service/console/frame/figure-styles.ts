/** The styles of figures and of the risk sheet, which is printed. */
export const figureStyles = `
.days > :not(button) { flex-basis: 9rem; }
.days input { height: 2.75rem; }
.risk .head { margin-bottom: .35rem; }
.risk ul { margin: 0 0 .9rem; padding-inline-start: 1.2rem; }
.is-look { background: var(--note-ground); color: var(--note); }
.is-fine { background: var(--good-ground); color: var(--good); }
@media print {
  :root { color-scheme: light; }
  .bar, .side[popover], .tabs, .pages, .skip { display: none; }
  .frame { display: block; }
  main { padding: 0; max-width: none; }
  .card { break-inside: avoid; border-width: 0 0 1px; border-radius: 0; padding: .5rem 0; }
}
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; overflow-wrap: normal; }
th, td { padding: .45rem .75rem .45rem 0; text-align: start; vertical-align: top; border-top: 1px solid var(--faint); }
thead th { border: 0; color: var(--soft); font-size: .85rem; font-weight: 400; vertical-align: bottom; }
tbody th { font-weight: 500; min-width: 8rem; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar-of { display: block; width: 100%; min-width: 4rem; height: .4rem; margin-top: .25rem; fill: var(--star); }
.track { fill: var(--faint); }
.chart { display: block; width: 100%; height: 9rem; fill: var(--star); }
.chart .grid { fill: none; stroke: var(--faint); vector-effect: non-scaling-stroke; }
.line-of { fill: none; stroke: var(--star); stroke-width: 2.5; vector-effect: non-scaling-stroke; }
.hit { fill: transparent; }
.hit:hover { fill: var(--ink); fill-opacity: .08; }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: .25rem 0 1.1rem; font-size: .85rem; }
`;

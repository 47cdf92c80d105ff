import { html, raw, type Html } from '../html.ts';

/** A fern frond leaning to the right: leaflets along a curved stem, shorter towards the tip, in a square of 24. */
function frond(): string {
  const number = 8;
  const stem = (at: number): readonly [number, number] => [7 + 9.5 * at ** 1.7, 22.5 - 19.5 * at];
  const leaflets = Array.from({ length: number }, (_, index) => {
    const at = (index + 0.9) / (number + 0.4);
    const [x, y] = stem(at);
    const [tipX, tipY] = stem(at + 0.01);
    const angle = Math.atan2(tipY - y, tipX - x);
    const reach = 7.6 * (1 - at) ** 0.75 * Math.min(1, 0.62 + at * 1.6);
    return [-1, 1]
      .map((side) => {
        const point = (share: number, lift: number) => {
          const way = angle + side * 1.02;
          const along = Math.cos(way) * reach * share + Math.cos(angle) * lift;
          const across = Math.sin(way) * reach * share + Math.sin(angle) * lift;
          return `${round(x + along)} ${round(y + across)}`;
        };
        const root = `${round(x)} ${round(y)}`;
        return `M${root}Q${point(0.5, reach * 0.3)} ${point(1, 0)}Q${point(0.45, -reach * 0.16)} ${root}Z`;
      })
      .join('');
  });
  const line = [0, 0.25, 0.5, 0.75, 1].map(stem);
  const there = line.map(([x, y]) => `${round(x + 0.3)} ${round(y)}`).join('L');
  const back = line
    .toReversed()
    .map(([x, y]) => `${round(x - 0.3)} ${round(y)}`)
    .join('L');
  return `M${there}L${back}Z${leaflets.join('')}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const frondPath = frond();

const outline = (content: string) => (): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${raw(content)}</svg>`;

export const icons = {
  frond: (): Html =>
    html`<svg class="frond" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"
      ><path d="${frondPath}"/></svg>`,
  basket: outline(
    '<path d="M3.5 9.5h17l-1.6 9.2a1.6 1.6 0 0 1-1.6 1.3H6.7a1.6 1.6 0 0 1-1.6-1.3zM8 9.5l3-6M16 9.5l-3-6"/>',
  ),
  arrow: outline('<path d="M4.5 12h15M13.5 6l6 6-6 6"/>'),
  code: outline('<path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5"/>'),
  parcel: outline(
    '<path d="M3.5 7.5 12 3.2l8.5 4.3v9L12 20.8l-8.5-4.3zM3.5 7.5 12 11.8l8.5-4.3M12 11.8v9M7.7 5.3l8.6 4.4"/>',
  ),
  back: outline('<path d="M4 9.5h11a5 5 0 0 1 0 10H8M8.5 5 4 9.5 8.5 14"/>'),
  hand: outline(
    '<path d="M12 20.5S3.5 15.6 3.5 9.4A4.4 4.4 0 0 1 12 7.6a4.4 4.4 0 0 1 8.5 1.8c0 6.2-8.5 11.1-8.5 11.1z"/>',
  ),
};

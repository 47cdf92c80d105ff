import { clipped, darker, ellipse, glow, lighter, line, mix, path, rect, shadow, type Drawing } from '../svg.ts';

export const scents = {
  cedar: { glass: '#8a4a22', wax: '#f6e3bd', label: '#f3e9d8', ink: '#5b3a22' },
  fig: { glass: '#7d9270', wax: '#f4f0dc', label: '#f6f1e4', ink: '#46583d' },
} as const;

export type Scent = keyof typeof scents;

/** An Ember Candle in its tumbler, standing on (0, 0), about 330 high. */
export function candle(
  drawing: Drawing,
  scent: Scent,
  { burning = true, level = 0.78 }: { burning?: boolean; level?: number } = {},
): string {
  const { glass, wax, label, ink } = scents[scent];
  const top = -320;
  const surface = top * level - 8;
  const tumbler = 'M-124-320L-112-16Q-110 2-92 6Q0 24 92 6Q110 2 112-16L124-320A124 27 0 0 1-124-320Z';
  const flame = 'M0-96C20-62 28-40 24-22Q18 0 0 0T-24-22C-28-44-10-64 0-96Z';
  return [
    shadow(drawing, 190, 30, 0.5, 22, 2),
    shadow(drawing, 112, 14, 0.7, 0, 6),
    burning ? glow(drawing, 0, 10, 260, 60, '#ffc46b', 0.35) : '',
    path(
      tumbler,
      drawing.across({
        0: darker(glass, 0.4),
        0.08: glass,
        0.3: lighter(glass, 0.35),
        0.6: glass,
        0.92: darker(glass, 0.4),
        1: darker(glass, 0.2),
      }),
    ),
    clipped(
      drawing.clip(`<path d="${tumbler}"/>`),
      rect(
        -130,
        surface,
        260,
        -surface + 20,
        drawing.across({
          0: mix(wax, glass, 0.75),
          0.3: mix(wax, glass, 0.25),
          0.6: mix(wax, glass, 0.4),
          1: mix(darker(glass, 0.3), wax, 0.2),
        }),
      ),
      burning
        ? ellipse(
            0,
            surface + 20,
            128,
            150,
            drawing.radial({ 0: ['#ffd98a', 0.95], 0.5: ['#ffb454', 0.45], 1: ['#ff9a3c', 0] }),
          )
        : '',
      rect(-130, -46, 260, 80, drawing.linear({ 0: [glass, 0], 1: [darker(glass, 0.5), 0.55] })),
    ),
    // inside of the rim, back wall, wax surface
    ellipse(0, -320, 124, 27, drawing.linear({ 0: darker(glass, 0.35), 1: lighter(glass, 0.25) })),
    ellipse(
      0,
      -318,
      114,
      22,
      drawing.linear({ 0: darker(glass, 0.5), 1: burning ? mix(glass, '#ffb454', 0.55) : glass }),
    ),
    clipped(
      drawing.clip('<path d="M-114-318A114 22 0 0 1 114-318V-200H-114Z"/>'),
      ellipse(
        0,
        Math.min(surface, -262),
        114,
        21,
        burning ? drawing.radial({ 0: '#fff1c4', 0.5: mix(wax, '#ffd98a', 0.6), 1: mix(wax, glass, 0.5) }) : wax,
        'opacity=".95"',
      ),
    ),
    // label
    path('M-70-196H70V-70H-70Z', darker(glass, 0.55), 'opacity=".3" transform="translate(4 5)"'),
    path(
      'M-70-198Q0-186 70-198V-72Q0-60-70-72Z',
      drawing.across({ 0: darker(label, 0.16), 0.35: label, 0.75: label, 1: darker(label, 0.2) }),
    ),
    line('M-52-178Q0-168 52-178V-90Q0-80-52-90Z', ink, 1.6, 'opacity=".55"'),
    sprig(scent, ink),
    line('M-28-100Q0-95 28-100', ink, 3),
    line('M-16-91Q0-88 16-91', ink, 1.6),
    // glass highlights
    path('M-108-290L-98-40Q-90-30-84-40L-90-288Z', '#fff', 'opacity=".28"'),
    line('M-121-314A124 27 0 0 0 20-293', '#fff', 3, 'opacity=".7"'),
    line('M110-290L100-40', '#fff', 3, 'opacity=".22"'),
    burning
      ? [
          line('M0-262V-296', '#3a2618', 5),
          glow(drawing, 0, -350, 230, 250, '#ffc873', 0.55),
          `<g transform="translate(0 -292)">${path(
            flame,
            drawing.radial({ 0: '#fffdf0', 0.45: '#ffe79a', 0.8: '#ffb13e', 1: ['#f08a24', 0.85] }, 0.5, 0.7, 0.7),
          )}${ellipse(0, -8, 7, 11, '#6f7fd0', 'opacity=".5"')}</g>`,
        ].join('')
      : line('M0-262V-312', '#3a2618', 5),
  ].join('');
}

function sprig(scent: Scent, ink: string): string {
  if (scent === 'fig')
    return `<g transform="translate(0 -140)">${path('M0 24C-4 6-34 6-36-12C-24-16-20-10-16-8C-22-26-12-34 0-40C12-34 22-26 16-8C20-10 24-16 36-12C34 6 4 6 0 24Z', ink, 'opacity=".85"')}${line('M0 30V-28', '#f6f1e4', 1.6)}</g>`;
  const needles = Array.from({ length: 8 }, (_, index) =>
    line(`M0 ${22 - index * 8}l${-18 + index} ${-11}M0 ${22 - index * 8}l${18 - index} ${-11}`, ink, 2.4),
  ).join('');
  return `<g transform="translate(0 -134)">${line('M0 30V-44', ink, 2.6)}${needles}</g>`;
}

/** The lid of the candle, lying beside it: centre on (0, 0). */
export function candleLid(drawing: Drawing): string {
  return [
    shadow(drawing, 120, 26, 0.5, 8, 12),
    path('M-96-8V10A96 24 0 0 0 96 10V-8Z', drawing.across({ 0: '#94693a', 0.3: '#e6c799', 1: '#7d5527' })),
    ellipse(0, -8, 96, 24, drawing.linear({ 0: '#e9cfa4', 1: '#cda26b' }, 0, 0, 1, 1)),
    [70, 48, 26]
      .map((rx) => ellipse(-4, -8, rx, rx / 4.2, 'none', 'stroke="#a97c46" stroke-width="1.6" opacity=".5"'))
      .join(''),
  ].join('');
}

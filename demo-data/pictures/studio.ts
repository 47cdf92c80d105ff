import { darker, ellipse, glow, lighter, mix, n, path, rect, type Drawing } from './svg.ts';

/** The shape behind a product. */
type Backdrop = 'plain' | 'arch' | 'disc' | 'panel' | 'steps';

const shade = '#4a2f1e';

/**
 * A studio of 1000 by 1000 in one colour: wall, floor and a window's light from the upper left. Things stand near y =
 * 830.
 */
export function studio(drawing: Drawing, colour: string, backdrop: Backdrop, horizon = 690): string {
  const wall = drawing.linear({ 0: lighter(colour, 0.3), 0.5: colour, 1: mix(colour, shade, 0.14) }, 0, 0, 0.6, 1);
  return [
    rect(0, 0, 1000, 1000, wall),
    behind(drawing, colour, backdrop, horizon),
    rect(
      0,
      horizon - 70,
      1000,
      1070 - horizon,
      drawing.linear({ 0: [lighter(colour, 0.12), 0], 0.16: lighter(colour, 0.14), 1: lighter(colour, 0.34) }),
    ),
    glow(drawing, 230, 190, 620, 520, '#fff8ea', 0.5),
    glow(drawing, 330, 860, 640, 230, '#fffaf2', 0.45),
    foliage(drawing, colour),
    glow(drawing, 1000, 1010, 560, 470, mix(colour, shade, 0.75), 0.34),
  ].join('');
}

function behind(drawing: Drawing, colour: string, backdrop: Backdrop, horizon: number): string {
  const deep = mix(colour, shade, 0.2);
  switch (backdrop) {
    case 'plain':
      return '';
    case 'arch':
      return path(
        `M226 ${horizon + 20}V402A282 282 0 0 1 790 402V${horizon + 20}Z`,
        drawing.linear(
          { 0: mix(colour, shade, 0.34), 0.35: mix(colour, shade, 0.22), 1: mix(colour, shade, 0.1) },
          0,
          0,
          1,
          0.5,
        ),
      );
    case 'disc':
      return ellipse(
        530,
        430,
        310,
        310,
        drawing.linear({ 0: lighter(colour, 0.55), 1: mix(colour, shade, 0.1) }, 0, 0, 0.8, 1),
      );
    case 'panel':
      return rect(
        0,
        0,
        372,
        horizon + 20,
        drawing.across({ 0: deep, 0.94: mix(colour, shade, 0.16), 1: mix(colour, shade, 0.3) }),
      );
    case 'steps':
      return (
        path(
          `M690 ${horizon + 10}V330H1000V${horizon + 10}Z`,
          drawing.across({ 0: lighter(colour, 0.22), 1: mix(colour, shade, 0.12) }),
        ) + path(`M676 ${horizon + 10}V330H690V${horizon + 10}Z`, deep)
      );
  }
}

/** The shadow of a plant that stands by the window, out of the picture. */
function foliage(drawing: Drawing, colour: string): string {
  const leaf = drawing.shape('<path d="M0 0C26-22 40-86 8-150C-24-100-24-36 0 0Z"/>');
  const frond = (x: number, y: number, turn: number, size: number) =>
    `<g transform="translate(${x} ${y})rotate(${turn})scale(${size})"><path d="M-3 40Q10-180 38-380L42-380Q16-180 5 40Z"/>${Array.from({ length: 7 }, (_, index) => `<use href="#${leaf}" transform="translate(${n(index * 6)} ${index * -58})rotate(${index % 2 === 0 ? 52 : -46})scale(${n(1.15 - index * 0.1)})"/>`).join('')}</g>`;
  return `<g fill="${mix(darker(colour, 0.3), shade, 0.4)}" opacity=".085">${frond(1010, 470, -58, 1.15)}${frond(1050, 300, -84, 0.9)}</g>`;
}

/** A table of 1000 by 1000 seen from above, in the same light. */
export function surface(drawing: Drawing, colour: string): string {
  return [
    rect(
      0,
      0,
      1000,
      1000,
      drawing.linear({ 0: lighter(colour, 0.34), 0.55: colour, 1: mix(colour, shade, 0.18) }, 0, 0, 1, 1),
    ),
    glow(drawing, 260, 220, 640, 560, '#fff8ea', 0.45),
    foliage(drawing, colour),
  ].join('');
}

/** A block of the studio's colour to stand a thing on; its top's middle is at (x, y). */
export function block(drawing: Drawing, colour: string, x: number, y: number, width: number, height: number): string {
  const top = width * 0.088;
  const half = width / 2;
  return [
    ellipse(
      x + 40,
      y + height,
      half * 1.35,
      50,
      drawing.radial({ 0: ['#2a1a10', 0.4], 0.6: ['#2a1a10', 0.14], 1: ['#2a1a10', 0] }),
    ),
    path(
      `M${n(x - half)} ${y}V${y + height}A${n(half)} ${n(top)} 0 0 0 ${n(x + half)} ${y + height}V${y}Z`,
      drawing.across({
        0: mix(colour, shade, 0.12),
        0.25: lighter(colour, 0.3),
        0.6: mix(colour, shade, 0.06),
        1: mix(colour, shade, 0.34),
      }),
    ),
    ellipse(x, y, half, top, drawing.linear({ 0: lighter(colour, 0.2), 1: lighter(colour, 0.5) })),
  ].join('');
}

import { tableTop, woods, type Wood } from '../products/wood.ts';
import { clipped, darker, ellipse, glow, lighter, line, mix, n, path, rect, type Drawing } from '../svg.ts';

/** The size of a photo in units of its drawing. */
interface Frame {
  width: number;
  height: number;
}

export const landscape: Frame = { width: 1200, height: 900 };
export const portrait: Frame = { width: 900, height: 1200 };
export const square: Frame = { width: 1080, height: 1080 };

/** Photos come out at up to 1080 pixels: a tenth less is a fifth less to draw. */
const pixelsPerUnit = 0.9;

interface Grade {
  /** Degrees that the phone was held askew. */
  tilt?: number;
  /** Laid over everything: the colour of the light. */
  tint?: string;
  tintOpacity?: number;
  /** How dark the corners are, 0 to 1. */
  vignette?: number;
}

/** The photo: what was built, held a little askew, in the colour and with the dark corners of a phone's camera. */
export function photo(drawing: Drawing, { width, height }: Frame, grade: Grade, parts: readonly string[]): string {
  const { tilt = 0, tint = '#ffb45e', tintOpacity = 0.06, vignette = 0.3 } = grade;
  const body = parts.join('');
  const zoom = 1 + Math.abs(tilt) * 0.028;
  const turned =
    tilt === 0
      ? body
      : `<g transform="translate(${width / 2} ${height / 2})rotate(${tilt})scale(${Math.round(zoom * 1000) / 1000})translate(${-width / 2} ${-height / 2})">${body}</g>`;
  return drawing.svg(
    width,
    height,
    turned +
      rect(
        0,
        0,
        width,
        height,
        drawing.radial(
          {
            0.5: [tint, tintOpacity],
            0.8: [mix(tint, '#1a0f08', 0.7), Math.max(tintOpacity, vignette * 0.36)],
            1: ['#1a0f08', vignette],
          },
          0.5,
          0.48,
          0.78,
        ),
      ),
    pixelsPerUnit,
  );
}

/** A plain wall with the light of a window falling on it in bars; the bars may be left out. */
export function wall(
  drawing: Drawing,
  { width, height }: Frame,
  colour: string,
  { beams = true, from = 0.12 }: { beams?: boolean; from?: number } = {},
): string {
  const x = width * from;
  const bar = (left: number, top: number, wide: number, high: number) =>
    path(
      `M${n(left)} ${n(top)}l${n(wide)} ${n(-wide * 0.16)}l${n(high * 0.34)} ${n(high)}l${n(-wide)} ${n(wide * 0.16)}Z`,
      drawing.linear({ 0: ['#fff3d2', 0.62], 1: ['#ffe9b8', 0.2] }),
    );
  return [
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: lighter(colour, 0.16), 0.5: colour, 1: mix(colour, '#4a2f1e', 0.24) }, 0, 0, 1, 0.7),
    ),
    beams
      ? [0, 1]
          .map((column) =>
            [0, 1]
              .map((row) =>
                bar(
                  x + column * width * 0.19 + row * height * 0.095,
                  height * 0.06 + row * height * 0.29 - column * width * 0.031,
                  width * 0.165,
                  height * 0.265,
                ),
              )
              .join(''),
          )
          .join('')
      : '',
    beams ? glow(drawing, x + width * 0.26, height * 0.3, width * 0.42, height * 0.42, '#fff1cf', 0.4) : '',
  ].join('');
}

/** A table in front of a wall. */
export function table(drawing: Drawing, frame: Frame, wood: Wood, y: number): string {
  return (
    rect(-60, y - 26, frame.width + 120, 30, drawing.linear({ 0: ['#2a1a10', 0], 1: ['#2a1a10', 0.22] })) +
    `<g transform="translate(-60 0)">${tableTop(drawing, wood, frame.width + 120, y, frame.height - y + 60)}</g>`
  );
}

/** A cloth or a stone top, without grain. */
export function plainTop(drawing: Drawing, frame: Frame, colour: string, y: number): string {
  return (
    rect(-60, y - 22, frame.width + 120, 26, drawing.linear({ 0: ['#2a1a10', 0], 1: ['#2a1a10', 0.2] })) +
    rect(
      -60,
      y,
      frame.width + 120,
      frame.height - y + 60,
      drawing.linear({ 0: mix(colour, '#4a2f1e', 0.2), 0.14: colour, 1: lighter(colour, 0.22) }),
    ) +
    line(`M-60 ${y}H${frame.width + 60}`, lighter(colour, 0.5), 2.5, 'opacity=".7"')
  );
}

/** Out of focus: round patches of light. */
export function bokeh(
  drawing: Drawing,
  box: { x: number; y: number; width: number; height: number },
  colours: readonly string[],
  count: number,
  size: number,
  opacity = 0.55,
): string {
  const { random } = drawing;
  const discs = colours.map((colour) =>
    drawing.radial({
      0: [colour, opacity * 0.72],
      0.8: [colour, opacity * 0.85],
      0.92: [colour, opacity],
      1: [colour, 0],
    }),
  );
  return Array.from({ length: count }, (_, index) => {
    const radius = size * (0.45 + random.next());
    return ellipse(
      box.x + random.next() * box.width,
      box.y + random.next() * box.height,
      radius,
      radius,
      discs[index % discs.length] ?? '',
    );
  }).join('');
}

export type Sky = 'morning' | 'noon' | 'rain' | 'dusk';

const skies: Record<Sky, { top: string; bottom: string; leaves: readonly string[]; light: string }> = {
  morning: {
    top: '#f6e3c0',
    bottom: '#fff4da',
    leaves: ['#b7c98e', '#d8dca0', '#f6e7b4', '#8fae7a'],
    light: '#fff0c4',
  },
  noon: { top: '#bfe0ee', bottom: '#eef6ee', leaves: ['#9cc48c', '#7fae78', '#c8dfa8', '#ffffff'], light: '#fffdf0' },
  rain: { top: '#8e9ea8', bottom: '#c0cacc', leaves: ['#7e928c', '#95a6a2', '#a9b6b6', '#6f857f'], light: '#dfe8ea' },
  dusk: { top: '#46507c', bottom: '#e2a27c', leaves: ['#f3c27a', '#6a6488', '#e7a87a', '#544f74'], light: '#ffd49a' },
};

/** A window from the inside, its view out of focus, and its sill at `y` to stand things on. */
export function windowSill(drawing: Drawing, frame: Frame, sky: Sky, y: number, sill = '#ece2d2'): string {
  const { width, height } = frame;
  const { top, bottom, leaves, light } = skies[sky];
  const wood = sky === 'rain' || sky === 'dusk' ? mix('#f2ece0', '#6a6f78', sky === 'rain' ? 0.28 : 0.42) : '#f4eee2';
  const bar = (x: number, at: number, wide: number, high: number, upright: boolean) =>
    rect(
      x,
      at,
      wide,
      high,
      upright
        ? drawing.across({ 0: lighter(wood, 0.4), 0.4: wood, 1: darker(wood, 0.3) })
        : drawing.linear({ 0: lighter(wood, 0.4), 0.5: wood, 1: darker(wood, 0.3) }),
    );
  return [
    rect(-60, -60, width + 120, y + 60, drawing.linear({ 0: top, 1: bottom })),
    bokeh(
      drawing,
      { x: -40, y: y * 0.3, width: width + 80, height: y * 0.75 },
      leaves,
      sky === 'rain' ? 16 : 24,
      width * 0.075,
      sky === 'rain' ? 0.4 : 0.55,
    ),
    sky === 'rain' ? drops(drawing, width, y) : glow(drawing, width * 0.3, y * 0.28, width * 0.5, y * 0.6, light, 0.85),
    bar(width * 0.06, -60, width * 0.034, y + 60, true),
    bar(width * 0.62, -60, width * 0.034, y + 60, true),
    bar(-60, y * 0.34, width + 120, height * 0.026, false),
    bar(-60, y - height * 0.045, width + 120, height * 0.047, false),
    curtain(drawing, width * 0.85, width * 0.24, y + 30, mix('#f6efe2', top, 0.18)),
    rect(
      -60,
      y,
      width + 120,
      height - y + 60,
      drawing.linear({
        0: darker(mix(sill, bottom, 0.15), 0.12),
        0.1: mix(sill, light, 0.35),
        1: mix(sill, '#7a6654', 0.3),
      }),
    ),
    line(`M-60 ${y}H${width + 60}`, '#fff', 2.5, 'opacity=".6"'),
    sky === 'rain'
      ? ''
      : path(
          `M${n(width * 0.1)} ${y}H${n(width * 0.6)}L${n(width * 0.76)} ${height + 60}H${n(width * 0.02)}Z`,
          drawing.linear({ 0: [light, 0.75], 1: [light, 0] }),
        ),
  ].join('');
}

function drops(drawing: Drawing, width: number, height: number): string {
  const { random } = drawing;
  const bead = drawing.linear({ 0: ['#5d6c74', 0.5], 0.5: ['#e8f0f2', 0.25], 1: ['#ffffff', 0.85] });
  return Array.from({ length: 70 }, () => {
    const x = random.next() * width;
    const y = random.next() * height;
    const size = 3 + random.next() ** 3 * 12;
    return (
      (random.chance(0.14)
        ? rect(
            x - size * 0.3,
            y - size * 14,
            size * 0.6,
            size * 14,
            drawing.linear({ 0: ['#fff', 0], 1: ['#fff', 0.32] }),
          )
        : '') + ellipse(x, y, size * 0.8, size, bead)
    );
  }).join('');
}

function curtain(drawing: Drawing, x: number, width: number, height: number, colour: string): string {
  const folds = 5;
  const step = width / folds;
  const fold = drawing.across({
    0: [darker(colour, 0.22), 0.92],
    0.3: [lighter(colour, 0.3), 0.9],
    0.65: [colour, 0.9],
    1: [darker(colour, 0.25), 0.92],
  });
  return Array.from({ length: folds }, (_, index) =>
    path(
      `M${n(x + index * step)}-60H${n(x + (index + 1) * step)}L${n(x + (index + 1) * step + 6)} ${n(height - (index % 2) * 10)}Q${n(x + (index + 0.5) * step)} ${n(height + 12)} ${n(x + index * step - 4)} ${n(height - ((index + 1) % 2) * 8)}Z`,
      fold,
    ),
  ).join('');
}

/** A dark room; the light comes from `x`, `y`. */
export function night(
  drawing: Drawing,
  { width, height }: Frame,
  x: number,
  y: number,
  {
    wallColour = '#5a3d2c',
    light = '#ffb45e',
    lights = true,
  }: { wallColour?: string; light?: string; lights?: boolean } = {},
): string {
  return [
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: darker(wallColour, 0.55), 0.6: darker(wallColour, 0.25), 1: darker(wallColour, 0.5) }),
    ),
    glow(drawing, x, y, width * 0.85, height * 0.8, light, 0.72),
    lights ? fairyLights(drawing, width, height) : '',
  ].join('');
}

function fairyLights(drawing: Drawing, width: number, height: number): string {
  const lamp = drawing.radial({ 0: '#fff6d8', 0.16: ['#ffe09a', 0.95], 0.4: ['#ffb85c', 0.35], 1: ['#ffb85c', 0] });
  const at = (share: number): [number, number] => [width * share, height * (0.09 + 0.09 * Math.sin(share * 9.4) ** 2)];
  const points = Array.from({ length: 15 }, (_, index) => at(index / 14));
  return (
    line(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`, '#20130b', 2.5, 'opacity=".8"') +
    points.map(([x, y]) => ellipse(x, y + 6, 30, 30, lamp)).join('')
  );
}

/** Green and sunlight, far away. */
export function garden(drawing: Drawing, { width, height }: Frame, horizon: number): string {
  return [
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: '#dfe9b8', 0.35: '#a9c582', 0.75: '#6d9a5b', 1: '#4f7a48' }),
    ),
    bokeh(
      drawing,
      { x: -60, y: -40, width: width + 120, height: horizon + 60 },
      ['#8fb56c', '#5f8f52', '#c9dc92', '#f4f0b8', '#7aa562'],
      44,
      width * 0.072,
      0.5,
    ),
    bokeh(
      drawing,
      { x: 0, y: horizon * 0.45, width, height: horizon * 0.5 },
      ['#e98a9a', '#f6d0c4', '#f4d67a'],
      11,
      width * 0.026,
      0.7,
    ),
    glow(drawing, width * 0.2, 0, width * 0.6, height * 0.5, '#fff8d0', 0.75),
  ].join('');
}

/** Roofs and sky behind a railing. */
export function balcony(drawing: Drawing, { width, height }: Frame, horizon: number): string {
  const { random } = drawing;
  const roofs = Array.from({ length: 8 }, (_, index) => {
    const x = (index - 0.6) * width * 0.15;
    const high = horizon * (0.3 + random.next() * 0.22);
    const wide = width * (0.14 + random.next() * 0.06);
    const brick = mix(['#d9a58a', '#cbb8a8', '#e0c3a4', '#b99a8c'][index % 4] ?? '#d9a58a', '#dfe6ea', 0.42);
    return (
      rect(x, horizon - high, wide, high, brick) +
      path(
        `M${n(x - 10)} ${n(horizon - high)}L${n(x + wide / 2)} ${n(horizon - high - wide * 0.36)}L${n(x + wide + 10)} ${n(horizon - high)}Z`,
        mix('#a8654a', '#dfe6ea', 0.4),
      ) +
      [0.2, 0.56]
        .map((share) =>
          rect(x + wide * share, horizon - high * 0.72, wide * 0.2, high * 0.26, mix('#6d8496', '#dfe6ea', 0.4)),
        )
        .join('')
    );
  });
  const rails = Array.from({ length: 15 }, (_, index) =>
    rect(
      index * width * 0.075 - 6,
      horizon - height * 0.27,
      9,
      height * 0.3,
      drawing.across({ 0: '#5d6266', 0.4: '#2f3438', 1: '#191c1f' }),
    ),
  );
  return [
    rect(-60, -60, width + 120, horizon + 80, drawing.linear({ 0: '#9fcbe4', 0.7: '#e6f1ee', 1: '#fdf3dc' })),
    [
      [0.2, 0.2, 1],
      [0.62, 0.12, 1.3],
      [0.86, 0.3, 0.8],
    ]
      .map(([x = 0, y = 0, size = 1]) =>
        [0, 1, 2, 3]
          .map((puff) =>
            ellipse(
              width * x + puff * 54 * size,
              horizon * y + (puff % 2) * 14,
              70 * size,
              34 * size,
              '#fff',
              'opacity=".5"',
            ),
          )
          .join(''),
      )
      .join(''),
    glow(drawing, width * 0.24, horizon * 0.2, width * 0.5, horizon * 0.6, '#fff6d6', 0.7),
    roofs.join(''),
    rect(-60, 0, width + 120, horizon, drawing.linear({ 0: ['#fff', 0], 1: ['#fff6e4', 0.3] })),
    rails.join(''),
    rect(-60, horizon - height * 0.29, width + 120, 22, drawing.linear({ 0: '#6a7074', 0.4: '#33383c', 1: '#1b1e21' })),
  ].join('');
}

/** Wooden boards from above. */
export function boardsFromAbove(drawing: Drawing, { width, height }: Frame, wood: Wood): string {
  const { random } = drawing;
  const planks = 5;
  const high = (height + 120) / planks;
  const rows = Array.from({ length: planks }, (_, index) => {
    const y = -60 + index * high;
    const tone = mix(wood.base, index % 2 === 0 ? wood.light : wood.dark, 0.12 + random.next() * 0.16);
    const grain = Array.from({ length: 9 }, (_line, row) => {
      const at = y + (high * (row + 0.5 + random.next() * 0.5)) / 9;
      return line(
        `M-60 ${n(at)}Q${n(width * random.next())} ${n(at + random.next() * 22 - 11)} ${n(width * 0.6)} ${n(at)}T${width + 60} ${n(at + 4)}`,
        row % 3 === 0 ? wood.light : wood.dark,
        1 + random.next() * 2.6,
        `opacity="${n(0.2 + random.next() * 0.25)}"`,
      );
    });
    return (
      rect(-60, y, width + 120, high + 1, tone) +
      grain.join('') +
      rect(-60, y + high - 3, width + 120, 4, darker(wood.dark, 0.45), 'opacity=".55"') +
      rect(-60, y + high + 1, width + 120, 2, lighter(wood.light, 0.3), 'opacity=".4"')
    );
  });
  return (
    rows.join('') +
    glow(drawing, width * 0.2, height * 0.12, width * 0.8, height * 0.8, '#fff3d6', 0.4) +
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: ['#000', 0], 0.5: ['#2a1608', 0], 1: ['#2a1608', 0.32] }, 0, 0, 1, 1),
    )
  );
}

/** A creased tablecloth from above. */
export function linenFromAbove(drawing: Drawing, { width, height }: Frame, colour: string): string {
  const { random } = drawing;
  const creases = Array.from({ length: 7 }, () => {
    const x = random.next() * width;
    const y = random.next() * height;
    const turn = random.next() * 180;
    return `<g transform="translate(${n(x)} ${n(y)})rotate(${n(turn)})">${ellipse(
      0,
      0,
      width * 0.42,
      26,
      drawing.linear({
        0: ['#fff', 0],
        0.42: ['#fff', 0.4],
        0.55: [darker(colour, 0.5), 0.22],
        1: [darker(colour, 0.5), 0],
      }),
    )}</g>`;
  });
  const threads = (step: number, long: number, across: number, upright: boolean) =>
    Array.from({ length: Math.ceil(across / step) + 12 }, (_, index) =>
      upright ? `M${-60 + index * step}-60V${long}` : `M-60 ${-60 + index * step}H${long}`,
    ).join('');
  return (
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: lighter(colour, 0.3), 0.5: colour, 1: mix(colour, '#4a2f1e', 0.28) }, 0, 0, 1, 1),
    ) +
    creases.join('') +
    `<path d="${threads(9, width + 60, height, false)}" stroke="#fff" opacity=".13"/><path d="${threads(11, height + 60, width, true)}" stroke="${darker(colour, 0.5)}" opacity=".09"/>`
  );
}

/** Light through leaves, as bright and dark flecks on whatever lies below. */
export function dapple(drawing: Drawing, { width, height }: Frame, opacity = 0.14): string {
  const leaf = drawing.shape('<path d="M0 0C26-22 40-86 8-150C-24-100-24-36 0 0Z"/>');
  const { random } = drawing;
  return `<g fill="#2a1a10" opacity="${opacity}">${Array.from({ length: 20 }, () => `<use href="#${leaf}" transform="translate(${Math.round(width * (0.45 + random.next() * 0.65))} ${Math.round(height * random.next() * 0.5)})rotate(${Math.round(random.next() * 120 + 170)})scale(${n(0.8 + random.next() * 0.9)})"/>`).join('')}</g>`;
}

/** Wall tiles in rows, as in kitchens and baths. */
export function tiles(
  drawing: Drawing,
  { width }: Frame,
  colour: string,
  bottom: number,
  wide = 150,
  high = 76,
): string {
  const columns = Math.ceil((width + 120) / wide) + 1;
  const rows = Math.ceil((bottom + 60) / high);
  const each = (shape: (x: number, y: number) => string) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_tile, column) =>
        shape(-60 + column * wide - (row % 2) * (wide / 2), -60 + row * high),
      ).join(''),
    ).join('');
  return (
    clipped(
      drawing.clip(`<rect x="-60" y="-60" width="${width + 120}" height="${bottom + 60}"/>`),
      rect(-60, -60, width + 120, bottom + 60, darker(colour, 0.18)),
      path(
        each((x, y) => `M${x + 2} ${y + 2}h${wide - 4}v${high - 4}h${4 - wide}Z`),
        colour,
      ),
      line(
        each((x, y) => `M${x + 7} ${y + 7}h${wide - 16}`),
        '#fff',
        3,
        'opacity=".45"',
      ),
    ) +
    rect(
      -60,
      -60,
      width + 120,
      bottom + 60,
      drawing.linear({ 0: ['#fff3d8', 0.4], 0.5: ['#fff', 0], 1: ['#3a2412', 0.25] }, 0, 0, 1, 0.6),
    )
  );
}

/** A shelf board with its bracket's shade, its upper edge at `y`. */
export function shelfBoard(drawing: Drawing, { width }: Frame, y: number, wood: Wood = woods.oak): string {
  return [
    rect(-60, y + 34, width + 120, 70, drawing.linear({ 0: ['#2a1a10', 0.4], 1: ['#2a1a10', 0] })),
    rect(-60, y, width + 120, 12, lighter(wood.light, 0.25)),
    rect(-60, y + 10, width + 120, 30, drawing.linear({ 0: wood.light, 1: mix(wood.base, wood.dark, 0.4) })),
    clipped(
      drawing.clip(`<rect x="-60" y="${y + 10}" width="${width + 120}" height="30"/>`),
      [0, 1, 2, 3]
        .map((row) =>
          line(
            `M-60 ${y + 15 + row * 7}Q${width * 0.3} ${y + 9 + row * 8} ${width * 0.6} ${y + 15 + row * 7}T${width + 60} ${y + 14 + row * 7}`,
            wood.dark,
            1.6,
            'opacity=".35"',
          ),
        )
        .join(''),
    ),
  ].join('');
}

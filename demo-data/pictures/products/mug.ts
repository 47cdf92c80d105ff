import { clipped, darker, ellipse, lighter, line, mix, n, path, shadow, type Drawing } from '../svg.ts';

interface Glaze {
  light: string;
  base: string;
  dark: string;
  /** Where the glaze is thick. */
  pool: string;
  /** Where it is thin. */
  rust: string;
  clay: string;
  speckle: string;
}

export const glazes = {
  seafoam: {
    light: '#e0ebe0',
    base: '#aac6b8',
    dark: '#668b80',
    pool: '#47746f',
    rust: '#a2592f',
    clay: '#c29a78',
    speckle: '#6b4a33',
  },
  ink: {
    light: '#7e98c4',
    base: '#31497a',
    dark: '#141f3d',
    pool: '#0c1634',
    rust: '#8a5a3a',
    clay: '#b18a6c',
    speckle: '#9db4dc',
  },
  oat: {
    light: '#fbf3e4',
    base: '#e8d9c0',
    dark: '#b89f7e',
    pool: '#d2ba95',
    rust: '#b47f52',
    clay: '#a97d5c',
    speckle: '#6f4f37',
  },
} satisfies Record<string, Glaze>;

export type GlazeName = keyof typeof glazes;
export type Drink = 'coffee' | 'tea' | 'milk' | 'none';

const drinkColours: Record<Exclude<Drink, 'none'>, readonly [string, string]> = {
  coffee: ['#2b170c', '#6d4223'],
  tea: ['#8a3f12', '#c9782f'],
  milk: ['#c79a6b', '#ecd3b0'],
};

const body = 'M-148-318C-168-226-170-104-120-24Q-110-4-96 2Q0 30 96 2Q110-4 120-24C170-104 168-226 148-318Z';

/**
 * A Tide Mug from the front, standing on (0, 0), about 350 high; light comes from the left. Turned away, it hides its
 * handle.
 */
export function mug(
  drawing: Drawing,
  name: GlazeName,
  {
    drink = 'coffee',
    speckles = 26,
    turnedAway = false,
  }: { drink?: Drink; speckles?: number; turnedAway?: boolean } = {},
): string {
  const glaze = glazes[name];
  const inside = drawing.clip(
    '<path d="M-148-318C-168-226-170-104-120-24Q-110-4-96 2Q0 30 96 2Q110-4 120-24C170-104 168-226 148-318A148 36 0 0 1-148-318Z"/>',
  );
  const { random } = drawing;
  const lit = drawing.across({
    0: darker(glaze.base, 0.18),
    0.1: glaze.base,
    0.3: glaze.light,
    0.55: glaze.base,
    0.86: glaze.dark,
    0.96: mix(glaze.dark, glaze.base, 0.3),
    1: glaze.dark,
  });
  const clay = drawing.across({
    0: darker(glaze.clay, 0.25),
    0.3: lighter(glaze.clay, 0.18),
    0.6: glaze.clay,
    1: darker(glaze.clay, 0.45),
  });
  const specks = Array.from({ length: speckles }, () => {
    const x = random.next() * 300 - 150;
    const y = -300 + random.next() * 262;
    return ellipse(
      Math.round(x),
      Math.round(y),
      0.9 + random.next() * 1.9,
      0.8 + random.next() * 1.5,
      glaze.speckle,
      `opacity="${n(0.25 + random.next() * 0.5)}"`,
    );
  }).join('');
  return [
    shadow(drawing, 210, 34, 0.55, 24, 4),
    shadow(drawing, 118, 15, 0.7, 2, 6),
    turnedAway ? '' : handle(drawing, glaze, name === 'oat'),
    path(body, clay),
    clipped(
      inside,
      path('M-180-340H180V-36C150-44 128-26 92-32S30-18-8-26-70-42-104-30-150-40-180-34Z', lit),
      // The tide: thick glaze that ran down and stopped.
      path(
        'M-180-120C-130-150-92-96-40-118S60-160 104-126 160-150 180-136V-36C150-44 128-26 92-32S30-18-8-26-70-42-104-30-150-40-180-34Z',
        drawing.linear({ 0: [glaze.pool, 0.62], 0.35: [glaze.pool, 0.26], 1: [glaze.pool, 0.5] }),
      ),
      line('M-180-120C-130-150-92-96-40-118S60-160 104-126 160-150 180-136', glaze.light, 5, 'opacity=".38"'),
      path(
        'M-180-340H180V-262C160-282 140-250 118-272S92-232 74-270 40-284 20-262-14-280-34-258-62-288-84-264-112-246-128-272-160-258-180-270Z',
        drawing.linear({
          0: [glaze.rust, 0.95],
          0.34: [glaze.rust, 0.72],
          0.7: [glaze.rust, 0.18],
          1: [glaze.rust, 0],
        }),
      ),
      specks,
      path(
        'M-180-340H180V40H-180Z',
        drawing.across({
          0: ['#000', 0.16],
          0.14: ['#000', 0],
          0.6: ['#000', 0],
          0.9: ['#000', 0.2],
          1: ['#000', 0.1],
        }),
      ),
      path(
        'M-118-296C-138-220-136-130-100-62C-84-58-80-70-88-92C-104-150-104-220-88-296Z',
        drawing.across({ 0: ['#fff', 0], 0.45: ['#fff', 0.36], 1: ['#fff', 0] }),
      ),
      ellipse(
        -88,
        -214,
        12,
        52,
        drawing.radial({ 0: ['#fff', 0.75], 0.6: ['#fff', 0.4], 1: ['#fff', 0] }),
        'transform="rotate(3 -88 -214)"',
      ),
      line('M-104-33C-70-44-40-28-8-28', '#fff', 3, 'opacity=".35"'),
    ),
    rim(drawing, glaze, drink),
  ].join('');
}

function handle(drawing: Drawing, glaze: Glaze, thumbRest: boolean): string {
  const d = 'M132-262C176-292 262-288 262-196C262-118 190-84 124-86';
  return [
    thumbRest
      ? ellipse(190, -286, 30, 14, glaze.base, 'transform="rotate(10 190 -286)"') +
        ellipse(184, -290, 18, 6, glaze.light, 'transform="rotate(8 184 -290)"')
      : '',
    line(d, glaze.dark, 44),
    line(d, drawing.linear({ 0: glaze.base, 0.5: mix(glaze.base, glaze.dark, 0.35), 1: glaze.dark }), 37),
    line(
      'M140-266C180-292 254-284 254-198',
      drawing.across({ 0: [glaze.light, 0.2], 0.5: [glaze.light, 0.9], 1: [glaze.light, 0.5] }),
      10,
    ),
    line('M188-292C230-290 262-266 268-220', glaze.rust, 7, 'opacity=".55"'),
    line('M244-176C236-134 190-112 140-106', glaze.dark, 9, 'opacity=".55"'),
  ].join('');
}

function rim(drawing: Drawing, glaze: Glaze, drink: Drink): string {
  const well = drawing.clip('<ellipse cy="-318" rx="137" ry="29.5"/>');
  const surface =
    drink === 'none'
      ? ''
      : ellipse(
          0,
          -303,
          132,
          25,
          drawing.linear({ 0: drinkColours[drink][0], 1: drinkColours[drink][1] }, 0, 0, 0.3, 1),
        ) +
        line('M-118-300A132 25 0 0 0 112-298', lighter(drinkColours[drink][1], 0.35), 3, 'opacity=".6"') +
        ellipse(-50, -304, 34, 4, '#fff', 'opacity=".22"');
  return [
    ellipse(
      0,
      -318,
      148,
      36,
      drawing.across({
        0: darker(glaze.rust, 0.1),
        0.3: lighter(glaze.rust, 0.35),
        0.7: glaze.rust,
        1: darker(glaze.rust, 0.3),
      }),
    ),
    clipped(
      well,
      ellipse(
        0,
        -318,
        137,
        29.5,
        drawing.across({ 0: glaze.dark, 0.4: mix(glaze.dark, glaze.base, 0.5), 1: glaze.light }),
      ) +
        ellipse(0, -342, 140, 34, darker(glaze.dark, 0.4), 'opacity=".35"') +
        surface,
    ),
    line('M-143-312A148 36 0 0 0 40-284', '#fff', 2.5, 'opacity=".55"'),
  ].join('');
}

/** The mug from above, its centre on (0, 0), about 300 across without the handle. */
export function mugFromAbove(
  drawing: Drawing,
  name: GlazeName,
  { drink = 'milk', art = false }: { drink?: Exclude<Drink, 'none'>; art?: boolean } = {},
): string {
  const glaze = glazes[name];
  const [deep, pale] = drinkColours[drink];
  return [
    shadow(drawing, 232, 218, 0.55, 34, 44),
    line('M120 40C190 40 236 66 268 92', glaze.dark, 46),
    line('M120 36C190 36 234 60 264 86', drawing.linear({ 0: glaze.light, 1: glaze.base }), 38),
    line('M150 26C196 28 230 46 254 66', '#fff', 7, 'opacity=".5"'),
    ellipse(0, 0, 158, 158, drawing.linear({ 0: glaze.light, 0.6: glaze.base, 1: glaze.dark }, 0, 0, 1, 1)),
    ellipse(0, 0, 150, 150, 'none', `stroke="${glaze.rust}" stroke-width="9" opacity=".85"`),
    ellipse(0, 0, 143, 143, drawing.radial({ 0.75: mix(glaze.base, glaze.dark, 0.4), 0.9: glaze.dark, 1: glaze.base })),
    ellipse(
      4,
      6,
      126,
      126,
      drawing.radial({ 0: pale, 0.72: mix(pale, deep, 0.35), 0.93: deep, 1: lighter(deep, 0.25) }, 0.45, 0.45, 0.58),
    ),
    art ? latteArt() : ellipse(-40, -44, 42, 18, '#fff', 'opacity=".2" transform="rotate(-40 -40 -44)"'),
    path('M-104-104A150 150 0 0 1 40-144L38-138A143 143 0 0 0-98-98Z', '#fff', 'opacity=".6"'),
  ].join('');
}

function latteArt(): string {
  const cream = '#fbf1e2';
  const leaves = [0, 1, 2, 3, 4].map((row) => {
    const y = -56 + row * 25;
    const width = 40 + row * 9 - (row === 4 ? 12 : 0);
    return line(
      `M${-width} ${y + 10}Q${-width / 2} ${y - 24} 0 ${y}Q${width / 2} ${y - 24} ${width} ${y + 10}`,
      cream,
      12,
      'opacity=".92"',
    );
  });
  return `<g transform="rotate(-24)">${leaves.join('')}${ellipse(0, -82, 15, 17, cream)}${line('M0-92V88', cream, 5, 'opacity=".9"')}</g>`;
}

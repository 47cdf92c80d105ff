import { clipped, darker, ellipse, glow, lighter, line, mix, n, path, shadow, type Drawing } from '../svg.ts';
import { woods, grain } from './wood.ts';

export const pots = { terracotta: '#c4714a', slate: '#5b6670' } as const;
export type Pot = keyof typeof pots;
type Plant = 'olive' | 'basil' | 'geranium' | 'none';

/** A Terrace Planter on its saucer, standing on (0, 0), pot about 330 high, with a plant in it. */
export function planter(drawing: Drawing, pot: Pot, plant: Plant = 'olive'): string {
  const colour = pots[pot];
  const glossy = pot === 'slate';
  const lit = drawing.across({
    0: darker(colour, 0.35),
    0.12: colour,
    0.32: lighter(colour, 0.3),
    0.6: colour,
    1: darker(colour, 0.5),
  });
  const body = 'M-150-290L-116-30Q0-6 116-30L150-290Z';
  return [
    shadow(drawing, 300, 46, 0.55, 36, -2),
    path('M-168-40L-158-6Q0 30 158-6L168-40Z', lit),
    ellipse(0, -40, 168, 28, drawing.linear({ 0: darker(colour, 0.45), 1: lighter(colour, 0.1) })),
    ellipse(0, -38, 150, 22, darker(colour, 0.5)),
    path(body, lit),
    clipped(
      drawing.clip(`<path d="${body}"/>`),
      Array.from({ length: 5 }, (_, index) =>
        line(
          `M-150 ${-250 + index * 46}Q0 ${-222 + index * 46} 150 ${-250 + index * 46}`,
          index % 2 === 0 ? '#fff' : '#000',
          2.4,
          'opacity=".07"',
        ),
      ).join(''),
      glossy
        ? path('M-108-280L-84-50Q-66-44-56-50L-66-278Z', '#fff', 'opacity=".3"') +
            path('M-160-110C-90-140-20-90 50-118S140-130 170-110V0H-160Z', '#2d353c', 'opacity=".4"')
        : glow(drawing, 60, -96, 90, 60, '#f7e3d2', 0.4) + glow(drawing, -60, -210, 60, 90, '#f7e3d2', 0.3),
      path('M-150-292Q0-250 150-292V-262Q0-222-150-262Z', '#000', 'opacity=".22"'),
    ),
    path('M-174-352L-166-284Q0-250 166-284L174-352Z', lit),
    ellipse(0, -352, 174, 36, lighter(colour, 0.25)),
    ellipse(0, -350, 154, 29, drawing.linear({ 0: '#2a1a11', 1: '#5d4029' })),
    Array.from({ length: 8 }, () =>
      ellipse(
        drawing.random.integer(-125, 125),
        drawing.random.integer(-362, -332),
        drawing.random.integer(6, 12),
        3.4,
        drawing.random.chance(0.5) ? '#6e4d33' : '#3a2517',
      ),
    ).join(''),
    line('M-170-346A174 36 0 0 0 60-318', '#fff', 3, 'opacity=".35"'),
    greenery(drawing, plant),
  ].join('');
}

function greenery(drawing: Drawing, plant: Plant): string {
  switch (plant) {
    case 'none':
      return '';
    case 'olive':
      return olive(drawing);
    case 'basil':
      return basil(drawing);
    case 'geranium':
      return geranium(drawing);
  }
}

/** One of many leaves. */
function leafAt(shape: string, x: number, y: number, turn: number, colour: string, size = 1): string {
  return `<use href="#${shape}" fill="${colour}" transform="translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(turn)})${size === 1 ? '' : `scale(${n(size)})`}"/>`;
}

function olive(drawing: Drawing): string {
  const { random } = drawing;
  const shape = drawing.shape('<path d="M0 0C12-14 12-48 0-70C-12-48-12-14 0 0Z"/>');
  const twigs: readonly (readonly [number, number, number])[] = [
    [-150, -640, -30],
    [-90, -720, -14],
    [-6, -770, 2],
    [92, -716, 16],
    [158, -632, 32],
    [-190, -560, -48],
    [196, -556, 50],
    [40, -690, 8],
    [-46, -660, -8],
  ];
  const colours = ['#8ea489', '#748d6e', '#a9baa0', '#5f7a5a'];
  const leaves = twigs.map(([x, y, turn]) => {
    const stem = line(`M${n(x * 0.14)}-500Q${n(x * 0.5)} ${n(y * 0.86)} ${x} ${y}`, '#6f5a42', 6);
    const blades = Array.from({ length: 7 }, (_, index) => {
      const share = 0.3 + (index / 7) * 0.74;
      const angle = turn + (index % 2 === 0 ? -58 : 58) + random.next() * 22 - 11;
      return leafAt(shape, x * share ** 1.4, -500 + (y + 500) * share, angle, colours[index % 4] ?? '#748d6e');
    });
    return stem + blades.join('');
  });
  return (
    line('M2-345C-4-420 10-460 0-520', '#6b5138', 20) +
    line('M-3-350C-9-420 5-460-5-510', '#96775a', 6) +
    leaves.join('')
  );
}

function basil(drawing: Drawing): string {
  const { random } = drawing;
  const shape = drawing.shape('<path d="M0 0C-40-16-48-74 0-112C48-74 40-16 0 0Z"/>');
  const vein = drawing.shape(
    '<path d="M0 0V-92M0-30L-16-48M0-30L16-48M0-54L-13-70M0-54L13-70" stroke-width="2.5" fill="none" opacity=".5"/>',
  );
  const layers = [
    [18, -430, 150, 0.7, '#2f6230'],
    [15, -470, 170, 0.9, '#457f3c'],
    [12, -510, 130, 0.9, '#5f9a48'],
    [8, -560, 80, 0.9, '#7cb35c'],
  ] as const;
  return layers
    .map(([count, y, reach, size, colour]) =>
      Array.from({ length: count }, (_, index) => {
        const x = ((index + 0.5) / count - 0.5) * 2 * reach + random.next() * 26 - 13;
        const at = [x, y + 70 + random.next() * 40 + Math.abs(x) * 0.25, x * 0.42 + random.next() * 40 - 20] as const;
        const scale = size * (0.85 + random.next() * 0.4);
        const shade = mix(colour, '#bcd88a', random.next() * 0.25);
        return (
          leafAt(shape, ...at, shade, scale) +
          leafAt(vein, ...at, 'none', scale).replace(' fill="none"', ` stroke="${lighter(shade, 0.4)}"`)
        );
      }).join(''),
    )
    .join('');
}

function geranium(drawing: Drawing): string {
  const { random } = drawing;
  const heads: readonly (readonly [number, number])[] = [
    [-112, -560],
    [12, -640],
    [120, -570],
    [-30, -520],
  ];
  const leaf = drawing.shape('<ellipse rx="50" ry="41"/>');
  const veins = drawing.shape(
    '<path d="M0 22V-20M0 22L-30-6M0 22L30-6M-30 14A30 24 0 1 1 30 14" fill="none" stroke-width="4" opacity=".3"/>',
  );
  const petal = drawing.shape('<path d="M0 12C-26 10-22-18-8-15Q0-24 8-15C22-18 26 10 0 12Z"/>');
  const greens = Array.from({ length: 11 }, (_, index) => {
    const x = (index / 10 - 0.5) * 340 + random.next() * 20;
    const y = -392 - random.next() * 80 + Math.abs(index - 5) * 8;
    const shade = mix('#4f7d43', '#86ab5c', random.next());
    const size = 0.85 + random.next() * 0.35;
    return (
      leafAt(leaf, x, y, 0, shade, size) +
      leafAt(veins, x, y, x / 6, 'none', size).replace(' fill="none"', ` stroke="${lighter(shade, 0.55)}"`)
    );
  });
  return [
    heads.map(([x, y]) => line(`M${n(x * 0.3)}-350Q${n(x * 0.6)}-460 ${x} ${y}`, '#5e7f44', 7)).join(''),
    greens.join(''),
    heads
      .map(([x, y]) =>
        Array.from({ length: 10 }, () => {
          const angle = random.next() * 6.28;
          const reach = Math.sqrt(random.next()) * 42;
          return leafAt(
            petal,
            x + Math.cos(angle) * reach,
            y + Math.sin(angle) * reach * 0.8,
            random.next() * 90 - 45,
            ['#b8323f', '#cf4a52', '#e06a6c', '#ef9290'][random.integer(0, 3)] ?? '#cf4a52',
          );
        }).join(''),
      )
      .join(''),
  ].join('');
}

/** The Copper Watering Can, standing on (0, 0), spout to the left, about 760 wide. */
export function wateringCan(drawing: Drawing): string {
  const copper = (dull = 0) =>
    drawing.across({
      0: darker('#8f4a26', dull),
      0.12: '#b9683c',
      0.3: '#f6bf94',
      0.42: '#d98a58',
      0.7: '#b05f34',
      0.92: '#7b3d1e',
      1: '#c67b4c',
    });
  return [
    shadow(drawing, 330, 40, 0.5, 30, 0),
    shadow(drawing, 170, 18, 0.65, 20, 6),
    // spout, long and thin
    path(
      'M-104-70C-190-110-286-330-436-412L-424-428C-262-362-170-190-104-150Z',
      drawing.linear({ 0: '#f6bf94', 0.35: '#c97a4a', 1: '#7b3d1e' }, 0.2, 0, 0.6, 1),
    ),
    line('M-116-128C-190-196-268-342-420-420', '#ffe0c4', 4, 'opacity=".8"'),
    ellipse(-430, -420, 11, 7, '#5a2a12', 'transform="rotate(-58 -430 -420)"'),
    line('M-150-150L-60-230', '#9c5529', 9),
    // handle
    line('M-40-262C-30-420 190-440 262-300C300-214 270-110 168-70', '#6f3519', 26),
    line(
      'M-40-262C-30-420 190-440 262-300C300-214 270-110 168-70',
      drawing.linear({ 0: '#f6bf94', 0.4: '#c97a4a', 1: '#8f4a26' }),
      19,
    ),
    line('M-30-280C-10-404 172-424 246-306', '#ffe6cf', 4, 'opacity=".75"'),
    // body
    path('M-120-262Q-132-40-118-12Q-112 4-96 6Q30 26 156 6Q172 4 178-12Q192-40 180-262Z', copper()),
    path(
      'M-120-262Q-132-40-118-12Q-112 4-96 6Q30 26 156 6Q172 4 178-12Q192-40 180-262Z',
      drawing.linear({ 0: ['#fff', 0.12], 0.5: ['#000', 0], 1: ['#3a1808', 0.35] }),
    ),
    line('M-125-228Q30-204 185-228M-122-36Q30-10 182-36', '#8f4a26', 5, 'opacity=".7"'),
    line('M-125-224Q30-200 185-224', '#ffd9b8', 2, 'opacity=".7"'),
    ellipse(30, -262, 150, 30, copper(0.1)),
    ellipse(34, -259, 132, 22, drawing.linear({ 0: '#4a200c', 1: '#a35b32' })),
    path('M-100-250L-96-30Q-84-20-74-26L-76-244Z', '#fff', 'opacity=".28"'),
    line('M-118-256A150 30 0 0 0 60-232', '#ffe6cf', 3),
  ].join('');
}

/** The Ash-Handled Trowel along x, its middle on (0, 0), blade to the left, 760 long. */
export function trowel(drawing: Drawing): string {
  const handleShape = 'M86-26C140-44 200-36 260-40S372-42 384-14Q390 0 384 14C372 42 320 40 260 40S140 44 86 26Z';
  const wood = woods.ash;
  return [
    path(
      'M-384 6C-330-70-220-84-84-64L88-20V20L-84 64C-220 84-330 70-384 6Z',
      '#20140c',
      'opacity=".28" transform="translate(16 26)"',
    ),
    path('M80-20H384V34H80Z', '#20140c', 'opacity=".28" transform="translate(14 22)"'),
    path(
      'M-384 0C-336-74-226-88-92-70Q-66-66-44-44L-24-18H96V18H-24L-44 44Q-66 66-92 70C-226 88-336 74-384 0Z',
      drawing.linear({ 0: '#d4d8d9', 0.3: '#8e9699', 0.5: '#5d6568', 0.7: '#9aa2a4', 1: '#474e51' }),
    ),
    path(
      'M-366 0C-310-44-200-50-96-34Q-70-24-52 0Q-70 24-96 34C-200 50-310 44-366 0Z',
      drawing.linear({ 0: ['#3f4649', 0.7], 0.5: ['#7d8689', 0.4], 1: ['#e4e8e9', 0.6] }),
    ),
    line('M-368-6C-316-64-214-76-96-60', '#fff', 4, 'opacity=".75"'),
    rect2(70, -24, 36, 48, drawing.linear({ 0: '#c9ced0', 0.5: '#6c7477', 1: '#3c4346' })),
    path(handleShape, drawing.linear({ 0: wood.light, 0.35: wood.base, 1: darker(wood.dark, 0.1) })),
    clipped(
      drawing.clip(`<path d="${handleShape}"/>`),
      `<g transform="translate(80 -46)">${grain(drawing, wood, 310, 92, 11, 0)}</g>`,
    ),
    line('M100-22C160-36 260-34 370-28', '#fff', 5, 'opacity=".5"'),
    [140, 196]
      .map((x) => ellipse(x, 0, 9, 9, drawing.radial({ 0: '#fdf0c8', 0.6: '#d0a24a', 1: '#7d5a20' }, 0.35, 0.3, 0.8)))
      .join(''),
    ellipse(364, 0, 8, 12, '#4b3722'),
  ].join('');
}

function rect2(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}"/>`;
}

/** The Bird Table Supper Bar, hanging from (0, 0) down to about y = 700, with a robin. */
export function birdTable(drawing: Drawing): string {
  const wood = woods.larch;
  const seed = drawing.shape('<ellipse rx="7" ry="3.6"/>');
  const board = (d: string, from = 0) =>
    path(d, drawing.linear({ 0: lighter(wood.light, 0.15), 0.4: wood.base, 1: mix(wood.base, wood.dark, 0.6 + from) }));
  return [
    line('M0-40V70', '#7d6a54', 6),
    line('M0 66L-210 214M0 66L210 214', '#8c775e', 5),
    // roof: slate on larch
    path(
      'M-300 250L-236 176H236L300 250Z',
      drawing.linear({ 0: '#8a949b', 0.5: '#5f6a72', 1: '#414a51' }, 0, 0, 0.6, 1),
    ),
    [-150, -40, 70, 170].map((x) => line(`M${x} 182l${x > 0 ? 14 : -14} 62`, '#343c42', 2.5, 'opacity=".5"')).join(''),
    line('M-270 224Q-60 210 120 224', '#c3cbd0', 3, 'opacity=".35"'),
    path('M-302 250H302V272H-302Z', drawing.linear({ 0: '#4c555c', 1: '#2f363b' })),
    // posts
    [-236, 216]
      .map(
        (x) =>
          `<rect x="${x}" y="272" width="22" height="250" fill="${drawing.across({ 0: wood.light, 0.5: wood.base, 1: wood.dark })}"/>`,
      )
      .join(''),
    // back rail
    path('M-214 330H216V346H-214Z', drawing.linear({ 0: '#f0cf86', 0.5: '#b98a38', 1: '#7d5a20' })),
    // seed and tray
    ellipse(0, 512, 180, 22, '#6d4a2a'),
    Array.from({ length: 46 }, () =>
      leafAt(
        seed,
        drawing.random.next() * 330 - 165,
        496 + drawing.random.next() * 22,
        drawing.random.next() * 60 - 30,
        ['#e0bb74', '#3a2c20', '#c79347', '#f0dcae'][drawing.random.integer(0, 3)] ?? '#e0bb74',
      ),
    ).join(''),
    board('M-300 522H300L318 548H-318Z'),
    path('M-318 546H318V582H-318Z', drawing.linear({ 0: wood.base, 1: wood.dark })),
    clipped(
      drawing.clip('<rect x="-318" y="546" width="636" height="36"/>'),
      `<g transform="translate(-318 546)">${grain(drawing, wood, 636, 36, 6, 1)}</g>`,
    ),
    [-280, 280]
      .map((x) => ellipse(x, 564, 8, 8, drawing.radial({ 0: '#fdf0c8', 1: '#9a7230' }, 0.35, 0.3, 0.8)))
      .join(''),
    robin(drawing),
  ].join('');
}

/** A robin on the edge of the tray. */
function robin(drawing: Drawing): string {
  return `<g transform="translate(96 452) scale(1.06)">${[
    line('M-8 60L-14 92M14 60L14 92', '#5b4330', 5),
    path('M58 20C96 26 128 44 150 62C118 62 84 56 56 46Z', '#6d5a44'),
    ellipse(10, 10, 72, 62, drawing.radial({ 0: '#a58f74', 0.7: '#86704f', 1: '#5f4c34' }, 0.4, 0.25, 0.8)),
    path('M-50 28C-40 66 0 76 30 66C6 56 4 20-20 8Z', '#f4ead8'),
    path(
      'M-62-22C-66 10-50 46-14 52C14 44 12 4-6-22C-20-44-54-46-62-22Z',
      drawing.radial({ 0: '#f08a4a', 0.7: '#d8622c', 1: '#b04a1e' }, 0.35, 0.4, 0.75),
    ),
    path('M-58-34C-54-68-10-74 10-48C22-30 30-20 40-10C10-20-6-34-24-34S-50-22-58-34Z', '#86704f'),
    path('M10-6C50-14 84 14 92 46C56 52 20 40 10-6Z', '#75603f'),
    line('M30 14C52 18 70 30 80 42M26 26C44 30 58 36 70 44', '#57452d', 3, 'opacity=".7"'),
    ellipse(-34, -40, 7, 7, '#1d140d'),
    ellipse(-36, -42, 2.2, 2.2, '#fff'),
    path('M-58-38L-82-30L-57-26Z', '#4b3722'),
  ].join('')}</g>`;
}

import { clipped, darker, ellipse, lighter, line, mix, n, path, shadow, type Drawing } from '../svg.ts';
import { glazes, type GlazeName } from './mug.ts';

type Food = 'none' | 'pesto' | 'tomato' | 'lemons' | 'fruit';

/** A Supper Bowl from the front and a little above, standing on (0, 0), 600 wide. */
export function bowl(drawing: Drawing, name: GlazeName, { food = 'none' }: { food?: Food } = {}): string {
  const glaze = glazes[name];
  const lit = drawing.across({
    0: glaze.dark,
    0.14: glaze.base,
    0.34: glaze.light,
    0.62: glaze.base,
    0.92: glaze.dark,
    1: darker(glaze.dark, 0.2),
  });
  const clay = drawing.across({
    0: darker(glaze.clay, 0.3),
    0.4: lighter(glaze.clay, 0.1),
    1: darker(glaze.clay, 0.5),
  });
  const side = drawing.clip(
    '<path d="M-300-150C-286-78-210-30-128-18L-122 0Q0 22 122 0L128-18C210-30 286-78 300-150Z"/>',
  );
  const { random } = drawing;
  const specks = (count: number, cy: number, rx: number, ry: number) =>
    Array.from({ length: count }, () => {
      const angle = random.next() * 6.28;
      const reach = Math.sqrt(random.next());
      return ellipse(
        Math.cos(angle) * rx * reach,
        cy + Math.sin(angle) * ry * reach,
        1 + random.next() * 1.8,
        0.7 + random.next(),
        glaze.speckle,
        `opacity="${n(0.25 + random.next() * 0.4)}"`,
      );
    }).join('');
  return [
    shadow(drawing, 380, 46, 0.5, 30, -6),
    shadow(drawing, 150, 18, 0.75, 0, 4),
    path('M-130-24L-122 0Q0 22 122 0L130-24Z', clay),
    path('M-300-150C-286-78-210-30-128-20Q0 0 128-20C210-30 286-78 300-150Z', lit),
    clipped(
      side,
      path(
        'M-310-160H310V-112C260-84 180-96 120-80S-40-66-120-82-260-84-310-110Z',
        drawing.linear({ 0: [glaze.rust, 0.5], 1: [glaze.rust, 0] }),
      ),
      path(
        'M-240-70C-160-40-60-60 20-46S180-40 240-70V10H-240Z',
        drawing.linear({ 0: [glaze.pool, 0], 0.3: [glaze.pool, 0.35], 1: [glaze.pool, 0.55] }),
      ),
      path('M-268-140C-252-92-200-54-140-36C-170-64-200-100-206-140Z', '#fff', 'opacity=".28"'),
      specks(16, -80, 260, 60),
    ),
    ellipse(
      0,
      -150,
      300,
      82,
      drawing.across({ 0: glaze.rust, 0.3: lighter(glaze.rust, 0.35), 1: darker(glaze.rust, 0.25) }),
    ),
    ellipse(0, -148, 291, 75, drawing.linear({ 0: darker(glaze.base, 0.16), 0.4: glaze.base, 1: glaze.light })),
    ellipse(
      0,
      -136,
      226,
      52,
      drawing.radial({
        0: mix(glaze.base, glaze.pool, 0.75),
        0.7: mix(glaze.base, glaze.pool, 0.35),
        1: [glaze.base, 0],
      }),
    ),
    path('M-291-148A291 75 0 0 1 291-148A291 58 0 0 0-291-148Z', darker(glaze.dark, 0.2), 'opacity=".28"'),
    specks(22, -146, 270, 64),
    ellipse(-130, -112, 96, 14, '#fff', 'opacity=".2" transform="rotate(8 -130 -112)"'),
    filling(drawing, food),
    line('M-282-132A300 82 0 0 0 60-70', '#fff', 3, 'opacity=".5"'),
  ].join('');
}

function filling(drawing: Drawing, food: Food): string {
  switch (food) {
    case 'none':
      return '';
    case 'pesto':
    case 'tomato':
      return pasta(drawing, food);
    case 'lemons':
      return [
        [-118, -178, 76, -18],
        [96, -184, 80, 14],
        [-6, -222, 80, 4],
        [10, -150, 84, -8],
      ]
        .map(([x = 0, y = 0, size = 0, turn = 0]) => lemon(drawing, x, y, size, turn))
        .join('');
    case 'fruit':
      return [
        ellipse(-116, -196, 84, 80, drawing.radial({ 0: '#f3b37c', 0.6: '#d9663f', 1: '#8d2f24' }, 0.35, 0.3, 0.75)),
        ellipse(92, -198, 88, 84, drawing.radial({ 0: '#dfe3a0', 0.6: '#a9b957', 1: '#66792f' }, 0.35, 0.3, 0.75)),
        ellipse(-8, -232, 84, 80, drawing.radial({ 0: '#f6c48e', 0.55: '#e08a4a', 1: '#a2512a' }, 0.35, 0.3, 0.75)),
        line('M-8-306Q2-330 18-338', '#6b4a2c', 6),
        path('M16-338Q60-360 84-330Q44-318 16-338Z', '#7f9a4a'),
        line('M92-276Q98-294 110-300', '#5d4428', 5),
        ellipse(-40, -262, 22, 12, '#fff', 'opacity=".3" transform="rotate(-30 -40 -262)"'),
      ].join('');
  }
}

function lemon(drawing: Drawing, x: number, y: number, size: number, turn: number): string {
  const skin = drawing.radial({ 0: '#fff3a8', 0.5: '#f3d247', 0.85: '#d2a221', 1: '#a97a14' }, 0.35, 0.3, 0.8);
  const half = size * 0.78;
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn})">${path(`M${n(-size * 1.18)} 0Q${n(-size)} ${n(-half * 0.5)} ${n(-size * 0.8)} ${n(-half * 0.62)}Q0 ${n(-half * 1.35)} ${n(size * 0.8)} ${n(-half * 0.62)}Q${n(size)} ${n(-half * 0.3)} ${n(size * 1.14)} 0Q${n(size)} ${n(half * 0.4)} ${n(size * 0.8)} ${n(half * 0.62)}Q0 ${n(half * 1.35)} ${n(-size * 0.8)} ${n(half * 0.62)}Q${n(-size)} ${n(half * 0.5)} ${n(-size * 1.18)} 0Z`, skin)}${ellipse(-size * 0.3, -half * 0.4, size * 0.26, half * 0.16, '#fff', 'opacity=".5" transform="rotate(-16)"')}</g>`;
}

function pasta(drawing: Drawing, sauce: 'pesto' | 'tomato'): string {
  const { random } = drawing;
  const [strand, shade, blob, accent] =
    sauce === 'pesto' ? ['#efdc98', '#b99a45', '#6f8b36', '#2f5a2a'] : ['#f0c98a', '#b9803c', '#c8402a', '#3f6b34'];
  const nest = Array.from({ length: 26 }, (_, index) => {
    const share = index / 26;
    const rx = 205 - share * 150 + random.next() * 16;
    const y = -150 - share * 62;
    const start = random.next() * 40 - 20;
    return line(
      `M${n(-rx)} ${n(y + start * 0.3)}C${n(-rx * 0.5)} ${n(y - 34 - random.next() * 22)} ${n(rx * 0.5)} ${n(y + 44 * random.next())} ${n(rx)} ${n(y + start * 0.4)}`,
      index % 3 === 0 ? shade : strand,
      9 + random.next() * 3,
    );
  }).join('');
  const sauceSpots = Array.from({ length: 9 }, () =>
    ellipse(
      random.next() * 220 - 110,
      -172 - random.next() * 46,
      14 + random.next() * 26,
      7 + random.next() * 10,
      blob,
      'opacity=".9"',
    ),
  ).join('');
  const leaf = (x: number, y: number, turn: number, size: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${path('M0 0C10-34 52-44 86-20C66 8 26 18 0 0Z', accent)}${line('M4-2Q40-18 80-20', lighter(accent, 0.3), 2.5)}</g>`;
  return [
    ellipse(0, -138, 226, 52, shade),
    ellipse(0, -166, 190, 56, drawing.radial({ 0: strand, 1: shade })),
    nest,
    sauceSpots,
    leaf(-40, -206, -12, 0.95),
    leaf(26, -214, 160, 0.7),
    sauce === 'tomato'
      ? ellipse(74, -186, 24, 20, drawing.radial({ 0: '#f2785a', 1: '#a3281c' }, 0.35, 0.3, 0.8)) +
        ellipse(-92, -172, 22, 18, drawing.radial({ 0: '#f2785a', 1: '#a3281c' }, 0.35, 0.3, 0.8))
      : '',
    Array.from({ length: 12 }, () =>
      ellipse(random.next() * 240 - 120, -176 - random.next() * 44, 3.4, 2.2, '#fff8e2', 'opacity=".9"'),
    ).join(''),
  ].join('');
}

/** Several bowls in one another; `names` from the bottom up. */
export function bowlStack(drawing: Drawing, names: readonly GlazeName[]): string {
  return names
    .map(
      (name, index) => `<g transform="translate(${index % 2 === 0 ? 0 : 4} ${-index * 62})">${bowl(drawing, name)}</g>`,
    )
    .join('');
}

/** The bowl from above with food in it, its centre on (0, 0), 600 across. */
export function bowlFromAbove(drawing: Drawing, name: GlazeName, food: 'pesto' | 'tomato'): string {
  const glaze = glazes[name];
  const { random } = drawing;
  const [strand, shade, blob, accent] =
    food === 'pesto' ? ['#f0de9c', '#c4a452', '#7c9a40', '#2f5f2c'] : ['#f2cf92', '#c28a46', '#cc452c', '#3f7036'];
  const twirls = Array.from({ length: 44 }, (_, index) => {
    const reach = 30 + (index / 44) * 165 * (0.75 + random.next() * 0.3);
    const from = random.next() * 6.28;
    const to = from + 1.6 + random.next() * 1.8;
    return line(
      `M${n(Math.cos(from) * reach)} ${n(Math.sin(from) * reach)}A${n(reach)} ${n(reach * (0.8 + random.next() * 0.3))} ${n(random.next() * 90)} 0 1 ${n(Math.cos(to) * reach)} ${n(Math.sin(to) * reach)}`,
      index % 4 === 0 ? shade : strand,
      11,
    );
  });
  const spots = Array.from({ length: 16 }, () => {
    const angle = random.next() * 6.28;
    const reach = random.next() * 130;
    return ellipse(
      Math.cos(angle) * reach,
      Math.sin(angle) * reach,
      12 + random.next() * 24,
      10 + random.next() * 16,
      blob,
      `opacity=".88" transform="rotate(${n(random.next() * 90)})"`,
    );
  });
  const leaf = (x: number, y: number, turn: number, size: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${path('M4 6C14-28 56-38 90-14C70 14 30 24 4 6Z', '#000', 'opacity=".25"')}${path(
      'M0 0C10-34 52-44 86-20C66 8 26 18 0 0Z',
      drawing.linear({ 0: lighter(accent, 0.25), 1: accent }),
    )}${line('M4-2Q40-18 80-20', lighter(accent, 0.4), 2.5)}</g>`;
  return [
    shadow(drawing, 380, 372, 0.6, 40, 52),
    ellipse(0, 0, 300, 300, drawing.linear({ 0: glaze.light, 0.5: glaze.base, 1: glaze.dark }, 0, 0, 1, 1)),
    ellipse(0, 0, 294, 294, 'none', `stroke="${glaze.rust}" stroke-width="8" opacity=".75"`),
    ellipse(
      0,
      0,
      232,
      232,
      drawing.linear({ 0: glaze.dark, 0.5: mix(glaze.base, glaze.pool, 0.5), 1: glaze.base }, 0, 0, 1, 1),
    ),
    Array.from({ length: 40 }, () => {
      const angle = random.next() * 6.28;
      const reach = 236 + random.next() * 52;
      return ellipse(
        Math.cos(angle) * reach,
        Math.sin(angle) * reach,
        1.6 + random.next() * 1.6,
        1.4 + random.next(),
        glaze.speckle,
        'opacity=".5"',
      );
    }).join(''),
    ellipse(8, 12, 206, 204, '#1a120c', 'opacity=".3"'),
    ellipse(0, 0, 198, 196, shade),
    twirls.join(''),
    spots.join(''),
    food === 'tomato'
      ? [
          [-80, 54],
          [92, -30],
          [10, 96],
        ]
          .map(
            ([x = 0, y = 0]) =>
              ellipse(x, y, 30, 29, drawing.radial({ 0: '#f58465', 1: '#a3281c' }, 0.35, 0.3, 0.8)) +
              ellipse(x - 9, y - 10, 7, 4, '#fff', 'opacity=".6"'),
          )
          .join('')
      : '',
    leaf(-30, -10, -20, 1),
    leaf(10, 0, 150, 0.9),
    leaf(-6, 6, 62, 0.75),
    Array.from({ length: 26 }, () =>
      ellipse(
        random.next() * 260 - 130,
        random.next() * 260 - 130,
        4,
        2.6,
        '#fffaf0',
        `opacity=".9" transform="rotate(${n(random.next() * 90)})"`,
      ),
    ).join(''),
    path('M-212-212A300 300 0 0 1 60-292L56-282A290 290 0 0 0-205-204Z', '#fff', 'opacity=".55"'),
  ].join('');
}

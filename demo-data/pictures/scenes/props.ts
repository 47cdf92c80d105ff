import { darker, ellipse, glow, lighter, line, mix, n, path, rect, shadow, type Drawing } from '../svg.ts';

/** Things around the products, each standing on (0, 0) unless it says otherwise. */

const spines = [
  '#8c3b2a',
  '#2f4858',
  '#d8b26a',
  '#5f6f52',
  '#e7dcc6',
  '#7b5a6e',
  '#b5743f',
  '#33383f',
  '#a9b7a2',
  '#c9796a',
];

/** Books upright, from x = 0 to the right. */
export function books(drawing: Drawing, count: number, tall = 260, first = 0): string {
  const { random } = drawing;
  let x = 0;
  const out: string[] = [];
  for (let index = 0; index < count; index++) {
    const wide = 30 + random.next() * 34;
    const high = tall * (0.76 + random.next() * 0.28);
    const colour = spines[(index + first) % spines.length] ?? '#8c3b2a';
    const lean = index === count - 1 ? 7 : 0;
    out.push(
      `<g transform="translate(${n(x + (lean ? 8 : 0))} 0)${lean ? `rotate(${lean} 0 0)` : ''}">${rect(
        0,
        -high,
        wide,
        high,
        drawing.across({ 0: darker(colour, 0.3), 0.2: lighter(colour, 0.14), 0.7: colour, 1: darker(colour, 0.4) }),
      )}${rect(wide * 0.18, -high * 0.86, wide * 0.64, 5, '#f0dcae', 'opacity=".75"')}${rect(wide * 0.18, -high * 0.81, wide * 0.64, 2.5, '#f0dcae', 'opacity=".6"')}${rect(wide * 0.3, -high * 0.66, wide * 0.4, high * 0.34, '#f6ecd8', 'opacity=".16"')}${rect(wide * 0.18, -high * 0.14, wide * 0.64, 3, '#f0dcae', 'opacity=".6"')}</g>`,
    );
    x += wide + 1.5;
  }
  return shadow(drawing, x * 0.62, 18, 0.5, x / 2, 2) + out.join('');
}

/** Books in a pile, lying; 300 wide, 44 high each. */
export function bookPile(drawing: Drawing, count: number, first = 2): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const colour = spines[(index * 3 + first) % spines.length] ?? '#2f4858';
    const wide = 300 - index * 22 + (index % 2) * 16;
    const x = -wide / 2 + (index % 2 === 0 ? -6 : 12);
    const y = -(index + 1) * 46;
    return (
      rect(
        x,
        y,
        wide,
        45,
        drawing.linear({ 0: lighter(colour, 0.2), 0.3: colour, 1: darker(colour, 0.42) }),
        'rx="5"',
      ) +
      rect(x + wide - 24, y + 6, 25, 33, drawing.linear({ 0: '#f6eedc', 1: '#cbbd9f' })) +
      rect(x + 26, y + 8, 5, 29, '#f0dcae', 'opacity=".7"') +
      rect(x + 60, y + 18, wide * 0.36, 8, '#f6ecd8', 'opacity=".4"')
    );
  });
  return shadow(drawing, 210, 24, 0.55, 12, 2) + rows.join('');
}

/** A trailing plant in a small pot. */
export function trailingPlant(drawing: Drawing, potColour = '#e6ddcd'): string {
  const { random } = drawing;
  const leaf = drawing.shape(
    '<path d="M0 0C-26-10-34-40-16-58C-10-66-4-62 0-54C4-62 10-66 16-58C34-40 26-10 0 0Z" transform="rotate(180)"/>',
  );
  const greens = ['#4f7f4a', '#6b9a58', '#86b069', '#3f6b40', '#a3c27c'];
  const trail = (x: number, sway: number, long: number) => {
    const stem = line(
      `M0-128Q${n(x * 0.6)}-170 ${x} ${n(-100)}Q${n(x + sway)} ${n(long * 0.4)} ${n(x + sway * 0.4)} ${long}`,
      '#5b7a45',
      4,
    );
    const count = Math.max(4, Math.round((long + 130) / 36));
    const leaves = Array.from({ length: count }, (_, index) => {
      const share = index / count;
      return `<use href="#${leaf}" fill="${greens[random.integer(0, 4)]}" transform="translate(${Math.round(x + Math.sin(share * 3) * sway * 0.8 + (index % 2 ? 12 : -12))} ${Math.round(-112 + share * (long + 110))})rotate(${Math.round((index % 2 ? -34 : 34) + random.next() * 20)})scale(${n(0.75 + random.next() * 0.45)})"/>`;
    });
    return stem + leaves.join('');
  };
  const crown = Array.from(
    { length: 15 },
    (_, index) =>
      `<use href="#${leaf}" fill="${greens[index % 5]}" transform="translate(${Math.round((index / 14 - 0.5) * 170)} ${Math.round(-150 - random.next() * 50 + Math.abs(index - 7) * 5)})rotate(${Math.round((index - 7) * -22 + 180)})scale(${n(0.9 + random.next() * 0.4)})"/>`,
  );
  return (
    shadow(drawing, 110, 17, 0.5, 8, 2) +
    path(
      'M-74-130L-56-6Q0 10 56-6L74-130Z',
      drawing.across({ 0: darker(potColour, 0.2), 0.3: lighter(potColour, 0.4), 1: darker(potColour, 0.35) }),
    ) +
    ellipse(0, -130, 74, 15, darker(potColour, 0.3)) +
    crown.join('') +
    trail(-70, -40, 90) +
    trail(72, 46, 140) +
    trail(24, 20, 20)
  );
}

/** A tall vase with dried grasses. */
export function driedGrass(drawing: Drawing, vase = '#c9a68a'): string {
  const stalks = [-64, -36, -14, 10, 34, 62].map((x, index) => {
    const top = -420 - (index % 3) * 46;
    const plume = Array.from({ length: 9 }, (_, at) =>
      line(
        `M${n(x * 1.2 + at * 0.8)} ${top + at * 15}q${at % 2 ? 20 : -20}-12 ${at % 2 ? 26 : -26}-34`,
        at % 2 ? '#dcc299' : '#c7a877',
        5,
      ),
    ).join('');
    return line(`M${n(x * 0.2)}-190Q${n(x * 0.6)}-300 ${n(x * 1.2)} ${top}`, '#b49a6c', 4) + plume;
  });
  return (
    shadow(drawing, 108, 17, 0.5, 10, 2) +
    stalks.join('') +
    path(
      'M-26-216C-30-168-76-150-76-86C-76-34-52-2-40 2Q0 12 40 2C52-2 76-34 76-86C76-150 30-168 26-216Z',
      drawing.across({ 0: darker(vase, 0.25), 0.3: lighter(vase, 0.35), 0.6: vase, 1: darker(vase, 0.45) }),
    ) +
    ellipse(0, -216, 26, 6, darker(vase, 0.5))
  );
}

/** A small leafy plant in a pot, softly drawn for backgrounds. */
export function fernPot(drawing: Drawing, potColour = '#b8694a'): string {
  const { random } = drawing;
  const blade = drawing.shape('<path d="M0 0C16-60 16-150 0-220C-16-150-16-60 0 0Z"/>');
  const greens = ['#3f6b40', '#54854c', '#6f9f5a', '#8bb56c'];
  const leaves = Array.from(
    { length: 17 },
    (_, index) =>
      `<use href="#${blade}" fill="${greens[(index * 3) % 4]}" transform="translate(${(index - 8) * 4} -120)rotate(${Math.round((index - 8) * 11 + random.next() * 8)})scale(${n(1 + random.next() * 0.3)})"/>`,
  );
  return (
    shadow(drawing, 100, 16, 0.5, 8, 2) +
    leaves.join('') +
    path(
      'M-72-136L-54-6Q0 10 54-6L72-136Z',
      drawing.across({ 0: darker(potColour, 0.25), 0.3: lighter(potColour, 0.25), 1: darker(potColour, 0.45) }),
    ) +
    rect(
      -78,
      -150,
      156,
      26,
      drawing.across({ 0: darker(potColour, 0.2), 0.3: lighter(potColour, 0.3), 1: darker(potColour, 0.4) }),
      'rx="5"',
    )
  );
}

function plate(drawing: Drawing, rx: number, ry: number, colour = '#f6f1e7'): string {
  return (
    shadow(drawing, rx * 1.3, ry * 1.35, 0.5, 14, 12) +
    ellipse(0, 5, rx, ry, darker(colour, 0.25)) +
    ellipse(0, 0, rx, ry, drawing.linear({ 0: darker(colour, 0.06), 1: lighter(colour, 0.5) })) +
    ellipse(0, 2, rx * 0.74, ry * 0.7, drawing.linear({ 0: darker(colour, 0.12), 1: colour }))
  );
}

/** A croissant on a plate, seen from the front; 360 wide, centre on (0, 0). */
export function croissant(drawing: Drawing): string {
  const crust = drawing.linear({ 0: '#f2bf6a', 0.4: '#d8923c', 0.8: '#a85f1e', 1: '#7d4212' });
  const segments = (
    [
      [-118, 6, 42, 30, -38],
      [-74, -24, 54, 44, -22],
      [0, -40, 62, 56, 0],
      [74, -24, 54, 44, 22],
      [118, 6, 42, 30, 38],
    ] as const
  ).map(
    ([x, y, rx, ry, turn]) =>
      `<g transform="translate(${x} ${y})rotate(${turn})">${ellipse(0, 0, rx, ry, crust)}${line(`M${-rx * 0.5} ${-ry * 0.66}Q0 ${-ry * 1.05} ${rx * 0.5} ${-ry * 0.66}`, '#ffe0a0', 5, 'opacity=".75"')}${line(`M${-rx * 0.7} ${ry * 0.2}Q0 ${-ry * 0.3} ${rx * 0.7} ${ry * 0.2}`, '#8a4d16', 3, 'opacity=".5"')}</g>`,
  );
  return (
    plate(drawing, 196, 52) +
    shadow(drawing, 150, 26, 0.5, 0, 18) +
    segments[0] +
    segments[4] +
    segments[1] +
    segments[3] +
    segments[2] +
    [
      [-150, 26],
      [140, 32],
      [60, 38],
      [-40, 36],
    ]
      .map(([x = 0, y = 0]) => path(`M${x} ${y}l9-5l7 6l-8 4Z`, '#d8923c'))
      .join('')
  );
}

/** Biscuits on a plate; 340 wide. */
export function biscuits(drawing: Drawing): string {
  const biscuit = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y})rotate(${turn})">${ellipse(3, 7, 66, 26, '#5d3a1c', 'opacity=".45"')}${ellipse(0, 6, 66, 26, '#a86f34')}${ellipse(
      0,
      0,
      66,
      26,
      drawing.linear({ 0: '#f0cd8e', 1: '#d29a50' }),
    )}${[
      [-30, -4],
      [-6, 8],
      [20, -8],
      [34, 6],
      [-14, -12],
    ]
      .map(([cx = 0, cy = 0]) => ellipse(cx, cy, 7, 4, '#5b3418'))
      .join('')}</g>`;
  return (
    plate(drawing, 186, 50, '#e9eee9') +
    biscuit(-62, -2, -4) +
    biscuit(58, 4, 6) +
    biscuit(-4, -26, 2) +
    biscuit(22, -52, -10)
  );
}

/** A laptop from the front, half open behind the things on the desk; 560 wide. */
export function laptop(drawing: Drawing): string {
  return [
    shadow(drawing, 360, 30, 0.45, 0, 4),
    path('M-262-350Q-262-372-240-372H240Q262-372 262-350L270-22H-270Z', drawing.linear({ 0: '#4b4f55', 1: '#23262b' })),
    path('M-246-354H246L252-34H-252Z', drawing.linear({ 0: '#fdf6e8', 1: '#e3e6e4' }, 0, 0, 1, 1)),
    rect(-222, -330, 120, 12, '#c98a5c', 'rx="6"'),
    [-300, -278, -256, -234, -212, -190, -168]
      .map((y, index) => rect(-222, y, 250 - (index % 3) * 44, 8, '#b9b4a8', 'rx="4" opacity=".8"'))
      .join(''),
    rect(64, -330, 164, 116, '#a9c3b2', 'rx="8"'),
    rect(64, -200, 76, 84, '#e7c3a0', 'rx="8"'),
    rect(152, -200, 76, 84, '#c8d0dc', 'rx="8"'),
    path('M-270-22H270L318 6Q320 14 308 14H-308Q-320 14-318 6Z', drawing.linear({ 0: '#d6d8da', 1: '#9a9da1' })),
    path('M-60-22H60L64-12H-64Z', '#85888c'),
  ].join('');
}

/** Reading glasses lying; 230 wide. */
export function glasses(): string {
  const frame = (dx: number, dy: number, colour: string, more = '') =>
    `<g transform="translate(${dx} ${dy})" ${more}>${line('M-104-8C-104-40-20-40-20-8S-104 24-104-8ZM20-8C20-40 104-40 104-8S20 24 20-8ZM-20-12Q0-26 20-12M-104-12L-128-52M104-12L128-52', colour, 7)}</g>`;
  return (
    frame(8, 12, '#1a0f08', 'opacity=".25"') +
    path('M-104-8C-104-40-20-40-20-8S-104 24-104-8ZM20-8C20-40 104-40 104-8S20 24 20-8Z', '#fff', 'opacity=".22"') +
    frame(0, 0, '#5b3a22')
  );
}

/** A spoon lying along x; 300 long, middle on (0, 0). */
export function spoon(drawing: Drawing): string {
  const metal = drawing.linear({ 0: '#fffaf0', 0.4: '#c9c2b6', 1: '#7d766b' });
  return (
    path(
      'M-140 0C-140-30-84-34-60-8L130-6Q150-6 150 4T130 12L-60 10C-84 36-140 30-140 0Z',
      '#1a0f08',
      'opacity=".28" transform="translate(6 10)"',
    ) +
    path('M-140 0C-140-30-84-34-60-8L130-9Q150-8 150 1T130 10L-60 9C-84 34-140 30-140 0Z', metal) +
    ellipse(-104, 1, 26, 16, drawing.linear({ 0: '#8d867b', 1: '#f3eee4' }))
  );
}

/** Wisps above something hot, from (0, 0) up. */
export function steam(drawing: Drawing, opacity = 0.5): string {
  const wisp = drawing.linear({ 0: ['#fff', 0], 0.5: ['#fff', opacity], 1: ['#fff', 0] });
  return [-44, 4, 48]
    .map((x, index) =>
      path(
        `M${x} 0C${x - 44}-60 ${x + 46}-108 ${x + 4} ${-190 - index * 20}C${x + 70}-110 ${x - 8}-62 ${x + 22} 0Z`,
        wisp,
      ),
    )
    .join('');
}

/** A knitted blanket over the lower part of the picture. */
export function blanket(drawing: Drawing, width: number, y: number, height: number, colour: string): string {
  const edge = (x: number) => y + 14 + Math.sin((x / width) * 7.4 + 1) * 26;
  const d = `M-60 ${n(edge(-60))}C${n(width * 0.2)} ${n(edge(width * 0.2))} ${n(width * 0.3)} ${n(edge(width * 0.3))} ${n(width * 0.5)} ${n(edge(width * 0.5))}S${n(width * 0.8)} ${n(edge(width * 0.8))} ${width + 60} ${n(edge(width + 60))}V${y + height}H-60Z`;
  const rows = Array.from({ length: 16 }, (_, row) => {
    const at = 12 + row ** 1.12 * 22;
    const thick = 15 + row * 0.5;
    const stitch = `M${row % 2 ? -60 : -48} ${n(edge(0) + at)}C${n(width * 0.2)} ${n(edge(width * 0.2) + at)} ${n(width * 0.3)} ${n(edge(width * 0.3) + at)} ${n(width * 0.5)} ${n(edge(width * 0.5) + at)}S${n(width * 0.8)} ${n(edge(width * 0.8) + at)} ${width + 60} ${n(edge(width) + at)}`;
    return line(stitch, lighter(colour, row % 2 ? 0.14 : 0.2), thick, `stroke-dasharray="7 ${n(17 + row * 0.5)}"`);
  });
  return (
    path(d, darker(colour, 0.12)) +
    rows.join('') +
    path(d, drawing.linear({ 0: ['#fff', 0.18], 0.3: ['#fff', 0], 1: ['#2a1608', 0.42] })) +
    [0.26, 0.62, 0.86]
      .map((share) => glow(drawing, width * share, y + height * 0.5, 110, height * 0.6, '#2a1608', 0.22))
      .join('')
  );
}

/** An open cardboard box with paper straw; things go between `back` and `front`. 760 wide, its floor at y = 0. */
export function box(drawing: Drawing): { back: string; front: string } {
  const { random } = drawing;
  const straw = (count: number, y: number, spread: number) =>
    Array.from({ length: count }, () => {
      const x = random.next() * 660 - 330;
      const at = y + random.next() * spread;
      return line(
        `M${n(x)} ${n(at)}q${n(random.next() * 60 - 30)} ${n(-34 * random.next())} ${n(random.next() * 80 - 40)} ${n(random.next() * 20 - 10)}t${n(random.next() * 70 - 35)} ${n(random.next() * 20)}`,
        ['#e3c48e', '#cda868', '#f0dcb2', '#b88f52'][random.integer(0, 3)] ?? '#e3c48e',
        4.5,
      );
    }).join('');
  return {
    back:
      shadow(drawing, 520, 60, 0.55, 20, 4) +
      path('M-380-330L-470-440L-300-452L-330-330Z', '#b98a54') +
      path('M380-330L470-440L300-452L330-330Z', '#a97a46') +
      path('M-380-330H380L340-60H-340Z', drawing.linear({ 0: '#7d5730', 1: '#5d3f20' })) +
      straw(46, -290, 90),
    front:
      straw(60, -214, 40) +
      path(
        'M-392-196L-380 0H380L392-196Q0-168-392-196Z',
        drawing.linear({ 0: '#d3a86e', 0.3: '#c4965a', 1: '#9a6f3a' }),
      ) +
      path('M-392-196Q0-168 392-196L394-182Q0-152-394-182Z', '#e6c391') +
      rect(-90, -110, 180, 70, '#f3e9d8', 'rx="4" opacity=".92"') +
      line('M-62-86H62M-62-68H20', '#8c6a44', 5, 'opacity=".7"') +
      straw(9, -200, 16),
  };
}

/** A loaf, cut, on a board or a table; 420 wide. */
export function loaf(drawing: Drawing): string {
  const crust = drawing.linear({ 0: '#d99a50', 0.4: '#b06c2c', 1: '#6e3c14' });
  const slice = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y})rotate(${turn})">${path('M-74 0C-92-54-84-104-46-112C-20-124 20-124 46-112C84-104 92-54 74 0Q0 12-74 0Z', '#a8682c')}${path(
      'M-64-4C-80-52-72-94-40-101C-18-111 18-111 40-101C72-94 80-52 64-4Q0 5-64-4Z',
      drawing.linear({ 0: '#f9e8c4', 1: '#ecd09a' }),
    )}${[
      [-26, -60, 9],
      [14, -78, 7],
      [30, -40, 10],
      [-8, -30, 6],
      [-40, -34, 5],
      [4, -56, 4],
    ]
      .map(([cx = 0, cy = 0, r = 0]) => ellipse(cx, cy, r, r * 0.7, '#d9b87c', 'opacity=".75"'))
      .join('')}</g>`;
  return (
    shadow(drawing, 300, 34, 0.5, 20, 2) +
    path('M-40 0C-60-70-50-150 20-160C110-176 220-160 250-96C264-56 256-14 240 0Q100 14-40 0Z', crust) +
    [40, 104, 168].map((x) => line(`M${x}-150Q${x + 34}-110 ${x + 20}-70`, '#f3cf92', 9, 'opacity=".85"')).join('') +
    path('M-10-150C60-172 190-164 232-110C180-140 60-146-10-150Z', '#fff', 'opacity=".2"') +
    slice(-44, 0, -3) +
    slice(-150, 8, -9)
  );
}

/** A jumper seen from close by, over the whole picture, as the background of whoever wears it. */
export function jumper(drawing: Drawing, width: number, height: number, colour: string): string {
  const rows = Array.from({ length: 29 }, (_, row) => {
    const y = row * 40 - 60;
    return line(
      `M-60 ${y}Q${width / 2} ${y + 60} ${width + 60} ${y}`,
      lighter(colour, 0.12),
      30,
      `stroke-dasharray="9 36" stroke-dashoffset="${row % 2 ? 22 : 0}" opacity=".7"`,
    );
  });
  return (
    rect(
      -60,
      -60,
      width + 120,
      height + 120,
      drawing.linear({ 0: lighter(colour, 0.12), 1: darker(colour, 0.28) }, 0, 0, 1, 1),
    ) +
    rows.join('') +
    glow(drawing, width * 0.2, height * 0.12, width * 0.75, height * 0.7, '#fff3d8', 0.42) +
    glow(drawing, width * 0.5, height * 0.78, width * 0.6, height * 0.34, '#1a0f08', 0.42)
  );
}

/** Two hands around a mug whose foot is on (0, 0), to be drawn over it. */
export function hands(drawing: Drawing, skin: string, sleeve: string): string {
  const crease = darker(skin, 0.3);
  const flesh = drawing.linear({ 0: lighter(skin, 0.2), 0.55: skin, 1: mix(skin, crease, 0.55) });
  const arm = drawing.linear({ 0: lighter(sleeve, 0.16), 0.5: sleeve, 1: darker(sleeve, 0.35) }, 0, 0, 0.8, 1);
  const finger = (y: number, reach: number, wide: number, lift: number) => {
    const top = y - wide / 2;
    const low = y + wide / 2;
    const shape = `M-190 ${top + lift}C-150 ${top - 4} ${reach - 60} ${top - 7} ${reach - wide * 0.5} ${top}C${reach + wide * 0.12} ${top + wide * 0.16} ${reach + wide * 0.12} ${low - wide * 0.16} ${reach - wide * 0.5} ${low}C${reach - 60} ${low + 1} -150 ${low} -196 ${low + lift}Z`;
    return (
      path(shape, '#1a0f08', 'opacity=".2" transform="translate(5 8)"') +
      path(shape, flesh) +
      line(`M-150 ${low - 1}Q${reach - 70} ${low + 1} ${reach - wide * 0.5} ${low}`, crease, 2.5, 'opacity=".4"') +
      ellipse(
        reach - wide * 0.34,
        y - wide * 0.08,
        wide * 0.26,
        wide * 0.22,
        lighter(mix(skin, '#f4b6a6', 0.45), 0.25),
        'opacity=".85"',
      )
    );
  };
  const hand = [
    path('M-120-262C-186-292-246-230-262-140C-278-56-262 24-200 84L-118 96C-140 10-178-150-120-262Z', flesh),
    finger(-176, -46, 47, -10),
    finger(-126, -26, 49, -4),
    finger(-76, -34, 46, 4),
    finger(-32, -58, 39, 10),
    // thumb
    path('M-226-196C-206-262-158-300-106-300C-84-300-78-274-98-264C-132-252-150-232-158-196Z', flesh),
    ellipse(
      -108,
      -284,
      14,
      9,
      lighter(mix(skin, '#f4b6a6', 0.45), 0.25),
      'opacity=".85" transform="rotate(-14 -108 -284)"',
    ),
    // sleeve
    path('M-286-76C-252 4-196 62-122 92L-150 420H-640V60C-520 30-390-30-286-76Z', arm),
    line('M-280-66C-248 8-194 62-126 90', '#1a0f08', 44, 'opacity=".22" transform="translate(5 -7)"'),
    line('M-282-62C-248 12-194 64-126 92', lighter(sleeve, 0.14), 40),
    [-276, -262, -243, -219, -192, -161, -130]
      .map((x, rib) =>
        line(`M${x + 14} ${[-74, -42, -8, 22, 48, 68, 82][rib]}l-26 26`, darker(sleeve, 0.3), 3.5, 'opacity=".4"'),
      )
      .join(''),
    [0, 1, 2, 3, 4]
      .map((row) =>
        line(
          `M${-330 - row * 52} ${-24 + row * 16}C${-290 - row * 46} ${70 + row * 20} ${-230 - row * 30} ${130 + row * 40} ${-150 - row * 14} ${170 + row * 62}`,
          lighter(sleeve, 0.1),
          26,
          'stroke-dasharray="8 32" opacity=".7"',
        ),
      )
      .join(''),
  ].join('');
  return `${hand}<g transform="scale(-1 1)">${hand}</g>`;
}

/** A tap-end of a bath with foam, from y down. */
export function bath(drawing: Drawing, width: number, y: number, height: number): string {
  const { random } = drawing;
  const foam = drawing.radial({ 0: ['#fff', 0.95], 0.7: ['#fdf3e6', 0.8], 1: ['#e6d6c8', 0.55] }, 0.38, 0.32, 0.7);
  return [
    rect(-60, y, width + 120, height, drawing.linear({ 0: '#f3ece2', 0.3: '#fffaf2', 1: '#cfc1b2' })),
    path(
      `M-60 ${y + 130}C${n(width * 0.3)} ${y + 96} ${n(width * 0.7)} ${y + 96} ${width + 60} ${y + 130}V${y + height}H-60Z`,
      drawing.linear({ 0: '#a9c3c4', 1: '#7ea3a8' }),
    ),
    Array.from({ length: 60 }, () => {
      const radius = 16 + random.next() * 44;
      return ellipse(
        random.next() * (width + 80) - 40,
        y + 150 + random.next() * (height - 120),
        radius,
        radius * 0.86,
        foam,
      );
    }).join(''),
  ].join('');
}

/** A framed print on the wall, its middle on (0, 0). */
export function print(drawing: Drawing, wide: number, high: number, colour: string): string {
  return (
    rect(-wide / 2 + 8, -high / 2 + 12, wide, high, '#2a1a10', 'opacity=".2"') +
    rect(-wide / 2, -high / 2, wide, high, drawing.linear({ 0: '#d8b98a', 1: '#9a7546' }, 0, 0, 1, 1)) +
    rect(-wide / 2 + 12, -high / 2 + 12, wide - 24, high - 24, '#f8f2e6') +
    ellipse(0, high * 0.06, wide * 0.2, wide * 0.2, colour) +
    path(
      `M${n(-wide * 0.3)} ${n(high * 0.3)}Q${n(-wide * 0.1)} ${n(high * 0.1)} 0 ${n(high * 0.22)}T${n(wide * 0.3)} ${n(high * 0.3)}Z`,
      darker(colour, 0.4),
    )
  );
}

/** Earth with crumbs and sprouts, over the whole picture from above. */
export function soil(drawing: Drawing, width: number, height: number): string {
  const { random } = drawing;
  const crumb = drawing.shape('<path d="M-14 2C-16-9-4-13 5-11S17-3 14 5-6 13-14 2Z"/>');
  const crumbs = Array.from(
    { length: 210 },
    () =>
      `<use href="#${crumb}" fill="${['#4a3222', '#6b4a32', '#3a2619', '#7d5a3e', '#2c1c12'][random.integer(0, 4)]}" transform="translate(${Math.round(random.next() * (width + 100) - 50)} ${Math.round(random.next() * (height + 100) - 50)})rotate(${random.integer(0, 180)})scale(${n(0.5 + random.next() ** 2 * 2.4)})"/>`,
  );
  return (
    rect(-60, -60, width + 120, height + 120, drawing.linear({ 0: '#6e4d35', 1: '#3c2819' }, 0, 0, 1, 1)) +
    crumbs.join('') +
    glow(drawing, width * 0.25, height * 0.2, width * 0.7, height * 0.7, '#ffd9a0', 0.3)
  );
}

/** A young plant from above, its middle on (0, 0). */
export function seedling(drawing: Drawing, size = 1): string {
  const leaf = drawing.shape('<path d="M0 0C-44-22-48-96 0-136C48-96 44-22 0 0Z"/>');
  const leaves = [0, 62, 118, 182, 240, 300]
    .map(
      (turn, index) =>
        `<use href="#${leaf}" fill="${['#7fae58', '#94c068', '#5f9248'][index % 3]}" transform="rotate(${turn})"/><path d="M0-10V-112" stroke="#c8e09a" stroke-width="4" transform="rotate(${turn})"/>`,
    )
    .join('');
  return `<g transform="scale(${size})">${ellipse(
    18,
    22,
    128,
    120,
    drawing.radial({ 0: ['#150c06', 0.6], 1: ['#150c06', 0] }),
  )}${leaves}<g transform="rotate(30) scale(.55)">${leaves}</g></g>`;
}

import { darker, ellipse, lighter, line, mix, n, path, rect, shadow, type Drawing } from '../svg.ts';

const linens = {
  rust: { cloth: '#b5532c', ribbon: '#6f2d16' },
  sage: { cloth: '#94a589', ribbon: '#5f7058' },
  night: { cloth: '#28324e', ribbon: '#d9a93a' },
} as const;

export type Linen = keyof typeof linens;

/** The shade around a flat thing that lies on a table: a few rectangles, each a little larger and fainter. */
function softRect(x: number, y: number, width: number, height: number, colour: string, spread = 26): string {
  return [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05]
    .map((share) =>
      rect(
        x - spread * (share - 0.5),
        y - spread * (share - 0.5),
        width + spread * (share * 2 - 1),
        height + spread * (share * 2 - 1),
        colour,
        `rx="${n(12 + share * spread)}" opacity=".055"`,
      ),
    )
    .join('');
}

/** Woven cloth, to lay over a colour. */
function weave(drawing: Drawing, colour: string): string {
  const at = Array.from({ length: 28 }, (_, index) => index * 3 + 1);
  return drawing.pattern(
    84,
    84,
    `<path d="${at.map((y) => `M0 ${y}H84`).join('')}" stroke="${lighter(colour, 0.28)}" stroke-width=".9" opacity=".4"/><path d="${at.map((x) => `M${x} 0V84`).join('')}" stroke="${darker(colour, 0.35)}" stroke-width=".8" opacity=".4"/>`,
  );
}

/** A Field Notebook lying almost flat and seen from above, its middle on (0, 0), 420 by 600. */
export function notebook(drawing: Drawing, linen: Linen): string {
  const { cloth, ribbon } = linens[linen];
  return [
    softRect(-196, -280, 440, 640, '#20140c'),
    // pages
    path('M-196-286H216L222-280V312L-190 312Z', '#efe6d3'),
    [0, 1, 2, 3]
      .map((at) =>
        line(`M${217 + at * 1.2} ${-280 + at * 2}V${304 + at * 2}`, at % 2 === 0 ? '#cdbf9f' : '#fbf6ea', 1.2),
      )
      .join(''),
    [0, 1, 2, 3].map((at) => line(`M-186 ${303 + at * 2.2}H218`, at % 2 === 0 ? '#cdbf9f' : '#fbf6ea', 1.2)).join(''),
    path(
      'M120 300L112 392L126 380L140 394L136 300Z',
      drawing.linear({ 0: darker(ribbon, 0.25), 1: lighter(ribbon, 0.12) }),
    ),
    // cover
    `<rect x="-210" y="-300" width="420" height="600" rx="16" fill="${drawing.linear(
      { 0: lighter(cloth, 0.2), 0.45: cloth, 1: darker(cloth, 0.25) },
      0,
      0,
      1,
      1,
    )}"/>`,
    `<rect x="-210" y="-300" width="420" height="600" rx="16" fill="${weave(drawing, cloth)}"/>`,
    rect(
      -210,
      -300,
      44,
      600,
      drawing.across({
        0: ['#000', 0.28],
        0.3: ['#fff', 0.16],
        0.75: ['#000', 0.05],
        0.9: ['#000', 0.3],
        1: ['#fff', 0.12],
      }),
    ),
    fern(darker(cloth, 0.42), lighter(cloth, 0.3)),
    `<rect x="-207" y="-297" width="414" height="594" rx="14" fill="none" stroke="${lighter(cloth, 0.5)}" stroke-width="2" opacity=".35"/>`,
    path('M-210-300H210V-180L-210 220Z', drawing.linear({ 0: ['#fff', 0.2], 1: ['#fff', 0] }, 0, 0, 0.5, 0.5)),
  ].join('');
}

function fern(deep: string, pale: string): string {
  const leaves = Array.from({ length: 8 }, (_, index) => {
    const y = 70 - index * 22;
    const size = 46 - index * 4.6;
    return `M0 ${y}q${n(size * 0.6)}-8 ${n(size)}-${n(size * 0.72)}q-${n(size * 0.8)} 2-${n(size)} ${n(size * 0.72)}M0 ${y}q-${n(size * 0.6)}-8-${n(size)}-${n(size * 0.72)}q${n(size * 0.8)} 2 ${n(size)} ${n(size * 0.72)}`;
  }).join('');
  const mark = (colour: string) => `${path(leaves, colour)}${line('M0 100V-112', colour, 4)}`;
  return `<g transform="translate(24 10)"><g transform="translate(1.5 2)" opacity=".5">${mark(pale)}</g><g opacity=".75">${mark(deep)}</g></g>`;
}

/** The notebook open on a table from above, its middle on (0, 0), 860 by 600. */
export function openNotebook(drawing: Drawing, linen: Linen, writing: 'notes' | 'garden' | 'blank' = 'notes'): string {
  const { cloth, ribbon } = linens[linen];
  const dots = drawing.pattern(
    364,
    26,
    `<path d="${Array.from({ length: 14 }, (_, index) => `M${13 + index * 26} 13h.1`).join('')}" stroke="#b9ab90" stroke-width="3.4" stroke-linecap="round"/>`,
  );
  return [
    softRect(-430, -292, 894, 634, '#20140c', 36),
    `<rect x="-440" y="-304" width="880" height="612" rx="16" fill="${drawing.linear(
      { 0: cloth, 1: darker(cloth, 0.3) },
      0,
      0,
      1,
      1,
    )}"/>`,
    path('M-424-292Q-200-304 0-286Q200-304 424-292V292Q200 280 0 298Q-200 280-424 292Z', '#dccdae'),
    path(
      'M-420-296Q-200-308 0-290V292Q-200 274-420 288Z',
      drawing.across({ 0: '#fbf5e6', 0.8: '#f5ecd8', 0.95: '#d9c9a8', 1: '#b8a582' }),
    ),
    path(
      'M420-296Q200-308 0-290V292Q200 274 420 288Z',
      drawing.across({ 0: '#bfad8b', 0.06: '#e4d7ba', 0.25: '#f9f2e1', 1: '#f3e9d3' }),
    ),
    rect(-400, -270, 364, 540, dots),
    rect(40, -270, 364, 540, dots),
    writing === 'blank' ? '' : handwriting(drawing, writing),
    path(
      'M30-292L34 240L26 300L40 288L54 302L46-292Z',
      drawing.linear({ 0: darker(ribbon, 0.2), 0.5: lighter(ribbon, 0.15), 1: ribbon }),
      'opacity=".95"',
    ),
  ].join('');
}

function handwriting(drawing: Drawing, kind: 'notes' | 'garden'): string {
  const { random } = drawing;
  const ink = kind === 'garden' ? '#3f5a3c' : '#27345e';
  const scrawl = (x: number, y: number, width: number, weight = 2.2) => {
    let d = `M${x} ${y}`;
    let reach = 0;
    while (reach < width) {
      const word = 18 + random.next() * 52;
      for (let at = 0; at < word; at += 10) {
        const tall = random.chance(0.22) ? 20 : 7;
        d += `q${n(3 + random.next() * 2)} ${n(-tall - random.next() * 5)} 5 ${n(random.next() * 2 - 1)}q2 ${n(3 + random.next() * 3)} 5 ${n(random.next() * 2 - 1)}`;
      }
      reach += word + 12;
      if (reach < width) d += `m12 0`;
    }
    return line(d, ink, weight, 'opacity=".82"');
  };
  const lines = (x: number, from: number, count: number, width: number) =>
    Array.from({ length: count }, (_, index) =>
      scrawl(x, from + index * 39, width * (index === count - 1 ? 0.5 : 0.86 + random.next() * 0.14)),
    ).join('');
  const sprout = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})">${line('M0 0C4-50-4-90 6-140', '#5f7f4b', 4)}${path('M2-60C30-66 50-88 52-116C24-110 6-92 2-60Z', '#8aa86a')}${path('M0-84C-28-90-46-112-48-138C-22-132-4-116 0-84Z', '#7b9a5d')}${path('M5-128C22-136 32-152 30-172C14-164 6-150 5-128Z', '#97b476')}</g>`;
  if (kind === 'garden')
    return `${scrawl(-390, -220, 150, 4)}${lines(-390, -160, 6, 300)}${sprout(-280, 250, 0.95)}${sprout(-160, 250, 0.7)}${line('M-390 252H-50', '#8a6b4a', 4)}${lines(60, -212, 7, 310)}${Array.from({ length: 4 }, (_, index) => `<rect x="64" y="${92 + index * 40}" width="18" height="18" rx="3" fill="none" stroke="${ink}" stroke-width="2.4"/>${scrawl(100, 110 + index * 40, 190)}${index < 2 ? line(`M67 ${100 + index * 40}l6 8l14-18`, '#b5532c', 3.4) : ''}`).join('')}`;
  return `${scrawl(-390, -222, 190, 4)}${lines(-390, -160, 10, 316)}${lines(60, -212, 5, 316)}${line('M90 40C150-10 230 0 280 50S380 110 396 70', ink, 3)}<circle cx="150" cy="120" r="58" fill="none" stroke="${ink}" stroke-width="3"/><circle cx="262" cy="150" r="58" fill="none" stroke="#b5532c" stroke-width="3"/>${lines(60, 236, 2, 250)}`;
}

/** A fountain pen lying along x, its middle on (0, 0), 380 long. */
export function pen(drawing: Drawing, colour: string): string {
  return [
    path('M-190 10H176L194 6L176 16H-190Z', '#20140c', 'opacity=".3" transform="translate(6 12)"'),
    `<rect x="-190" y="-15" width="196" height="30" rx="14" fill="${drawing.linear({ 0: lighter(colour, 0.25), 0.25: lighter(colour, 0.5), 0.5: colour, 1: darker(colour, 0.5) })}"/>`,
    path(
      'M6-14H120Q140-11 142 0T120 14H6Z',
      drawing.linear({ 0: colour, 0.25: lighter(colour, 0.4), 0.55: colour, 1: darker(colour, 0.55) }),
    ),
    path('M140-8L192-1.5V1.5L140 8Z', drawing.linear({ 0: '#f6e3ad', 0.5: '#d0a24a', 1: '#8a6424' })),
    line('M150 0H188', '#6d4c1a', 1.2),
    rect(-2, -15.5, 10, 31, drawing.linear({ 0: '#f6e3ad', 0.5: '#d0a24a', 1: '#8a6424' })),
    path('M-176-19H-60Q-52-17-54-13H-176Z', '#d9b35e'),
  ].join('');
}

/** The Brass Pen Rest with three pens over it, standing on (0, 0), 520 wide. */
export function penRest(drawing: Drawing, pens: readonly string[] = ['#1f2a44', '#7a2f1d', '#39513f']): string {
  const face = drawing.linear(
    { 0: '#f9e5ab', 0.2: '#dcb25a', 0.5: '#c1903a', 0.8: '#e0b765', 1: '#8b6424' },
    0,
    0,
    1,
    0.7,
  );
  const front =
    'M-255 0V-106Q-255-142-219-142H-196A52 46 0 0 0-92-142H-52A52 46 0 0 0 52-142H92A52 46 0 0 0 196-142H219Q255-142 255-106V0H176C166-62 92-84 0-84S-166-62-176 0Z';
  return [
    shadow(drawing, 350, 46, 0.55, 40, -8),
    path('M-176 0C-166-62-92-84 0-84S166-62 176 0L220-58H-132Z', drawing.linear({ 0: '#4a3210', 1: ['#a88a5c', 0.4] })),
    `<g transform="translate(44 -58)">${path(front, drawing.linear({ 0: '#a67a30', 1: '#6b4a18' }))}</g>`,
    path('M-176 0C-166-62-92-84 0-84S166-62 176 0Z', drawing.linear({ 0: ['#2a1a08', 0.9], 1: ['#2a1a08', 0.35] })),
    path('M-255-106Q-255-142-219-142L-175-200H-212Q-240-196-240-160Z', '#e8c878'),
    [0, 1, 2]
      .map((index) =>
        path(`M${[-219, -92, 52][index]}-142h${[23, 40, 40][index]}l44-58h${-([23, 40, 40][index] ?? 0)}Z`, '#f4dc9a'),
      )
      .join(''),
    path('M196-142H219Q255-142 255-106L299-164Q299-200 263-200H240Z', '#d8af58'),
    path('M255-106V0L299-58V-164Z', drawing.linear({ 0: '#a67a30', 1: '#5e4014' })),
    [-144, 0, 144]
      .map((x, index) => {
        const colour = pens[index];
        const groove = path(
          `M${x - 52}-142A52 46 0 0 0 ${x + 52}-142L${x + 96}-200A52 46 0 0 1 ${x - 8}-200Z`,
          drawing.linear({ 0: '#7d5a20', 1: '#c99b45' }),
        );
        return groove + (colour === undefined ? '' : barrel(drawing, x, colour));
      })
      .join(''),
    path(front, face),
    line('M-247-8V-104Q-247-134-217-134H-196', '#fff3cf', 4, 'opacity=".8"'),
    line('M-160-4C-150-52-84-72 0-72S150-52 160-4', '#6b4a18', 4, 'opacity=".5"'),
    line('M-222-20V-108', '#fff', 12, 'opacity=".2"'),
    [-144, 0, 144].map((x, index) => (pens[index] === undefined ? '' : nose(drawing, x, pens[index] ?? ''))).join(''),
  ].join('');
}

/** The part of a pen behind the front of the rest. */
function barrel(drawing: Drawing, x: number, colour: string): string {
  return `<g transform="translate(${x + 6} -146) rotate(-53)">${rect(
    0,
    -30,
    300,
    60,
    drawing.linear({ 0: lighter(colour, 0.35), 0.3: lighter(colour, 0.15), 0.6: colour, 1: darker(colour, 0.5) }),
    'rx="26"',
  )}${rect(96, -31, 12, 62, '#d9b35e')}${rect(150, -22, 150, 7, '#fff', 'opacity=".25" rx="3"')}</g>`;
}

/** The end of a pen that looks out over the front of the rest. */
function nose(drawing: Drawing, x: number, colour: string): string {
  return `<g transform="translate(${x} -146)">${ellipse(
    0,
    -2,
    36,
    34,
    drawing.radial({ 0: lighter(colour, 0.45), 0.6: colour, 1: darker(colour, 0.5) }, 0.36, 0.3, 0.8),
  )}${ellipse(0, -2, 35, 33, 'none', 'stroke="#d9b35e" stroke-width="3"')}${ellipse(-12, -15, 10, 7, '#fff', 'opacity=".45" transform="rotate(-30 -12 -15)"')}</g>`;
}

/** The Wool Desk Mat from above, its middle on (0, 0), 860 by 380, a corner turned up to show the cork. */
export function deskMat(drawing: Drawing, curl = true): string {
  const wool = '#8b8d8a';
  const { random } = drawing;
  const fibres = drawing.pattern(
    48,
    48,
    Array.from({ length: 26 }, () => {
      const x = random.next() * 48;
      const y = random.next() * 48;
      return `<path d="M${Math.round(x)} ${Math.round(y)}q${random.integer(-4, 4)} ${random.integer(-4, 4)} ${random.integer(-7, 7)} ${random.integer(-7, 7)}" stroke="${random.chance(0.5) ? '#fff' : '#33332f'}" fill="none" opacity=".3"/>`;
    }).join(''),
  );
  const shape = curl
    ? 'M-414-190H414Q430-190 430-174V60Q400 120 300 190H-414Q-430 190-430 174V-174Q-430-190-414-190Z'
    : 'M-414-190H414Q430-190 430-174V174Q430 190 414 190H-414Q-430 190-430 174V-174Q-430-190-414-190Z';
  return [
    softRect(-424, -182, curl ? 800 : 868, 392, '#20140c', 22),
    path(shape, drawing.linear({ 0: lighter(wool, 0.28), 0.5: wool, 1: darker(wool, 0.2) }, 0, 0, 1, 1)),
    path(shape, fibres),
    line(`M-408-180H408M-420-168V168M-408 180H${curl ? 296 : 408}`, '#fff', 2, 'stroke-dasharray="9 7" opacity=".35"'),
    curl
      ? [
          path(
            'M430 60C400 120 360 160 300 190C300 150 306 110 322 96S390 66 430 60Z',
            '#20140c',
            'opacity=".3" transform="translate(-8 -10)"',
          ),
          path(
            'M430 60C400 120 360 160 300 190C296 140 300 104 318 90S390 62 430 60Z',
            drawing.linear({ 0: '#e0b98a', 0.5: '#c9955e', 1: '#8f6236' }, 0, 0, 1, 1),
          ),
          Array.from({ length: 22 }, () =>
            ellipse(318 + random.next() * 60, 88 + random.next() * 56, 2.4, 1.8, '#7a4f28', 'opacity=".5"'),
          ).join(''),
          line('M430 60C390 62 334 76 318 90S296 140 300 190', lighter(wool, 0.35), 6),
        ].join('')
      : '',
  ].join('');
}

/** A slim keyboard from above, middle on (0, 0), 470 by 160. */
export function keyboard(drawing: Drawing): string {
  const keys = [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: row === 3 ? 7 : 12 }, (_, at) => {
      const wide = row === 3 && at === 3;
      const x = row === 3 ? -218 + at * 37 + (at > 3 ? 185 : 0) : -218 + at * 37;
      return `<rect x="${x}" y="${-66 + row * 35}" width="${wide ? 216 : 31}" height="29" rx="6" fill="#fbf8f2"/>`;
    }),
  );
  return `<rect x="-235" y="-72" width="470" height="160" rx="18" fill="#20140c" opacity=".28" transform="translate(6 9)"/><rect x="-235" y="-80" width="470" height="160" rx="18" fill="${drawing.linear(
    { 0: '#e8e4dc', 1: mix('#e8e4dc', '#8a8276', 0.3) },
  )}"/>${keys.join('')}`;
}

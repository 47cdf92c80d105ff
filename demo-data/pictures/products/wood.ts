import { clipped, darker, lighter, line, mix, n, path, rect, type Drawing } from '../svg.ts';

export interface Wood {
  light: string;
  base: string;
  dark: string;
}

export const woods = {
  walnut: { light: '#a5754c', base: '#7c5233', dark: '#48291a' },
  oak: { light: '#e6c799', base: '#cda26b', dark: '#94693a' },
  ash: { light: '#f0dcb8', base: '#dcbd8b', dark: '#ab8452' },
  larch: { light: '#dba877', base: '#bd8250', dark: '#7f4f2c' },
} satisfies Record<string, Wood>;

/** Grain running along x over a box; to be clipped. */
export function grain(drawing: Drawing, wood: Wood, width: number, height: number, lines: number, knots = 1): string {
  const { random } = drawing;
  const knotAt = Array.from({ length: knots }, () => ({
    x: width * (0.25 + random.next() * 0.5),
    y: height * (0.25 + random.next() * 0.5),
  }));
  const strokes = Array.from({ length: lines }, (_, index) => {
    const y = (height * (index + 0.5)) / lines + random.next() * 6 - 3;
    const bend = (x: number) =>
      knotAt.reduce(
        (sum, knot) =>
          sum + (y < knot.y ? -1 : 1) * 26 * Math.exp(-(((x - knot.x) / 90) ** 2) - Math.abs(y - knot.y) / 60),
        0,
      );
    const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
      (share) =>
        [Math.round(share * width), y + bend(share * width) + Math.sin(share * 5 + index) * height * 0.012] as const,
    );
    const d = points
      .map(([x, at], step) => (step === 0 ? `M${n(x)} ${n(at)}` : `T${n(x)} ${n(at)}`))
      .join('')
      .replace('T', 'L');
    return line(
      d,
      index % 3 === 0 ? wood.light : wood.dark,
      1.2 + random.next() * (index % 4 === 0 ? 6 : 2.6),
      `opacity="${n(0.16 + random.next() * 0.34)}"`,
    );
  });
  const eyes = knotAt.map(
    ({ x, y }) =>
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="17" ry="9" fill="${wood.dark}" opacity=".6"/><ellipse cx="${n(x)}" cy="${n(y)}" rx="8" ry="4" fill="${darker(wood.dark, 0.4)}" opacity=".7"/>`,
  );
  return strokes.join('') + eyes.join('');
}

/** The Walnut Bread Board upright, its lower edge on y = 0, middle on x = 0, 330 by 690. */
export function breadBoard(drawing: Drawing, hanging = false): string {
  const wood = woods.walnut;
  const outline =
    'M-165-500Q-165-548-120-556C-74-566-62-586-58-622V-652Q-58-690-20-690H20Q58-690 58-652V-622C62-586 74-566 120-556Q165-548 165-500V-34Q165 0 131 0H-131Q-165 0-165-34Z';
  return [
    path(outline, darker(wood.dark, 0.35), 'transform="translate(9 5)"'),
    path(outline, drawing.linear({ 0: wood.light, 0.35: wood.base, 1: mix(wood.base, wood.dark, 0.45) }, 0, 0, 0.8, 1)),
    clipped(
      drawing.clip(`<path d="${outline}"/>`),
      `<g transform="translate(170 -700) rotate(90)">${grain(drawing, wood, 710, 340, 30, 1)}</g>`,
      path('M-170-700H60L-170-40Z', drawing.linear({ 0: ['#fff', 0.24], 1: ['#fff', 0] }, 0, 0, 0.5, 0.5)),
      line('M-160-500Q-160-544-118-552C-68-562-58-586-54-624V-650Q-54-685-20-685', '#f3d3a8', 4, 'opacity=".6"'),
    ),
    `<circle cx="0" cy="-640" r="20" fill="${darker(wood.dark, 0.5)}"/><circle cx="2" cy="-638" r="16" fill="#1d120b"/>`,
    hanging
      ? line('M-4-636C-18-690-14-740 0-770M4-636C18-690 14-740 0-770', '#8a5a34', 8) +
        line('M-5-640C-18-690-14-740-2-766', '#c08a58', 2.5)
      : line('M-4-634C-60-610-66-520-30-470C-8-440 24-470 18-520C14-570 4-610 4-634', '#6d4425', 9) +
        line('M-6-632C-58-606-62-520-30-474', '#b57e4e', 3),
  ].join('');
}

/** The Oak Desk Clock, standing on (0, 0), 420 across. */
export function deskClock(drawing: Drawing): string {
  const wood = woods.oak;
  const front = 'M-200-356Q-200-400-156-400H156Q200-400 200-356V-38Q200 0 162 0H-162Q-200 0-200-38Z';
  const block = drawing.shape(`<path d="${front}"/>`);
  const side = drawing.linear(
    { 0: lighter(wood.light, 0.35), 0.12: wood.light, 0.2: wood.base, 1: darker(wood.dark, 0.2) },
    0.5,
    0,
    0.8,
    0.6,
  );
  const mark = (angle: number) =>
    `<rect x="-3" y="-148" width="6" height="18" rx="3" fill="#b98c52" transform="rotate(${angle})"/>`;
  return [
    `<ellipse cx="40" cy="-2" rx="300" ry="38" fill="${drawing.radial({ 0: ['#2a1a10', 0.55], 0.5: ['#2a1a10', 0.26], 1: ['#2a1a10', 0] })}"/>`,
    // The depth of the block: its front, drawn again and again towards the back.
    Array.from({ length: 13 }, (_, step) => 12 - step)
      .map(
        (step) =>
          `<use href="#${block}" x="${n(step * 3.8)}" y="${n(step * -2.1)}" fill="${step === 0 ? wood.dark : side}"/>`,
      )
      .join(''),
    [-330, -250, -160, -80].map((y) => line(`M204 ${y}L246 ${y - 24}`, wood.dark, 3, 'opacity=".3"')).join(''),
    path(front, drawing.linear({ 0: wood.light, 0.5: wood.base, 1: mix(wood.base, wood.dark, 0.4) }, 0, 0, 0.9, 1)),
    clipped(
      drawing.clip(`<path d="${front}"/>`),
      `<g transform="translate(-205 -405)">${grain(drawing, wood, 415, 410, 16, 1)}</g>${path(
        'M-200-400H140L-200-20Z',
        drawing.linear({ 0: ['#fff', 0.32], 1: ['#fff', 0] }, 0, 0, 0.5, 0.5),
      )}`,
    ),
    `<g transform="translate(0 -204)"><circle r="166" fill="${mix(wood.dark, wood.base, 0.3)}"/><circle r="162" cx="2" cy="3" fill="${drawing.linear(
      { 0: '#e2cfae', 0.25: '#f8efdd', 1: '#fffaf0' },
      0,
      0,
      0.8,
      1,
    )}"/>`,
    `<circle r="162" fill="${drawing.radial({ 0.86: ['#6b4a24', 0], 1: ['#6b4a24', 0.3] }, 0.53, 0.55, 0.52)}"/>`,
    [0, 90, 180, 270].map(mark).join(''),
    `<g opacity=".18" transform="translate(5 8)">${hands('#3a2412')}</g>${hands('#3b2a1c')}<circle r="9" fill="#b98c52"/><circle r="4" cx="-1" cy="-1" fill="#f1d59e"/></g>`,
    line('M-190-352Q-190-390-152-391H100', '#fff', 4, 'opacity=".45"'),
  ].join('');
}

function hands(colour: string): string {
  return `<rect x="-5" y="-92" width="10" height="104" rx="5" fill="${colour}" transform="rotate(-52)"/><rect x="-3.5" y="-134" width="7" height="152" rx="3.5" fill="${colour}" transform="rotate(60)"/>`;
}

/** A wooden table top seen at a slant, from y down to the lower edge. */
export function tableTop(drawing: Drawing, wood: Wood, width: number, y: number, height: number, edge = true): string {
  return [
    rect(
      0,
      y,
      width,
      height,
      drawing.linear({ 0: mix(wood.base, wood.dark, 0.45), 0.12: wood.base, 1: lighter(wood.light, 0.08) }),
    ),
    clipped(
      drawing.clip(`<rect x="0" y="${n(y)}" width="${n(width)}" height="${n(height)}"/>`),
      [0.16, 0.42, 0.76]
        .map((share, index) => {
          const at = y + height * share ** 1.25;
          return (
            line(`M0 ${n(at)}H${n(width)}`, wood.dark, 1.6 + index, 'opacity=".45"') +
            line(`M0 ${n(at + 3 + index)}H${n(width)}`, '#fff', 1.4, 'opacity=".25"')
          );
        })
        .join(''),
      Array.from({ length: 26 }, (_, index) => {
        const share = (index + drawing.random.next()) / 26;
        const at = y + height * share ** 1.25;
        const from = drawing.random.next() * width - width * 0.3;
        return line(
          `M${n(from)} ${n(at)}q${n(width * 0.15)} ${n(-3 - share * 6)} ${n(width * 0.3)} 0t${n(width * 0.3)} ${n(share * 3)}`,
          index % 3 === 0 ? wood.light : wood.dark,
          1 + share * 2.4,
          `opacity="${n(0.14 + drawing.random.next() * 0.2)}"`,
        );
      }).join(''),
    ),
    edge ? line(`M0 ${n(y)}H${n(width)}`, lighter(wood.light, 0.4), 2, 'opacity=".6"') : '',
  ].join('');
}

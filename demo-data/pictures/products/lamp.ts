import { darker, ellipse, glow, lighter, line, mix, path, shadow, type Drawing } from '../svg.ts';

const lampFeet = {
  terracotta: '#c06a42',
  moss: '#5f6b43',
  chalk: '#e9e4da',
} as const;

export type LampFoot = keyof typeof lampFeet;

/** A Dune Table Lamp, standing on (0, 0), about 520 high; `lit` from 0 (off) to 1. */
export function lamp(drawing: Drawing, foot: LampFoot, lit = 0.85): string {
  const colour = lampFeet[foot];
  const warm = '#ffdca0';
  const globe =
    'M-212-330C-212-452-118-522 0-522S212-452 212-330C212-246 150-206 84-190Q0-176-84-190C-150-206-212-246-212-330Z';
  return [
    shadow(drawing, 250, 36, 0.5, 26, 0),
    shadow(drawing, 140, 18, 0.65, 0, 4),
    line('M96-18C190 0 250 30 330 24S440-6 560 20', darker(mix(colour, '#8a7a66', 0.5), 0.35), 10),
    line(
      'M96-20C190-2 250 28 330 22S440-8 560 18',
      drawing.across({ 0: lighter(mix(colour, '#b7a489', 0.5), 0.2), 1: mix(colour, '#b7a489', 0.5) }),
      6,
      'stroke-dasharray="7 5"',
    ),
    lit > 0 ? glow(drawing, 0, -30, 430, 130, warm, 0.5 * lit) : '',
    // foot: a low dome
    path(
      'M-150-14C-150-96-124-186-78-206H78C124-186 150-96 150-14Q148 0 132 4Q0 28-132 4Q-148 0-150-14Z',
      drawing.across({
        0: darker(colour, 0.3),
        0.12: colour,
        0.32: lighter(colour, 0.3),
        0.6: colour,
        1: darker(colour, 0.45),
      }),
    ),
    path(
      'M-150-14C-150-96-124-186-78-206H78C124-186 150-96 150-14Z',
      drawing.linear({ 0: [warm, 0.75 * lit], 0.32: [warm, 0.22 * lit], 0.7: [warm, 0] }),
    ),
    line('M-128-30C-124-98-106-158-78-190', '#fff', 7, 'opacity=".28"'),
    line('M-138-12Q0 20 138-12', darker(colour, 0.4), 3, 'opacity=".35"'),
    // glass
    path(
      globe,
      drawing.radial(
        {
          0: mix('#f4efe6', '#fff6da', lit),
          0.42: mix('#e9e3d8', '#ffe7b0', lit),
          0.78: mix('#d3ccc0', '#fbcf86', lit),
          1: mix('#b3aa9c', '#e7a557', lit),
        },
        0.5 - 0.12 * (1 - lit),
        0.62 - 0.26 * (1 - lit),
        0.66,
      ),
    ),
    lit > 0
      ? ellipse(
          0,
          -282,
          128,
          96,
          drawing.radial({ 0: ['#fffdf2', 0.95 * lit], 0.5: ['#fff3cf', 0.6 * lit], 1: ['#ffe7b0', 0] }),
        )
      : '',
    path(
      'M-176-338C-176-428-112-486-34-496C-96-466-136-420-140-346C-142-310-172-300-176-338Z',
      '#fff',
      `opacity="${(0.5 - lit * 0.15).toFixed(2)}"`,
    ),
    ellipse(112, -432, 17, 27, '#fff', 'opacity=".3" transform="rotate(-38 112 -432)"'),
    line('M-204-366C-190-452-108-512 0-514', '#fff', 4, 'opacity=".5"'),
  ].join('');
}

/** The Paper Moon Pendant around (0, 0), 440 across, its cord going up by `cord`. */
export function pendant(drawing: Drawing, cord: number, lit = 0.9): string {
  const pleats = Array.from({ length: 13 }, (_, index) => {
    const x = Math.sin(((index - 6) / 6.4) * 1.5) * 222;
    const d = `M0-196C${x * 1.18}-150 ${x * 1.18} 150 0 196`;
    return (
      line(d, '#b98d55', 2, 'opacity=".42"') +
      line(d.replace('M0', 'M2'), '#fffaf0', 2.4, `opacity="${index < 7 ? 0.8 : 0.45}" transform="translate(4 0)"`)
    );
  }).join('');
  const moon = 'M0-200C150-196 222-104 222 0S150 196 0 200C-150 196-222 104-222 0S-150-196 0-200Z';
  return [
    glow(drawing, 0, 0, 560, 540, '#ffe2ab', 0.55 * lit),
    line(`M0-196V${-196 - cord}`, '#4b3a2c', 7),
    line(`M-2-196V${-196 - cord}`, '#8b735c', 2),
    path('M-24-232H24L30-194H-30Z', drawing.across({ 0: '#8f6a32', 0.35: '#f0d191', 1: '#7d5826' })),
    path(
      moon,
      drawing.radial(
        {
          0: mix('#fbf6ec', '#fffbe9', lit),
          0.45: mix('#f1e8d8', '#fff0c9', lit),
          0.8: mix('#dccfb9', '#f5d091', lit),
          1: mix('#b9a88d', '#d89f57', lit),
        },
        0.47,
        0.5,
        0.55,
      ),
    ),
    [-120, -60, 0, 60, 120]
      .map((y) => {
        const half = Math.sqrt(1 - (y / 202) ** 2) * 221;
        return line(`M${-half} ${y}Q0 ${y + (y === 0 ? 16 : y * 0.28)} ${half} ${y}`, '#c79b60', 1.4, 'opacity=".22"');
      })
      .join(''),
    pleats,
    ellipse(0, 20, 130, 120, drawing.radial({ 0: ['#fffdf0', 0.9 * lit], 1: ['#fff2cc', 0] })),
    ellipse(0, -194, 40, 9, '#c59a5c'),
    ellipse(0, 194, 44, 10, darker('#c59a5c', 0.25), 'opacity=".8"'),
    ellipse(0, 193, 30, 6, '#fff6d8'),
    line('M-190-96C-164-156-104-188-36-195', '#fff', 5, 'opacity=".6"'),
  ].join('');
}

import { clipped, darker, ellipse, lighter, line, mix, n, path, shadow, type Drawing } from '../svg.ts';

const stone = { light: '#eef0e9', base: '#bfc6bb', dark: '#7b857b', deep: '#59635c', clay: '#a98463' };

/** The Slow Morning Teapot, standing on (0, 0), spout to the right, about 620 wide. */
export function teapot(drawing: Drawing): string {
  const { random } = drawing;
  const lit = drawing.radial(
    { 0: stone.light, 0.38: mix(stone.light, stone.base, 0.55), 0.68: stone.base, 0.9: stone.dark, 1: stone.deep },
    0.34,
    0.28,
    0.82,
  );
  const belly = 'M-214-176C-214-286-118-330 0-330S214-286 214-176C214-70 150-10 96 2Q0 26-96 2C-150-10-214-70-214-176Z';
  return [
    shadow(drawing, 320, 44, 0.55, 30, 0),
    shadow(drawing, 120, 16, 0.75, 0, 6),
    // handle
    line('M-176-262C-290-320-352-246-330-160C-314-96-258-66-196-74', stone.deep, 42),
    line(
      'M-176-262C-290-320-352-246-330-160C-314-96-258-66-196-74',
      drawing.linear({ 0: stone.light, 0.5: stone.base, 1: stone.dark }),
      35,
    ),
    line('M-196-272C-280-304-332-248-318-176', '#fff', 8, 'opacity=".55"'),
    // spout
    path(
      'M168-208C236-214 262-268 288-344Q300-364 326-352Q332-346 326-330C306-240 278-120 172-94Z',
      drawing.linear({ 0: stone.light, 0.45: stone.base, 1: stone.deep }, 0, 0, 0.7, 1),
    ),
    ellipse(309, -350, 21, 8, darker(stone.deep, 0.4), 'transform="rotate(18 309 -350)"'),
    line('M190-204C242-206 270-268 294-336', '#fff', 7, 'opacity=".5"'),
    path('M-104-22Q-100-2-92 4Q0 26 92 4Q100-2 104-22Z', stone.clay),
    path(belly, lit),
    clipped(
      drawing.clip(`<path d="${belly}"/>`),
      path(
        'M-240-40C-160-60-90-26-10-38S150-58 240-34V60H-240Z',
        drawing.linear({ 0: [stone.deep, 0.1], 1: [stone.deep, 0.5] }),
      ),
      path(
        'M-120-18C-60-30 60-8 120-20V40H-120Z',
        drawing.across({ 0: darker(stone.clay, 0.3), 0.35: lighter(stone.clay, 0.15), 1: darker(stone.clay, 0.4) }),
      ),
      [-270, -236, -120]
        .map((y, index) =>
          line(`M-230 ${y}Q0 ${y + 40 + index * 4} 230 ${y}`, index === 2 ? stone.dark : '#fff', 3, 'opacity=".2"'),
        )
        .join(''),
      Array.from({ length: 30 }, () =>
        ellipse(
          random.next() * 400 - 200,
          -320 + random.next() * 290,
          1 + random.next() * 1.8,
          0.9 + random.next(),
          '#5c4a3c',
          `opacity="${n(0.2 + random.next() * 0.4)}"`,
        ),
      ).join(''),
      ellipse(
        -96,
        -236,
        40,
        62,
        drawing.radial({ 0: ['#fff', 0.75], 1: ['#fff', 0] }),
        'transform="rotate(24 -96 -236)"',
      ),
    ),
    // lid
    ellipse(0, -322, 112, 22, darker(stone.deep, 0.25), 'opacity=".55"'),
    path(
      'M-106-326C-96-366-44-382 0-382S96-366 106-326A106 19 0 0 1-106-326Z',
      drawing.radial({ 0: stone.light, 0.6: stone.base, 1: stone.dark }, 0.34, 0.2, 0.85),
    ),
    line('M-106-324A106 19 0 0 0 106-324', stone.clay, 5, 'opacity=".75"'),
    path('M-16-376C-12-388-12-392-18-398H18C12-392 12-388 16-376Z', stone.dark),
    ellipse(0, -412, 30, 24, drawing.radial({ 0: stone.light, 0.6: stone.base, 1: stone.dark }, 0.34, 0.28, 0.8)),
    ellipse(-10, -420, 8, 5, '#fff', 'opacity=".7"'),
  ].join('');
}

import { bowl, bowlFromAbove, bowlStack } from '../products/bowl.ts';
import { candle, candleLid, type Scent } from '../products/candle.ts';
import { deskMat, keyboard, notebook, openNotebook, pen, penRest, type Linen } from '../products/desk.ts';
import { planter, trowel, wateringCan } from '../products/garden.ts';
import { lamp, pendant, type LampFoot } from '../products/lamp.ts';
import { mug, mugFromAbove, type GlazeName } from '../products/mug.ts';
import { teapot } from '../products/teapot.ts';
import { breadBoard, deskClock, woods } from '../products/wood.ts';
import { ellipse, glow, line, path, place, rect, shadow, type Drawing } from '../svg.ts';
import type { Scene } from './mugs.ts';
import {
  bath,
  bookPile,
  books,
  croissant,
  driedGrass,
  fernPot,
  glasses,
  laptop,
  loaf,
  print,
  seedling,
  soil,
  steam,
  trailingPlant,
} from './props.ts';
import {
  balcony,
  boardsFromAbove,
  dapple,
  garden,
  landscape,
  linenFromAbove,
  night,
  photo,
  plainTop,
  portrait,
  shelfBoard,
  square,
  table,
  tiles,
  wall,
  windowSill,
} from './rooms.ts';

const dinner =
  (name: GlazeName, food: 'pesto' | 'tomato', ground: 'oak' | 'linen', tilt: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt, vignette: 0.32 }, [
      ground === 'oak' ? boardsFromAbove(drawing, square, woods.oak) : linenFromAbove(drawing, square, '#cfc3b2'),
      dapple(drawing, square, 0.12),
      fork(drawing, 940, 560),
      place(170, 170, 0.62, mugFromAbove(drawing, 'oat', { drink: 'tea' }), 200),
      place(500, 570, 1.28, bowlFromAbove(drawing, name, food)),
    ]);

/** A fork lying upright, its middle at (x, y). */
function fork(drawing: Drawing, x: number, y: number): string {
  const metal = drawing.across({ 0: '#a8a094', 0.4: '#fffaf0', 1: '#7d766b' });
  const d =
    'M-26-230V-130Q-26-92-8-84L-11 220Q-11 236 0 236T11 220L8-84Q26-92 26-130V-230H18V-140H10V-230H4V-140H-4V-230H-10V-140H-18V-230Z';
  return place(x, y, 1.15, path(d, '#1a0f08', 'opacity=".28" transform="translate(10 12)"') + path(d, metal), 6);
}

const stacked =
  (names: readonly GlazeName[], wallColour: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt, vignette: 0.3 }, [
      tiles(drawing, landscape, wallColour, 560),
      plainTop(drawing, landscape, '#b08a62', 560),
      place(1010, 640, 0.95, fernPot(drawing, '#d9d2c4')),
      place(520, 780, 1.1, bowlStack(drawing, names)),
    ]);

const bedside =
  (foot: LampFoot, wallColour: string, tilt: number, more: 'books' | 'glass' | 'plant'): Scene =>
  (drawing) =>
    photo(drawing, portrait, { tilt, tint: '#ff9a3c', tintOpacity: 0.08, vignette: 0.46 }, [
      night(drawing, portrait, 470, 470, { wallColour, lights: false }),
      more === 'plant'
        ? place(760, 880, 1.25, fernPot(drawing, '#8a7a66'))
        : place(730, 250, 1, print(drawing, 250, 320, '#b5744a')),
      table(drawing, portrait, more === 'glass' ? woods.walnut : woods.oak, 860),
      rect(-60, 850, 1020, 420, '#1a0f08', 'opacity=".28"'),
      glow(drawing, 430, 940, 560, 200, '#ffcf8a', 0.6),
      place(430, 1000, 1.18, lamp(drawing, foot, 1)),
      more === 'books' ? place(700, 1110, 0.82, bookPile(drawing, 2, 4)) + place(690, 1012, 0.62, glasses(), -4) : '',
      more === 'glass' ? tumbler(drawing, 730, 1080) + place(700, 1150, 0.7, glasses(), 8) : '',
      more === 'plant' ? place(720, 1120, 0.8, mug(drawing, 'oat', { drink: 'tea' })) : '',
    ]);

/** A glass of water. */
function tumbler(drawing: Drawing, x: number, y: number): string {
  return place(
    x,
    y,
    1,
    shadow(drawing, 84, 14, 0.5, 8, 0) +
      path(
        'M-56-170L-46-6Q0 10 46-6L56-170Z',
        drawing.across({ 0: ['#fff', 0.55], 0.2: ['#ffe6bd', 0.2], 0.7: ['#ffe6bd', 0.16], 1: ['#fff', 0.4] }),
      ) +
      path('M-54-112L-46-6Q0 10 46-6L54-112Q0-98-54-112Z', '#ffe9c4', 'opacity=".35"') +
      ellipse(0, -170, 56, 11, 'none', 'stroke="#fff" stroke-width="3" opacity=".7"') +
      ellipse(0, -112, 54, 9, '#fff4dc', 'opacity=".5"') +
      line('M-40-150L-34-24', '#fff', 5, 'opacity=".55"'),
  );
}

const lampShelf =
  (foot: LampFoot, wallColour: string, first: number): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt: -1, tint: '#ffac5c', tintOpacity: 0.07, vignette: 0.42 }, [
      wall(drawing, landscape, wallColour, { beams: false }),
      glow(drawing, 560, 420, 720, 560, '#ffe0a6', 0.75),
      shelfBoard(drawing, landscape, 720, woods.walnut),
      place(60, 720, 1.2, books(drawing, 6, 290, first)),
      place(1000, 720, 1.1, trailingPlant(drawing, '#d9c7ae')),
      place(620, 728, 1.02, lamp(drawing, foot, 0.9)),
    ]);

const lampDark =
  (foot: LampFoot, x: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt: 1.5, tint: '#ff9a3c', tintOpacity: 0.1, vignette: 0.62 }, [
      night(drawing, square, x, 480, { wallColour: '#46352c', lights: false }),
      table(drawing, square, woods.walnut, 800),
      rect(-60, 790, 1200, 360, '#150c06', 'opacity=".42"'),
      glow(drawing, x, 880, 560, 170, '#ffc06b', 0.6),
      place(x + 330, 850, 1, driedGrass(drawing, '#6d4a38')),
      place(x, 900, 1.12, lamp(drawing, foot, 1)),
    ]);

const candleNight =
  (scent: Scent, wallColour: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, portrait, { tilt, tint: '#ff8f2e', tintOpacity: 0.1, vignette: 0.55 }, [
      night(drawing, portrait, 420, 640, { wallColour }),
      place(690, 870, 1.15, driedGrass(drawing, '#7d5a48')),
      table(drawing, portrait, woods.walnut, 850),
      rect(-60, 840, 1020, 430, '#150c06', 'opacity=".35"'),
      glow(drawing, 400, 980, 520, 170, '#ffb454', 0.6),
      place(700, 1040, 0.9, bookPile(drawing, 2, 6)),
      place(390, 1060, 1.22, candle(drawing, scent, { level: scent === 'cedar' ? 0.66 : 0.8 })),
      place(180, 1120, 0.95, candleLid(drawing)),
    ]);

const writing =
  (linen: Linen, wood: keyof typeof woods, kind: 'notes' | 'garden', tilt: number): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt, vignette: 0.3 }, [
      boardsFromAbove(drawing, landscape, woods[wood]),
      dapple(drawing, landscape, 0.13),
      place(560, 470, 1.04, openNotebook(drawing, linen, kind), -4),
      place(
        760,
        610,
        0.95,
        pen(drawing, linen === 'night' ? '#27345e' : linen === 'sage' ? '#3f5a3c' : '#5d2a16'),
        -34,
      ),
      kind === 'garden'
        ? place(1120, 160, 0.75, seedling(drawing, 1))
        : place(1120, 150, 0.62, mugFromAbove(drawing, 'oat', { drink: 'coffee' }), 130),
    ]);

const notebookOnDesk =
  (linen: Linen, ground: string, cup: GlazeName, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt, vignette: 0.32 }, [
      linenFromAbove(drawing, square, ground),
      dapple(drawing, square, 0.15),
      place(480, 560, 1.2, notebook(drawing, linen), -12),
      place(880, 700, 1, pen(drawing, '#2b2a2a'), -80),
      place(880, 240, 0.92, mugFromAbove(drawing, cup, { drink: 'milk', art: true }), -30),
      place(150, 930, 0.9, glasses(), 24),
    ]);

const deskWith =
  (wallColour: string, tilt: number, things: (drawing: Drawing) => string): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt, vignette: 0.3 }, [
      wall(drawing, landscape, wallColour, { from: 0.45 }),
      table(drawing, landscape, woods.oak, 560),
      things(drawing),
    ]);

export const otherScenes = {
  'bowl-oat-pasta': dinner('oat', 'pesto', 'oak', 4),
  'bowl-oat-stack': stacked(['oat', 'oat', 'oat', 'oat'], '#e3e6de', 1.2),
  'bowl-oat-window': (drawing) =>
    photo(drawing, landscape, { tilt: -1.4, tint: '#ffd27a', tintOpacity: 0.06, vignette: 0.3 }, [
      windowSill(drawing, landscape, 'morning', 590),
      place(520, 770, 1.15, bowl(drawing, 'oat', { food: 'fruit' })),
    ]),
  'bowl-ink-pasta': dinner('ink', 'tomato', 'linen', -5),
  'bowl-ink-lemons': (drawing) =>
    photo(drawing, square, { tilt: 1.6, vignette: 0.3 }, [
      wall(drawing, square, '#d9c2a2', { from: 0.3 }),
      table(drawing, square, woods.walnut, 690),
      place(860, 740, 1.1, driedGrass(drawing, '#a9b7a2')),
      place(500, 910, 1.34, bowl(drawing, 'ink', { food: 'lemons' })),
    ]),
  'bowl-ink-stack': stacked(['ink', 'oat', 'ink', 'oat'], '#c9d6d2', -1.2),
  'teapot-sunday': (drawing) =>
    photo(drawing, landscape, { tilt: 1, vignette: 0.28 }, [
      wall(drawing, landscape, '#e0c8a8', { from: 0.05 }),
      plainTop(drawing, landscape, '#efe6d6', 545),
      place(190, 680, 1, croissant(drawing)),
      place(560, 745, 1.12, teapot(drawing)),
      place(990, 830, 0.98, mug(drawing, 'ink', { drink: 'tea' })) + place(980, 500, 0.9, steam(drawing)),
    ]),
  'teapot-window': (drawing) =>
    photo(drawing, landscape, { tilt: -1.2, tint: '#7f9aa8', tintOpacity: 0.08, vignette: 0.34 }, [
      windowSill(drawing, landscape, 'rain', 600),
      place(520, 790, 1.22, teapot(drawing)),
      place(900, 350, 0.9, steam(drawing, 0.35)),
    ]),
  'teapot-night': (drawing) =>
    photo(drawing, square, { tilt: 1, tint: '#ff9a3c', tintOpacity: 0.09, vignette: 0.5 }, [
      night(drawing, square, 800, 420, { wallColour: '#5d4a3c' }),
      table(drawing, square, woods.walnut, 760),
      glow(drawing, 700, 850, 560, 170, '#ffb454', 0.5),
      place(880, 860, 0.86, candle(drawing, 'cedar')),
      place(430, 930, 1.12, teapot(drawing)),
      place(800, 1010, 0.82, mug(drawing, 'oat', { drink: 'tea' })),
    ]),
  'board-loaf': (drawing) =>
    photo(drawing, landscape, { tilt: -1, vignette: 0.3 }, [
      wall(drawing, landscape, '#d8cbb4', { from: 0.48 }),
      plainTop(drawing, landscape, '#e9dfcd', 540),
      lyingBoard(drawing, 600, 770, 1.22),
      place(560, 738, 1.28, loaf(drawing)),
    ]),
  'board-hanging': (drawing) =>
    photo(drawing, portrait, { tilt: 1, vignette: 0.34 }, [
      tiles(drawing, portrait, '#eae6da', 1260, 170, 86),
      rect(-60, 160, 1020, 16, drawing.linear({ 0: '#e8c97f', 0.5: '#b98a38', 1: '#6f501c' })),
      [200, 640].map((x) => line(`M${x} 170V204Q${x} 226 ${x + 18} 222`, '#8a6424', 8)).join(''),
      `<g opacity=".3" transform="translate(236 906)">${path('M-165-500Q-165-548-120-556C-74-566-62-586-58-622V-690H58V-622C62-586 74-566 120-556Q165-548 165-500V0H-165Z', '#1a0f08')}</g>`,
      place(210, 890, 0.98, breadBoard(drawing, true)),
      utensil(drawing, 640, 210),
      plainTop(drawing, portrait, '#c29a6b', 1010),
      place(690, 1080, 0.95, fernPot(drawing, '#e6ddcd')),
      place(380, 1120, 0.9, mug(drawing, 'seafoam', { drink: 'none' })),
    ]),
  'board-cheese': (drawing) =>
    photo(drawing, landscape, { tilt: 1.6, tint: '#ffab52', tintOpacity: 0.09, vignette: 0.42 }, [
      night(drawing, landscape, 960, 300, { wallColour: '#7a5238' }),
      table(drawing, landscape, woods.oak, 540),
      glow(drawing, 700, 660, 620, 220, '#ffcf8a', 0.45),
      place(1040, 640, 0.85, candle(drawing, 'fig')),
      lyingBoard(drawing, 520, 760, 1.25),
      cheese(drawing, 500, 728),
    ]),
  'lamp-terracotta-bedside': bedside('terracotta', '#7d5a44', -1, 'books'),
  'lamp-terracotta-shelf': lampShelf('terracotta', '#b98a6a', 2),
  'lamp-terracotta-dark': lampDark('terracotta', 430),
  'lamp-moss-bedside': bedside('moss', '#5f5a44', 1.4, 'glass'),
  'lamp-moss-shelf': lampShelf('moss', '#a5a384', 5),
  'lamp-chalk-bedside': bedside('chalk', '#6d5f58', -1.4, 'plant'),
  'lamp-chalk-dark': lampDark('chalk', 470),
  'cedar-bath': (drawing) =>
    photo(drawing, landscape, { tilt: -1, tint: '#ffb45e', tintOpacity: 0.1, vignette: 0.42 }, [
      tiles(drawing, landscape, '#d9cdbf', 560, 130, 130),
      glow(drawing, 420, 380, 560, 420, '#ffc873', 0.6),
      bath(drawing, 1200, 540, 440),
      place(390, 640, 0.92, candle(drawing, 'cedar')),
      place(760, 650, 0.85, bookPile(drawing, 1, 3)),
      place(1010, 640, 0.8, fernPot(drawing, '#e6ddcd')),
    ]),
  'cedar-evening': candleNight('cedar', '#63402a', 1.4),
  'fig-evening': candleNight('fig', '#57503c', -1.2),
  'fig-rain': (drawing) =>
    photo(drawing, landscape, { tilt: 1, tint: '#ffb45e', tintOpacity: 0.07, vignette: 0.42 }, [
      windowSill(drawing, landscape, 'dusk', 600, '#b9a894'),
      glow(drawing, 500, 660, 520, 180, '#ffc46b', 0.6),
      place(500, 790, 1.15, candle(drawing, 'fig')),
      place(760, 810, 0.9, candleLid(drawing)),
    ]),
  'pendant-table': (drawing) =>
    photo(drawing, portrait, { tilt: -0.8, tint: '#ffac5c', tintOpacity: 0.08, vignette: 0.46 }, [
      night(drawing, portrait, 450, 420, { wallColour: '#7d6450', lights: false }),
      place(740, 600, 1, print(drawing, 210, 270, '#7f8f76')),
      table(drawing, portrait, woods.oak, 900),
      glow(drawing, 450, 980, 560, 180, '#ffe0a6', 0.7),
      place(430, 400, 1.3, pendant(drawing, 400)),
      place(430, 1040, 0.62, bowl(drawing, 'oat', { food: 'fruit' })),
      place(740, 1080, 0.6, mug(drawing, 'ink')),
      place(150, 1090, 0.6, mug(drawing, 'seafoam')),
    ]),
  'pendant-corner': (drawing) =>
    photo(drawing, square, { tilt: 1.2, tint: '#ffac5c', tintOpacity: 0.07, vignette: 0.4 }, [
      wall(drawing, square, '#c4a98c', { beams: false }),
      rect(690, -60, 460, 1200, drawing.across({ 0: ['#6d4f38', 0.42], 1: ['#6d4f38', 0.12] })),
      glow(drawing, 470, 440, 720, 640, '#ffe6b4', 0.8),
      place(470, 430, 1.36, pendant(drawing, 300)),
      shelfBoard(drawing, square, 900, woods.oak),
      place(640, 900, 1, books(drawing, 6, 190, 1)),
      place(160, 900, 0.95, fernPot(drawing)),
    ]),
  'rust-desk': notebookOnDesk('rust', '#d6cab6', 'seafoam', 5),
  'rust-open': writing('rust', 'oak', 'notes', 2),
  'sage-desk': notebookOnDesk('sage', '#d9c1a6', 'oat', -4),
  'sage-open': writing('sage', 'larch', 'garden', -2),
  'night-desk': notebookOnDesk('night', '#cdb89a', 'ink', 3),
  'night-open': writing('night', 'walnut', 'notes', -3),
  'pen-rest-desk': deskWith(
    '#cfcab8',
    1,
    (drawing) =>
      place(180, 600, 1, bookPile(drawing, 3, 0)) +
      place(560, 790, 1.16, penRest(drawing, ['#27345e', '#8c3b2a', '#3f5a3c'])) +
      place(1010, 640, 0.85, fernPot(drawing, '#e6ddcd')),
  ),
  'clock-shelf': (drawing) =>
    photo(drawing, landscape, { tilt: -0.8, vignette: 0.34 }, [
      wall(drawing, landscape, '#b9c0ae', { from: 0.3 }),
      shelfBoard(drawing, landscape, 700, woods.walnut),
      place(70, 700, 1.15, books(drawing, 6, 280, 6)),
      place(640, 704, 1.14, deskClock(drawing)),
      place(1040, 700, 1, trailingPlant(drawing, '#c9a68a')),
    ]),
  'clock-desk': deskWith(
    '#d9c6ac',
    -1.2,
    (drawing) =>
      place(420, 700, 0.98, laptop(drawing)) +
      place(890, 790, 0.98, deskClock(drawing)) +
      place(420, 850, 0.8, glasses(), -5),
  ),
  'mat-desk': (drawing) =>
    photo(drawing, landscape, { tilt: -3, vignette: 0.32 }, [
      boardsFromAbove(drawing, landscape, woods.oak),
      place(580, 470, 1.24, deskMat(drawing, false)),
      place(500, 430, 1.3, keyboard(drawing)),
      place(470, 610, 0.95, pen(drawing, '#8c3b2a'), 5),
      place(930, 460, 0.62, mugFromAbove(drawing, 'seafoam', { drink: 'milk', art: true }), -20),
      place(1120, 160, 0.7, seedling(drawing, 1)),
      dapple(drawing, landscape, 0.1),
    ]),
  'planter-terracotta-terrace': (drawing) =>
    photo(drawing, portrait, { tilt: 1.2, tint: '#fff2a8', tintOpacity: 0.06, vignette: 0.3 }, [
      garden(drawing, portrait, 820),
      table(drawing, portrait, woods.larch, 880),
      place(430, 1080, 1.16, planter(drawing, 'terracotta', 'basil')),
    ]),
  'planter-slate-terrace': (drawing) =>
    photo(drawing, portrait, { tilt: -1.2, tint: '#fff0c8', tintOpacity: 0.06, vignette: 0.28 }, [
      balcony(drawing, portrait, 820),
      table(drawing, portrait, woods.larch, 840),
      place(740, 950, 0.72, planter(drawing, 'terracotta', 'geranium')),
      place(390, 1100, 1.1, planter(drawing, 'slate', 'olive')),
    ]),
  'can-window': (drawing) =>
    photo(drawing, landscape, { tilt: 1, tint: '#ffd27a', tintOpacity: 0.07, vignette: 0.32 }, [
      windowSill(drawing, landscape, 'noon', 590),
      place(210, 640, 0.95, fernPot(drawing)),
      place(640, 790, 1.06, wateringCan(drawing)),
      place(1060, 650, 0.9, fernPot(drawing, '#e6ddcd')),
    ]),
  'trowel-soil': (drawing) =>
    photo(drawing, landscape, { tilt: 0, vignette: 0.4, tint: '#ffd27a', tintOpacity: 0.07 }, [
      soil(drawing, 1200, 900),
      place(230, 230, 1, seedling(drawing, 1)),
      place(980, 640, 1, seedling(drawing, 0.8)),
      place(560, 170, 1, seedling(drawing, 0.62)),
      place(560, 520, 1.16, trowel(drawing), -24),
      dapple(drawing, landscape, 0.16),
    ]),
} satisfies Record<string, Scene>;

/** The walnut board lying on a table; its near edge's middle at (x, y). */
function lyingBoard(drawing: Drawing, x: number, y: number, scale: number): string {
  const wood = woods.walnut;
  const top = 'M-400 0L-330-96H312Q330-96 338-86L352-70H430Q452-70 458-56L462-40Q464-26 446-26H384L396-8Q402 0 390 0Z';
  return place(
    x,
    y,
    scale,
    [
      shadow(drawing, 520, 60, 0.5, 30, 4),
      path('M-400 0H392V20H-396Z', drawing.linear({ 0: wood.base, 1: wood.dark })),
      path(top, drawing.linear({ 0: wood.dark, 0.3: wood.base, 1: wood.light })),
      [-84, -68, -50, -32, -14]
        .map((row, index) =>
          line(
            `M${-336 - (row + 96) * 0.7} ${row}Q${-60 + index * 40} ${row - 7} 330 ${row}`,
            index % 2 ? wood.light : wood.dark,
            2.4,
            'opacity=".5"',
          ),
        )
        .join(''),
      ellipse(432, -48, 13, 6, '#1d120b'),
    ].join(''),
  );
}

/** Cheese, grapes and a fig, for a lying board. */
function cheese(drawing: Drawing, x: number, y: number): string {
  const rind = drawing.linear({ 0: '#fff6e0', 1: '#e3c88e' });
  const { random } = drawing;
  return place(
    x,
    y,
    1.25,
    [
      shadow(drawing, 150, 22, 0.45, -170, 2),
      path('M-290-6L-120-70L-70-6V34L-290 34Z', '#d9a441'),
      path('M-290-66L-70-66L-70 30H-290Z', drawing.linear({ 0: '#f7d277', 1: '#d9a441' })),
      path('M-290-66L-150-112L-70-66Z', '#fae3a0'),
      [
        [-250, -30, 13],
        [-190, 4, 18],
        [-130, -36, 11],
        [-104, 6, 9],
        [-236, 12, 8],
      ]
        .map(
          ([cx = 0, cy = 0, r = 0]) =>
            ellipse(cx, cy, r, r * 0.85, '#c48f30') + ellipse(cx + 2, cy + 2, r * 0.8, r * 0.68, '#e6b955'),
        )
        .join(''),
      shadow(drawing, 120, 20, 0.45, 70, 20),
      path('M-30-20V14A96 30 0 0 0 162 14V-20Z', drawing.linear({ 0: '#f6ead0', 1: '#cdb27c' })),
      ellipse(66, -20, 96, 30, rind),
      path('M66-20L150-36A96 30 0 0 1 120 4Z', '#fffaf0'),
      Array.from({ length: 17 }, (_, index) => {
        const row = Math.floor(index / 6);
        const gx = 214 + (index % 6) * 30 + row * 12 + random.next() * 8;
        return ellipse(
          gx,
          8 - row * 22 + random.next() * 5,
          20,
          19,
          drawing.radial({ 0: '#b58ab0', 0.5: '#6d3a66', 1: '#3d1c3c' }, 0.35, 0.3, 0.8),
        );
      }).join(''),
      line('M330-36Q350-70 384-76', '#7f8a4a', 6),
    ].join(''),
  );
}

/** A ladle on a hook. */
function utensil(drawing: Drawing, x: number, y: number): string {
  return place(
    x + 16,
    y,
    1,
    rect(-7, 0, 14, 330, drawing.across({ 0: '#8d867b', 0.4: '#fffaf0', 1: '#7d766b' }), 'rx="7"') +
      path(
        'M-62 330A62 62 0 0 0 62 330Z',
        drawing.linear({ 0: '#8d867b', 0.5: '#f3eee4', 1: '#8d867b' }, 0, 0, 1, 0.4),
      ) +
      ellipse(0, 330, 62, 12, '#6d675d'),
  );
}

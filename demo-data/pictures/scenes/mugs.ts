import { bowl } from '../products/bowl.ts';
import { keyboard, openNotebook } from '../products/desk.ts';
import { lamp } from '../products/lamp.ts';
import { mug, mugFromAbove, type Drink, type GlazeName } from '../products/mug.ts';
import { teapot } from '../products/teapot.ts';
import { woods } from '../products/wood.ts';
import { glow, place, shadow, type Drawing } from '../svg.ts';
import {
  biscuits,
  blanket,
  bookPile,
  books,
  box,
  croissant,
  driedGrass,
  fernPot,
  glasses,
  hands,
  jumper,
  laptop,
  print,
  spoon,
  steam,
  trailingPlant,
} from './props.ts';
import {
  balcony,
  boardsFromAbove,
  bokeh,
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
  wall,
  windowSill,
  type Sky,
} from './rooms.ts';

export type Scene = (drawing: Drawing) => string;

const hot = (
  drawing: Drawing,
  x: number,
  y: number,
  scale: number,
  name: GlazeName,
  drink: Drink = 'coffee',
  more = { speckles: 30 },
) =>
  place(x, y, scale, mug(drawing, name, { drink, ...more })) +
  place(x - 10 * scale, y - 330 * scale, scale * 0.95, steam(drawing, 0.42));

const byWindow =
  (name: GlazeName, sky: Sky, tilt: number, drink: Drink = 'coffee', scale = 1.42): Scene =>
  (drawing) =>
    photo(
      drawing,
      portrait,
      { tilt, tint: sky === 'rain' ? '#6f8ea0' : '#ffc46b', tintOpacity: sky === 'rain' ? 0.1 : 0.07, vignette: 0.34 },
      [
        windowSill(drawing, portrait, sky, 800),
        place(770, 840, 0.95, sky === 'rain' ? books(drawing, 2, 240, 4) : fernPot(drawing, '#e2d6c2')),
        hot(drawing, 380, 1030 - (1.42 - scale) * 160, scale, name, drink),
      ],
    );

const breakfast =
  (name: GlazeName, wallColour: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt, vignette: 0.26 }, [
      wall(drawing, landscape, wallColour, { from: 0.04 }),
      place(1010, 615, 1.05, driedGrass(drawing)),
      table(drawing, landscape, woods.oak, 560),
      place(330, 790, 1.18, croissant(drawing)),
      hot(drawing, 740, 800, 1.3, name),
      place(560, 855, 0.8, spoon(drawing), -14),
    ]);

const onShelf =
  (name: GlazeName, wallColour: string, first: number, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, portrait, { tilt, vignette: 0.36 }, [
      wall(drawing, portrait, wallColour, { beams: false }),
      glow(drawing, 240, 340, 620, 620, '#fff0cf', 0.5),
      shelfBoard(drawing, portrait, 226),
      place(60, 226, 0.9, books(drawing, 5, 240, first + 3)),
      place(650, 226, 0.95, trailingPlant(drawing)),
      shelfBoard(drawing, portrait, 940),
      place(30, 940, 1.35, books(drawing, 5, 280, first)),
      place(590, 948, 0.98, mug(drawing, name, { drink: 'none' })),
      place(260, 1290, 1, bookPile(drawing, 4, first)),
    ]);

const atDesk =
  (name: GlazeName, wallColour: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt, tintOpacity: 0.04, vignette: 0.28 }, [
      wall(drawing, landscape, wallColour, { beams: false }),
      glow(drawing, 180, 180, 620, 520, '#fff4dc', 0.55),
      place(1040, 230, 0.9, print(drawing, 230, 290, '#c98a5c')),
      plainTop(drawing, landscape, '#d9b88d', 600),
      place(470, 716, 1.22, laptop(drawing)),
      place(1110, 640, 0.8, fernPot(drawing, '#ece6da')),
      place(300, 835, 0.95, glasses(), -6),
      hot(drawing, 880, 806, 0.94, name),
    ]);

const fromAbove =
  (name: GlazeName, drink: Exclude<Drink, 'none'>, ground: 'linen' | 'oak' | 'walnut', tilt: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt, vignette: 0.34 }, [
      ground === 'linen'
        ? linenFromAbove(drawing, square, '#d9cbb4')
        : boardsFromAbove(drawing, square, ground === 'oak' ? woods.oak : woods.walnut),
      dapple(drawing, square),
      ground === 'linen'
        ? place(890, 190, 0.72, openNotebook(drawing, 'rust', 'notes'), 18)
        : place(210, 900, 1, spoon(drawing), -52),
      ground === 'oak' ? place(920, 900, 0.8, glasses(), -20) : '',
      place(470, 590, 1.85, mugFromAbove(drawing, name, { drink, art: drink === 'milk' }), -18),
    ]);

const inHands =
  (name: GlazeName, skin: string, sleeve: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt, vignette: 0.4 }, [
      jumper(drawing, 1080, 1080, sleeve),
      place(540, 850, 1.62, mug(drawing, name, { speckles: 30, turnedAway: true })),
      place(530, 310, 1.4, steam(drawing, 0.4)),
      place(540, 850, 1.62, hands(drawing, skin, sleeve)),
    ]);

const withBiscuits =
  (name: GlazeName, wallColour: string, drink: Drink): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt: 1.4, vignette: 0.28 }, [
      wall(drawing, landscape, wallColour, { from: 0.42 }),
      place(170, 590, 1.1, bookPile(drawing, 3, 5)),
      plainTop(drawing, landscape, '#e9dfcd', 550),
      place(840, 770, 1.2, biscuits(drawing)),
      hot(drawing, 410, 800, 1.3, name, drink),
    ]);

const inBed =
  (name: GlazeName, cover: string, drink: Drink): Scene =>
  (drawing) =>
    photo(drawing, landscape, { tilt: -2.6, vignette: 0.36, tint: '#ffb45e', tintOpacity: 0.08 }, [
      wall(drawing, landscape, '#cfc0ad', { beams: false }),
      glow(drawing, 980, 120, 560, 480, '#fff0cf', 0.75),
      place(180, 560, 1.25, bookPile(drawing, 3, 1)),
      blanket(drawing, 1200, 500, 460, cover),
      place(380, 760, 0.58, openNotebookLike(drawing), -16),
      shadow(drawing, 330, 46, 0.45, 812, 806),
      hot(drawing, 800, 800, 1.22, name, drink),
    ]);

/** A novel lying open. */
function openNotebookLike(drawing: Drawing): string {
  const lines = (x: number) =>
    Array.from(
      { length: 17 },
      (_, index) =>
        `<rect x="${x}" y="${-250 + index * 30}" width="${index % 6 === 5 ? 190 : 320}" height="7" rx="3" fill="#8d8374" opacity=".75"/>`,
    ).join('');
  return (
    openNotebook(drawing, 'night', 'blank') +
    `<rect x="-404" y="-274" width="370" height="550" fill="#f8f0de"/><rect x="60" y="-274" width="350" height="550" fill="#f6eddb"/>${lines(-384)}${lines(80)}`
  );
}

const upClose =
  (name: GlazeName, wallColour: string, tilt: number): Scene =>
  (drawing) =>
    photo(drawing, square, { tilt, vignette: 0.3 }, [
      wall(drawing, square, wallColour, { beams: false }),
      bokeh(drawing, { x: 0, y: 0, width: 1080, height: 700 }, ['#fff4d8', '#e9d2a8', '#c9d4ba'], 14, 110, 0.36),
      place(430, 1270, 3.1, mug(drawing, name, { speckles: 90 })),
      place(380, 230, 2.4, steam(drawing, 0.3)),
    ]);

const atNight =
  (name: GlazeName, drink: Drink, withLamp: boolean): Scene =>
  (drawing) =>
    photo(drawing, portrait, { tilt: -1.5, tint: '#ff9a3c', tintOpacity: 0.1, vignette: 0.5 }, [
      night(drawing, portrait, 680, 470, { wallColour: withLamp ? '#7a5238' : '#4b4652', lights: !withLamp }),
      withLamp ? '' : place(60, 870, 1.2, books(drawing, 6, 300, 2)),
      table(drawing, portrait, woods.walnut, 850),
      withLamp
        ? glow(drawing, 660, 900, 460, 150, '#ffcf8a', 0.5) + place(660, 920, 1.12, lamp(drawing, 'terracotta', 1))
        : glow(drawing, 560, 940, 560, 200, '#ffb45e', 0.45),
      hot(drawing, 330, 1080, 1.3, name, drink),
      withLamp ? '' : place(660, 1120, 0.5, keyboard(drawing), -4),
    ]);

export const mugScenes = {
  'seafoam-window': byWindow('seafoam', 'morning', -1.5),
  'seafoam-breakfast': breakfast('seafoam', '#e3cfb4', 1.2),
  'seafoam-shelf': onShelf('seafoam', '#c9c3b0', 0, -1),
  'seafoam-desk': atDesk('seafoam', '#cfd3c6', 1),
  'seafoam-hands': inHands('seafoam', '#e2ab88', '#c08f63', 2),
  'seafoam-balcony': (drawing) =>
    photo(drawing, portrait, { tilt: 1.6, tint: '#fff0c8', tintOpacity: 0.06, vignette: 0.22 }, [
      balcony(drawing, portrait, 800),
      table(drawing, portrait, woods.larch, 810),
      place(740, 900, 1.15, fernPot(drawing)),
      hot(drawing, 380, 1010, 1.16, 'seafoam'),
    ]),
  'seafoam-evening': atNight('seafoam', 'tea', true),
  'seafoam-above': fromAbove('seafoam', 'milk', 'walnut', 4),
  'seafoam-rain': byWindow('seafoam', 'rain', 1.5, 'tea', 1.2),
  'seafoam-bowl': (drawing) =>
    photo(drawing, landscape, { tilt: -1.2, vignette: 0.26 }, [
      wall(drawing, landscape, '#d8cdb8', { from: 0.1 }),
      table(drawing, landscape, woods.walnut, 570),
      place(390, 776, 1.02, bowl(drawing, 'oat', { food: 'fruit' })),
      hot(drawing, 880, 820, 1.2, 'seafoam'),
    ]),
  'seafoam-trio': (drawing) =>
    photo(drawing, landscape, { tilt: 0.8, vignette: 0.28 }, [
      wall(drawing, landscape, '#d9b99b', { from: 0.3 }),
      plainTop(drawing, landscape, '#efe6d6', 585),
      place(260, 735, 0.98, mug(drawing, 'oat', { drink: 'none' })),
      place(880, 735, 0.98, mug(drawing, 'ink', { drink: 'none' })),
      place(560, 820, 1.14, mug(drawing, 'seafoam', { drink: 'none' })),
    ]),
  'seafoam-biscuits': withBiscuits('seafoam', '#d5c9b4', 'tea'),
  'seafoam-box': (drawing) => {
    const { back, front } = box(drawing);
    return photo(drawing, square, { tilt: -2, vignette: 0.3 }, [
      wall(drawing, square, '#cfd2c4', { from: 0.3 }),
      table(drawing, square, woods.oak, 700),
      place(530, 950, 1.12, back),
      place(500, 800, 1.25, mug(drawing, 'seafoam', { drink: 'none', speckles: 30 }), -7),
      place(530, 950, 1.12, front),
    ]);
  },
  'seafoam-garden': (drawing) =>
    photo(drawing, landscape, { tilt: 1.8, tint: '#fff2a8', tintOpacity: 0.07, vignette: 0.3 }, [
      garden(drawing, landscape, 600),
      table(drawing, landscape, woods.larch, 590),
      place(240, 690, 1.05, fernPot(drawing)),
      hot(drawing, 700, 810, 1.32, 'seafoam'),
    ]),
  'seafoam-book': inBed('seafoam', '#b9654a', 'tea'),
  'seafoam-rim': upClose('seafoam', '#d9cdb6', -3),
  'seafoam-teapot': (drawing) =>
    photo(drawing, landscape, { tilt: -0.8, vignette: 0.28 }, [
      wall(drawing, landscape, '#c4cbb8', { from: 0.5 }),
      plainTop(drawing, landscape, '#e6d8c2', 560),
      place(420, 742, 1.08, teapot(drawing)),
      hot(drawing, 900, 822, 1.12, 'seafoam', 'tea'),
    ]),
  'ink-desk': atDesk('ink', '#d8cbb6', -1),
  'ink-above': fromAbove('ink', 'coffee', 'oak', -5),
  'ink-shelf': onShelf('ink', '#d6c3a6', 4, 1),
  'ink-window': byWindow('ink', 'noon', 1, 'coffee', 1.12),
  'ink-night': atNight('ink', 'coffee', false),
  'ink-breakfast': breakfast('ink', '#c6ccc4', -1.4),
  'oat-hands': inHands('oat', '#8d5b3e', '#6f8278', -2),
  'oat-window': byWindow('oat', 'morning', 2, 'tea'),
  'oat-biscuits': withBiscuits('oat', '#b7b9a4', 'tea'),
  'oat-rim': upClose('oat', '#a9957c', 2.5),
  'oat-book': inBed('oat', '#6f8278', 'milk'),
} satisfies Record<string, Scene>;

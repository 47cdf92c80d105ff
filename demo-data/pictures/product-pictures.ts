import { bowl } from './products/bowl.ts';
import { candle, candleLid } from './products/candle.ts';
import { deskMat, keyboard, notebook, pen, penRest } from './products/desk.ts';
import { birdTable, planter, trowel, wateringCan } from './products/garden.ts';
import { lamp, pendant } from './products/lamp.ts';
import { mug } from './products/mug.ts';
import { teapot } from './products/teapot.ts';
import { breadBoard, deskClock } from './products/wood.ts';
import { block, studio, surface } from './studio.ts';
import { Drawing, place, shadow } from './svg.ts';

/** How each product is shown in the shop: on 1000 by 1000, in the light of the studio. */
const scenes: Readonly<Record<string, (drawing: Drawing) => string>> = {
  'DEMO-001': (drawing) => studio(drawing, '#d6cdb9', 'arch') + place(458, 838, 1.52, mug(drawing, 'seafoam')),
  'DEMO-002': (drawing) => studio(drawing, '#c8c5c6', 'disc') + place(458, 838, 1.52, mug(drawing, 'ink')),
  'DEMO-003': (drawing) =>
    studio(drawing, '#cfae92', 'steps') + place(458, 838, 1.52, mug(drawing, 'oat', { drink: 'none' })),
  'DEMO-004': (drawing) =>
    studio(drawing, '#cdb08f', 'panel') +
    block(drawing, '#d4b896', 500, 770, 640, 120) +
    place(500, 782, 1.24, bowl(drawing, 'oat')),
  'DEMO-005': (drawing) =>
    studio(drawing, '#d5cbb8', 'arch') + place(500, 822, 1.34, bowl(drawing, 'ink', { food: 'lemons' })),
  'DEMO-006': (drawing) => studio(drawing, '#d8bfa6', 'disc') + place(492, 822, 1.2, teapot(drawing)),
  'DEMO-007': (drawing) =>
    studio(drawing, '#dccbb2', 'panel') +
    shadow(drawing, 300, 34, 0.6, 520, 872) +
    place(500, 872, 1.1, breadBoard(drawing)),
  'DEMO-008': (drawing) => studio(drawing, '#d9ab8c', 'plain') + place(478, 850, 1.28, lamp(drawing, 'terracotta')),
  'DEMO-009': (drawing) => studio(drawing, '#b6b794', 'plain') + place(478, 850, 1.28, lamp(drawing, 'moss')),
  'DEMO-010': (drawing) => studio(drawing, '#cdc3b4', 'plain') + place(478, 850, 1.28, lamp(drawing, 'chalk')),
  'DEMO-011': (drawing) =>
    studio(drawing, '#cfa57c', 'steps') +
    place(452, 832, 1.5, candle(drawing, 'cedar')) +
    place(742, 864, 1.2, candleLid(drawing)),
  'DEMO-012': (drawing) =>
    studio(drawing, '#bcc6a5', 'arch') +
    place(476, 832, 1.5, candle(drawing, 'fig')) +
    place(768, 868, 1.2, candleLid(drawing)),
  'DEMO-013': (drawing) => studio(drawing, '#cbb59b', 'plain', 900) + place(500, 520, 1.42, pendant(drawing, 600)),
  'DEMO-014': (drawing) =>
    surface(drawing, '#dcc2a8') +
    place(470, 492, 1.22, notebook(drawing, 'rust'), 9) +
    place(826, 470, 1, pen(drawing, '#2b2a2a'), -76),
  'DEMO-015': (drawing) => surface(drawing, '#d9d4c0') + place(490, 492, 1.22, notebook(drawing, 'sage'), -8),
  'DEMO-016': (drawing) => surface(drawing, '#c9b79e') + place(480, 478, 1.2, notebook(drawing, 'night'), 6),
  'DEMO-017': (drawing) => studio(drawing, '#cfd0c0', 'panel') + place(470, 800, 1.36, penRest(drawing)),
  'DEMO-018': (drawing) => studio(drawing, '#c9cdbf', 'disc') + place(480, 828, 1.42, deskClock(drawing)),
  'DEMO-019': (drawing) =>
    surface(drawing, '#cba27a') +
    place(500, 500, 1.1, deskMat(drawing)) +
    place(430, 452, 1.12, keyboard(drawing)) +
    place(420, 610, 0.9, pen(drawing, '#7a2f1d'), 4),
  'DEMO-020': (drawing) =>
    studio(drawing, '#dcbfa2', 'arch') + place(490, 912, 1.06, planter(drawing, 'terracotta', 'geranium')),
  'DEMO-021': (drawing) =>
    studio(drawing, '#cdd0c6', 'panel') + place(490, 912, 1.06, planter(drawing, 'slate', 'olive')),
  'DEMO-022': (drawing) => studio(drawing, '#b9c3ac', 'disc') + place(540, 822, 1.1, wateringCan(drawing)),
  'DEMO-023': (drawing) => surface(drawing, '#c4c3a8') + place(500, 500, 1.12, trowel(drawing), -40),
  'DEMO-024': (drawing) => studio(drawing, '#b9cbc4', 'plain', 960) + place(490, 110, 1.22, birdTable(drawing)),
};

export const productPictureKeys: readonly string[] = Object.keys(scenes);

/** The picture of a product as an SVG of its own, without scripts, fonts or anything from outside. */
export function productPicture(sku: string): string {
  const scene = scenes[sku];
  if (scene === undefined) throw new RangeError(`there is no picture of ${sku}`);
  const drawing = new Drawing(sku);
  return drawing.svg(1000, 1000, scene(drawing));
}

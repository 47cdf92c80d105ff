/**
 * Draws every picture in advance, a step of `npm run build`: `node demo-data/pictures/draw-all.ts DIRECTORY`. Those that
 * are there already are left as they are.
 */
import { drawPicture, pictureKeys, svgOf } from './index.ts';
import { keepDrawn, readDrawn } from './drawn.ts';

/** As many at once as a small machine has cores to draw with. */
const AT_ONCE = 4;

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Name the directory for the pictures');
const waiting = [...pictureKeys];
const draw = async () => {
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const svg = svgOf(key);
    if (!(await readDrawn(directory, svg))) await keepDrawn(directory, svg, await drawPicture(svg));
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, draw));

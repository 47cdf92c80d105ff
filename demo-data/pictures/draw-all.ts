/** Draws every picture in advance: a step of `npm run build`. Those that are there already are left as they are. */
import { drawPicture, pictureKeys, svgOf } from './index.ts';
import { keepDrawn, readDrawn } from './drawn.ts';

/** As many at once as a small machine has cores to draw with. */
const AT_ONCE = 4;

const waiting = [...pictureKeys];
const draw = async () => {
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const svg = svgOf(key);
    if (!(await readDrawn(svg))) await keepDrawn(svg, await drawPicture(svg));
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, draw));

/** A look in small, for the button that starts from it. */
import { h, type VNode } from 'vue';
import { elementSchemes, pageSchemes, type ColourName, type Look } from '../../../../../tools/site/look/look.ts';
import { usualColours } from '../../../../../tools/site/look/style-sheet.ts';

const STAR = 'M0-5 1.5-1.6 5-1.5 2.3.8 3.2 4.4 0 2.4-3.2 4.4-2.3.8-5-1.5-1.5-1.6Z';

export function tile(look: Look): VNode {
  const of = (name: Exclude<ColourName, 'sheet'>) => {
    const scheme = (name === 'background' || name === 'text' ? pageSchemes(look) : elementSchemes(look))[0]!;
    return look.colours[`${name}-${scheme}`] ?? usualColours[name][scheme];
  };
  const radius = Math.min(look.radius / 12, 10);
  const line = (y: number, width: number) =>
    h('rect', { x: 10, y, width, height: 2, rx: 1, fill: of('text'), 'fill-opacity': 0.55 });
  const framed = look.reviews === 'cards' || look.reviews === 'panels';
  const frame = { x: 4, y: 4, width: 64, height: 40, rx: radius, stroke: of('text'), 'stroke-opacity': 0.25 };
  return h('svg', { viewBox: '0 0 72 48', 'aria-hidden': 'true' }, [
    h('rect', { width: 72, height: 48, fill: of('background') }),
    framed ? h('rect', { ...frame, fill: look.colours['sheet-light'] ?? 'none' }) : null,
    ...[0, 1, 2, 3, 4].map((nth) =>
      h('path', { d: STAR, transform: `translate(${14.5 + nth * 10} 14)`, fill: of('stars') }),
    ),
    ...(look.density === 'compact' ? [22, 26, 30] : [23, 29]).map((y, nth) => line(y, nth % 2 ? 34 : 48)),
    h('rect', { x: 10, y: 35, width: 22, height: 7, rx: Math.min(radius, 3.5), fill: of('accent') }),
  ]);
}

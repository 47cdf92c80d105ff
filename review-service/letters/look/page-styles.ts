/** The look of a shop as a style sheet for pages. */
import { fontList } from './fonts.ts';
import type { Look } from './look.ts';
import { isDarkShop, needsPlate, paletteOf, type Palette } from './palette.ts';

export function pageStyles(look: Look): string {
  const font = look.font === null ? '' : `${fontList(look.font)}, `;
  const plate = !needsPlate(look) ? '' : '.logo { padding: .5rem; border-radius: .5rem; background: #fff; }';
  return `
:root { color-scheme: ${isDarkShop(look) ? 'dark' : 'light dark'}; ${properties(paletteOf(look, 'light'))} }
@media (prefers-color-scheme: dark) { :root { ${properties(paletteOf(look, 'dark'))} } ${plate} }
body { font-family: ${font}system-ui, sans-serif; }
`;
}

const properties = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ');

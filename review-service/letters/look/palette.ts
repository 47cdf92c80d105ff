/** The colours of mails and pages, made of the few that a shop chooses so that everything can be read. */
import { luminanceOf, onColour, readableOn } from './colours.ts';
import type { Look } from './look.ts';

export interface Palette {
  /** Around the sheet. */
  readonly ground: string;
  /** Text on the ground. */
  readonly onGround: string;
  /** The sheet that everything stands on. */
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  /** The edges of fields, which must be seen. */
  readonly line: string;
  /** Edges that only adorn. */
  readonly faint: string;
  readonly star: string;
  readonly action: string;
  readonly onAction: string;
  readonly link: string;
  /** For mistakes and for success, and the grounds that these stand on. */
  readonly wrong: string;
  readonly wrongGround: string;
  readonly good: string;
  readonly goodGround: string;
}

/** Contrast of text, and of what is not text (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const SHAPE = 3;

/** Below this, a background is a dark one, by day as by night. */
const DARK_LUMINANCE = 0.18;

const day = {
  ground: '#f5f5f4',
  paper: '#ffffff',
  ink: '#1c1917',
  soft: '#57534e',
  line: '#78716c',
  faint: '#e7e5e4',
  star: '#b45309',
  wrong: '#b91c1c',
  wrongGround: '#fef2f2',
  good: '#15803d',
  goodGround: '#dcfce7',
};
const night = {
  ground: '#0c0a09',
  paper: '#1c1917',
  ink: '#f5f5f4',
  soft: '#b8b2ac',
  line: '#8f8780',
  faint: '#35302d',
  star: '#fbbf24',
  wrong: '#fca5a5',
  wrongGround: '#3b1111',
  good: '#86efac',
  goodGround: '#14321f',
};

/** Whether a shop is dark by day too. */
export const isDarkShop = ({ background }: Look): boolean =>
  background !== null && luminanceOf(background) < DARK_LUMINANCE;

/** Whether the logo stands on white where the page is dark. */
export const needsPlate = (look: Look): boolean => look.logo?.needsLight === true && !isDarkShop(look);

/** @param scheme - what the reader prefers; a shop with a dark background is dark by day too. */
export function paletteOf(look: Look, scheme: 'light' | 'dark'): Palette {
  const { accent, background } = look;
  const isAlwaysDark = isDarkShop(look);
  const isDark = scheme === 'dark' || isAlwaysDark;
  const usual = isDark ? night : day;
  const ground = background !== null && (isAlwaysDark || !isDark) ? background : usual.ground;
  const { paper } = usual;
  const wanted = accent ?? usual.ink;
  const action = readableOn(paper, wanted, SHAPE);
  return {
    ...usual,
    ground,
    onGround: readableOn(ground, usual.soft, TEXT),
    action,
    onAction: onColour(action),
    link: readableOn(paper, wanted, TEXT),
  };
}

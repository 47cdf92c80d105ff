/** Where a look is too faint to be seen, by WCAG 2.2: 4.5 : 1 for text, 3 : 1 for stars and what can be pressed. */
import { contrastOf, mixed, readableOn } from '../../../review-service/look/colours.ts';
import { elementSchemes, type ColourKey, type Look, type Scheme } from './look.ts';
import { READABLE, usualColours } from './style-sheet.ts';

const VISIBLE = 3;
/** How much of the background is in small grey text, and of the text in panels without a colour. */
const FADED = 0.22;
const SHEET = 0.05;

/** What a theme brings along instead of the page's own. */
const themes = {
  light: { background: '#ffffff', text: '#23201d' },
  dark: { background: '#1a1917', text: '#f0ede8' },
} as const;

export interface Contrast {
  readonly what: string;
  /** The colour to change. */
  readonly key: ColourKey;
  readonly scheme: Scheme;
  readonly ratio: number;
  readonly needed: number;
  /** A colour like it that would do; null where there is none, or where the theme has the colour. */
  readonly better: string | null;
}

export const isTooLow = ({ ratio, needed }: Contrast): boolean => ratio < needed;

/** Text that stays readable where it is faded; on a middling background there is none. */
function textForFaded(ground: string, text: string): string | null {
  for (let ratio = READABLE; ratio <= 21; ratio += 0.5) {
    const found = readableOn(ground, text, ratio);
    if (contrastOf(mixed(found, ground, FADED), ground) >= READABLE) return found;
  }
  return null;
}

interface Seen {
  readonly background: string;
  readonly text: string;
  /** What panels are filled with. */
  readonly sheet: string;
}

/** What the elements stand on in a scheme, and their text. */
export function seenIn(look: Look, scheme: Scheme): Seen {
  const chosen = (name: 'background' | 'text') => look.colours[`${name}-${scheme}`] ?? usualColours[name][scheme];
  const page = { background: chosen('background'), text: chosen('text') };
  const { background, text } = look.theme === 'page' ? page : themes[scheme];
  return { background, text, sheet: look.colours[`sheet-${scheme}`] ?? mixed(background, text, SHEET) };
}

function* contrastsIn(look: Look, scheme: Scheme): Generator<Contrast> {
  const { background, text, sheet } = seenIn(look, scheme);
  const [stars, accent] = (['stars', 'accent'] as const).map(
    (name) => look.colours[`${name}-${scheme}`] ?? usualColours[name][scheme],
  );
  const themed = look.theme !== 'page';
  const grounds = { 'the background': background, ...(look.reviews === 'panels' ? { panels: sheet } : {}) };
  for (const [name, ground] of Object.entries(grounds)) {
    const plain = contrastOf(text, ground);
    const faded = contrastOf(mixed(text, ground, FADED), ground);
    // Where all text can be read, the ratio that people know is that of the colour they chose.
    const isFaded = plain >= READABLE && faded < READABLE;
    yield {
      what: `${isFaded ? 'Small grey text' : 'Text'} on ${name}`,
      key: themed ? `sheet-${scheme}` : `text-${scheme}`,
      scheme,
      ratio: isFaded ? faded : plain,
      needed: READABLE,
      better: themed ? null : textForFaded(ground, text),
    };
    const ratio = contrastOf(stars!, ground);
    const better = readableOn(ground, stars!, VISIBLE);
    yield { what: `Stars on ${name}`, key: `stars-${scheme}`, scheme, ratio, needed: VISIBLE, better };
  }
  const ratio = contrastOf(accent!, background);
  const better = readableOn(background, accent!, VISIBLE);
  yield { what: 'Buttons and focus rings', key: `accent-${scheme}`, scheme, ratio, needed: VISIBLE, better };
}

const isWorse = (one: Contrast, other: Contrast): boolean => one.ratio / one.needed < other.ratio / other.needed;

/** Of each colour, in each scheme, where it is seen worst. */
export function contrastsOf(look: Look): Contrast[] {
  const worst = new Map<ColourKey, Contrast>();
  for (const contrast of elementSchemes(look).flatMap((scheme) => [...contrastsIn(look, scheme)])) {
    const other = worst.get(contrast.key);
    if (!other || isWorse(contrast, other)) worst.set(contrast.key, contrast);
  }
  return [...worst.values()];
}

/** Cut, not rounded: 4.49 is not 4.5. */
export const ratioAsText = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;

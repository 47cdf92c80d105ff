/** The colours of a shop, as custom properties of the elements. */
import type { RawParameters } from '../../contract/read-parameters.ts';
import { readField } from '../pages/review-form.ts';

export interface Theme {
  /** Six hexadecimal digits after `#`, lower case, as all colours here. */
  readonly accent: string;
  readonly stars: string;
  readonly background: string;
  readonly text: string;
  /** Font families, as typed; empty for the font of the page. */
  readonly font: string;
}

const usual: Theme = { accent: '#23201d', stars: '#c2660a', background: '#ffffff', text: '#23201d', font: '' };

/** What is not a colour or a list of fonts is as it is without a choice. */
export function readTheme(fields: RawParameters): Theme {
  const colour = (name: keyof Theme) => {
    const given = readField(fields, name).toLowerCase();
    return /^#[0-9a-f]{6}$/.test(given) ? given : usual[name];
  };
  const font = readField(fields, 'font');
  return {
    accent: colour('accent'),
    stars: colour('stars'),
    background: colour('background'),
    text: colour('text'),
    font: /^[\p{L}\d ,-]{0,100}$/u.test(font) ? font : usual.font,
  };
}

export const propertiesOf = ({ accent, stars, background, text }: Theme): [name: string, value: string][] => [
  ['--plaudit-accent', accent],
  ['--plaudit-on-accent', onColour(accent)],
  ['--plaudit-star-color', stars],
  ['--plaudit-background', background],
  ['--plaudit-color', text],
];

/** A page of the shop with these colours, as declarations. */
export function pageStyleOf(theme: Theme): string {
  const { background, text, font } = theme;
  // Dark text means a light page, whatever the browser prefers.
  const scheme = luminanceOf(background) > luminanceOf(text) ? 'light' : 'dark';
  const page = [
    ['color-scheme', scheme],
    ['background', background],
    ['color', text],
    ...(font === '' ? [] : [['font-family', fontList(font)]]),
  ];
  return [...page, ...propertiesOf(theme)].map(([name, value]) => `${name}: ${value}`).join('; ');
}

const generic = /^(?:serif|sans-serif|monospace|cursive|system-ui|ui-[a-z-]+)$/;

const fontList = (font: string): string =>
  font
    .split(',')
    .map((family) => family.trim())
    .filter(Boolean)
    .map((family) => (generic.test(family) ? family : `"${family}"`))
    .join(', ');

/** The one of black and white that is easier to read on a colour (WCAG 2.2, relative luminance). */
function onColour(colour: string): string {
  const luminance = luminanceOf(colour);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The colours of a shop, as custom properties of the elements. */
import type { RawParameters } from '../../../../contract/endpoints/read-parameters.ts';
import { isColour, luminanceOf, onColour } from '../../../letters/look/colours.ts';
import { fontList, isFontList } from '../../../letters/look/fonts.ts';
import { readField } from '../../../pages/frame/review-form.ts';

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

/** A value that is not a colour or a list of fonts counts as no choice. */
export function readTheme(fields: RawParameters): Theme {
  const colour = (name: keyof Theme) => {
    const given = readField(fields, name).toLowerCase();
    return isColour(given) ? given : usual[name];
  };
  const font = readField(fields, 'font');
  return {
    accent: colour('accent'),
    stars: colour('stars'),
    background: colour('background'),
    text: colour('text'),
    font: isFontList(font) ? font : usual.font,
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

/** The colours of a shop, as custom properties of the elements. */
import type { RawParameters } from '../../../../contract/endpoints/read-parameters.ts';
import { isColour, luminanceOf, onColour } from '../../../letters/look/colours.ts';
import { fontList, isFontList } from '../../../letters/look/fonts.ts';
import { readField } from '../../../pages/frame/review-form.ts';

/** Six hexadecimal digits after `#`, lower case, as all colours here. */
export interface Colours {
  readonly accent: string;
  readonly stars: string;
  readonly background: string;
  readonly text: string;
}

export const colourNames = ['accent', 'stars', 'background', 'text'] as const satisfies (keyof Colours)[];
export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export interface Theme extends Readonly<Record<Scheme, Colours>> {
  /** Whether pages of the shop have dark colours for those who prefer them. */
  readonly hasDark: boolean;
  /** Font families, as typed; empty for the font of the page. */
  readonly font: string;
}

export const usualTheme: Theme = {
  light: { accent: '#23201d', stars: '#c2660a', background: '#ffffff', text: '#23201d' },
  dark: { accent: '#f4f1ec', stars: '#fbbf24', background: '#1a1917', text: '#f0ede8' },
  hasDark: false,
  font: '',
};

/** The name of a field. */
export const fieldOf = (scheme: Scheme, name: keyof Colours): string => (scheme === 'dark' ? `dark-${name}` : name);

/** A value that is not a colour or a list of fonts counts as no choice. */
export function readTheme(fields: RawParameters, usual: Theme = usualTheme): Theme {
  const colours = (scheme: Scheme) =>
    Object.fromEntries(
      colourNames.map((name) => {
        const given = readField(fields, fieldOf(scheme, name)).toLowerCase();
        return [name, isColour(given) ? given : usual[scheme][name]];
      }),
    ) as unknown as Colours;
  const font = readField(fields, 'font');
  return {
    light: colours('light'),
    dark: colours('dark'),
    hasDark: readField(fields, 'dark') === '1',
    font: isFontList(font) ? font : '',
  };
}

/** The same as the fields of a form. */
export const fieldsOf = (theme: Theme): readonly (readonly [name: string, value: string])[] => [
  ...schemes.flatMap((scheme) => colourNames.map((name) => [fieldOf(scheme, name), theme[scheme][name]] as const)),
  ['font', theme.font],
  ...(theme.hasDark ? [['dark', '1'] as const] : []),
];

/** The schemes in which it is seen. */
export const shownIn = ({ hasDark }: Theme): readonly Scheme[] => (hasDark ? schemes : ['light']);

const propertiesOf = ({ accent, stars, background, text }: Colours): [name: string, value: string][] => [
  ['--plaudit-accent', accent],
  ['--plaudit-on-accent', onColour(accent)],
  ['--plaudit-star-color', stars],
  ['--plaudit-background', background],
  ['--plaudit-color', text],
];

/** The style sheet to paste. */
export function sheetOf(theme: Theme): string {
  const root = (scheme: Scheme, indent: string) =>
    `${indent}:root {\n${propertiesOf(theme[scheme])
      .map(([name, value]) => `${indent}  ${name}: ${value};\n`)
      .join('')}${indent}}`;
  const dark = `\n@media (prefers-color-scheme: dark) {\n${root('dark', '  ')}\n}`;
  return root('light', '') + (theme.hasDark ? dark : '');
}

/** A page of the shop with these colours, as declarations. */
export function pageStyleOf(theme: Theme, scheme: Scheme): string {
  const { font, [scheme]: colours } = theme;
  const { background, text } = colours;
  // Dark text means a light page, whatever the browser prefers.
  const isLight = luminanceOf(background) > luminanceOf(text);
  const page = [
    ['color-scheme', isLight ? 'light' : 'dark'],
    ['background', background],
    ['color', text],
    ...(font === '' ? [] : [['font-family', fontList(font)]]),
  ];
  return [...page, ...propertiesOf(colours)].map(([name, value]) => `${name}: ${value}`).join('; ');
}

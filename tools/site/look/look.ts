/**
 * What can be chosen in the editor, and how it stands in an address. An address may come from anybody: what is read of
 * it is a word from a list, a number within its limits, a colour, or names of fonts; everything else counts as absent.
 */
import { isColour } from '../../../review-service/look/colours.ts';
import { fontList, isFontList } from '../../../review-service/look/fonts.ts';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export const colourNames = ['background', 'text', 'stars', 'accent', 'sheet'] as const;
export type ColourName = (typeof colourNames)[number];
/** A colour in one scheme; a page may have both. */
export type ColourKey = `${ColourName}-${Scheme}`;

/** The first of each is how elements are without a choice. */
export const choices = {
  /** Which schemes the shop's page has. */
  page: ['light', 'dark', 'both'],
  /** The attribute of the elements. */
  theme: ['page', 'light', 'dark'],
  density: ['usual', 'compact', 'roomy'],
  reviews: ['lines', 'cards', 'panels', 'plain'],
  edges: ['usual', 'thick'],
  corners: ['usual', 'pill'],
  buttons: ['outlined', 'filled'],
  titles: ['usual', 'large', 'light', 'editorial'],
} as const;
export type ChoiceName = keyof typeof choices;

export const numbers = {
  /** Per cent of the page's text. */
  size: { least: 75, most: 140, step: 1, usual: 100 },
  /** Hundredths of the text size. */
  radius: { least: 0, most: 200, step: 5, usual: 50 },
} as const;
export type NumberName = keyof typeof numbers;

/** What can be left out, by what it does in a style sheet. */
export const hideable = {
  rows: ['plaudit-star-summary::part(row)'],
  overview: ['plaudit-product-reviews::part(overview)'],
  strip: ['plaudit-product-reviews::part(strip)'],
  toolbar: ['plaudit-product-reviews::part(toolbar)', 'plaudit-review-list::part(toolbar)'],
  verified: ['plaudit-product-reviews::part(verified)', 'plaudit-review-list::part(verified)'],
  attributes: ['plaudit-product-reviews::part(attributes)'],
  photos: ['plaudit-product-reviews::part(photos)', 'plaudit-review-list::part(photos)'],
  votes: ['plaudit-product-reviews::part(votes)'],
  /** By a custom property, since it is shown on phones alone. */
  line: [],
} as const satisfies Record<string, readonly string[]>;
export type Hideable = keyof typeof hideable;

export type Look = { readonly [name in ChoiceName]: (typeof choices)[name][number] } & {
  readonly [name in NumberName]: number;
} & {
  /** Six hexadecimal digits after `#`; what is absent is as elements and browsers have it. */
  readonly colours: Readonly<Partial<Record<ColourKey, string>>>;
  /** Names of font families; empty for the page's own. */
  readonly font: string;
  readonly hidden: readonly Hideable[];
};

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] => Object.keys(table) as Name[];
export const colourKeys: readonly ColourKey[] = colourNames.flatMap((name) =>
  schemes.map((scheme): ColourKey => `${name}-${scheme}`),
);
export const hideables: readonly Hideable[] = namesOf(hideable);

/** As somebody may type or paste it: also three digits, capitals, and no `#`. Null if it is no colour. */
export function readColour(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  const colour = `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
  return isColour(colour) ? colour : null;
}

/** Quotes around a name are left out. Null if it is no list of fonts. */
export function readFont(typed: string): string | null {
  const font = typed.replaceAll(/["']/g, '').trim();
  return font === '' || (isFontList(font) && fontList(font) !== '') ? font : null;
}

function readNumber(name: NumberName, given: string | null): number {
  const { least, most, usual } = numbers[name];
  const number = /^\d{1,3}$/.test(given ?? '') ? Number(given) : usual;
  return number >= least && number <= most ? number : usual;
}

/** @param fragment - of an address, with or without its `#`. */
export function readLook(fragment: string): Look {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const chosen = namesOf(choices).map((name) => {
    const values: readonly string[] = choices[name];
    const value = given.get(name) ?? '';
    return [name, values.includes(value) ? value : values[0]];
  });
  const colours = colourKeys.flatMap((key) => {
    const colour = `#${given.get(key) ?? ''}`;
    return isColour(colour) ? [[key, colour]] : [];
  });
  const hidden = (given.get('hide') ?? '').split('.');
  return {
    ...(Object.fromEntries(chosen) as Pick<Look, ChoiceName>),
    size: readNumber('size', given.get('size')),
    radius: readNumber('radius', given.get('radius')),
    colours: Object.fromEntries(colours) as Look['colours'],
    font: readFont(given.get('font') ?? '') ?? '',
    hidden: hideables.filter((name) => hidden.includes(name)),
  };
}

export const usualLook: Look = readLook('');

/** What differs from the usual look, without `#`. */
export function writeLook(look: Look): string {
  const given = new URLSearchParams();
  for (const name of [...namesOf(choices), ...namesOf(numbers)])
    if (look[name] !== usualLook[name]) given.set(name, String(look[name]));
  for (const key of colourKeys) if (look.colours[key]) given.set(key, look.colours[key].slice(1));
  if (look.font !== '') given.set('font', look.font);
  if (look.hidden.length > 0) given.set('hide', look.hidden.join('.'));
  return given.toString();
}

/** The look that a link to the editor, or a style sheet that it wrote, speaks of; null if there is none. */
export function findLook(text: string): Look | null {
  const fragment = /\/look(?:\.html)?#(\S+)/.exec(text)?.[1];
  return fragment === undefined ? null : readLook(fragment);
}

export const pageSchemes = ({ page }: Look): readonly Scheme[] => (page === 'both' ? schemes : [page]);

/** The schemes that the elements are seen in: a theme has but one. */
export const elementSchemes = (look: Look): readonly Scheme[] =>
  look.theme === 'page' ? pageSchemes(look) : [look.theme];

/** The recipes of docs/guides/theming.md as something to begin with. */
import { usualLook, type ColourKey, type Look } from './look.ts';

/** What a recipe has instead of the usual. */
export type Recipe = Partial<Look>;

export const recipes: Readonly<Record<string, Recipe>> = {
  Minimal: {
    colours: { 'stars-light': '#000000', 'stars-dark': '#ffffff' },
    radius: 0,
    hidden: ['strip', 'verified'],
  },
  Warm: {
    page: 'light',
    colours: {
      'background-light': '#fdf6ec',
      'text-light': '#4a3424',
      'stars-light': '#c2571a',
      'accent-light': '#8a4b1f',
      'sheet-light': '#fffaf3',
    },
    radius: 90,
    reviews: 'panels',
  },
  Dense: { size: 81, density: 'compact', hidden: ['strip', 'attributes'] },
  'Dark only': {
    page: 'dark',
    colours: {
      'background-dark': '#14161a',
      'text-dark': '#e8eaed',
      'stars-dark': '#ffd166',
      'accent-dark': '#9ecbff',
    },
  },
  Rounded: { radius: 125, corners: 'pill', reviews: 'cards' },
  'Serif editorial': {
    colours: { 'stars-light': '#7a1f1f', 'stars-dark': '#e39a8f' },
    radius: 0,
    font: 'Georgia, Times New Roman, serif',
    titles: 'editorial',
  },
  'High contrast': {
    colours: {
      'stars-light': '#000000',
      'stars-dark': '#ffffff',
      'accent-light': '#0000c8',
      'accent-dark': '#a8a8ff',
    },
    radius: 0,
    edges: 'thick',
  },
  'Brand accent': {
    colours: {
      'stars-light': '#6d28d9',
      'stars-dark': '#c4b5fd',
      'accent-light': '#6d28d9',
      'accent-dark': '#c4b5fd',
    },
    buttons: 'filled',
  },
};

const pageKeys: readonly ColourKey[] = ['background-light', 'background-dark', 'text-light', 'text-dark'];

/** What a look says of the shop's page. */
export function pageOf({ page, colours }: Look): Recipe & Pick<Look, 'colours'> {
  const kept = pageKeys.flatMap((key) => (colours[key] ? [[key, colours[key]]] : []));
  return { page, colours: Object.fromEntries(kept) as Look['colours'] };
}

/** @param page - the shop's page, which stays unless the recipe has one of its own. */
export function startFrom(recipe: Recipe, page: Recipe): Look {
  const kept = recipe.page === undefined ? page : {};
  return { ...usualLook, ...kept, ...recipe, colours: { ...kept.colours, ...recipe.colours } };
}

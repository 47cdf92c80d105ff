/** Colours of a shop that WCAG 2.2 AA would refuse (1.4.3, 1.4.11), and the nearest ones that pass. */
import { fill } from '../../../../contract/texts/texts.ts';
import { html, type Markup } from '../../../letters/html.ts';
import { contrastOf, mixed, onColour } from '../../../letters/look/colours.ts';
import { words } from '../../words/index.ts';
import { colourNames, fieldsOf, shownIn, type Colours, type Theme } from './theme.ts';

const TEXT = 4.5;
const SHAPE = 3;
/** As `src/styles` has it: how much of its colour lesser text has, and how much grey a button below the pointer. */
const MUTED = 0.78;
const HOVERED = 0.15;
/** The green in the word for a verified buyer, and how much of it there is. */
const VERIFIED = '#2f9e6b';
const GREEN = 0.45;

/** How well each is told apart where it is hardest, as a share of the contrast that it needs: 1 passes. */
const measures: Readonly<Record<keyof Colours, (colour: string, background: string) => number>> = {
  background: (colour) => measures.text(onColour(colour), colour),
  text: (colour, background) =>
    Math.min(
      ...[mixed(background, colour, MUTED), mixed(colour, VERIFIED, GREEN)].map((one) => contrastOf(one, background)),
    ) / TEXT,
  stars: (colour, background) => contrastOf(colour, background) / SHAPE,
  accent: (colour, background) =>
    Math.min(
      contrastOf(colour, background) / SHAPE,
      contrastOf(mixed(colour, '#808080', HOVERED), onColour(colour)) / TEXT,
    ),
};

/** The background first: the others are seen on it. */
const order = ['background', 'text', 'stars', 'accent'] as const;

/** Those that pass stay as they are. */
function mended(colours: Colours): Colours {
  const found = { ...colours };
  for (const name of order)
    found[name] = nearest(found[name], (colour) => measures[name](colour, found.background) >= 1);
  return found;
}

/** As little lighter or darker as it takes. */
function nearest(colour: string, passes: (colour: string) => boolean): string {
  for (let percent = 0; percent <= 100; percent++)
    for (const end of ['#000000', '#ffffff']) {
      const found = mixed(colour, end, percent / 100);
      if (passes(found)) return found;
    }
  return colour;
}

export function mendedTheme(theme: Theme): Theme {
  const change = Object.fromEntries(shownIn(theme).map((scheme) => [scheme, mended(theme[scheme])]));
  return { ...theme, ...change };
}

/** A sentence for each colour that would be refused; none where all pass. */
export function refusedOf(theme: Theme): string[] {
  const { look } = words;
  return shownIn(theme).flatMap((scheme) => {
    const [given, better] = [theme[scheme], mended(theme[scheme])];
    return colourNames
      .filter((name) => given[name] !== better[name])
      .map((name) =>
        fill(look.refused, {
          colour: look.colours[name],
          scheme: look.schemes[scheme],
          given: given[name],
          better: better[name],
        }),
      );
  });
}

/** All that is refused, with the button that mends it: it opens this page anew. Empty where all pass. */
export function guardOf(theme: Theme): Markup | false {
  const refused = refusedOf(theme);
  return (
    refused.length > 0 &&
    html`<div class="problem" role="alert"><div><p>${words.look.guard}</p>
<ul class="plain">${refused.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>
<form>${fieldsOf(mendedTheme(theme)).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button class="second">${words.look.mend}</button></form></div>`
  );
}

/** All that can be chosen, beside the preview. */
import { h, type VNode } from 'vue';
import { contrastsOf, isTooLow, ratioAsText, seenIn, type Contrast } from '../../../../../tools/site/look/contrast.ts';
import {
  elementSchemes,
  hideables,
  numbers,
  pageSchemes,
  readColour,
  readFont,
  type ChoiceName,
  type ColourKey,
  type ColourName,
  type Hideable,
  type Look,
  type Scheme,
} from '../../../../../tools/site/look/look.ts';
import { usualColours } from '../../../../../tools/site/look/style-sheet.ts';
import { checkbox, colour, group, radios, range, select, text } from './fields.ts';

export interface Editing {
  readonly look: Look;
  readonly change: (part: Partial<Look>) => void;
  /** Fields that hold what cannot be taken. */
  readonly wrong: ReadonlySet<string>;
  readonly setWrong: (name: string, is: boolean) => void;
}

const options = {
  page: { light: 'Light', dark: 'Dark', both: 'Both' },
  theme: { page: 'As the page', light: 'Light', dark: 'Dark' },
  density: { compact: 'Compact', usual: 'Usual', roomy: 'Roomy' },
  reviews: {
    lines: 'Lines between',
    cards: 'In a frame',
    panels: 'On a panel',
    plain: 'No lines',
  },
  edges: { usual: 'Thin', thick: 'Thick' },
  corners: { usual: 'As all corners', pill: 'Round' },
  buttons: { outlined: 'Outlined', filled: 'Filled' },
  titles: { usual: 'Usual', large: 'Large', light: 'Light', editorial: 'Large, in italics' },
} as const satisfies { [name in ChoiceName]: Readonly<Record<Look[name], string>> };

const shown: Readonly<Record<Hideable, string>> = {
  rows: 'How many gave each star',
  overview: 'What reviews say together',
  strip: 'Customers’ photos above the list',
  toolbar: 'Search, order and filters',
  verified: 'Badge of verified buyers',
  attributes: 'Attributes of reviews',
  photos: 'Photos in reviews',
  votes: 'Helpful or not',
  line: 'Line that stays while scrolling, on phones',
};

/** Characters of a list of fonts that is taken. */
const LONGEST_FONT = 100;

const fonts = [
  'system-ui',
  'Georgia, Times New Roman, serif',
  'Helvetica Neue, Arial, sans-serif',
  'Verdana, sans-serif',
  'Courier New, monospace',
];

function choice<Name extends ChoiceName>(
  kind: typeof select,
  { look, change }: Editing,
  name: Name,
  label: string,
): VNode {
  return kind({
    name,
    label,
    value: look[name],
    options: options[name],
    choose: (value) => change({ [name]: value }),
  });
}

function ratioOf(contrasts: readonly Contrast[], key: ColourKey): { text: string; low: boolean } | null {
  const contrast = contrasts.find((one) => one.key === key);
  return contrast ? { text: `Contrast ${ratioAsText(contrast.ratio)}`, low: isTooLow(contrast) } : null;
}

function colours(editing: Editing, name: ColourName, label: string, schemes: readonly Scheme[]): VNode[] {
  const { look, change, wrong, setWrong } = editing;
  const contrasts = contrastsOf(look);
  return schemes.map((scheme) => {
    const key = `${name}-${scheme}` as const;
    const usual = name === 'sheet' ? seenIn(look, scheme).sheet : usualColours[name][scheme];
    return colour({
      key,
      label: schemes.length > 1 ? `${label}, ${scheme}` : label,
      value: look.colours[key] ?? usual,
      chosen: look.colours[key] !== undefined,
      wrong: wrong.has(key),
      ratio: ratioOf(contrasts, key),
      choose(typed) {
        const chosen = typed === null ? null : readColour(typed);
        setWrong(key, typed !== null && chosen === null);
        if (typed !== null && chosen === null) return;
        const { [key]: _, ...rest } = look.colours;
        change({ colours: chosen === null ? rest : { ...rest, [key]: chosen } });
      },
    });
  });
}

function fontField({ look, change, wrong, setWrong }: Editing): VNode {
  return text({
    name: 'font',
    label: 'Font',
    value: look.font,
    longest: LONGEST_FONT,
    placeholder: 'The page’s own',
    offers: fonts,
    wrong: wrong.has('font') ? 'Names alone, with commas between them' : undefined,
    choose(typed) {
      const font = readFont(typed);
      setWrong('font', font === null);
      if (font !== null) change({ font });
    },
  });
}

export function controls(editing: Editing): VNode[] {
  const { look, change } = editing;
  const ofElements = elementSchemes(look);
  const { size, radius } = numbers;
  const toggle = (name: Hideable, on: boolean) =>
    change({ hidden: hideables.filter((one) => (one === name ? !on : look.hidden.includes(one))) });
  return [
    group(
      'Your page',
      choice(radios, editing, 'page', 'Your page is'),
      ...colours(editing, 'background', 'Background', pageSchemes(look)),
      ...colours(editing, 'text', 'Text', pageSchemes(look)),
    ),
    group(
      'Colours',
      ...colours(editing, 'stars', 'Stars', ofElements),
      ...colours(editing, 'accent', 'Accent', ofElements),
      choice(select, editing, 'buttons', 'Buttons'),
      choice(select, editing, 'theme', 'Theme'),
    ),
    group(
      'Text',
      fontField(editing),
      range({
        name: 'size',
        label: 'Size',
        value: look.size,
        limits: size,
        text: `${look.size} %`,
        choose: (value) => change({ size: value }),
      }),
      choice(select, editing, 'titles', 'Titles'),
    ),
    group(
      'Shape',
      range({
        name: 'radius',
        label: 'Corners',
        value: look.radius,
        limits: radius,
        text: `${look.radius / 100} em`,
        choose: (value) => change({ radius: value }),
      }),
      choice(select, editing, 'corners', 'Corners of buttons'),
      choice(select, editing, 'edges', 'Borders'),
    ),
    group(
      'Reviews',
      choice(radios, editing, 'density', 'Density'),
      choice(select, editing, 'reviews', 'Each review'),
      ...(look.reviews === 'panels' ? colours(editing, 'sheet', 'Panel', ofElements) : []),
    ),
    group(
      'Shown',
      ...hideables.map((name) => checkbox(name, shown[name], !look.hidden.includes(name), (on) => toggle(name, on))),
    ),
  ];
}

/** What is too faint, with a colour that would do. */
export function warnings({ look, change }: Editing): VNode {
  const low = contrastsOf(look).filter(isTooLow);
  const schemes = elementSchemes(look).length;
  const items = low.map(({ what, key, scheme, ratio, needed, better }) =>
    h('li', { key }, [
      h('span', [
        h('b', schemes > 1 ? `${what}, ${scheme}` : what),
        `: only ${ratioAsText(ratio)}; WCAG 2.2 asks for ${needed} : 1.`,
      ]),
      better === null
        ? null
        : h(
            'button',
            { type: 'button', onClick: () => change({ colours: { ...look.colours, [key]: better } }) },
            `Use ${better}`,
          ),
    ]),
  );
  return h('div', { class: 'look-warnings', role: 'status' }, [low.length === 0 ? null : h('ul', items)]);
}

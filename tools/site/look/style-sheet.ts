/** A look as a style sheet: what differs from the elements without one, and no more. */
import { contrastOf, onColour } from '../../../review-service/look/colours.ts';
import { fontList } from '../../../review-service/look/fonts.ts';
import {
  elementSchemes,
  hideable,
  pageSchemes,
  schemes,
  usualLook,
  type ColourName,
  type Look,
  type Scheme,
} from './look.ts';

/** As the elements and Chromium have it without a choice. What has no colour of its own is written as CSS has it. */
export const usualColours = {
  background: { light: '#ffffff', dark: '#121212' },
  text: { light: '#000000', dark: '#ffffff' },
  stars: { light: '#c2660a', dark: '#f5b544' },
  accent: { light: '#23201d', dark: '#f4f1ec' },
} as const;
const usualOnAccent: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#1c1a18' };
const SHEET = 'color-mix(in srgb, currentColor 5%, transparent)';
const EDGE = 'color-mix(in srgb, currentColor 18%, transparent)';

/** Characters of a line of selectors. */
const NARROW = 80;

/** WCAG 2.2 asks this of text. */
export const READABLE = 4.5;

const everyElement = [
  'stars',
  'star-summary',
  'product-reviews',
  'questions',
  'review-form',
  'review-list',
  'top-rated',
  'transparency',
  'write-review',
  'edit-review',
].map((name) => `plaudit-${name}`);
const lists = ['plaudit-product-reviews', 'plaudit-review-list'];
const withButtons = [...lists, 'plaudit-questions', 'plaudit-review-form', 'plaudit-top-rated'];

const part = (name: string, tags: readonly string[] = lists): string[] => tags.map((tag) => `${tag}::part(${name})`);

type Declaration = readonly [property: string, value: string];
interface Rule {
  /** Above the first of its section. */
  readonly comment?: string;
  readonly selectors: readonly string[];
  readonly declarations: readonly Declaration[];
}

const em = (hundredths: number): string => (hundredths === 0 ? '0' : `${hundredths / 100}em`);

/** One value, or one for each scheme of a page that has both. */
function bySchemes(shown: readonly Scheme[], of: (scheme: Scheme) => string): string {
  const [light, dark] = shown.length > 1 ? schemes.map(of) : [of(shown[0]!)];
  return dark === undefined || dark === light ? light! : `light-dark(${light}, ${dark})`;
}

/** @returns null where it is as usual in every scheme. */
function colourOf(look: Look, name: ColourName, shown: readonly Scheme[], usual: (scheme: Scheme) => string) {
  if (!shown.some((scheme) => look.colours[`${name}-${scheme}`])) return null;
  return bySchemes(shown, (scheme) => look.colours[`${name}-${scheme}`] ?? usual(scheme));
}

/** Text on the accent: the usual one as long as it can be read. */
function onAccent(look: Look, scheme: Scheme): string {
  const accent = look.colours[`accent-${scheme}`] ?? usualColours.accent[scheme];
  const usual = usualOnAccent[scheme];
  return contrastOf(usual, accent) >= READABLE ? usual : onColour(accent);
}

const declared = (...all: ReadonlyArray<readonly [property: string, value: string | null]>): Declaration[] =>
  all.flatMap(([property, value]) => (value === null ? [] : [[property, value] as const]));

function pageRules(look: Look): Rule[] {
  const shown = pageSchemes(look);
  const scheme = { light: null, dark: 'dark', both: 'light dark' }[look.page];
  return [
    {
      comment: 'The page itself. Leave out what your style sheet says already.',
      selectors: [':root'],
      declarations: declared(['color-scheme', scheme]),
    },
    {
      selectors: ['body'],
      declarations: declared(
        ['background', colourOf(look, 'background', shown, () => 'Canvas')],
        ['color', colourOf(look, 'text', shown, () => 'CanvasText')],
      ),
    },
  ];
}

function propertyRule(look: Look): Rule {
  const shown = elementSchemes(look);
  const on = bySchemes(shown, (scheme) => onAccent(look, scheme));
  return {
    comment: 'Colours and corners of all elements.',
    selectors: [':root'],
    declarations: declared(
      ['--plaudit-star-color', colourOf(look, 'stars', shown, (scheme) => usualColours.stars[scheme])],
      ['--plaudit-accent', colourOf(look, 'accent', shown, (scheme) => usualColours.accent[scheme])],
      ['--plaudit-on-accent', on === bySchemes(shown, (scheme) => usualOnAccent[scheme]) ? null : on],
      ['--plaudit-radius', look.radius === usualLook.radius ? null : em(look.radius)],
      ['--plaudit-summary-line', look.hidden.includes('line') ? 'none' : null],
    ),
  };
}

const spaces = {
  usual: { line: null, content: null, review: null, card: '1.25em' },
  compact: { line: '1.35', content: '1.45', review: '0.75em', card: '0.75em 1em' },
  roomy: { line: '1.7', content: '1.8', review: '2.25em', card: '1.75em' },
} as const;

function textRules(look: Look): Rule[] {
  const { line, content } = spaces[look.density];
  const [title, author, average] = titles[look.titles];
  return [
    {
      comment: 'Text.',
      selectors: everyElement,
      declarations: declared(
        ['font-family', look.font === '' ? null : fontList(look.font)],
        ['font-size', look.size === usualLook.size ? null : em(look.size)],
        ['line-height', line],
      ),
    },
    { selectors: part('content'), declarations: declared(['line-height', content]) },
    { selectors: part('title'), declarations: title },
    { selectors: part('author'), declarations: author },
    { selectors: part('average', ['plaudit-star-summary']), declarations: average },
  ];
}

const LIGHT: Declaration = ['font-weight', '400'];
/** Of titles, authors and the average. */
const titles: Readonly<Record<Look['titles'], readonly [Declaration[], Declaration[], Declaration[]]>> = {
  usual: [[], [], []],
  large: [[['font-size', '1.35em']], [], []],
  light: [[['font-size', '1.25em'], LIGHT], [], [LIGHT]],
  editorial: [
    [['font-size', '1.5em'], LIGHT, ['font-style', 'italic']],
    [
      ['font-variant', 'small-caps'],
      ['letter-spacing', '0.04em'],
    ],
    [LIGHT],
  ],
};

function reviewRules(look: Look): Rule[] {
  const { review, card } = spaces[look.density];
  const thick = look.edges === 'thick' ? '2px solid currentColor' : null;
  const framed = look.reviews === 'cards' || look.reviews === 'panels';
  const sheet =
    look.reviews === 'panels' ? (colourOf(look, 'sheet', elementSchemes(look), () => SHEET) ?? SHEET) : null;
  const frame = declared(
    ['padding', card],
    ['border', look.reviews === 'cards' ? (thick ?? `1px solid ${EDGE}`) : '0'],
    ['border-radius', em(look.radius)],
    ['background', sheet],
  );
  const lines = declared(
    ['padding-block', review],
    look.reviews === 'plain' ? ['border', '0'] : ['border-block-end', thick],
  );
  return [
    {
      comment: 'Reviews.',
      selectors: part('review'),
      declarations: framed ? [['margin-block', '1em'], ...frame] : lines,
    },
    { selectors: part('base', ['plaudit-star-summary']), declarations: framed ? frame : [] },
  ];
}

function buttonRule(look: Look): Rule {
  const shown = elementSchemes(look);
  const filled = look.buttons === 'filled';
  const accent = bySchemes(shown, (scheme) => look.colours[`accent-${scheme}`] ?? usualColours.accent[scheme]);
  return {
    comment: 'Buttons.',
    selectors: part('button', withButtons),
    declarations: declared(
      ['border', look.edges === 'thick' ? '2px solid currentColor' : null],
      ['border-radius', look.corners === 'pill' ? '999px' : null],
      ['background', filled ? accent : null],
      ['color', filled ? bySchemes(shown, (scheme) => onAccent(look, scheme)) : null],
    ),
  };
}

const hiddenRule = ({ hidden }: Look): Rule => {
  const selectors = hidden.flatMap((name): readonly string[] => hideable[name]);
  return {
    comment: 'What is not shown.',
    selectors,
    declarations: selectors.length > 0 ? [['display', 'none']] : [],
  };
};

/** Several on a line, as long as it is narrow. */
function joined(selectors: readonly string[]): string {
  const lines: string[] = [];
  for (const selector of selectors) {
    const longer = lines.length > 0 ? `${lines.at(-1)}, ${selector}` : selector;
    if (lines.length > 0 && longer.length <= NARROW) lines[lines.length - 1] = longer;
    else lines.push(selector);
  }
  return lines.join(',\n');
}

function write(rules: readonly Rule[]): string[] {
  const used = rules.filter(({ declarations }) => declarations.length > 0);
  // What is said of a section stands above its first rule, whichever that is.
  const comment = used.length > 0 ? rules[0]!.comment : undefined;
  const blocks = used.map(({ selectors, declarations }) => {
    const lines = declarations.map(([property, value]) => `  ${property}: ${value};\n`);
    return `${joined(selectors)} {\n${lines.join('')}}\n`;
  });
  return blocks.length === 0 ? [] : [`${comment ? `/* ${comment} */\n` : ''}${blocks.join('')}`];
}

/** The rules alone; empty where nothing differs. */
export const rulesOf = (look: Look): string =>
  [pageRules(look), [propertyRule(look)], textRules(look), reviewRules(look), [buttonRule(look)], [hiddenRule(look)]]
    .flatMap(write)
    .join('\n');

/** @param address - of this look in the editor; the editor finds it in here again. */
export function styleSheetOf(look: Look, address: string): string {
  const rules = rulesOf(look);
  if (rules === '') return '/* Nothing to paste: without a style sheet, the elements look as they do here. */\n';
  // A path may have the end of a comment in it.
  return `/* Reviews. To change this look: ${address.replaceAll('*', '%2A')} */\n\n${rules}`;
}

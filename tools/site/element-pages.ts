/** A page for each element, made of the custom elements manifest. */
import { elements, ownAttributes, sharedAttributes, type ElementDescription } from '../../demo/elements/manifest.ts';
import { exampleOf } from './examples.ts';
import type { MadePage } from './made-page.ts';

type Row = readonly string[];

/** A cell is one line, and a bar would begin the next one. */
const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const sentence = (text = ''): string => text.replaceAll(/\s+/g, ' ');

function table(title: string, heads: Row, rows: readonly Row[], lead = ''): string {
  if (rows.length === 0) return '';
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return `## ${title}\n\n${lead}${lines.join('\n')}\n`;
}

const attributeRows = (attributes: NonNullable<ElementDescription['attributes']>): Row[] =>
  attributes.map(({ name, description = '' }) => [code(name), description]);

function elementPage(element: ElementDescription): MadePage {
  const { tagName, description, events = [], slots = [], cssParts = [], cssProperties = [] } = element;
  const sections = [
    table(
      'Attributes',
      ['attribute', 'meaning'],
      [...attributeRows(ownAttributes(element)), ...attributeRows(sharedAttributes)],
    ),
    table(
      'Events',
      ['event', 'when'],
      events.map((event) => [code(event.name), event.description ?? '']),
      'Events bubble, and leave shadow trees.\n\n',
    ),
    table(
      'Slots',
      ['slot', 'content'],
      slots.map((slot) => [code(slot.name) || 'between the tags', slot.description ?? '']),
    ),
    table(
      'Custom properties',
      ['property', 'meaning', 'default'],
      cssProperties.map(({ name, description: meaning = '', default: value = '' }) => [
        code(name),
        meaning,
        code(value),
      ]),
    ),
    table(
      'Parts',
      ['part', 'what it is'],
      cssParts.map((part) => [code(`::part(${part.name})`), part.description ?? '']),
    ),
  ];
  const markdown = `# ${tagName}

${sentence(description)}

\`\`\`html live
${exampleOf(tagName)}
\`\`\`

${sections.filter((section) => section !== '').join('\n')}`;
  return { name: tagName, markdown };
}

const overview: MadePage = {
  name: 'index',
  markdown: `# All elements

${table(
  'The elements',
  ['element', 'what it shows'],
  elements.map(({ tagName, description }) => [`[\`${tagName}\`](${tagName}.md)`, sentence(description)]),
)}
The examples on these pages are the built elements. Their answers were recorded from the demo shop when the site was
built. They show what was recorded; a search, or a page further on, needs a proxy. Nothing that you write there is sent.

${table('Attributes of every element', ['attribute', 'meaning'], attributeRows(sharedAttributes))}
`,
};

export const elementPages: readonly MadePage[] = [overview, ...elements.map(elementPage)];

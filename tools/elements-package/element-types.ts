/** Types of the elements as shops use them, made of the custom elements manifest: they need no package of ours. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Attribute {
  readonly name: string;
  readonly description?: string;
  readonly type: { readonly text: string };
}

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly description?: string;
  readonly attributes?: readonly Attribute[];
  readonly events?: ReadonlyArray<{ readonly name: string; readonly description?: string }>;
}

export interface CustomElementsManifest {
  readonly modules: ReadonlyArray<{ path: string; readonly declarations?: readonly Declaration[] }>;
}

type TaggedDeclaration = Declaration & { readonly tagName: string };

/** `/src/page/events.ts` and `/src/page-defaults.ts` have types of their own, beside what they were compiled to. */
const EVENTS = '../src/page/events.js';

const comment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('\n', `\n${indent} * `)} */\n` : '';
const property = (attribute: string): string =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The types of a property and an attribute, by the type that the manifest gives. */
const types: ReadonlyArray<readonly [given: string, property: string, attribute: string]> = [
  ['number', 'number', 'number | string'],
  ['boolean', 'boolean', "boolean | ''"],
  ['', 'string', 'string'],
];
const typeOf = ({ type: { text } }: Attribute) => types.find(([given]) => text.startsWith(given))!;

export const tagsOf = ({ modules }: CustomElementsManifest): TaggedDeclaration[] =>
  modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter((declaration): declaration is TaggedDeclaration => declaration.tagName !== undefined)
    .toSorted((one, other) => one.tagName.localeCompare(other.tagName, 'en'));

/** The element as code holds it: `element.pageSize = 5`. */
function elementType({ name, tagName, description, attributes = [] }: TaggedDeclaration): string {
  const fields = attributes.map((attribute) => {
    const [, type] = typeOf(attribute);
    return `${comment(attribute.description, '  ')}  ${property(attribute.name)}: ${type} | null;\n`;
  });
  return `import type {} from '${EVENTS}';

${comment(description)}export interface ${name} extends HTMLElement {
${fields.join('')}}

declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
}
`;
}

/** The element as a template writes it: `<plaudit-product-reviews page-size="5">`, or `pageSize={5}`. */
function attributeTypes({ tagName, attributes = [] }: TaggedDeclaration): string {
  const entries = attributes.flatMap((attribute) => {
    const [, , type] = typeOf(attribute);
    const { name, description } = attribute;
    return [...new Set([name, property(name)])].map(
      (key) => `${comment(description, '    ')}    '${key}'?: ${type} | null | undefined;\n`,
    );
  });
  return `  '${tagName}': {\n${entries.join('')}  };\n`;
}

function listenerTypes({ tagName, events = [] }: TaggedDeclaration): string {
  const listeners = events.map(
    ({ name, description }) => `${comment(description, '    ')}    '${name}': CustomEvent<EventDetails['${name}']>;\n`,
  );
  return `  '${tagName}': {\n${listeners.join('')}  };\n`;
}

/**
 * Writes one file for each element, `index.d.ts` for all of them, and `elements.d.ts`, from which the types for each
 * framework are made.
 * @param directory - of the package's types; it is there already.
 */
export function writeElementTypes(manifest: CustomElementsManifest, directory: string): void {
  const elements = tagsOf(manifest);
  const fileOf = ({ tagName }: TaggedDeclaration): string => tagName.replace('plaudit-', '');
  for (const element of elements) writeFileSync(join(directory, `${fileOf(element)}.d.ts`), elementType(element));
  const exported = elements.map((element) => `export type * from './${fileOf(element)}.js';\n`);
  writeFileSync(join(directory, 'index.d.ts'), `${exported.join('')}export type { EventDetails } from '${EVENTS}';\n`);
  writeFileSync(
    join(directory, 'elements.d.ts'),
    `import type { EventDetails } from '${EVENTS}';
import type * as Elements from './index.js';

/** The element behind each tag. */
export interface ElementByTag {
${elements.map(({ tagName, name }) => `  '${tagName}': Elements.${name};\n`).join('')}}

/** The attributes and properties of each tag. */
export interface AttributesByTag {
${elements.map(attributeTypes).join('')}}

/** The events of each tag. */
export interface EventsByTag {
${elements.map(listenerTypes).join('')}}
`,
  );
}

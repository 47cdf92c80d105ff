/** The elements as the bundle's custom elements manifest describes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Described {
  readonly name: string;
  readonly description?: string;
}

export interface Attribute extends Described {
  readonly type?: { readonly text: string };
  readonly inheritedFrom?: { readonly name: string };
}

export interface CustomProperty extends Described {
  readonly default?: string;
}

export interface ElementDescription {
  readonly tagName: string;
  readonly description?: string;
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly Described[];
  readonly slots?: readonly Described[];
  readonly cssParts?: readonly Described[];
  readonly cssProperties?: readonly CustomProperty[];
}

interface Manifest {
  readonly modules: ReadonlyArray<{ readonly declarations?: ReadonlyArray<Partial<ElementDescription>> }>;
}

const file = join(import.meta.dirname, '..', '..', 'dist', 'widgets', 'custom-elements.json');
const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** In the order in which a shop meets them, small ones first. */
const order = [
  'plaudit-stars',
  'plaudit-star-summary',
  'plaudit-product-reviews',
  'plaudit-questions',
  'plaudit-review-form',
  'plaudit-review-list',
  'plaudit-top-rated',
  'plaudit-transparency',
  'plaudit-write-review',
  'plaudit-edit-review',
];

export const elements: readonly ElementDescription[] = manifest.modules
  .flatMap(({ declarations = [] }) => declarations)
  .filter((declaration): declaration is ElementDescription => declaration.tagName !== undefined)
  .toSorted((one, other) => order.indexOf(one.tagName) - order.indexOf(other.tagName));

/** Attributes of every element: those of the class that all but the smallest extend. */
export const sharedAttributes: readonly Attribute[] =
  elements
    .map(({ attributes = [] }) => attributes.filter(({ inheritedFrom }) => inheritedFrom !== undefined))
    .find((inherited) => inherited.length > 0) ?? [];

export const ownAttributes = ({ attributes = [] }: ElementDescription): readonly Attribute[] =>
  attributes.filter(({ name }) => !sharedAttributes.some((shared) => shared.name === name));

/** The proxy's requests to the bundle that renders elements on a server, and its answers. */
import type { AnswerOf, ShopperOperation } from './shopper.ts';
import type { Texts } from '../texts/words-script.ts';

/**
 * Where a list begins and what it is narrowed by, for readers without JavaScript. Null is not narrowed; texts are as
 * the parameter of the same name takes them (`shopper-parameters.ts`).
 */
export interface PlainState {
  /** How many items come before the first one shown. */
  readonly start: number;
  /** Only reviews with this many stars, each 1 to 5, in ascending order; empty for all. */
  readonly ratings: readonly number[];
  readonly photos: boolean;
  readonly verified: boolean;
  readonly languages: string | null;
  readonly with: string | null;
  readonly mention: string | null;
  readonly text: string;
  /** The review that a permanent link names. All reviews are below it, so nothing else is set beside. */
  readonly review: number | null;
}

/** The state of a list as a page brings it: its beginning, with nothing left out. */
export const everything: PlainState = {
  start: 0,
  ratings: [],
  photos: false,
  verified: false,
  languages: null,
  with: null,
  mention: null,
  text: '',
  review: null,
};

export interface RenderOrder {
  readonly tag: string;
  /** Attributes of the tag, already checked. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The language of the words, as a tag. */
  readonly locale: string;
  readonly plain: PlainState;
  /** The URL of this fragment in another state. */
  link(attributes: Readonly<Record<string, string>>, plain: PlainState): string;
  /** Where shoppers ask about a product, which its `sku` names; null where that is unknown so far. */
  askUrl(): string | null;
  /** The data, as a shopper's browser would get them. */
  ask<Name extends ShopperOperation>(operation: Name, query: Readonly<Record<string, string>>): Promise<AnswerOf<Name>>;
}

export interface RenderedElement {
  readonly html: string;
  /** The text of each `<style>` in it, for a content security policy. */
  readonly styles: readonly string[];
}

export interface Renderer {
  /** Attributes of each element by tag. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Languages that have a catalogue of words, as primary subtags. */
  readonly languages: readonly string[];
  /** Uses all texts of a language, for all that is rendered from now on. `languages` has it then. */
  useWords(language: string, texts: Texts): void;
  /** @returns null where an attribute is missing that it cannot do without */
  render(order: RenderOrder): Promise<RenderedElement | null>;
}

/** What the proxy asks the bundle that renders elements on a server, and what that answers. Types only. */

import type { AnswerOf, ShopperOperation } from './shopper.ts';

/** Where a list begins and how it is filtered, for readers without JavaScript. */
export interface PlainState {
  /** How many items come before the first one shown. */
  readonly start: number;
  /** Only reviews with this many stars, 1 to 5; null for all. */
  readonly rating: number | null;
  readonly photos: boolean;
  readonly text: string;
}

export interface RenderOrder {
  readonly tag: string;
  /** Attributes of the tag, already checked. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The language of the words, as a tag. */
  readonly locale: string;
  readonly plain: PlainState;
  /** The URL of this fragment in another state. */
  link(attributes: Readonly<Record<string, string>>, plain: PlainState): string;
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
  /** @returns null where an attribute is missing that it cannot do without */
  render(order: RenderOrder): Promise<RenderedElement | null>;
}

/** What the proxy asks of the bundle that renders elements on a server, and what that answers. Types alone. */

import type { AnswerOf, ShopperOperation } from './shopper.ts';

/** Where a list begins and what it is narrowed to, for readers without JavaScript. */
export interface PlainState {
  /** How many items come before the first one shown. */
  readonly start: number;
  /** Stars shown, 1 to 5; null: all. */
  readonly rating: number | null;
  readonly photos: boolean;
  readonly text: string;
}

export interface RenderOrder {
  readonly tag: string;
  /** Attributes of the tag, checked. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Language tag of the words. */
  readonly locale: string;
  readonly plain: PlainState;
  /** Address of this fragment in another state, for links. */
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
  /** Languages that there are words for, as primary subtags. */
  readonly languages: readonly string[];
  /** @returns null where an attribute is missing without which there is nothing to show */
  render(order: RenderOrder): Promise<RenderedElement | null>;
}

/** What code that loads late shares. It is free of imports from the bundle, so that no page loads that twice. */
import { PAGE_KEY } from '../contract/words-script.ts';
import type { PageState } from './page-state.ts';

/** What all copies of the script on a page share. */
export const lateState = (): PageState =>
  (globalThis as unknown as Record<symbol, PageState | undefined>)[Symbol.for(PAGE_KEY)] ?? {};

/** A default that the page's script tag or `setDefaults` gives. */
export const pageDefault = (name: 'address' | 'translate'): string | undefined => lateState().defaults?.[name];

const sheets = new Map<string, CSSStyleSheet>();

/** Adds styles to an element, whose sheet is shared by all of the page. */
export function adopt(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

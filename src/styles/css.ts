import { unsafeCSS, type CSSResult } from 'lit';

/** A style sheet of an element. Lit's own tag also takes values, and brings what checks them. */
export const css = ([text]: TemplateStringsArray): CSSResult => unsafeCSS(text);

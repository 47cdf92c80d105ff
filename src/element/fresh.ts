import { keyed } from 'lit/directives/keyed.js';

/**
 * A text that changes. A page translator takes the place of text nodes, and Lit would go on changing those that it has
 * taken away; this is another node each time.
 */
export const fresh = (text: string | null): unknown => keyed(text, text);

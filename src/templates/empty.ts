import { html, type TemplateResult } from 'lit';
import { stars } from './stars.ts';

/**
 * The message of an empty list, which a shop can replace through the slot.
 * @param invitation content below the words
 * @param icon defaults to hollow stars
 */
export const renderEmpty = (
  words: string,
  invitation?: unknown,
  icon: unknown = stars(0, ''),
): TemplateResult => html`<slot name="empty">
  <div class="panel" part="empty">${icon}<h2>${words}</h2>${invitation}</div>
</slot>`;

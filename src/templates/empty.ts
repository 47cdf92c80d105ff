import { html, type TemplateResult } from 'lit';
import { stars } from './stars.ts';

/**
 * What stands where there is nothing to show yet; a shop may say it in its own way.
 * @param invitation beneath the words
 * @param icon hollow stars by default
 */
export const renderEmpty = (
  words: string,
  invitation?: unknown,
  icon: TemplateResult = stars(0, ''),
): TemplateResult => html`<slot name="empty">
  <div class="panel" part="empty">${icon}<h2>${words}</h2>${invitation}</div>
</slot>`;

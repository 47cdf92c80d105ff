import { html, nothing, type TemplateResult } from 'lit';
import type { ListElement } from '../element/list.ts';

/** Texts of this many UTF-16 code units, or with more lines than the maximum, start folded. */
const MOST_TEXT = 480;
const MOST_LINES = 9;

/**
 * A text by a shopper or merchant; long texts can be unfolded.
 * @param of the entity that the text belongs to, which identifies unfolded texts
 */
export function renderText<Item>(
  host: ListElement<Item>,
  of: object,
  text: string,
  part = 'content',
  language?: string | null,
  dir: 'ltr' | 'rtl' | 'auto' = 'auto',
): TemplateResult {
  const { t, unfolded } = host;
  const long = text.length >= MOST_TEXT || text.split('\n', MOST_LINES + 1).length > MOST_LINES;
  const open = !long || unfolded.has(of);
  const toggle = () => {
    if (!unfolded.delete(of)) unfolded.add(of);
    host.requestUpdate();
  };
  const lang = (language ?? nothing) as string;
  return html`<p part=${part} class="content ${open ? '' : 'folded'}" dir=${dir} lang=${lang}>${text}</p>
    ${
      long
        ? html`<button class="link" aria-expanded=${open ? 'true' : 'false'}
        @click=${toggle}>${t(open ? 'readLess' : 'readMore')}</button>`
        : null
    }`;
}

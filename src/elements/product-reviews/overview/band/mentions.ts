import { html } from 'lit';
import { rove } from '../../../../element/roving.ts';
import { isNarrowedOtherwise } from '../../../../templates/chips.ts';
import type { Context } from '../context.ts';

/** The words that stand out in the reviews; each narrows the list to the reviews that mention it. */
export function renderMentions(context: Context): unknown {
  const {
    digest: { mentions },
    host,
  } = context;
  if (!mentions[0]) return null;
  const { mention: chosen } = host.chosen;
  return html`<div class="mentions" part="mentions">
    <h3 class="muted" id="mentions">${host.t('mentioned')}</h3>
    <div class="row one-stop" role="group" aria-labelledby="mentions" @keydown=${rove}>${mentions.map(
      ({ key, language, words, count, low }) => {
        const on = key === chosen;
        const isCounted = !isNarrowedOtherwise(host, 'mention');
        const said = [
          ...(isCounted ? [host.t('reviews', { n: count })] : []),
          ...(low ? [host.t('lowShare', { n: low })] : []),
        ].join(', ');
        return html`<button class="button chip" part="mention" aria-pressed=${on ? 'true' : 'false'}
            @click=${() => host.choose({ mention: on ? null : key })}><bdi lang=${language}>${words}</bdi>
          ${isCounted ? html`<span class="muted" aria-hidden="true">${host.number(count)}</span>` : null}<span
            class="sr">${said}</span></button>`;
      },
    )}</div>
  </div>`;
}

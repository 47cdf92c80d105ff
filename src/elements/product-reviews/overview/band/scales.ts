import { html } from 'lit';
import type { Scale } from '../../../../../contract/entities/digest.ts';
import type { Context } from '../context.ts';

export const shareOf = (locale: string, share: number): string => share.toLocaleString(locale, { style: 'percent' });

/** One scale: what most have chosen, and where the answers lie between its ends, or how far they reach. */
function renderScale({ host }: Context, { name, ends, options, mean, count }: Scale): unknown {
  const first = options[0]!.value;
  const last = options.at(-1)!.value;
  const most = options.toSorted((one, other) => other.count - one.count)[0]!;
  const label = host.t('onScale', { name, first, last, share: shareOf(host.usedLocale, mean) });
  const percent = Math.round(mean * 100);
  return html`<div class="scale" part="scale">
    <dt class="muted" dir="auto">${name}</dt>
    <dd>
      <span class="most" aria-hidden="true"><bdi>${most.value}</bdi> <span
          class="muted">${shareOf(host.usedLocale, most.count / (count || 1))}</span></span>
      <svg class="track flip" role="img" aria-label=${label}>
        <rect class="off" y="40%" width="100%" height="20%" rx="2" />
        ${
          ends === 'two'
            ? html`<svg x="${percent}%" overflow="visible"><circle class="dot" cy="50%" r="5" /></svg>`
            : html`<svg><rect class="on" y="40%" width="${percent}%" height="20%" rx="2" /></svg>`
        }
      </svg>
      <span class="ends muted" aria-hidden="true"><bdi>${first}</bdi><bdi>${last}</bdi></span>
      <span class="sr">${host.t('ofAnswers', { n: count })}</span>
    </dd>
  </div>`;
}

export function renderScales(context: Context): unknown {
  const {
    digest: { scales },
  } = context;
  return scales[0] && html`<dl class="scales">${scales.map((scale) => renderScale(context, scale))}</dl>`;
}

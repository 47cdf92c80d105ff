import type { Scale } from '../../../../contract/digest.ts';
import type { Told } from './parts.ts';

const shareOf = (locale: string, share: number): string => share.toLocaleString(locale, { style: 'percent' });

/** One scale: where the answers lie between its ends, or how far they reach. */
function renderScale({ parts: { html }, say, host }: Told, { name, ends, options, mean, count }: Scale): unknown {
  const first = options[0]!.value;
  const last = options.at(-1)!.value;
  const label = say('onScale', { name, first, last, share: shareOf(host.usedLocale, mean) });
  const percent = Math.round(mean * 100);
  return html`<div class="scale" part="scale">
    <dt dir="auto">${name}</dt>
    <dd>
      <svg class="track flip" role="img" aria-label=${label}>
        <rect class="off" y="40%" width="100%" height="20%" rx="2" />
        ${
          ends === 'two'
            ? html`<svg x="${percent}%" overflow="visible"><circle class="dot" cy="50%" r="5" /></svg>`
            : html`<svg><rect class="on" y="40%" width="${percent}%" height="20%" rx="2" /></svg>`
        }
      </svg>
      <span class="ends muted" aria-hidden="true"><bdi>${first}</bdi><bdi>${last}</bdi></span>
      <span class="sr">${say('ofAnswers', { n: count })}</span>
    </dd>
  </div>`;
}

/** How many would recommend the product, and what reviewers chose on the scales of the shop. */
export function renderScales(told: Told): unknown {
  const {
    digest: { scales, recommended },
    parts: { html },
    say,
    host,
  } = told;
  if (!scales[0] && !recommended) return null;
  return html`<div class="scales">
    ${
      recommended &&
      html`<p class="recommend" part="recommend"><b>${say('recommend', {
        share: shareOf(host.usedLocale, recommended.yes / (recommended.count || 1)),
      })}</b> <span class="muted">${say('ofAnswers', { n: recommended.count })}</span></p>`
    }
    ${scales[0] && html`<dl>${scales.map((scale) => renderScale(told, scale))}</dl>`}
  </div>`;
}

import { html, type TemplateResult } from 'lit';
import type { Chosen } from '../element/reviews.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import { starFilter } from '../page/hub.ts';
import { star } from './star.ts';

/**
 * The filters, without the number of reviews that each shows.
 * @param name another filter beside the stars, with the value that it is sent with
 */
export function renderChips<Item, Name extends 'only_photos' | 'languages'>(
  host: ReviewsElement<Item>,
  name: Name,
  value: Chosen[Name],
  label: string,
  icon?: unknown,
): TemplateResult {
  const { t } = host;
  const isOn = !!host.chosen[name];
  const ratings = starFilter(host);
  const chip = (pressed: boolean, toggle: () => void, label: string, content: unknown) =>
    html`<button class="button chip" aria-label=${label} aria-pressed=${pressed ? 'true' : 'false'}
        @click=${toggle}>${content}</button>`;
  return html`<div class="row chips" role="group" aria-label=${t('filter')}>
    ${[5, 4, 3, 2, 1].map((rating) => {
      const on = ratings.includes(rating);
      return chip(
        on,
        () => host.choose({}, on ? ratings.filter((other) => other !== rating) : [...ratings, rating]),
        t('stars', { n: rating }),
        [host.number(rating), star()],
      );
    })}
    ${value && chip(isOn, () => host.choose({ [name]: isOn ? null : value }), label, [icon, label])}
  </div>`;
}

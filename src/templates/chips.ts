import { html, type TemplateResult } from 'lit';
import type { Chosen, ReviewsElement } from '../element/reviews.ts';
import { rove } from '../element/roving.ts';
import { starFilter } from '../page/hub.ts';
import { star } from './star.ts';

/** A filter beside the stars. */
export interface Flag {
  readonly name: 'only_photos' | 'verified' | 'languages';
  readonly value: 1 | string;
  readonly content: unknown;
  /** How many reviews it shows, where that is known. */
  readonly count?: number;
}

/** Whether a filter of another kind is on: the numbers of all reviews are then not those that a filter shows. */
export const isNarrowedOtherwise = <Item>(host: ReviewsElement<Item>, kind: string): boolean =>
  Object.entries({ ...host.chosen, ratings: starFilter(host)[0] }).some(([name, value]) => value && name !== kind);

/**
 * The filters, each with the number of reviews that it shows where that is known.
 * @param counts the number of reviews with each number of stars
 * @param others further filters
 */
export function renderChips<Item>(
  host: ReviewsElement<Item>,
  flags: readonly Flag[],
  counts?: Readonly<Record<number, number>>,
  others?: unknown,
): TemplateResult {
  const { t, chosen } = host;
  const ratings = starFilter(host);
  const chip = (kind: string, on: boolean, count: number | undefined, toggle: () => void, content: unknown) =>
    html`<button class="button chip" aria-pressed=${on ? 'true' : 'false'} ?disabled=${count === 0 && !on}
        @click=${toggle}>${content} ${
          count === undefined || isNarrowedOtherwise(host, kind)
            ? null
            : html`<span class="muted">${host.number(count)}</span>`
        }</button>`;
  return html`<div class="row chips one-stop" role="group" aria-label=${t('filter')} @keydown=${rove}>
    ${[5, 4, 3, 2, 1].map((rating) => {
      const on = ratings.includes(rating);
      const toggle = () => host.choose({}, on ? ratings.filter((other) => other !== rating) : [...ratings, rating]);
      return chip(
        'ratings',
        on,
        counts?.[rating],
        toggle,
        html`<span class="sr">${t('stars', { n: rating })}</span><span class="row" aria-hidden="true">${host.number(
          rating,
        )}${star()}</span>`,
      );
    })}
    ${flags.map(({ name, value, content, count }) => {
      const on = !!chosen[name];
      return chip(name, on, count, () => host.choose({ [name]: on ? null : value } as Chosen), content);
    })}${others}
  </div>`;
}

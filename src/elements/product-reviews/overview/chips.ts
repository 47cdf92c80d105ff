import type { OptionCount } from '../../../../contract/digest.ts';
import { nameOf } from './languages.ts';
import type { Told } from './parts.ts';

const STARS = [5, 4, 3, 2, 1] as const;

/** The options of one attribute, or the languages, as a field that looks like a chip. */
function renderChoice(
  { host, parts: { html }, say }: Told,
  name: string,
  options: readonly (OptionCount & { readonly sent: string })[],
  chosen: string | null | undefined,
  choose: (sent: string | null) => void,
  counts: boolean,
): unknown {
  return html`<select class="chip" aria-label=${name} data-on=${chosen ? 'true' : 'false'}
      @change=${({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value || null)}>
    <option value="" ?selected=${!chosen}>${say('anyOption', { name })}</option>
    ${options.map(
      ({ value, count, sent }) =>
        html`<option value=${sent} ?selected=${sent === chosen}>${value}${
          counts ? ` (${host.number(count)})` : ''
        }</option>`,
    )}
  </select>`;
}

/** Whether a filter of another kind is on: the numbers of all reviews are then not those that a filter shows. */
export const isNarrowedOtherwise = ({ host, parts: { starFilter } }: Told, kind: string): boolean =>
  Object.entries({ ...host.chosen, ratings: starFilter(host)[0] }).some(([name, value]) => value && name !== kind);

/**
 * Filters with the number of reviews that each shows. The numbers are those of all reviews, so that there are none
 * beside a filter of another kind.
 */
export function renderChips(told: Told): unknown {
  const {
    digest: { ratings: counts, verified, photos, languages, attributes, scales },
    host,
    parts: { html, star, camera, starFilter },
    say,
  } = told;
  const { t, chosen, usedLocale } = host;
  const ratings = starFilter(host);
  const isNarrowed = (besides: string) => isNarrowedOtherwise(told, besides);
  const chip = (kind: string, pressed: boolean, toggle: () => void, count: number, content: unknown) =>
    html`<button class="button chip" aria-pressed=${pressed ? 'true' : 'false'} ?disabled=${!count && !pressed}
        @click=${toggle}>${content} ${
          isNarrowed(kind) ? null : html`<span class="muted">${host.number(count)}</span>`
        }</button>`;
  const flag = (name: 'verified' | 'only_photos', label: string, count: number, icon: unknown) => {
    const on = !!chosen[name];
    return count || on ? chip(name, on, () => host.choose({ [name]: on ? null : 1 }), count, [icon, label]) : null;
  };
  const [pairName, pairOption] = (chosen.with ?? '').split(/:(.*)/s);
  return html`<div class="row chips" role="group" aria-label=${t('filter')}>
    ${STARS.map((rating) => {
      const on = ratings.includes(rating);
      return chip(
        'ratings',
        on,
        () => host.choose({}, on ? ratings.filter((other) => other !== rating) : [...ratings, rating]),
        counts[rating],
        html`<span class="sr">${t('stars', { n: rating })}</span><span class="row" aria-hidden="true">${host.number(
          rating,
        )}${star()}</span>`,
      );
    })}
    ${flag('only_photos', t('photos'), photos, camera())}
    ${flag('verified', say('verifiedOnly'), verified, null)}
    ${
      languages.length > 1
        ? renderChoice(
            told,
            say('byLanguage'),
            languages.map(({ language, count }) => ({ value: nameOf(language, usedLocale), count, sent: language })),
            chosen.languages,
            (languages) => host.choose({ languages }),
            !isNarrowed('languages'),
          )
        : null
    }
    ${[...scales, ...attributes].map(({ name, options }) =>
      renderChoice(
        told,
        name,
        options.filter(({ count }) => count).map((option) => ({ ...option, sent: option.value })),
        pairName === name ? pairOption : null,
        (option) => host.choose({ with: option && `${name}:${option}` }),
        !isNarrowed('with'),
      ),
    )}
  </div>`;
}

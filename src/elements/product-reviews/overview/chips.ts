import { html } from 'lit';
import type { OptionCount } from '../../../../contract/entities/digest.ts';
import { camera } from '../../../styles/icons.ts';
import { isNarrowedOtherwise, renderChips as renderFilters } from '../../../templates/chips.ts';
import type { Flag } from '../../../templates/chips.ts';
import { nameOf } from './languages.ts';
import type { Context } from './context.ts';

/** The options of one attribute, or the languages, as a field that looks like a chip. */
function renderChoice(
  { host }: Context,
  name: string,
  options: readonly (OptionCount & { readonly sent: string })[],
  chosen: string | null | undefined,
  choose: (sent: string | null) => void,
  counts: boolean,
): unknown {
  return html`<select class="chip" aria-label=${name} data-on=${chosen ? 'true' : 'false'}
      @change=${({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value || null)}>
    <option value="" ?selected=${!chosen}>${host.t('anyOption', { name })}</option>
    ${options.map(
      ({ value, count, sent }) =>
        html`<option value=${sent} ?selected=${sent === chosen}>${value}${
          counts ? ` (${host.number(count)})` : ''
        }</option>`,
    )}
  </select>`;
}

/** The filters, with the number of reviews that each shows. */
export function renderChips(context: Context): unknown {
  const {
    digest: { ratings, verified, photos, languages, attributes, scales },
    host,
  } = context;
  const { t, chosen, usedLocale } = host;
  const isCounted = (kind: string) => !isNarrowedOtherwise(host, kind);
  const flags: readonly Flag[] = [
    { name: 'only_photos', value: 1, content: [camera(), t('photos')], count: photos },
    { name: 'verified', value: 1, content: host.t('verifiedOnly'), count: verified },
  ];
  const [pairName, pairOption] = (chosen.with ?? '').split(/:(.*)/s);
  const choices = [
    languages.length > 1
      ? renderChoice(
          context,
          host.t('byLanguage'),
          languages.map(({ language, count }) => ({ value: nameOf(language, usedLocale), count, sent: language })),
          chosen.languages,
          (languages) => host.choose({ languages }),
          isCounted('languages'),
        )
      : null,
    [...scales, ...attributes].map(({ name, options }) =>
      renderChoice(
        context,
        name,
        options.filter(({ count }) => count).map((option) => ({ ...option, sent: option.value })),
        pairName === name ? pairOption : null,
        (option) => host.choose({ with: option && `${name}:${option}` }),
        isCounted('with'),
      ),
    ),
  ];
  return renderFilters(
    host,
    flags.filter(({ name, count }) => count || chosen[name]),
    ratings,
    choices,
  );
}

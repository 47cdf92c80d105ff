import type { OptionCount } from '../../../../contract/digest.ts';
import type { Flag } from '../../../templates/chips.ts';
import { nameOf } from './languages.ts';
import type { Told } from './parts.ts';

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

/** The filters, with the number of reviews that each shows. */
export function renderChips(told: Told): unknown {
  const {
    digest: { ratings, verified, photos, languages, attributes, scales },
    host,
    parts,
    say,
  } = told;
  const { t, chosen, usedLocale } = host;
  const isCounted = (kind: string) => !parts.isNarrowedOtherwise(host, kind);
  const flags: readonly Flag[] = [
    { name: 'only_photos', value: 1, content: [parts.camera(), t('photos')], count: photos },
    { name: 'verified', value: 1, content: say('verifiedOnly'), count: verified },
  ];
  const [pairName, pairOption] = (chosen.with ?? '').split(/:(.*)/s);
  const choices = [
    languages.length > 1
      ? renderChoice(
          told,
          say('byLanguage'),
          languages.map(({ language, count }) => ({ value: nameOf(language, usedLocale), count, sent: language })),
          chosen.languages,
          (languages) => host.choose({ languages }),
          isCounted('languages'),
        )
      : null,
    [...scales, ...attributes].map(({ name, options }) =>
      renderChoice(
        told,
        name,
        options.filter(({ count }) => count).map((option) => ({ ...option, sent: option.value })),
        pairName === name ? pairOption : null,
        (option) => host.choose({ with: option && `${name}:${option}` }),
        isCounted('with'),
      ),
    ),
  ];
  return parts.renderChips(
    host,
    flags.filter(({ name, count }) => count || chosen[name]),
    ratings,
    choices,
  );
}

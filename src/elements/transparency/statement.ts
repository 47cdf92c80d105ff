/**
 * The statement of `plaudit-transparency`: tables of the fate of the reviews, and the statements that the law asks for.
 */
import { sumOf } from '../../../contract/averages.ts';
import { html } from 'lit';
import type { Transparency as Numbers } from '../../../contract/entities/transparency.ts';
import type { PlauditElement } from '../../element/element.ts';
import { isEven } from '../../element/numbers.ts';
import type { Key } from '../../locales/catalogue.ts';
import english from '../../locales/en/transparency.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { adopt } from '../../styles/adopt.ts';
import { star } from '../../templates/star.ts';
import { statementStyles } from './styles.ts';

addEnglish(english);

const STARS = [5, 4, 3, 2, 1] as const;

/** The reasons of the service, as it stores them. */
const reasonWords: Readonly<Record<string, Key>> = {
  spam: 'spam',
  'personal data': 'personalData',
  'off topic': 'offTopic',
  illegal: 'illegal',
  'not a customer': 'notCustomer',
  'asked by its author': 'askedByAuthor',
};

function renderNumbers(host: PlauditElement, numbers: Numbers): unknown {
  const count = (value: number | null) => html`<td>${value === null ? '–' : host.number(value)}</td>`;
  const { received, published, waiting, removed, stars } = numbers;
  return html`<div class="scroll" tabindex="0"><table part="numbers">
    <thead><tr><td></td>${(['received', 'published', 'waiting', 'removed'] as const).map(
      (key) => html`<th scope="col">${host.t(key)}</th>`,
    )}</tr></thead>
    <tbody>
      <tr class="all"><th scope="row">${host.t('reviews', { n: received ?? published })}</th>${count(received)}${count(
        published,
      )}${count(waiting)}${count(removed.total)}</tr>
      ${STARS.map((rating) => {
        const of = stars[rating];
        return html`<tr><th scope="row"><span class="sr">${host.t('stars', { n: rating })}</span><span
          aria-hidden="true">${host.number(rating)} ${star()}</span></th>${count(of.received)}${count(
            of.published,
          )}${count(of.waiting)}${count(of.removed)}</tr>`;
      })}
    </tbody>
  </table></div>`;
}

function renderReasons(host: PlauditElement, { removed }: Numbers): unknown {
  const { t } = host;
  if (!removed.total) return null;
  const known = Object.entries(removed.reasons).filter(([, count]) => count);
  const rest = removed.total - sumOf(known.map(([, count]) => count));
  const rows = known.map(([reason, count]) => [t(reasonWords[reason] ?? 'otherReason'), count] as const);
  return html`<div><h3>${t('whyRemoved')}</h3><dl part="reasons">${[
    ...rows,
    ...(rest > 0 ? [[t('otherReason'), rest] as const] : []),
  ].map(([name, count]) => html`<div><dt>${name}</dt><dd>${host.number(count)}</dd></div>`)}</dl></div>`;
}

function renderNotes({ t }: PlauditElement, numbers: Numbers): unknown {
  const { published, verified, incentivised } = numbers;
  if (!published) return null;
  const notes = [
    t('meanOf'),
    t('orderOf'),
    isEven(numbers) ? t('evenly') : null,
    [t('verifiedAre', { n: verified }), verified < published ? t('notVerified') : ''].join(' '),
    incentivised === null ? t('rewardUnknown') : incentivised ? t('rewarded', { n: incentivised }) : t('noReward'),
    t('dateOf'),
  ];
  return html`<ul part="notes">${notes.filter(Boolean).map((note) => html`<li>${note}</li>`)}</ul>`;
}

/** @returns what became of the reviews, with the number of those that are published */
export function statementOf(
  host: PlauditElement,
  numbers: Numbers,
): { readonly total: number; readonly styles: string; render(): unknown } {
  if (typeof document === 'object' && host.shadowRoot?.adoptedStyleSheets) adopt(host.shadowRoot, statementStyles);
  return {
    total: numbers.published,
    styles: statementStyles,
    render: () =>
      html`<section class="statement" aria-label=${host.t('howCome')}><h2>${host.t('howCome')}</h2>${[
        renderNumbers(host, numbers),
        renderReasons(host, numbers),
        renderNotes(host, numbers),
      ]}</section>`,
  };
}

/**
 * The statement of `plaudit-transparency`: tables of what became of the reviews, and what the law asks a shop to say.
 * Free of imports that the page has already, which come as parameters.
 */
import type * as Lit from 'lit';
import type { Transparency as Numbers } from '../../../contract/transparency.ts';
import type { PlauditElement } from '../../element/element.ts';
import { isEven } from '../../element/numbers.ts';
import { numbers as ofNumbers } from '../../locales/more/en/numbers.ts';
import { transparency } from '../../locales/more/en/transparency.ts';
import { followMoreWords, type Say } from '../../locales/more/index.ts';
import { adopt } from '../../late.ts';
import { statementStyles } from './styles.ts';

interface Parts {
  readonly html: typeof Lit.html;
  readonly star: () => Lit.TemplateResult;
}

const english = { ...ofNumbers, ...transparency };
type Key = keyof typeof english;

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

function renderNumbers({ html, star }: Parts, host: PlauditElement, say: Say<Key>, numbers: Numbers): unknown {
  const count = (value: number | null) => html`<td>${value === null ? '–' : host.number(value)}</td>`;
  const { received, published, waiting, removed, stars } = numbers;
  return html`<div class="scroll" tabindex="0"><table part="numbers">
    <thead><tr><td></td>${(['received', 'published', 'waiting', 'removed'] as const).map(
      (key) => html`<th scope="col">${say(key)}</th>`,
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

function renderReasons({ html }: Parts, host: PlauditElement, say: Say<Key>, { removed }: Numbers): unknown {
  if (!removed.total) return null;
  const known = Object.entries(removed.reasons).filter(([, count]) => count);
  const rest = removed.total - known.reduce((all, [, count]) => all + count, 0);
  const rows = known.map(([reason, count]) => [say(reasonWords[reason] ?? 'otherReason'), count] as const);
  return html`<div><h3>${say('whyRemoved')}</h3><dl part="reasons">${[
    ...rows,
    ...(rest > 0 ? [[say('otherReason'), rest] as const] : []),
  ].map(([name, count]) => html`<div><dt>${name}</dt><dd>${host.number(count)}</dd></div>`)}</dl></div>`;
}

function renderNotes({ html }: Parts, say: Say<Key>, numbers: Numbers): unknown {
  const { published, verified, incentivised } = numbers;
  if (!published) return null;
  const notes = [
    say('meanOf'),
    say('orderOf'),
    isEven(numbers) ? say('evenly') : null,
    [say('verifiedAre', { n: verified }), verified < published ? say('notVerified') : ''].join(' '),
    incentivised === null
      ? say('rewardUnknown')
      : incentivised
        ? say('rewarded', { n: incentivised })
        : say('noReward'),
    say('dateOf'),
  ];
  return html`<ul part="notes">${notes.filter(Boolean).map((note) => html`<li>${note}</li>`)}</ul>`;
}

/** @returns what became of the reviews, with the number of those that are published */
export async function statementOf(
  host: PlauditElement,
  numbers: Numbers,
  parts: Parts,
): Promise<{ readonly total: number; readonly styles: string; render(): unknown }> {
  const say = await followMoreWords(host, english);
  if (typeof document === 'object' && host.shadowRoot?.adoptedStyleSheets) adopt(host.shadowRoot, statementStyles);
  const { html } = parts;
  return {
    total: numbers.published,
    styles: statementStyles,
    render: () =>
      html`<section class="statement" aria-label=${say('howCome')}><h2>${say('howCome')}</h2>${renderNumbers(
        parts,
        host,
        say,
        numbers,
      )}${renderReasons(parts, host, say, numbers)}${renderNotes(parts, say, numbers)}</section>`,
  };
}

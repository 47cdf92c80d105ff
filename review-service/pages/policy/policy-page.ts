/** The policy of a shop about its reviews: every sentence follows from a setting or a number. */
import { dataSources } from '../../../contract/datasources.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { kinds, starNumbers } from '../../content/figures/both-kinds.ts';
import type { PolicyFacts, Source } from '../../content/figures/policy-facts.ts';
import { HERE } from '../../content/figures/sources.ts';
import { html, type Markup } from '../../letters/html.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';
import { holdingOf, type Holding } from '../../people/holding.ts';
import type { Page } from '../frame/layout.ts';

export interface Policy {
  readonly business: BusinessRow;
  readonly facts: PolicyFacts;
  /** In the shop's own words; may be empty. */
  readonly paragraph: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Words and numbers. */
const numberRows = [
  ...(['received', 'published', 'held', 'hidden', 'asked', 'verified'] as const).map((row) => [row, row] as const),
  ['given', 'incentivised'] as const,
];

export function policyPage({ business, facts, paragraph, now }: Policy, wording: Wording): Page {
  const { policy } = wording;
  const name = business.name || business.domain;
  const title = fill(policy.title, { business: name });
  return {
    wording,
    business: name,
    title,
    moreStyles: styles,
    content: html`<h1>${title}</h1>
<p class="soft">${fill(policy.intro, { business: name, date: formatDay(wording, now) })}</p>
${paragraph !== '' && section(policy.own, html`<p class="own" dir="auto">${paragraph}</p>`)}
${waysOf(name, facts, wording)}${decisionsOf(holdingOf(business), facts, wording)}${answersOf(name, facts, wording)}`,
  };
}

const section = (heading: string, ...texts: readonly (string | Markup | false)[]): Markup =>
  html`<section><h2>${heading}</h2>${texts.map((text) =>
    typeof text === 'string' ? html`<p>${text}</p>` : text,
  )}</section>`;

const numberIn = (value: number, { language }: Wording): string => new Intl.NumberFormat(language).format(value);

/** A sentence with a number; nothing of none. */
const some = (text: string, n: number, wording: Wording, business = ''): string | false =>
  n > 0 && fill(text, { business, n: numberIn(n, wording) });

/** The ways in which reviews come, and how much is known of their authors. */
function waysOf(business: string, { sources, standing }: PolicyFacts, wording: Wording): Markup {
  const { collected, verified } = wording.policy;
  const { both } = standing;
  const from = (text: string, listed: readonly Source[]) =>
    listed.length > 0 && fill(text, { sources: listOf(listed, wording.language) });
  const taken = sources.filter(({ source, isElsewhere }) => !isElsewhere && source !== HERE);
  const read = sources.filter(({ isElsewhere }) => isElsewhere);
  return html`${section(
    collected.heading,
    some(collected.asked, both.asked, wording, business),
    fill(collected.open, { business }),
    from(collected.imported, taken),
    from(collected.elsewhere, read),
  )}${section(
    verified.heading,
    verified.text,
    fill(verified.count, { n: numberIn(both.verified, wording), all: numberIn(both.published, wording) }),
  )}`;
}

/** The reviews that wait, are hidden, or had something given for them. */
function decisionsOf(holding: Holding, { standing: { both } }: PolicyFacts, wording: Wording): Markup {
  const { held, hidden, given, numbers } = wording.policy;
  const number = (value: number) => numberIn(value, wording);
  const stars = starNumbers.map((star) => {
    const { published, hidden: others } = both.stars[star];
    return [wording.form.stars(star), number(published), number(others)];
  });
  const reasons = Object.entries(both.reasons).map(([reason, n]) => [reasonIn(reason, wording), number(n)]);
  return html`${section(
    held.heading,
    held[holding],
    held.floods,
    some(held.waiting, both.held, wording),
    held.stars,
    tableOf([numbers.stars, numbers.published, numbers.hidden], stars),
  )}${section(
    hidden.heading,
    hidden.text,
    reasons.length === 0 ? hidden.none : tableOf([numbers.hidden, numbers.what], reasons),
  )}${section(given.heading, some(given.some, both.incentivised, wording) || given.none)}`;
}

function answersOf(business: string, facts: PolicyFacts, wording: Wording): Markup {
  const { report, answers, numbers } = wording.policy;
  const { published, answered, medianMs, standing } = facts;
  const share = new Intl.NumberFormat(wording.language, { style: 'percent' }).format(answered / published);
  const rows = numberRows.map(([label, row]) => [
    numbers[label],
    ...kinds.map((kind) => numberIn(standing[kind][row], wording)),
  ]);
  return html`${section(report.heading, report.text)}${
    published > 0 &&
    section(
      answers.heading,
      fill(answers.text, { business, share }),
      medianMs !== null && fill(answers.median, { time: spanIn(medianMs, wording.language) }),
    )
  }${section(numbers.heading, numbers.text, tableOf([numbers.what, ...kinds.map((kind) => numbers[kind])], rows))}`;
}

function reasonIn(reason: string, { policy }: Wording): string {
  const reasons: Readonly<Record<string, string>> = policy.hidden.reasons;
  return Object.hasOwn(reasons, reason) ? reasons[reason]! : reason;
}

/** Such as “Judge.me (12)”. */
function listOf(sources: readonly Source[], language: string): string {
  const names = sources.map(({ source, reviews }) => {
    const name = Object.hasOwn(dataSources, source) ? dataSources[source]! : source;
    return `${name} (${new Intl.NumberFormat(language).format(reviews)})`;
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** Hours, or from two days on days. At least one: half of them took no longer. */
function spanIn(ms: number, language: string): string {
  const hours = Math.max(1, Math.ceil(ms / HOUR_MS));
  const inDays = hours >= 2 * DAY_HOURS;
  const format = { style: 'unit', unit: inDays ? 'day' : 'hour', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, format).format(inDays ? Math.ceil(hours / DAY_HOURS) : hours);
}

const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]): Markup => html`<table
><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows.map(
  ([label, ...cells]) => html`<tr><th scope="row">${label}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
)}</tbody></table>`;

const styles = `
section { margin-top: 2rem; }
.own { white-space: pre-line; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; font-size: .95rem; }
th, td { padding: .45rem .75rem .45rem 0; text-align: start; vertical-align: top; border-top: 1px solid var(--faint); }
thead th { border: 0; color: var(--soft); font-weight: 400; font-size: .9rem; }
tbody th { font-weight: 400; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

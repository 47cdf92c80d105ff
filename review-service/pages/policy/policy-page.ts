/** The policy of a shop about its reviews: every sentence follows from a setting or a number. */
import { dataSources } from '../../../contract/datasources.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { kinds, starNumbers } from '../../content/figures/both-kinds.ts';
import type { PolicyFacts, Source } from '../../content/figures/policy-facts.ts';
import { HERE } from '../../content/figures/sources.ts';
import { html, type Markup } from '../../letters/html.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';
import { holdingOf } from '../../people/holding.ts';
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
const numberRows = ['received', 'published', 'held', 'hidden', 'asked', 'verified'] as const;

export function policyPage(policy: Policy, wording: Wording): Page {
  const { business, paragraph, now } = policy;
  const name = business.name || business.domain;
  const numbers = new Intl.NumberFormat(wording.language);
  const told: Told = {
    ...policy,
    wording,
    number: (value) => numbers.format(value),
    say: (text, values) => fill(text, { business: name, ...values }),
  };
  const { title, intro, own } = wording.policy;
  return {
    wording,
    business: name,
    title: told.say(title),
    moreStyles: styles,
    content: html`<h1>${told.say(title)}</h1>
<p class="soft">${told.say(intro, { date: formatDay(wording, now) })}</p>
${paragraph !== '' && section(own, html`<p class="own" dir="auto">${paragraph}</p>`)}
${[collected, verified, held, hidden, given, report, answers, inNumbers].map((part) => part(told))}`,
  };
}

/** A policy as its language says it. */
interface Told extends Policy {
  readonly wording: Wording;
  number(value: number): string;
  say(text: string, values?: Readonly<Record<string, string>>): string;
}

const section = (heading: string, ...texts: readonly (string | Markup | false)[]): Markup =>
  html`<section><h2>${heading}</h2>${texts.map((text) =>
    typeof text === 'string' ? html`<p>${text}</p>` : text,
  )}</section>`;

function collected({ facts: { sources, standing }, wording, say, number }: Told): Markup {
  const { heading, asked, open, imported, elsewhere } = wording.policy.collected;
  const taken = sources.filter(({ source, isElsewhere }) => !isElsewhere && source !== HERE);
  const read = sources.filter(({ isElsewhere }) => isElsewhere);
  return section(
    heading,
    standing.both.asked > 0 && say(asked, { n: number(standing.both.asked) }),
    say(open),
    taken.length > 0 && say(imported, { sources: listOf(taken, wording.language) }),
    read.length > 0 && say(elsewhere, { sources: listOf(read, wording.language) }),
  );
}

function verified({ facts, wording, say, number }: Told): Markup {
  const { heading, text, count } = wording.policy.verified;
  const { verified: n, published } = facts.standing.both;
  return section(heading, text, say(count, { n: number(n), all: number(published) }));
}

function held({ business, facts, wording, say, number }: Told): Markup {
  const { held: said, numbers } = wording.policy;
  const { both } = facts.standing;
  const rows = starNumbers.map((star) => [
    wording.form.stars(star),
    number(both.stars[star].published),
    number(both.stars[star].hidden),
  ]);
  return section(
    said.heading,
    said[holdingOf(business)],
    said.floods,
    both.held > 0 && say(said.waiting, { n: number(both.held) }),
    said.stars,
    tableOf([numbers.stars, numbers.published, numbers.hidden], rows),
  );
}

function hidden({ facts, wording, number }: Told): Markup {
  const { hidden: said, numbers } = wording.policy;
  const rows = Object.entries(facts.standing.both.reasons).map(([reason, count]) => [
    reasonIn(reason, wording),
    number(count),
  ]);
  return section(
    said.heading,
    said.text,
    rows.length === 0 ? said.none : tableOf([numbers.hidden, numbers.what], rows),
  );
}

function given({ facts, wording, say, number }: Told): Markup {
  const { heading, some, none } = wording.policy.given;
  const { incentivised } = facts.standing.both;
  return section(heading, incentivised > 0 ? say(some, { n: number(incentivised) }) : none);
}

const report = ({ wording: { policy } }: Told): Markup => section(policy.report.heading, policy.report.text);

function answers({ facts: { published, answered, medianMs }, wording, say }: Told): Markup | false {
  if (published === 0) return false;
  const { heading, text, median } = wording.policy.answers;
  const share = new Intl.NumberFormat(wording.language, { style: 'percent' }).format(answered / published);
  return section(
    heading,
    say(text, { share }),
    medianMs !== null && say(median, { time: spanIn(medianMs, wording.language) }),
  );
}

function inNumbers({ facts, wording, number }: Told): Markup {
  const { numbers: said } = wording.policy;
  const rows = [...numberRows.map((row) => [row, row] as const), ['given', 'incentivised'] as const];
  return section(
    said.heading,
    said.text,
    tableOf(
      [said.what, ...kinds.map((kind) => said[kind])],
      rows.map(([label, row]) => [said[label], ...kinds.map((kind) => number(facts.standing[kind][row]))]),
    ),
  );
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

/** The yearly risk sheet: what laws about reviews look for, and what the settings and numbers of the shop say of it. */
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { isHoldReason } from '../../../server-kit/robots/floods.ts';
import type { Service } from '../../context.ts';
import { NO_REASON, shareOf, type Standing } from '../../content/figures/both-kinds.ts';
import { countReviews, DAY_MS } from '../../content/figures/counts.ts';
import { readPolicyFacts } from '../../content/figures/policy-facts.ts';
import { readRiskFacts, type RiskFacts } from '../../content/figures/risk-facts.ts';
import { HERE } from '../../content/figures/sources.ts';
import { html, type Markup } from '../../letters/html.ts';
import { holdingOf } from '../../people/holding.ts';
import { settings } from '../frame/navigation.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { dayOf, reasonOf, valueIn } from '../frame/pieces.ts';
import { nameOfSource } from '../insights/figures.ts';
import { words } from '../words/index.ts';

const { riskSheet: said } = words;
const PATH = '/settings/risk-sheet';
const FIRST_YEAR = 2000;
const LONG_MS = 14 * DAY_MS;

type Level = keyof typeof said.levels;
type Name = keyof typeof said.items;

interface Item {
  readonly level: Level;
  /** From settings and numbers alone. */
  readonly says: readonly (string | false)[];
  /** The page of the setting that governs it. */
  readonly setting?: string;
}

export const registerRiskSheet = (page: DeclarePage, service: Service): void =>
  page('GET', PATH, 'owner', (call) => show(service, call));

async function readFacts({ db, now: clock, addresses }: Service, business: BusinessRow, asked: number) {
  const now = clock();
  const thisYear = new Date(now).getUTCFullYear();
  const year = Number.isInteger(asked) && asked >= FIRST_YEAR && asked <= thisYear ? asked : thisYear;
  const range = { from: Date.UTC(year, 0, 1), to: Math.min(now, Date.UTC(year + 1, 0, 1) - 1) };
  return {
    ...(await readPolicyFacts(db, business, now)),
    ...(await readRiskFacts(db, business, range)),
    written: (await countReviews(db, business.id, range)).filter(({ isElsewhere }) => !isElsewhere),
    year,
    thisYear,
    now,
    domain: business.domain,
    policyUrl: `${addresses.publicUrl}/policy/${business.domain}`,
    holds: holdingOf(business),
  };
}
type Facts = Awaited<ReturnType<typeof readFacts>>;

async function show(service: Service, { session: { business }, query, at }: PageCall): Promise<Shown> {
  const facts = await readFacts(service, business, Number(valueIn(query, 'year')));
  const { year, thisYear, notedSince } = facts;
  const written = (ofProduct: boolean) =>
    facts.written.reduce((sum, one) => sum + (one.isOfProduct === ofProduct ? one.reviews : 0), 0);
  const link = (other: number, rel: string) =>
    other >= FIRST_YEAR &&
    other <= thisYear &&
    html`<a class="button second" rel="${rel}" href="${at(`${PATH}?year=${other}`)}">${other}</a>`;
  const numbers = { both: written(true) + written(false), products: written(true), shop: written(false), year };
  return {
    title: fill(said.title, { year }),
    aside: html`<nav class="pages" aria-label="${said.years}">${link(year - 1, 'prev')}${link(year + 1, 'next')}</nav>`,
    body: html`<section class="card"><p>${fill(said.made, { business: business.name || business.domain, year })}
${dayOf(facts.now)}.</p><p>${fill(said.written, numbers)}</p>
<p>${notedSince === null ? said.nothingNoted : html`${said.notedSince} ${dayOf(notedSince)}. ${said.before}`}</p>
<p class="hint">${said.print}</p></section>
${(Object.keys(items) as Name[]).map((name) => sectionOf(name, items[name](facts), at))}`,
  };
}

function sectionOf(name: Name, { level, says, setting }: Item, at: PageCall['at']): Markup {
  const { title, law, todo } = said.items[name];
  const place = settings.find(({ path }) => path === setting);
  return html`<section class="card risk"><div class="head"><h2>${title}</h2>
<span class="tag is-${level}">${said.levels[level]}</span></div>
<p class="hint">${law}</p>
<h3>${said.data}</h3><ul>${says.map((text) => text !== false && html`<li>${text}</li>`)}</ul>
<h3>${said.todo}</h3><p>${todo}${place && html` <a href="${at(place.path)}">${words.navigation[place.label]}</a>`}</p>
</section>`;
}

const count = ({ events }: RiskFacts, kind: string, is: (reason: string | null) => boolean = () => true): number =>
  events.reduce((sum, one) => sum + (one.kind === kind && is(one.reason) ? one.count : 0), 0);

const hiddenShare = ({ stars }: Standing, which: readonly (1 | 2 | 4 | 5)[]): number => {
  const sum = (of: 'hidden' | 'published') => which.reduce((total, star) => total + stars[star][of], 0);
  return shareOf(sum('hidden'), sum('hidden') + sum('published')) ?? 0;
};

/** In the order of the sheet. */
const items: Readonly<Record<Name, (facts: Facts) => Item>> = {
  fake(facts) {
    const { published, verified } = facts.standing.both;
    const { verified: text, unverified, floods, reported } = said.items.fake;
    const floodsHeld = count(facts, 'held', (reason) => reason !== null && isHoldReason(reason));
    return {
      level: verified * 2 < published ? 'look' : 'fine',
      says: [
        fill(text, { published, verified, share: shareOf(verified, published) ?? 0 }),
        published > verified && fill(unverified, { others: published - verified }),
        fill(floods, { year: facts.year, count: floodsHeld }),
        fill(reported, { year: facts.year, count: count(facts, 'reported') }),
        said.holds[facts.holds],
      ],
      setting: '/settings/holding',
    };
  },
  incentivised: ({ standing }) => ({
    level: 'unknown',
    says: [
      fill(said.items.incentivised.marked, { count: standing.both.incentivised }),
      said.items.incentivised.unknown,
    ],
  }),
  suppression(facts) {
    const { both } = facts.standing;
    const { shares, reasons, unexplained, settings: byStars } = said.items.suppression;
    const [low, high] = [hiddenShare(both, [1, 2]), hiddenShare(both, [4, 5])];
    const without = both.reasons[NO_REASON] ?? 0;
    const list = facts.hidden
      .map(({ reason, count: times }) => `${reasonOf(reason ?? NO_REASON)} (${times})`)
      .join(', ');
    return {
      level: low > high || without > 0 ? 'look' : 'fine',
      says: [
        fill(shares, { hidden: both.hidden, decided: both.hidden + both.published, low, high }),
        fill(reasons, { year: facts.year, count: facts.hidden.reduce((sum, one) => sum + one.count, 0) }) +
          (list === '' ? '.' : `: ${list}.`),
        without > 0 && fill(unexplained, { count: without }),
        byStars,
      ],
    };
  },
  waiting({ standing, waitingSince, now, holds }) {
    const age = waitingSince === null ? 0 : now - waitingSince;
    const { waits, oldest } = said.items.waiting;
    return {
      level: age > LONG_MS ? 'look' : 'fine',
      says: [
        fill(waits, { count: standing.both.held }),
        waitingSince !== null && fill(oldest, { days: words.things.days(Math.floor(age / DAY_MS)) }),
        said.holds[holds],
      ],
      setting: '/settings/holding',
    };
  },
  insiders: ({ ofTeam, domain }) => ({
    level: ofTeam > 0 ? 'look' : 'unknown',
    says: [fill(said.items.insiders.found, { count: ofTeam, domain }), said.items.insiders.unknown],
    setting: '/settings/team',
  }),
  repurposed(facts) {
    const [renamed, merged] = [count(facts, 'renamed'), count(facts, 'merged')];
    const moved = count(facts, 'moved');
    const { changes, standing } = said.items.repurposed;
    return {
      level: facts.merged + moved > 0 ? 'look' : 'fine',
      says: [fill(changes, { year: facts.year, renamed, merged, moved }), fill(standing, { count: facts.merged })],
    };
  },
  purchase: ({ policyUrl }) => ({
    level: 'unknown',
    says: [fill(said.items.purchase.policy, { url: policyUrl }), said.items.purchase.unknown],
    setting: '/settings/policy',
  }),
  imported({ sources }) {
    const others = sources.filter(({ source }) => source !== HERE);
    const list = others.map(({ source, reviews }) => `${nameOfSource(source)} (${reviews})`).join(', ');
    const { none, from, unknown } = said.items.imported;
    return {
      level: others.length === 0 ? 'fine' : 'unknown',
      says: others.length === 0 ? [none] : [fill(from, { sources: list }), unknown],
    };
  },
  reports(facts) {
    const { openReports: open, year } = facts;
    const closed = count(facts, 'report closed');
    return {
      level: open > 0 ? 'look' : 'fine',
      says: [fill(said.items.reports.numbers, { year, reported: count(facts, 'reported'), closed, open })],
      setting: '/settings/mails',
    };
  },
};

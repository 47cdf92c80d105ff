/** The history of something: its events, and what was before them, as far as the rows say. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readEvents, type EventKind, type Subject } from '../../data/events.ts';
import { eventKinds } from '../../data/event-tables.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { proxyEmail } from '../../people/accounts/proxy-account.ts';
import { momentOf, reasonOf } from '../frame/pieces.ts';
import { words, type Words } from '../words/index.ts';

export interface Happened {
  readonly kind: keyof Words['events'];
  readonly at: number;
  /** Null where nobody noted it. */
  readonly actor: string | null;
  readonly reason: string | null;
}

/** In the order of those at the same moment. */
const kindsOfRows = ['asked', 'reminded', 'opened', 'imported'] as const;
const ranks: readonly string[] = [...kindsOfRows, ...eventKinds];
const rankOf = ({ kind }: Happened): number => ranks.indexOf(kind);

/** The history that rows tell without events: moments by kind, in milliseconds since 1970; null for what was not. */
export type FromRows = Partial<Record<EventKind | (typeof kindsOfRows)[number], number | null>>;

/** The oldest first. */
export async function readTimeline(
  db: Database,
  { id }: BusinessRow,
  about: Subject,
  rows: FromRows,
): Promise<Happened[]> {
  const noted = await readEvents(db, id, about);
  const speak = await spokenActors(
    db,
    noted.map(({ actor }) => actor),
  );
  const before = Object.entries(rows).flatMap(([kind, at]) =>
    at === null || noted.some((event) => event.kind === kind)
      ? []
      : [{ kind: kind as Happened['kind'], at, actor: null, reason: null }],
  );
  const named = noted.map((event) => ({ ...event, actor: speak(event.actor) }));
  return [...before, ...named].toSorted((one, other) => one.at - other.at || rankOf(one) - rankOf(other));
}

/** @returns the words for each of these actors: accounts by their e-mail address. */
export async function spokenActors(db: Database, actors: readonly string[]): Promise<(actor: string) => string> {
  const others = words.actors as Readonly<Record<string, string>>;
  const ids = [...new Set(actors)].filter((actor) => !Object.hasOwn(others, actor));
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('account').select(['id', 'email']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, email }) => [id, email === proxyEmail ? words.actors.proxy : email]));
  return (actor) => (Object.hasOwn(others, actor) ? others[actor]! : (names.get(actor) ?? words.actors.account));
}

export function timelineOf(happened: readonly Happened[]): Markup {
  const rows = happened.map(
    ({ kind, at, actor, reason }) => html`<li><span class="what">${words.events[kind]}</span>
${actor !== null && html`<bdi class="soft">${actor}</bdi>`}
${reason !== null && html`<span class="soft">${reasonOf(reason)}</span>`}
<span class="soft when">${momentOf(at)}</span></li>`,
  );
  return html`<section class="card"><h2>${words.item.timeline}</h2><ol class="timeline">${rows}</ol></section>`;
}

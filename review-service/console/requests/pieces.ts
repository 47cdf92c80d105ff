/** Pieces that the pages of requests share. */
import { html, type Markup } from '../../letters/html.ts';
import type { PageCall } from '../frame/page.ts';
import { words } from '../words/index.ts';

export const PATH = '/requests';
const tabs = { '': 'list', '/new': 'ask', '/mail': 'mail', '/qr': 'qr' } as const;

/** The pages about requests; `here` is the path of this one. */
export function requestTabs({ at }: PageCall, here: string): Markup {
  const links = Object.entries(tabs).map(([below, label]) => {
    const path = PATH + below;
    const isHere = path === here && html`aria-current="page"`;
    return html`<li><a href="${at(path)}" ${isHere}>${words.requests.tabs[label]}</a></li>`;
  });
  return html`<nav aria-label="${words.navigation.requests}"><ul class="tabs">${links}</ul></nav>`;
}

/** Below a name, in one line where there is room; those that are empty are left out. */
export function factsOf(facts: readonly string[]): Markup {
  const known = facts.filter(Boolean);
  return html`<span class="hint in-line">${known.map(
    (fact, at) => html`<span><bdi>${fact}</bdi>${at < known.length - 1 && ' ·'}</span> `,
  )}</span>`;
}

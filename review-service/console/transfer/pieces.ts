/** Pieces that the pages of imports share. */
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { rowsBelow } from '../frame/forms.ts';
import type { PageCall } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

const { transfer: said } = words;

export const PATH = '/import';
export const FILE = `${PATH}/file`;

export const isFollowed = ({ query }: PageCall): boolean => valueIn(query, 'follow') === '1';

/** How far something has come, and the ways to see how it goes on. */
export function progressOf(call: PageCall, path: string, taken: number, expected: number): Markup {
  const link = (address: string, text: string) => html`<a class="button second" href="${call.at(address)}">${text}</a>`;
  const ways = isFollowed(call)
    ? link(path, said.unfollow)
    : html`${link(path, said.look)}${link(`${path}?follow=1`, said.follow)}`;
  return html`<p>${expected === 0 ? said.noProgress : fill(said.progress, { taken, expected })}</p>
<progress aria-label="${said.progressLabel}" ${expected > 0 && html`value="${taken}" max="${expected}"`}></progress>
<div class="below">${ways}</div>`;
}

/** Texts below a heading, of which there may be more. */
export const textsBelow = (title: string, texts: readonly (string | Markup)[], count: number): Markup | false =>
  rowsBelow(
    title,
    texts.map((text) => html`<li><span class="what"><bdi>${text}</bdi></span></li>`),
    count,
    said.more,
  );

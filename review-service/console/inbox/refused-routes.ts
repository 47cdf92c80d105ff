/** A write that was acknowledged and then refused: its words, why, and its deletion. */
import { nameOfCode, refusals } from '../../../contract/endpoints/errors.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { forgetRefused, readRefused, REFUSED_KEPT_MS } from '../../content/refused-writes.ts';
import type { Service } from '../../context.ts';
import type { RefusedWriteTable } from '../../data/console-tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall } from '../frame/page.ts';
import { agoOf, dayText, excerptOf, momentOf, pathOf } from '../frame/pieces.ts';
import { listRow } from '../lists/rows.ts';
import { words } from '../words/index.ts';

const { refusedWrites: said } = words;

export function registerRefused(page: DeclarePage, { db, now }: Service): void {
  const find = async ({ session, params }: PageCall) => {
    const { number = '' } = params;
    const numbers = /^[1-9]\d{0,14}$/.test(number) ? [Number(number)] : [];
    const [found] = await readRefused(db, session.business.id, numbers, now());
    if (!found) throw unknown();
    return found;
  };
  page('GET', '/refused/:number', 'moderator', async (call) => {
    const write = await find(call);
    const { title, content, name, number, refused_at: at } = write;
    const until = dayText(at + REFUSED_KEPT_MS);
    return {
      title: titleOf(write),
      body: html`<div class="item"><div><article class="card"><p class="note">${whyRefused(write)}</p>
<p class="line"><bdi class="strong">${name || words.things.anonymous}</bdi>
<span class="soft">${momentOf(at)}</span></p>
${title !== '' && html`<h2 dir="auto">${title}</h2>`}<p class="text" dir="auto">${content}</p></article></div>
<div><section class="card acts" aria-label="${words.item.actions}"><p>${said.text}</p>
<form method="post" action="${call.at(`${pathOf({ subject: 'refused', number })}/delete`)}">
<button class="danger">${said.delete}</button>
<span class="hint">${fill(said.hint, { date: until })}</span></form></section></div><div></div></div>`,
    };
  });
  page('POST', '/refused/:number/delete', 'moderator', async (call) => {
    const { number } = await find(call);
    await forgetRefused(db, call.session.business.id, number);
    return { to: '/inbox' };
  });
}

const titleOf = ({ operation, about }: RefusedWriteTable): string => fill(said.titles[operation], { about });

function whyRefused({ operation, code }: RefusedWriteTable): string {
  const name = nameOfCode(code);
  if (name === 'productNotFound') return said.why.product;
  if (operation === 'answerProductQuestion' && name === 'reviewNotFound') return said.why.question;
  return fill(said.why.other, { reason: refusals[name ?? 'unexpected'].meaning });
}

export function refusedRow(write: RefusedWriteTable, address: string, now: number): Markup {
  const text = [write.title, write.content].filter((part) => part !== '').join(' – ');
  return listRow(
    html`<a href="${address}" dir="auto">${excerptOf(text) || titleOf(write)}</a>`,
    html`<span class="why">${whyRefused(write)}</span><bdi>${write.name}</bdi>
<span>${titleOf(write)}</span>${agoOf(write.refused_at, now)}`,
  );
}

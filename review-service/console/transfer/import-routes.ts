/** An import: how far it has come, what came of it, what it refused, and taking it back. */
import { fill } from '../../../contract/texts/texts.ts';
import { sumInWords } from '../../../exchange/reviews/in-words.ts';
import { importInWords, undoneInWords } from '../../content/imports/files/in-words.ts';
import { readKeptFile } from '../../content/imports/files/kept-files.ts';
import { listUnseen, putOffImport } from '../../content/imports/files/unseen.ts';
import { importStatusByCommand, showImportByCommand, type ImportStatus } from '../../content/imports/show.ts';
import { undoImportByCommand } from '../../content/imports/undo/by-command.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { fileOf } from '../frame/forms.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Sent, Shown } from '../frame/page.ts';
import { doneOf, valueIn } from '../frame/pieces.ts';
import { PAGE_SIZE } from '../lists/filter.ts';
import { words } from '../words/index.ts';
import { dropForm } from './file-routes.ts';
import { isFollowed, PATH, progressOf, textsBelow } from './pieces.ts';

const { transfer: said } = words;
const ONE = `${PATH}/:number`;
const DAY_MS = 86_400_000;
/** Until when an import is put off, in milliseconds from now: what somebody has seen does not come back. */
const putOffs = { seen: 36_500 * DAY_MS, tomorrow: DAY_MS, nextWeek: 7 * DAY_MS } as const;

export function registerImports(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', ONE, 'owner', (call) => show(service, call));
  page('GET', `${ONE}/account`, 'owner', (call) => account(service, call));

  page('POST', `${ONE}/undo`, 'owner', async (call) => {
    const { id } = await statusOf(service, call);
    const { business, account } = call.session;
    await undoImportByCommand(db, business.domain, id, { actor: account.id, now: now() });
    return { to: `${PATH}/${id}` };
  });

  page('POST', `${ONE}/later`, 'owner', async (call) => {
    const { id } = await statusOf(service, call);
    const until = Object.entries(putOffs).find(([name]) => name === valueIn(call.form, 'until'))?.[1] ?? putOffs.seen;
    await putOffImport(db, call.session.business.id, id, now() + until);
    return { to: `${PATH}/${id}?done=noted` };
  });
}

/** @throws Refused where there is no such import. */
async function statusOf({ db }: Service, { session, params: { number = '' } }: PageCall): Promise<ImportStatus> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw unknown();
  const found = await importStatusByCommand(db, session.business.domain, Number(number)).catch(() => null);
  if (!found) throw unknown();
  return found;
}

async function show(service: Service, call: PageCall): Promise<Shown> {
  const { db, now } = service;
  const status = await statusOf(service, call);
  const { id, state, photos } = status;
  const { business } = call.session;
  const shown = await showImportByCommand(db, business.domain, id);
  const kept = await readKeptFile(db, business.id);
  const isUnseen = (await listUnseen(db, business.id, now())).some((one) => one.id === id);
  const isTaking = kept?.import_id === id && kept.state === 'taking';
  const taken = status.added + status.changed + status.already + status.refused;
  const progress =
    (state === 'running' || isTaking) &&
    html`<section class="card">${progressOf(call, `${PATH}/${id}`, taken, status.expected)}</section>
${isTaking && dropForm(call, said.stop)}`;
  return {
    title: fill(said.import, { id }),
    isFollowed: isFollowed(call) && Boolean(progress),
    aside: html`<span class="tag ${state === 'done' ? 'is-written' : 'is-waiting'}">${said.states[state]}</span>`,
    ...doneOf(call, { noted: said.noted }),
    body: html`${progress}
${isUnseen && later(call, id)}
<section class="card"><p><bdi><strong>${status.file}</strong></bdi> <span class="hint">${status.startedRFC.slice(0, 10)}
· ${status.format}</span></p><p>${sumInWords(status)}</p>
${state === 'stopped' && html`<p class="note">${isTaking ? said.goesOn : said.stopped}</p>`}
${photos.waiting > 0 && html`<p class="note">${said.photosToCome(photos.waiting)}</p>`}
<p><a href="${call.at(`${PATH}/${id}/account`)}" download>${said.account}</a></p></section>
${shown.undone && textsBelow(said.undone, undoneInWords(id, shown.undone).slice(-PAGE_SIZE), shown.undone.kept.length)}
${importInWords(shown).map(([what, rows]) => textsBelow(said.about[what], rows.slice(0, PAGE_SIZE), rows.length))}
${state !== 'undone' && !progress && undo(call, id)}`,
  };
}

function later({ at }: PageCall, id: number): Markup {
  const buttons = (['seen', 'tomorrow', 'nextWeek'] as const).map(
    (until) =>
      html`<button class="${until !== 'seen' && 'second'}" name="until" value="${until}">${said[until]}</button>`,
  );
  return html`<section class="card"><p class="note">${said.waitsFor}</p>
<form class="below" method="post" action="${at(`${PATH}/${id}/later`)}">${buttons}</form></section>`;
}

const undo = ({ at }: PageCall, id: number): Markup =>
  html`<details class="card"><summary>${said.undoTitle}</summary><p>${said.undoText}</p>
<form method="post" action="${at(`${PATH}/${id}/undo`)}"><button class="danger">${said.undo}</button></form></details>`;

/** All that `reviews import show` prints. */
async function account(service: Service, call: PageCall): Promise<Sent> {
  const { id, file, format } = await statusOf(service, call);
  const shown = await showImportByCommand(service.db, call.session.business.domain, id);
  const lines = importInWords(shown).flatMap(([what, rows]) => rows.map((row) => `${what}: ${row}`));
  const content = [
    `Import ${id} of ${file} (${format})`,
    sumInWords({ ...shown, refused: shown.refused.length }),
    ...lines,
    '',
  ].join('\n');
  return fileOf(`import-${id}.txt`, 'text/plain; charset=utf-8', content);
}

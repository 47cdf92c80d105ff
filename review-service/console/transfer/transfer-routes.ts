/** The page `Import and export`: a file is dropped there, all reviews leave from there, and feeds are named. */
import { randomUUID } from 'node:crypto';
import { fill } from '../../../contract/texts/texts.ts';
import { sumInWords } from '../../../exchange/reviews/in-words.ts';
import { saveFile } from '../../../server-kit/http/saved-file.ts';
import { pathOfFile, uploadsOf } from '../../content/imports/files/job.ts';
import { keepFile, readKeptFile } from '../../content/imports/files/kept-files.ts';
import { listImportsByCommand, type ListedImport } from '../../content/imports/show.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { fileForm } from '../frame/forms.ts';
import { problem } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { doneOf, selectOf } from '../frame/pieces.ts';
import { pageIn, PAGE_SIZE } from '../lists/filter.ts';
import { pagesOf } from '../lists/list-page.ts';
import { words } from '../words/index.ts';
import { FILE, PATH } from './pieces.ts';

const { transfer: said } = words;
/** A larger one goes by command. */
const MOST_FILE_BYTES = 2 * 2 ** 30;

export function registerTransfer(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'owner', (call) => show(service, call));

  page(
    'POST',
    PATH,
    'owner',
    async (call) => {
      const { business } = call.session;
      const uploads = uploadsOf(service);
      if (uploads === null) return show(service, call, said.noDirectory);
      if ((await readKeptFile(service.db, business.id))?.state === 'taking') return show(service, call, said.busy);
      const id = randomUUID();
      const name = await saveFile(call.request, pathOfFile(uploads, business.id, id), MOST_FILE_BYTES);
      if (name === null) return show(service, call, said.noFile);
      const isKept = await keepFile(service.db, business.id, { id, name, now: service.now() });
      return isKept ? { to: `${FILE}?follow=1` } : show(service, call, said.busy);
    },
    true,
  );
}

async function show({ db, proxyUrl }: Service, call: PageCall, wrong?: string): Promise<Shown> {
  const { session, query, at } = call;
  const { business } = session;
  const kept = await readKeptFile(db, business.id);
  const imports = await listImportsByCommand(db, business.domain);
  const page = pageIn(query);
  const rows = imports.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => row(one, at));
  const waits =
    kept &&
    kept.state !== 'taken' &&
    html`<p class="note">${fill(said.waits, { name: kept.name })} <a href="${at(FILE)}">${said.toFile}</a></p>`;
  const options = Object.entries(said.formats);
  return {
    title: words.navigation.transfer,
    status: wrong === undefined ? 200 : 400,
    ...doneOf(call, { dropped: said.dropped }),
    body: html`<section class="card"><h2>${said.importTitle}</h2><p class="soft">${said.importText}</p>
${problem(wrong)}${waits}
${fileForm(at(PATH), said, said.kept)}</section>
<section class="card"><h2>${said.exportTitle}</h2><p class="soft">${said.exportText}</p>
<form class="find" method="post" action="${at('/export')}">
${selectOf({ name: 'format', label: said.format, chosen: 'plaudit', options })}
<button>${said.export}</button></form></section>
<section class="card"><h2>${said.earlier}</h2>
${rows.length === 0 ? html`<p>${said.noneYet}</p>` : html`<ul class="plain rows">${rows}</ul>`}
${pagesOf(at(PATH), query, page, imports.length)}</section>
${feeds(business.domain, proxyUrl())}`,
  };
}

function row(one: ListedImport, at: PageCall['at']): Markup {
  const { id, file, format, state, startedRFC } = one;
  return html`<li><span class="what"><a href="${at(`${PATH}/${id}`)}"><strong>${fill(said.import, { id })}</strong>
<bdi>${file}</bdi></a><br><span class="hint">${startedRFC.slice(0, 10)} · ${format} · ${sumInWords(one)}</span></span>
<span class="tag ${state === 'done' ? 'is-written' : 'is-waiting'}">${said.states[state]}</span></li>`;
}

function feeds(domain: string, proxyUrl: string | null): Markup {
  const rows = Object.entries(said.feeds).map(
    ([name, about]) =>
      html`<li><span class="what">${about}<br><code>${proxyUrl}/feeds/${domain}/${name}</code></span></li>`,
  );
  return html`<section class="card"><h2>${said.feedsTitle}</h2><p class="soft">${said.feedsText}</p>
${proxyUrl === null && html`<p class="note">${said.feedsNoProxy}</p>`}<ul class="plain rows">${rows}</ul></section>`;
}
